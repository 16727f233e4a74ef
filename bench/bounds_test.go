package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	shown := []string{at(splitSite, accepted), unitCosts, at(splitSite, unitCosts)} // and promise nothing
	for _, b := range bounds {
		promises := b.limit > 0 || b.limit == compared && slices.Contains(shown, b.name)
		if seen[b.name] || !promises || b.what == "" {
			t.Errorf("the bound %+v is there twice or promises nothing", b)
		}
		seen[b.name] = true
	}
	for _, on := range []string{embeddedSite, splitSite} {
		for _, name := range []string{
			sequential, steady, steadyBooked, followed, drain, backlog, burst, burstReads,
			invites, heavy, reminders, accepted, dashboardBoard, dashboardCandidate, dashboardSearch, dashboardFigures,
			figuresQueries,
		} {
			if !seen[at(on, name)] {
				t.Errorf("%s is not promised on %s", name, on)
			}
		}
	}

	t.Run("each is measured by one part", func(t *testing.T) {
		t.Parallel()
		measured := map[string]int{}
		for _, p := range (&bench{}).parts() {
			for on := range p.run {
				for _, name := range p.names {
					if slices.Contains([]string{outage, outageWakes, millionChanged, millionSlots,
						millionLists}, name) {
						on = embeddedSite // the names of these say where they are measured by themselves
					}
					measured[at(on, name)]++
				}
			}
		}
		for name := range seen {
			if measured[name] != 1 {
				t.Errorf("%d parts measure %s, want 1", measured[name], name)
			}
		}
		if len(measured) != len(seen) {
			t.Errorf("parts measure %v, bounds promise %v", measured, seen)
		}
	})

	t.Run("only takes the names without the site", func(t *testing.T) {
		t.Parallel()
		names := baseNames()
		withSite := slices.ContainsFunc(names, func(s string) bool { return strings.Contains(s, "@") })
		if withSite || !slices.Contains(names, steady) || !slices.Contains(names, outageWakes) {
			t.Errorf("names are %v", names)
		}
		if b := (&bench{only: "drain,backlog"}); !b.wants(drain) || b.wants(steady) {
			t.Error("drain was asked for, and steady was not")
		}
	})
}

func TestResults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		note  func(r *results)
		holds bool
	}{
		"a number at its limit": {func(r *results) { r.one(steady, 300) }, true},
		"a number beyond it":    {func(r *results) { r.one(steady, 300.1) }, false},
		"the median counts": {func(r *results) {
			r.one(steady, 900)
			r.one(steady, 1)
			r.one(steady, 2)
		}, true},
		"a ratio at most its limit": {func(r *results) { r.pair(heavy, 50, 10) }, true},
		"a ratio beyond it":         {func(r *results) { r.pair(heavy, 51, 10) }, false},
		"one site fails, the other passes": {func(r *results) { r.one(drain, 1); r.one(at(splitSite, steady), 301) },
			false},
		"a backlog that grows": {func(r *results) { r.one(backlog, 0.06) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, table := newResults(), &strings.Builder{}
			c.note(r)
			if got := r.print(table); got != c.holds || strings.Contains(table.String(), "FAIL") == c.holds {
				t.Errorf("the bounds hold: %v, want %v\n%s", got, c.holds, table)
			}
		})
	}
}

func TestResults_table(t *testing.T) {
	t.Parallel()
	r := newResults()
	r.pair(burst, 80, 100) // 0.8, 0.5 and 0.7: the median of the ratios decides, not the ratio of the medians
	r.pair(burst, 50, 100)
	r.pair(burst, 140, 200)
	r.one(ready, 1.234)
	r.one(ready, 12.34)
	r.note("River: %d letters", 7)
	var table strings.Builder
	if r.print(&table) {
		t.Error("a burst of 0.7 passes")
	}
	columns, want := regexp.MustCompile(`  +`), [][]string{
		{"NAME", "WHAT", "OURS", "BASELINE", "RATIO", "OF ALL RUNS", "BOUND", ""},
		{"ready", "litmus up to its ready line", "12.3 s", "1.23..12.3", "<= 5.00", "FAIL"},
		{"burst", "500 bookings at once, all letters", "80.0 1/s", "100 1/s (b)", "0.70", "0.50..0.80", ">= 0.75",
			"FAIL"},
		{""}, {"River: 7 letters"}, {""},
	}
	var got [][]string
	for line := range strings.SplitSeq(table.String(), "\n") {
		got = append(got, columns.Split(line, -1))
	}
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("the table is\n%s\nthat is %q\nwant    %q", &table, got, want)
	}
	if got := r.ratios(burst); !slices.Equal(got, []float64{0.8, 0.5, 0.7}) {
		t.Errorf("the ratios are %v, want those of the runs in order", got)
	}
}

func TestPlan(t *testing.T) {
	t.Parallel()
	p := newPlan(time.Now())
	again := p.copy()
	orders := p.take(1000, place{PostingID: "post_1"})
	if got := again.take(1000, place{PostingID: "post_1"}); !slices.Equal(got, orders) {
		t.Error("a copy of the plan gives other orders")
	}
	type slot struct {
		at  time.Time
		who string
	}
	taken, candidates := map[slot]bool{}, map[string]bool{}
	for _, o := range append(orders, p.take(1000, place{})...) {
		if s := (slot{o.ScheduledStartAt, o.InterviewerEmail}); taken[s] || candidates[o.CandidateEmail] {
			t.Fatalf("the place or the candidate of %+v is given out twice", o)
		} else {
			taken[s], candidates[o.CandidateEmail] = true, true
		}
	}
	for from := 0; from < len(orders); from += interviewers {
		starts, people := map[time.Time]bool{}, map[string]bool{}
		for _, o := range orders[from : from+interviewers] {
			starts[o.ScheduledStartAt], people[o.InterviewerEmail] = true, true
		}
		if len(starts) != interviewers || len(people) != interviewers {
			t.Errorf("fifty orders from %d on are at %d starts with %d people: they wait for each other",
				from, len(starts), len(people))
		}
	}
	offered := map[slot]bool{}
	for _, p := range written(t, slugBench, newPlan(time.Now())).Postings {
		for _, one := range p.Interviewers {
			for _, at := range one.Slots {
				offered[slot{at, one.Email}] = p.Title == titleBooked || offered[slot{at, one.Email}]
			}
		}
	}
	for _, o := range orders {
		if !offered[slot{o.ScheduledStartAt, o.InterviewerEmail}] {
			t.Fatalf("%s with %s is not offered", o.ScheduledStartAt, o.InterviewerEmail)
		}
	}
}
