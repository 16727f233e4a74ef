package dashboard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/act"
	"litmus/models/booking"
)

// column returns what the board says in the column of that title.
func (r *reply) column(title string) string {
	r.t.Helper()
	for _, s := range r.all("section.column") {
		if text := content(s); strings.HasPrefix(text, title) {
			return text
		}
	}
	r.t.Fatalf("the board has no column %s", title)
	return ""
}

// TestBoardOnItsPage proves that a posting begins with who stands where, since when, what is next, whose turn it is,
// and the button that does it (D17).
func TestBoardOnItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei, path := w.as(t, "recruiter"), site.PostingPath(w.turbine(), "")
	w.at(noon.Add(time.Minute))
	ref := w.invited("telemetry", rosa)
	i := w.booked("dana@candidate.example", priya, noon.AddDate(0, 0, 1))
	says := func(column string, want ...string) {
		t.Helper()
		got := mei.get(path).want(200).column(column)
		for _, words := range want {
			if !strings.Contains(got, words) {
				t.Errorf("the column says %q, and not %q", got, words)
			}
		}
	}
	says("Take-home", "Rosa <i>Lind</i> invited since Mon 3 Mar 2031 Next: begins, until", "Candidate's turn")
	says("System design", "dana interview booked since Mon 3 Mar 2031 Next: the interview, "+
		"Tue 4 Mar 2031, 13:00 CET Waits for the time")
	w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, i.ID, booking.Cancel))
	says("System design", "interview canceled", "Team's turn Book dana")
	_, id := w.handIn("second@candidate.example", time.Hour)
	says("Take-home", "handed in", "Next: grade it Team's turn Grade")
	page := mei.get(path)
	for to, buttons := range map[string]int{site.SubmissionsPath + "/" + id: 1, site.CandidatesPath + "/" + ref.ID: 0,
		site.Href(site.BookPath, "candidate", i.CandidateID): 1} {
		equal(t, "buttons that lead to "+to, len(page.all(`.person .button[href=`+to+`]`)), buttons)
	}
	says("Take-home", "over")
	equal(t, "the first heading of the page", content(page.all("main h2")[0]), "Candidates")
	equal(t, "headings of a track that stands alone", len(mei.get(site.PostingPath(w.posting("site-operations"), "")).
		want(200).all("section[aria-label^=Candidates] > h3")), 0)
	page.one("details.fold code") // the id, below
}

// TestBoardFolds proves that a column shows the first few candidates and folds the others (D17).
func TestBoardFolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for n := range 8 {
		w.invited("telemetry", fmt.Sprintf("c%d@candidate.example", n))
	}
	page := w.as(t, "recruiter").get(site.PostingPath(w.turbine(), "")).want(200)
	equal(t, "who is folded", len(page.all("section.column details.further li.person")), 4)
}
