package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
)

// TestTimelineOfCandidate proves that a candidate's page tells what happened over all their rounds at the posting, with
// now marked, in chapters that lead to the other records (D19).
func TestTimelineOfCandidate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	w.at(noon.Add(time.Minute))
	ref := w.invited("telemetry", "dana@candidate.example")
	w.at(noon.Add(2 * time.Minute))
	w.letterLeaves(ref, effect.Done, "", false)
	w.at(noon.Add(3 * time.Minute))
	gone := w.booked("dana@candidate.example", priya, noon.Add(2*time.Hour))
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, gone.ID, booking.Cancel))
	w.at(noon.Add(4 * time.Minute))
	i := w.booked("dana@candidate.example", priya, noon.Add(3*time.Hour))
	page := admin.get("/dashboard/candidates/"+i.CandidateID).want(200, "Timeline at Turbine Software Engineer")
	timeline := page.text("section[aria-labelledby=timeline-title]")
	rest := timeline
	for _, words := range []string{"Telemetry pipeline take-home invited", "The invitation runs out",
		"System design interview invited this record", "Interview. Mon 3 Mar 2031, 16:00 CET · the interview", "Now",
		"Booked for Mon 3 Mar 16:00 CET with Priya Raman.", "Canceled", "Booked for Mon 3 Mar 15:00 CET", "Added",
		"Telemetry pipeline take-home", "Invitation letter sent", "Invited"} {
		_, after, found := strings.Cut(rest, words)
		if !found {
			t.Fatalf("%q is not where it has to be in %s", words, timeline)
		}
		rest = after
	}
	equal(t, "marks of now", strings.Count(timeline, "Now"), 1)
	stands := page.text("section.stands")
	if !strings.Contains(stands, "interview booked since Mon 3 Mar 2031") ||
		!strings.Contains(stands, "Waits for the time") {
		t.Errorf("the page says that they stand at %s", stands)
	}
	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, i.ID, tomas))
	w.must2(w.Bookings.Reassign(ctx, act.By{}, w.org.ID, i.ID, jonas))
	admin.get("/dashboard/candidates/"+i.CandidateID).want(200, "Interviewer changed from Tomás Leal to Jonas Brandt")
	w.at(noon.Add(5 * time.Hour))
	page = admin.get("/dashboard/candidates/" + i.CandidateID)
	page.want(200, "Interview took place", "Team's turn", "Decide")
	w.exec("delete from history where subject = ?", string(models.SubjectCandidate))
	admin.get("/dashboard/candidates/"+i.CandidateID).want(200, "Telemetry pipeline take-home", "Added")
}
