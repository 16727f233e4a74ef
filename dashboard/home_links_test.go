package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
)

// TestHomeLinks proves D2 on the first page, where every kind of trouble is listed: each role gets where each of its
// links leads, and whoever cannot mend something reads who can.
func TestHomeLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.trouble()
	const broken, refused = "Calendars that cannot be read", "Calendar, Cleo"
	const unlinked = "No link to join yet"
	everything := []string{broken, "What could not be sent or done", refused, "Letter, Cleo", "Fresh link for Ext",
		unlinked}
	for who, lists := range map[string][]string{
		"admin":     append(everything, "Replacements asked for", "Invitations without a time to pick"),
		"recruiter": append(everything, "Replacements asked for", "Invitations without a time to pick"),
		jonas:       everything,
		priya:       {"No interviews"},
		"other":     {"What a new team does first"},
	} {
		b := w.as(t, who)
		page := b.get(models.DashboardPath).want(200)
		if who != "other" {
			page.want(200, lists...)
		}
		followed := map[string]bool{}
		for _, a := range page.all("a[href]") {
			if to := attr(a, "href"); strings.HasPrefix(to, models.DashboardPath) && !followed[to] {
				followed[to] = true
				equal(t, who+" at "+to, b.get(to).Status, 200)
			}
		}
	}
	w.as(t, "recruiter").get(models.DashboardPath).want(200, "Jonas Brandt or an admin can mend it",
		jonas+" or an admin can connect it again").lacks("Mend the calendar of Jonas", "Reconnect")
	w.as(t, "admin").get(models.DashboardPath).want(200, "Mend the calendar of Jonas", "Reconnect").
		lacks("or an admin can")
}

// trouble makes one of each kind of what the first page lists: of Jonas, and of a posting that he is not on.
func (w *world) trouble() {
	w.t.Helper()
	w.connected(jonas, ofJonas)
	w.refused(jonas)
	i := w.bookedFor(cleo)
	asking := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: jonas}}
	w.must2(w.Bookings.AskForReplacement(ctx, asking, w.org.ID, i.ID, jonas, "I am ill."))
	i = w.interview(i.ID).Interview
	for _, e := range []effect.Effect{
		{Target: effect.EventTarget(jonas), Kind: effect.EventWritten, Role: effect.RoleInterviewer, Email: jonas},
		confirming(cleo),
	} {
		entry := effect.EntryOf(i, e)
		w.intended(entry, i.Revision)
		w.settled(entry, effect.Failed, "caldav_401", true)
	}
	w.external("ext@candidate.example")
	w.must1(w.Candidates.Invite(ctx, act.By{}, w.org, candidacy.InviteOrder{PostingID: w.posting("site-operations"),
		AssessmentID: w.applied.Assessments["conversation"], CandidateEmail: "ida@candidate.example",
		CandidateName: "Ida"}))
	w.exec("delete from slots where posting_id = ?", w.posting("site-operations"))
	w.unlinkedFor("una@candidate.example", jonas)
	w.unlinkedFor("ulf@candidate.example", ines) // who is not on the posting
	w.at(noon.Add(time.Minute))
}

// unlinkedFor books an interview with somebody who has no meeting link of their own and none on the posting.
func (w *world) unlinkedFor(candidate, interviewer string) models.Interview {
	w.t.Helper()
	w.exec("update people set meeting_link = '' where email = ?", interviewer)
	w.exec("update posting_interviewers set meeting_link = '' where email = ?", interviewer)
	return w.bookedFor(candidate, startingAt(tuesday(15, 0), interviewer))
}
