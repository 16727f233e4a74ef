package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/testdb"
)

// mixedOrders is how many orders TestPanelsMixed gives, of which sixteen run at once.
func mixedOrders() int {
	if n, err := strconv.Atoi(os.Getenv("LITMUS_TEST_PANELS")); err == nil {
		return n
	}
	if testing.Short() {
		return 60
	}
	return 300
}

// TestPanelsMixed: candidates pick and move, requests name or leave open who interviews, interviews are moved, handed
// over and canceled, and people decline or are paused, so that others get their seats, all at once. Nobody waits in a
// circle (SQLSTATE 40P01, also where a transaction would be tried anew), nobody has two interviews at a time, and
// every panel is whole.
func TestPanelsMixed(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		f.exec("update organizations set reschedule_cutoff_hours = 0, reschedule_max = ?", models.MaxReschedules)
		for _, pool := range []string{"backend", "managers"} { // so that their rows are locked
			f.limitPool(pool, models.InterviewLimits{Week: models.MaxLimitWeek})
		}
		f.exec("update organizations set refill_hours = 2 where id = ?", f.org.ID)
		f.exec("update pools set origin = 'dashboard' where org_id = ?", f.org.ID)
		pools := query[[]string](f, "select id from pools order by id")
		orders, workers := mixedOrders(), 16
		people := []string{"b0", "b1", "b2", "b3", "b4", "m0", "m1"}
		for n := range people {
			people[n] += "@acme.example"
		}
		refs := make([]models.Ref, max(8, orders/10))
		for n := range refs {
			refs[n] = f.invitee(candidate(n))
		}
		deadlocks := func() int {
			if !f.Postgres() {
				return 0
			}
			return f.scalar("select deadlocks from pg_stat_database where datname = current_database()")
		}
		before := deadlocks()
		starts := max(12, orders/12)
		var mu sync.Mutex
		type held struct {
			models.Interview
			candidate string
		}
		var known []held
		done, refused := map[string]int{}, map[string]int{}
		one := func(r *rand.Rand, n int) (what string, err error) {
			start := at(14, 0).AddDate(0, 0, n%starts/8).Add(time.Duration(n%starts%8) * time.Hour)
			who := r.IntN(len(refs))
			o := f.orderWith("", fmt.Sprintf("x%d@candidate.example", who), start)
			var i, picked held
			mu.Lock()
			if len(known) > 0 {
				i = known[r.IntN(len(known))]
			}
			for _, n := range r.Perm(len(known)) {
				if known[n].Picked && picked.ID == "" {
					picked = known[n]
				}
			}
			mu.Unlock()
			var b booking.Booking
			switch p := r.IntN(15); {
			case p < 2 || i.ID == "":
				what, o.Auto = "auto", true
				b, err = f.Bookings.Book(ctx, act.By{}, f.org, o)
			case p < 4:
				what = "named"
				first := r.IntN(len(people))
				o.InterviewerEmail = people[first]
				o.Panel = []string{people[first], people[(first+1+r.IntN(len(people)-1))%len(people)]}
				b, err = f.Bookings.Book(ctx, act.By{}, f.org, o)
			case p < 6:
				what, o.CandidateEmail = "picked", candidate(who)
				b, err = f.Bookings.Pick(ctx, refs[who], start, "UTC", true)
			case p < 8:
				what = "moved"
				o.CandidateEmail, o.InterviewerEmail = i.candidate, i.InterviewerEmail
				o.Replace, o.KeepsPanel = true, true
				b, err = f.Bookings.Book(ctx, act.By{}, f.org, o)
			case p < 9:
				what = "handed over"
				_, _, err = f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, people[r.IntN(len(people))])
			case p == 12:
				what = "declined"
				_, _, err = f.Bookings.Answer(ctx, f.org.ID, i.ID, booking.Given{Email: i.InterviewerEmail,
					Start: i.StartsAt, Response: models.Declined, By: models.AnsweredByLink})
			case p == 13:
				what = "handed to anybody"
				_, _, err = f.Bookings.Reassign(ctx, act.By{}, f.org.ID, i.ID, booking.Anybody)
			case p == 14:
				what = "paused or back"
				var page pipeline.PoolPage
				if page, err = f.Pools.Page(ctx, f.org.ID, pools[r.IntN(len(pools))]); err != nil {
					return what, err
				}
				m := page.Members[r.IntN(len(page.Members))]
				if m.State != models.PoolPaused {
					m.State, m.Resumes = models.PoolPaused, m.State
				} else {
					m.State, m.Resumes = m.Resumes, ""
				}
				err = f.Pools.SetMember(ctx, act.By{}, f.org.ID, page.ID, page.Version, m)
			case p >= 10 && picked.ID != "":
				what, o.CandidateEmail = "moved by candidates", picked.candidate
				ref := models.Ref{OrgID: f.org.ID, ID: picked.CandidateID}
				b, err = f.Bookings.Move(ctx, ref, picked.StartsAt, start, "UTC")
			default:
				what = "canceled"
				_, _, err = f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel)
			}
			if err == nil && b.Interview.ID != "" {
				mu.Lock()
				known = append(known, held{b.Interview, o.CandidateEmail})
				mu.Unlock()
			}
			return what, err
		}
		var all sync.WaitGroup
		begun := time.Now()
		for w := range workers {
			all.Go(func() {
				r := rand.New(rand.NewPCG(12, uint64(w)))
				for n := w; n < orders; n += workers {
					what, err := one(r, n)
					mu.Lock()
					if err == nil {
						done[what]++
					} else if refused[what]++; models.KindOf(err) != models.Conflict {
						t.Errorf("%d %s: %v", n, what, err)
					}
					mu.Unlock()
				}
			})
		}
		all.Wait()
		t.Logf("%d orders took %s: done %v, refused %v", orders, time.Since(begun).Round(time.Millisecond), done,
			refused)
		for _, what := range []string{"auto", "named", "picked", "moved", "moved by candidates", "handed over",
			"handed to anybody", "declined", "paused or back", "canceled"} {
			if done[what] == 0 && orders >= 300 {
				t.Errorf("nothing was %s", what)
			}
		}
		if n := deadlocks() - before; n > 0 {
			t.Errorf("%d transactions waited in a circle", n)
		}
		if n := f.scalar(`select count(*) from attendees a join attendees b on b.org_id = a.org_id and b.email = a.email
			and b.interview_id > a.interview_id and b.starts_at < a.ends_at and b.ends_at > a.starts_at
			where a.exclusive and b.exclusive`); n > 0 {
			t.Errorf("%d times somebody has two interviews at once", n)
		}
		for _, id := range query[[]string](f, "select id from interviews where source = 'litmus' order by id") {
			i := f.interview(id)
			seen, needed := map[string]bool{}, 0
			for n, s := range i.Panel {
				if seen[s.Email] || n == 0 && s.Email != i.InterviewerEmail {
					t.Errorf("the panel of %s is %+v, led by %s", i.ID, i.Panel, i.InterviewerEmail)
				}
				if seen[s.Email] = true; s.Why != "" && !s.Optional {
					needed++
				}
			}
			if needed > 3 {
				t.Errorf("%d people were chosen for the three seats of %s", needed, i.ID)
			}
			if rows := f.scalar("select count(*) from attendees where interview_id = ?",
				i.ID); rows != max(len(i.Panel), 1) {
				t.Errorf("%d people attend %s, whose panel is %+v", rows, i.ID, i.Panel)
			}
		}
	})
}
