package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
)

// TestWeek proves D11: a week by interviewer or posting in the viewer's zone, narrowed as they like, with what is their
// own for an interviewer (D2); a phone shows the chosen day.
func TestWeek(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bookedFor(cleo)
	w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	w.bookedFor("sun@candidate.example", startingAt(time.Date(2031, 3, 9, 22, 30, 0, 0, time.UTC), "")) // Sunday 23:30
	w.bookedFor("mon@candidate.example", startingAt(time.Date(2031, 3, 9, 23, 30, 0, 0, time.UTC), "")) // Monday 0:30
	gone := w.bookedFor("gone@candidate.example", startingAt(tuesday(15, 0), ""))
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, gone.ID, booking.Cancel))
	recruiter := w.as(t, "recruiter")
	rows := func(r *reply) string {
		t.Helper()
		var out []string
		for _, row := range r.want(200).all("tbody tr") {
			cells := []string{}
			for n := range row.ChildNodes() {
				if n.Data == "th" || n.Data == "td" {
					cells = append(cells, content(n))
				}
			}
			out = append(out, strings.Join(cells, "|"))
		}
		return strings.Join(out, "\n")
	}
	week := recruiter.get("/dashboard/week?view=people").want(200, "Week of 3 March 2031",
		"Times are in Europe/Amsterdam")
	if got, want := rows(week), "Jonas Brandt||10:00 Cleo Turbine Software Engineer , scheduled|||||\n"+
		"Nobody is named|||||||23:30 Sun Turbine Software Engineer , scheduled\n"+
		"Priya Raman||14:00 Dora Turbine Software Engineer , scheduled|||||"; got != want {
		t.Errorf("by interviewer:\n%s\nwant\n%s", got, want)
	}
	if got := rows(recruiter.get("/dashboard/week?view=postings")); !strings.HasPrefix(got,
		"Turbine Software Engineer||10:00 Cleo Jonas Brandt , scheduled 14:00 Dora Priya Raman , scheduled|") || strings.Contains(got, "\n") {
		t.Errorf("by posting:\n%s", got)
	}
	next := recruiter.get(attr(week.one("a[rel=next]"), "href"))
	if got := rows(next); !strings.HasPrefix(got, "Nobody is named|00:30 Mon") {
		t.Errorf("the week after:\n%s", got)
	}
	next.want(200, "This week")
	jump := recruiter.get("/dashboard/week?view=postings&posting=" + w.turbine()).fields("#jump")
	equal(t, "another week keeps", strings.Join(jump, " "), "view postings posting "+w.turbine()+" day 2031-03-03")
	chosen := recruiter.get("/dashboard/week?view=people&day=2031-03-09")
	if n := len(chosen.all("td.chosen")); n != 3 || content(chosen.one("th.chosen")) != "Sun 9 Mar" {
		t.Errorf("a phone shows %d cells of %s", n, chosen.text("th.chosen"))
	}
	recruiter.get("/dashboard/week?day=x").want(400, "is not a date", "Week of 3 March")
	recruiter.get("/dashboard/week?view=people&day=2031-06-01").want(200, "No interview takes place in this week")
	got := rows(w.as(t, "interviewer").get("/dashboard/week?view=people"))
	if !strings.HasPrefix(got, "Jonas Brandt||10:00 Cleo") || strings.Contains(got, "Dora") {
		t.Errorf("Jonas sees\n%s", got)
	}
}

// TestHome proves D10: the next interviews, mine or everybody's, and what is to be mended, each with what mends it.
func TestHome(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	recruiter.get("/dashboard").want(200, "Everything was sent", "Today Mon 3 Mar 2031", "No interviews")
	w.bookedFor(cleo)
	mine := w.bookedFor(dora, startingAt(noon.Add(20*time.Minute), mei), func(o *booking.Order) {
		o.MeetingLink = "https://meet.example/now"
	})
	i := w.external("ext@candidate.example")
	w.must1(w.Candidates.Invite(ctx, act.By{}, w.org, candidacy.InviteOrder{PostingID: w.posting("site-operations"),
		AssessmentID: w.applied.Assessments["conversation"], CandidateEmail: "ida@candidate.example",
		CandidateName: "Ida"}))
	w.exec("delete from slots where posting_id = ?", w.posting("site-operations"))
	w.at(noon.Add(time.Minute))
	page := recruiter.get("/dashboard").want(200, "13:20 CET Dora", "Join", "Tomorrow Tue 4 Mar 2031 10:00 CET Cleo",
		"Ext Turbine Software Engineer: pending, link ends in 23 hours", "Fresh link",
		"1 candidate is invited to pick a time, and nobody offers one", "Add times")
	if link := attr(page.one("#main a.button[href="+site.InterviewPath(i.ID, "link")+"]"), "href"); link == "" {
		t.Error("no button issues a fresh link")
	}
	if join := page.one("a[href=" + w.interview(mine.ID).MeetingLink + "]"); content(join) == "" {
		t.Error("no button joins the interview that begins")
	}
	recruiter.get("/dashboard?whose=mine").want(200, "Your next interviews", "Dora").lacks("Cleo")
	w.as(t, "interviewer").get("/dashboard").want(200, "Your next interviews", "Cleo", "Ext").
		lacks("Dora", "Add times", "Book")
	w.as(t, priya).get("/dashboard").want(200, "Nothing of yours needs attention").lacks("Cleo", "Ext")
}
