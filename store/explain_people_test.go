package store_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

// TestExplainPeople: what is known of several people counts whatever postings they are on, and what is painted for them
// on an open one (D11); people of another organization stay unknown (D3).
func TestExplainPeople(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		const kay, zoe = "kay@acme.example", "zoe@acme.example"
		file := acme()
		file.Interviewers = append(file.Interviewers, setup.Person{Email: kay, TimeZone: "UTC",
			WorkingHours: timetable.WeeklyHours{time.Monday: {{From: 540, To: 1020}}}, Calendar: account(kay)})
		f := open(t, url, file, bolt())
		f.sync(kay, timetable.Range{From: at(14, 0), To: at(14, 30)})
		i := f.book(f.orderWith(grace, cleo, at(15, 0)))
		wants := func(orgID string, want map[string][3]timetable.Reason) { // at 14:00, 15:00 and 16:00
			t.Helper()
			people := []string{grace, alan, kay, zoe}
			x := must(f.Availability.ExplainPeople(ctx, orgID, people, at(14, 0), at(16, 0)))(t)
			if n := len(x.Explanations); n != 5 {
				t.Fatalf("%d half hours are explained, want 5", n)
			}
			for email, reasons := range want {
				for n, reason := range reasons {
					if w, _ := x.Explanations[2*n].Of(email); w.Reason != reason {
						t.Errorf("%s at %d:00: %q, want %q", email, 14+n, w.Reason, reason)
					}
				}
			}
			if _, named := x.Bookings[i.ID]; named != (orgID == f.org.ID) {
				t.Errorf("interviews that are named: %v", x.Bookings)
			}
		}
		none := [3]timetable.Reason{timetable.ReasonNotPainted, timetable.ReasonNotPainted, timetable.ReasonNotPainted}
		wants(f.org.ID, map[string][3]timetable.Reason{
			grace: {timetable.ReasonNotPainted, timetable.ReasonBooked, timetable.ReasonFree},
			alan:  {timetable.ReasonNotPainted, timetable.ReasonFree, timetable.ReasonNotPainted},
			kay:   {timetable.ReasonBusy, timetable.ReasonFree, timetable.ReasonFree},
			zoe:   none,
		})
		if got := must(f.Pages.Interviewing(ctx, f.org.ID))(t); !slices.Equal(got, []string{alan, grace}) {
			t.Errorf("%q interview on an open posting", got)
		}
		f.exec("update postings set status = ? where org_id = ?", models.StatusClosed, f.org.ID)
		wants(f.org.ID, map[string][3]timetable.Reason{alan: none})
		if got := must(f.Pages.Interviewing(ctx, f.org.ID))(t); len(got) > 0 {
			t.Errorf("%q interview, and no posting is open", got)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		wants(other.ID, map[string][3]timetable.Reason{
			grace: {timetable.ReasonNotPainted, timetable.ReasonFree, timetable.ReasonFree}, kay: none})
	})
}
