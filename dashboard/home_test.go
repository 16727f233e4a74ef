package dashboard

import (
	"net/http"
	"slices"
	"testing"

	"litmus/models"
	"litmus/store"
)

// TestHomeReplacements proves D10 and decision 153: who may change interviewers finds on the first page who asked for a
// replacement, with the button that leads to it; an interviewer does not.
func TestHomeReplacements(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas))
	by := store.WithActor(ctx, models.Actor{Kind: models.ActorMember, ID: jonas})
	_, _, err := w.AskForReplacement(by, w.org.ID, i.ID, "I am ill <b>.")
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
	_, _, err = w.Reassign(ctx, w.org.ID, i.ID, priya)
	w.must(err)
	w.as(t, "recruiter").get(models.DashboardPath).want(http.StatusOK, "Everything was sent").lacks(heading)
}
