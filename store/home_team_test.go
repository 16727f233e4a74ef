package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/pages"
	"litmus/testdb"
)

// TestTeamsWork reads what waits for the team (D10): submissions by who has waited longest, and whoever was interviewed
// in the last 30 days and not decided on.
func TestTeamsWork(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := crowded(t, url)
		for n := range pages.LongestWaiting + 2 {
			f.clock.Set(noon.Add(3*time.Hour + time.Duration(n)*time.Minute))
			f.handIn(fmt.Sprintf("waits-%d@candidate.example", n))
		}
		f.exec(`update submissions set grade_version = 1 where candidate_id in (select id from candidates
			where email = 'waits-0@candidate.example')`)
		f.bookLink(f.linkOrder("by-link@candidate.example"))
		canceled := f.book(f.orderWith(grace, "canceled@candidate.example", at(19, 0)))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
		f.book(f.orderWith(grace, "decided@candidate.example", at(21, 0)))
		f.exec("update candidates set state = 'rejected' where email = 'decided@candidate.example'")
		say := func(w pages.TeamsWork) string {
			var names []string
			add := func(email string) {
				name, _, _ := strings.Cut(email, "@")
				names = append(names, name)
			}
			for _, list := range w.Longest {
				for _, x := range list {
					add(x.CandidateEmail)
				}
				names = append(names, "|")
			}
			for _, x := range w.Undecided {
				add(x.Email)
			}
			return fmt.Sprint(w.Submissions, " ", strings.Join(names, " "))
		}
		const handedIn = "[4 1] waits-1 waits-2 waits-3 | waits-0 |"
		for now, want := range map[time.Time]string{
			at(18, 1):                     handedIn,
			at(20, 0):                     handedIn + " booked",
			at(22, 0):                     handedIn + " booked ran-out-with-interview",
			at(19, 30).AddDate(0, 0, 30):  handedIn + " ran-out-with-interview",
			at(20, 30).AddDate(0, 0, 365): handedIn,
		} {
			f.clock.Set(now)
			if got := say(must(f.Pages.TeamsWork(ctx, f.org.ID))(t)); got != want {
				t.Errorf("at %s %s waits, want %s", now, got, want)
			}
		}
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		if got := say(must(f.Pages.TeamsWork(ctx, bolt.ID))(t)); got != "[0 0] | |" {
			t.Errorf("another organization sees %s", got)
		}
	})
}
