package dashboard

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// TestUnlinkedInterviews proves D10: an interview that nobody can join is on the first page and on its own from the
// booking on, with the button that mends it for each who may, until it has a link or is over.
func TestUnlinkedInterviews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const says, heading = "here is no link to join yet", "No link to join yet"
	w.as(t, "admin").get(models.DashboardPath).want(http.StatusOK, "Everything was sent").lacks(heading)
	i := w.unlinkedFor(cleo, jonas)
	stranger := w.unlinkedFor("ulf@candidate.example", ines) // who is not on the posting
	table := postingPath(i.PostingID, "#interviewers")
	again := interviewPath(stranger.ID, "move") + "?keep=time#another"
	for who, leads := range map[string][2]string{"admin": {table, again}, "recruiter": {table, again}, jonas: {}} {
		for n, one := range []models.Interview{i, stranger} {
			if who == jonas && n == 1 {
				w.as(t, who).get(models.DashboardPath).lacks("Ulf")
				continue
			}
			for _, page := range []string{models.DashboardPath, interviewPath(one.ID)} {
				r := w.as(t, who).get(page).want(http.StatusOK, says).lacks("Everything was sent", "Nothing of yours")
				if to := leads[n]; to != "" && !strings.Contains(r.Body, fmt.Sprintf("href=%q", to)) {
					t.Errorf("%s leads %s nowhere: no %s", page, who, to)
				}
			}
		}
	}
	w.as(t, jonas).get(models.DashboardPath).want(http.StatusOK, "A recruiter or an admin can give it one.")
	w.as(t, priya).get(models.DashboardPath).want(http.StatusOK).lacks(heading)
	w.as(t, "other").get(models.DashboardPath).want(http.StatusOK).lacks(heading)

	// It is booked again at its time, with a link.
	recruiter := w.as(t, "recruiter")
	r := recruiter.get(again[:strings.IndexByte(again, '#')]).want(http.StatusOK)
	r = recruiter.post("/dashboard/book", withFields(r.fields("form#another"), "link", "https://meet.example/ulf")...).
		want(http.StatusOK, "https://meet.example/ulf")
	recruiter.post("/dashboard/book/confirm", r.fields(`form[action="/dashboard/book/confirm"]`)...).
		want(http.StatusSeeOther)
	if got := w.interview(stranger.ID); !got.StartsAt.Equal(stranger.StartsAt) || got.Unlinked(noon) {
		t.Errorf("the interview is %+v", got.Interview)
	}
	recruiter.get(models.DashboardPath).want(http.StatusOK, heading, "Cleo").lacks("Mend the link of Ulf")
	recruiter.get(interviewPath(stranger.ID)).want(http.StatusOK).lacks(says)
	w.later(t, "recruiter", i.EndsAt.Add(time.Minute)).get(models.DashboardPath).want(http.StatusOK).lacks(heading)
}

// TestUnlinkedQueries proves D10: the first page takes as many statements for many interviews that nobody can join as
// for one, and shows the earliest.
func TestUnlinkedQueries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	w.unlinkedFor("c00@candidate.example", jonas)
	few := w.counted(func() { admin.get(models.DashboardPath) })
	for n := 1; n < 30; n++ {
		w.bookedFor(fmt.Sprintf("c%02d@candidate.example", n), startingAt(tuesday(15, 0).AddDate(0, 0, n), jonas))
	}
	if many := w.counted(func() {
		admin.get(models.DashboardPath).want(http.StatusOK, "C00", "C19").lacks("C25")
	}); many != few {
		t.Errorf("the first page takes %d statements, and %d with thirty such interviews", few, many)
	}
}
