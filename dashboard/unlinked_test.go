package dashboard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// TestUnlinkedInterviews proves D10: an interview that nobody can join is on the first page and on its own from the
// booking on, with the button that mends it for each who may, until it has a link or is over.
func TestUnlinkedInterviews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const says, heading = "here is no link to join yet", "No link to join yet"
	w.as(t, "admin").get(models.DashboardPath).want(200, "Everything was sent").lacks(heading)
	i := w.unlinkedFor(cleo, jonas)
	stranger := w.unlinkedFor("ulf@candidate.example", "guest@elsewhere.example") // who is not on the posting
	table := site.PostingPath(i.PostingID, "#interviewers")
	again := site.InterviewPath(stranger.ID, "move") + "?keep=time#another"
	for who, leads := range map[string][2]string{"admin": {table, again}, "recruiter": {table, again},
		jonas: {models.MeetingLinkPath}} {
		for n, one := range []models.Interview{i, stranger} {
			if who == jonas && n == 1 {
				w.as(t, who).get(models.DashboardPath).lacks("Ulf")
				continue
			}
			for _, page := range []string{models.DashboardPath, site.InterviewPath(one.ID)} {
				r := w.as(t, who).get(page).want(200, says).lacks("Everything was sent", "Nothing of yours")
				if to := leads[n]; to != "" && !strings.Contains(r.Body, fmt.Sprintf("href=%q", to)) {
					t.Errorf("%s leads %s nowhere: no %s", page, who, to)
				}
			}
		}
	}
	w.as(t, priya).get(models.DashboardPath).want(200).lacks(heading)
	w.as(t, "other").get(models.DashboardPath).want(200).lacks(heading)

	w.later(t, "recruiter", i.EndsAt.Add(time.Minute)).get(models.DashboardPath).want(200).lacks(heading)
}

// TestMeetingLinkPage proves D2 and D14: members set their own meeting link, admins that of anybody; interviews to come
// that have none get it, and letters about that are owed. What the organization file keeps stays.
func TestMeetingLinkPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const link = "https://meet.example/jonas"
	i := w.unlinkedFor(cleo, jonas)
	path := site.Href(models.MeetingLinkPath, "person", w.person(jonas))
	me := w.as(t, jonas)
	me.get("/dashboard/availability").want(200, "Your meeting link")
	form := me.get(models.MeetingLinkPath).want(200, "Your meeting link").fields("form#own-link")
	me.post(models.MeetingLinkPath, having(form, "link", "meet me")...).want(400, "meet me")
	w.as(t, "recruiter").get(path).want(403)
	w.as(t, "recruiter").post(models.MeetingLinkPath, having(form, "link", link)...).want(403)
	w.exec("update people set origin = 'file' where email = ?", jonas)
	me.get(models.MeetingLinkPath).want(200, "Kept in the organization file").lacks("Save the meeting link")
	me.post(models.MeetingLinkPath, having(form, "link", link)...).want(409)
	w.exec("update people set origin = 'dashboard' where email = ?", jonas)
	if got := w.interview(i.ID); got.MeetingLink != "" {
		t.Fatalf("after what was refused the interview has %s", got.MeetingLink)
	}
	w.at(noon.Add(time.Minute))
	me.follow(me.post(models.MeetingLinkPath, having(form, "link", link)...)).want(200, "The meeting link is saved")
	got := w.interview(i.ID)
	if got.MeetingLink != link || got.LinkSource != models.LinkFromPerson || got.Revision != i.Revision+1 {
		t.Errorf("the interview is %+v", got.Interview)
	}
	me.get(site.InterviewPath(i.ID)).want(200, "Meeting link given", "Jonas Brandt", link)
	me.get(models.DashboardPath).lacks("No link to join yet")
	// An older form says so.
	me.post(models.MeetingLinkPath, having(form, "link", link+"2")...).want(409, link)
}
