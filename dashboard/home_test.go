package dashboard

import (
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
)

// TestHomeOfAnInterviewer proves D10: whoever sees only their own reads that nothing is offered of them, and finds the
// page that mends it; with a painted time to come they do not, and neither does whoever sees everything.
func TestHomeOfAnInterviewer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const kit, heading, well = "kit@marlowe.example", "You offer no times yet", "Nothing of yours needs attention"
	posting := w.turbine()
	w.must(w.Availability.AssignInterviewer(ctx, act.By{}, w.org.ID, posting, kit, ""))
	me := w.as(t, kit)
	page := me.get(models.DashboardPath).want(200, heading, "Nobody can book you for").
		lacks(well, "Everything was sent")
	equal(t, "where the button leads",
		attr(page.one("main .lines a.button"), "href"), site.PostingPath(posting, "/availability"))
	w.as(t, "admin").get(models.DashboardPath).want(200).lacks(heading)
	slot := timetable.SlotWrite{InterviewerEmail: kit, StartAt: noon.Add(time.Hour)}
	w.must1(w.Availability.AddSlots(ctx, act.By{}, w.org.ID, posting, []timetable.SlotWrite{slot}))
	me.get(models.DashboardPath).want(200, well).lacks(heading)
	w.at(noon.Add(2 * time.Hour)) // that time is over
	me.get(models.DashboardPath).want(200, heading)
}

// TestHomeTeam proves D10: recruiters find what waits to be graded and decided on, whose turn it has been longest, and
// the page that does it; interviewers do not.
func TestHomeTeam(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec("update submissions set decision = 'reject'")
	w.exec("update candidates set state = 'rejected'")
	w.as(t, "recruiter").get(models.DashboardPath).want(200).lacks("Waits for the team")
	w.booked("dana@candidate.example", jonas, noon.Add(time.Hour))
	_, id := w.handIn(rosa, 4*time.Hour)
	page := w.as(t, "recruiter").get(models.DashboardPath).want(200, "Waits for the team", "1 submission to grade",
		"1 candidate to decide on after an interview", "dana 2 hours ago")
	page.one("main a.button[href=" + site.SubmissionsPath + "/" + id + "]")
	page.one("main .lines a[href=" + site.Href(site.SubmissionsPath, "stage", "to-grade") + "]")
	page.one("main .lines a[href=" + site.Href(site.CandidatesPath, "turn", "team") + "]")
	w.as(t, "interviewer").get(models.DashboardPath).want(200).lacks("Waits for the team", "to grade")
}
