package dashboard

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"litmus/models"
)

// TestHomeReplacements proves D10: who may change interviewers finds on the first page who asked for a replacement,
// with the button that leads to it; an interviewer does not.
func TestHomeReplacements(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	by := models.By{Actor: models.Actor{Kind: models.ActorMember, ID: jonas}}
	_, _, err := w.Bookings.AskForReplacement(ctx, by, w.org.ID, i.ID, "I am ill <b>.")
	w.must(err)
	const heading = "Replacements asked for"
	for _, who := range []string{"admin", "recruiter"} {
		for _, address := range []string{models.DashboardPath, href(models.DashboardPath, "whose", "mine")} {
			page := w.as(t, who).get(address).want(http.StatusOK, heading, "Jonas Brandt asked for another interviewer",
				"I am ill <b>.").lacks("Everything was sent")
			var buttons []string
			for _, a := range page.all("main a.button") {
				buttons = append(buttons, attr(a, "href"))
			}
			if !slices.Contains(buttons, interviewPath(i.ID, "reassign")) {
				t.Errorf("%s for the %s leads to %q", address, who, buttons)
			}
		}
	}
	w.as(t, "interviewer").get(models.DashboardPath).want(http.StatusOK).lacks(heading)
	w.as(t, "other").get(models.DashboardPath).want(http.StatusOK).lacks(heading)
	_, _, err = w.Bookings.Reassign(ctx, models.By{}, w.org.ID, i.ID, priya)
	w.must(err)
	w.as(t, "recruiter").get(models.DashboardPath).want(http.StatusOK, "Everything was sent").lacks(heading)
}

// TestHomeOfAnInterviewer proves D10: whoever sees only their own reads that nothing is offered of them, and finds the
// page that mends it; with a painted time to come they do not, and neither does whoever sees everything.
func TestHomeOfAnInterviewer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const kit, heading, well = "kit@marlowe.example", "You offer no times yet", "Nothing of yours needs attention"
	posting := w.posting("turbine-software")
	w.must(w.Availability.AssignInterviewer(ctx, models.By{}, w.org.ID, posting, kit, ""))
	me := w.as(t, kit)
	page := me.get(models.DashboardPath).want(http.StatusOK, heading, "Nobody can book you for").
		lacks(well, "Everything was sent")
	if link := attr(page.one("main .lines a.button"), "href"); link != postingPath(posting, "/availability") {
		t.Errorf("the button leads to %s", link)
	}
	w.as(t, "admin").get(models.DashboardPath).want(http.StatusOK).lacks(heading)
	slot := models.SlotWrite{InterviewerEmail: kit, StartAt: noon.Add(time.Hour)}
	_, err := w.Availability.AddSlots(ctx, models.By{}, w.org.ID, posting, []models.SlotWrite{slot})
	w.must(err)
	me.get(models.DashboardPath).want(http.StatusOK, well).lacks(heading)
	w.at(noon.Add(2 * time.Hour)) // that time is over
	me.get(models.DashboardPath).want(http.StatusOK, heading)
}
