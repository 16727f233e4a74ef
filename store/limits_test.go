package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store"
	"litmus/testdb"
)

// limited is the fixture's organization with limits of its own, and of Grace.
func limited(all models.OrganizationLimits, ofGrace models.InterviewLimits) setup.Setup {
	s := acme()
	s.Organization.Limits, s.Interviewers[0].Limits = all, ofGrace
	s.Postings[0].Interviewers[0].Slots = []time.Time{at(15, 0), at(16, 0), at(18, 0), at(20, 0)}
	return s
}

// TestLimitsHold proves that what the service chooses passes no limit, however many ask at once (P5).
func TestLimitsHold(t *testing.T) {
	t.Parallel()
	starts := []time.Time{at(16, 0), at(18, 0), at(20, 0)} // one person offers each
	shared := limited(models.OrganizationLimits{InterviewLimits: models.InterviewLimits{Week: 2}},
		models.InterviewLimits{})
	shared.Postings[0].Interviewers[0].Slots = []time.Time{at(15, 0), at(16, 0)}
	shared.Postings[0].Interviewers[1].Slots = []time.Time{at(18, 0), at(20, 0)} // whose lock is another one
	for name, s := range map[string]setup.Setup{
		"of a person":         limited(models.OrganizationLimits{}, models.InterviewLimits{Day: 2}),
		"of the organization": shared,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) {
				f := open(t, url, s)
				f.book(f.orderWith(grace, candidate(100), at(15, 0)))
				invited, by, orders := make([]models.Ref, 60), make([]act.By, 60), make([]booking.Order, 60)
				for n := range orders {
					orders[n] = f.order(candidate(n), starts[n%3])
					if orders[n].Anybody = true; n < 20 {
						invited[n] = f.invitee(candidate(n))
					} else if n < 40 {
						by[n] = f.byTool(orders[n])
					}
				}
				servers := []*store.Store{f.Store, f.another(), f.another()} // one writes one booking at a time
				f.race(60, 1, func(n int) error {
					s := servers[n%3]
					if n < 20 {
						return failure(s.Bookings.Pick(ctx, invited[n], starts[n%3], "UTC", false))
					}
					return failure(s.Bookings.Book(ctx, by[n], f.org, orders[n]))
				})
				round := f.round("backend", "default", "design")
				to := at(23, 0)
				_, slots, err := f.Availability.Slots(ctx, f.org.ID, f.posting("backend"), round, at(12, 0), &to)
				f.must(err)
				for _, slot := range slots {
					if slices.Contains(slot.InterviewerEmails, grace) || s.Organization.Limits.Week > 0 {
						t.Errorf("%v is offered at a limit", slot)
					}
				}
			})
		})
	}
}

// TestNamedBeyondLimits proves that what is named outright is booked with a warning, which the history keeps (P5).
func TestNamedBeyondLimits(t *testing.T) {
	t.Parallel()
	organizations{limited(models.OrganizationLimits{InterviewLimits: models.InterviewLimits{Week: 2}},
		models.InterviewLimits{Day: 1})}.each(t, func(t *testing.T, f *fixture) {
		first := f.book(f.orderWith(grace, candidate(0), at(15, 0)))
		second := must(f.Bookings.Book(ctx, act.By{}, f.org, f.orderWith(grace, candidate(1), at(18, 0))))(t)
		const ofGrace = "The interviewer has 1 interview on Mon 3 Mar, and at most 1 a day"
		if w := warning(second.Warnings); w != ofGrace+". The interview is booked all the same." {
			t.Errorf("the warning is %q", w)
		}
		third := must(f.Bookings.Book(ctx, act.By{}, f.org, f.orderWith(alan, candidate(2), at(19, 0))))(t)
		const ofAll = "The organization has 2 interviews in the week of Mon 3 Mar, and at most 2 a week"
		if w := warning(third.Warnings); !strings.HasPrefix(w, ofAll) {
			t.Errorf("the warning of the organization's limit is %q", w)
		}
		row, changed, err := f.Bookings.Reassign(ctx, act.By{}, f.org.ID, third.Interview.ID, grace)
		f.must(err)
		kept := f.interview(third.Interview.ID).OverLimits
		if w := warning(row.Warnings); !changed || !strings.HasPrefix(w, "The interviewer has 2 interviews on") ||
			!strings.HasPrefix(kept.Words("Grace"), ofAll+". Grace has 2 interviews on Mon 3 Mar") {
			t.Errorf("named by another: %v, %q, kept as %q", changed, w, kept.Words("Grace"))
		}
		if n := f.scalar("select count(*) from history where details like '%over_limit%'"); n != 3 {
			t.Errorf("%d changes tell of a limit, want 3", n)
		}
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, first.ID, booking.Cancel))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, second.Interview.ID, booking.Cancel))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, third.Interview.ID, booking.Cancel))
		if b := f.book(f.orderWith(grace, candidate(3), at(18, 0))); len(b.OverLimits) > 0 {
			t.Errorf("canceled interviews count: %v", b.OverLimits)
		}
	})
}

func warning(ws []models.Warning) string {
	for _, w := range ws {
		if w.Code == models.WarnOverLimit {
			return w.Message
		}
	}
	return fmt.Sprint(desk.Codes(ws))
}

// TestWhatCounts proves which interviews count towards a limit, by whether Grace is offered beside one (P5).
func TestWhatCounts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sql    string
		free   bool // candidates' no-shows do not count
		offers bool
	}{
		"scheduled":                      {"update interviews set no_show = ''", false, false},
		"its call is over":               {"update interviews set call_ended_at = starts_at", false, false},
		"canceled":                       {"update interviews set canceled_at = created_at", false, true},
		"a link that is not used":        {"update interviews set source = 'external'", false, true},
		"a used link":                    {"update interviews set source = 'external', link_used_at = created_at", false, false},
		"an import":                      {"update interviews set source = 'lever', externally_scheduled = true", false, false},
		"the candidate did not come":     {"update interviews set no_show = 'candidate'", false, false},
		"they did not, and that is free": {"update interviews set no_show = 'candidate'", true, true},
		"the interviewer did not come":   {"update interviews set no_show = 'interviewer'", false, true},
		"another of the panel did not come": {`update interviews set panel = '[{"email":"` + grace + `"},
			{"email":"` + alan + `","missed":true}]'`, false, false},
		"she did not come to another's": {`update interviews set interviewer_email = '` + alan + `',
			panel = '[{"email":"` + alan + `"},{"email":"` + grace + `","missed":true}]'`, false, true},
		"who leads her panel did not come": {`update interviews set interviewer_email = '` + alan + `',
			no_show = 'interviewer', panel = '[{"email":"` + alan + `"},{"email":"` + grace + `"}]'`, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			organizations{limited(models.OrganizationLimits{NoShowsFree: c.free},
				models.InterviewLimits{Day: 1})}.each(t, func(t *testing.T, f *fixture) {
				f.book(f.orderWith(grace, candidate(0), at(18, 0)))
				f.exec(c.sql + " where interviewer_email = '" + grace + "'")
				x := must(f.Availability.ExplainPerson(ctx, f.org.ID, grace, "", at(16, 0)))(t)
				if v := x.Rounds[0].Verdict; (v.Reason == timetable.ReasonFree) != c.offers ||
					!c.offers && v.Reason != timetable.ReasonAtLimit {
					t.Errorf("at 16:00 grace %s: %s", v.Words(time.UTC), v.Reason)
				}
			})
		})
	}
}
