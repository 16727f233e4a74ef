package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"litmus/models/setup"
	"litmus/orgfile"
)

// written is the organization's file as the service reads it.
func written(t *testing.T, slug string, p plan) setup.Setup {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bench.yaml")
	if err := writeOrganizationOf(file, slug, p, 1000); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := orgfile.Parse(file, b)
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

// The file is one that the service takes, and holds what README.md says of it.
func TestOrganizationFile(t *testing.T) {
	t.Parallel()
	now := time.Now()
	setup := written(t, slugOther, newPlan(now))
	if setup.Organization.Slug != slugOther || len(setup.Postings) != 20 || len(setup.Interviewers) != interviewers {
		t.Errorf("%s has %d roles and %d interviewers, want 20 and %d",
			setup.Organization.Slug, len(setup.Postings), len(setup.Interviewers), interviewers)
	}
	for _, p := range setup.Postings {
		offered := map[time.Time]int{}
		for _, i := range p.Interviewers {
			for _, at := range i.Slots {
				offered[at]++
				if at.Before(now) {
					t.Errorf("%s: %s is over", p.Title, at)
				}
			}
			if n := len(i.Slots); p.Title == titleSlots && n != paintedSlots {
				t.Errorf("%s: %s painted %d slots, want %d", p.Title, i.Email, n, paintedSlots)
			}
		}
		switch {
		case p.Title == titleBooked:
			if len(offered) < 1000/atATime {
				t.Errorf("%d starts are no room for 1000 bookings", len(offered))
			}
			for at, n := range offered {
				if n != atATime {
					t.Errorf("%d interviewers offer %s, want %d", n, at, atATime)
				}
			}
		case p.Title != titleSlots && len(offered) > 0:
			t.Errorf("%s has slots", p.Title)
		}
	}
}
