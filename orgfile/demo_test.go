package orgfile

import (
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models/setup"
)

func TestDemo(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]string{
		"an ordinary morning":                                           "2026-11-18T09:12:33Z",
		"the hour that the change to summer time skips":                 "2027-03-28T01:30:00Z",
		"before the clocks change in Europe, after they did in America": "2026-03-09T08:00:00Z",
		"a new year in Amsterdam only":                                  "2026-12-31T23:15:00Z",
		"a leap day":                                                    "2028-02-29T10:00:00Z",
		"far from now":                                                  "2150-07-07T07:07:07Z",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now, err := time.Parse(time.RFC3339Nano, at)
			if err != nil {
				t.Fatal(err)
			}
			checkDemo(t, Demo(now), now)
		})
	}
	t.Run("many hours of two years", func(t *testing.T) {
		t.Parallel()
		for now := instant("2026-01-01T00:00:00Z"); now.Year() < 2028; now = now.Add(41 * 6 * time.Hour) {
			checkDemo(t, Demo(now), now)
		}
	})
	t.Run("only uses addresses that cannot exist", func(t *testing.T) {
		t.Parallel()
		addresses := func(c rune) bool { return strings.ContainsRune(" \n\"'<>,{}[]/", c) }
		for _, word := range strings.FieldsFunc(string(demoFile(time.Unix(1_800_000_000, 0))), addresses) {
			if strings.Contains(word, "@") && !strings.HasSuffix(word, ".example") {
				t.Errorf("%q is not an .example address", word)
			}
		}
	})
}

func checkDemo(t *testing.T, demo setup.Setup, now time.Time) {
	t.Helper()
	amsterdam, err := time.LoadLocation(demoZone)
	if err != nil {
		t.Fatal(err)
	}
	var roles, cohorts, closed, twoTracks, slots, personal int
	for _, p := range demo.Postings {
		switch {
		case p.Status == "closed":
			closed++
		case p.Kind == "cohort":
			cohorts++
		default:
			roles++
		}
		if len(p.Tracks) == 2 {
			twoTracks++
		}
		if !p.CreatedAt.Before(now) {
			t.Errorf("now %v: posting %s was created at %v", now, p.Key, p.CreatedAt)
		}
		for _, i := range p.Interviewers {
			for _, s := range i.Slots {
				slots++
				local := s.In(amsterdam)
				if s.Minute()%30 != 0 || s.Second() != 0 || s.Nanosecond() != 0 {
					t.Errorf("now %v: slot %v is off the grid", now, s)
				}
				if !s.After(now) || s.After(now.AddDate(0, 0, 35)) {
					t.Errorf("now %v: slot %v is not within the next five weeks", now, s)
				}
				if d := local.Weekday(); d == time.Saturday || d == time.Sunday || local.Hour() < 9 ||
					local.Hour() >= 17 {
					t.Errorf("now %v: slot %v is outside working hours", now, local)
				}
			}
		}
	}
	for _, p := range demo.Interviewers {
		if p.WorkingHours != nil {
			personal++
		}
	}
	verify.Each(t, "now", verify.Fields{"roles": {roles, 2}, "cohorts": {cohorts, 1}, "closed": {closed, 1},
		"twoTracks": {twoTracks, 1}, "personal": {personal, 1}, "slots": {slots, demoDays * 11}})
	for _, i := range demo.Imports {
		if i.Artifacts.Transcript == nil || !i.CallEndedAt.Before(now) {
			t.Errorf("now %v: import %s should have ended and left a transcript: %+v", now, i.Key, i)
		}
	}
	for _, s := range demo.Submissions {
		if !s.SubmittedAt.Before(now) {
			t.Errorf("now %v: submission %s is of %v", now, s.Key, s.SubmittedAt)
		}
	}
}
