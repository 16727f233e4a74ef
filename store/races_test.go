package store_test

import (
	"fmt"
	"hash/fnv"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/testdb"
)

// each runs fn n times at once and then calls outcome for each result.
func each(n int, fn func(int) error, outcome func(int, error)) {
	errs := make([]error, n)
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			errs[i] = fn(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
	for i, err := range errs {
		outcome(i, err)
	}
}

// race runs fn n times at once and wants exactly want to succeed and the others to be conflicts.
func (f *fixture) race(n, want int, fn func(int) error) {
	f.t.Helper()
	won := 0
	each(n, fn, func(i int, err error) {
		switch {
		case err == nil:
			won++
		case models.KindOf(err) != models.Conflict:
			f.t.Errorf("request %d: got %v, want success or a conflict", i, err)
		}
	})
	if won != want {
		f.t.Errorf("%d of %d succeeded, want %d", won, n, want)
	}
}

// TestBookingsWait proves that a booking waits for another one of the same start, and of the same interviewer, which it
// would not see. On SQLite the transaction is the only writer.
func TestBookingsWait(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		if !f.Postgres() {
			return
		}
		o := f.orderWith(alan, cleo, at(18, 0))
		for n, key := range []string{
			"start\x00" + f.org.ID + "\x00" + o.PostingID + "\x00" + models.FormatInstant(o.Start),
			"interviewer\x00" + f.org.ID + "\x00" + alan,
		} {
			o.CandidateEmail, o.Start = fmt.Sprintf("c%d@c.example", n), o.Start.Add(time.Duration(2*n)*time.Hour)
			number := fnv.New64a()
			number.Write([]byte(key))
			booked := make(chan string, 1)
			f.must(f.Transaction(ctx, func(exec func(string) error) error {
				if err := exec(fmt.Sprintf("select pg_advisory_xact_lock(%d)", int64(number.Sum64()))); err != nil {
					return err
				}
				go func() {
					b, err := f.Bookings.Book(ctx, act.By{}, f.org, o)
					booked <- fmt.Sprint(b.Interview.StartsAt.Equal(o.Start), err)
				}()
				f.waitsForLock(booked)
				return nil
			}))
			if got := <-booked; got != "true <nil>" {
				t.Errorf("after the other one by %q: %s", key, got)
			}
		}
	})
}

func TestRaces(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(*fixture){
		"sixty bookings of one candidate make one (§4 rule 1)": func(f *fixture) {
			f.race(60, 1, func(int) error {
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, f.order(cleo, at(18, 0))))
			})
			f.live(cleo, 1)
		}, "also at different times": func(f *fixture) {
			f.race(60, 1, func(n int) error {
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, f.order(cleo, at(18,
					0).Add(time.Duration(n)*time.Minute))))
			})
			f.live(cleo, 1)
		}, "also when the candidate is known": func(f *fixture) {
			old := f.book(f.order(cleo, at(18, 0)))
			f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, old.ID, booking.Cancel))
			f.race(60, 1, func(n int) error {
				o := f.order("", at(18, 0).Add(time.Duration(n)*time.Hour))
				o.CandidateID = old.CandidateID
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			})
			f.live(cleo, 1)
		}, "three places take exactly three (§4 rule 2)": func(f *fixture) {
			f.done(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"),
				[]timetable.SlotWrite{{InterviewerEmail: "joan@acme.example", StartAt: at(15, 0)}}))
			f.race(40, 3, func(n int) error {
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, f.order(candidate(n), at(15, 0))))
			})
		}, "two overlapping starts of one interviewer make one": func(f *fixture) {
			f.race(2, 1, func(n int) error {
				o := f.orderWith(grace, candidate(n), at(18, 0).Add(time.Duration(n)*30*time.Minute))
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			})
		}, "forty overlapping starts make one": func(f *fixture) {
			f.race(40, 1, func(n int) error {
				o := f.orderWith(grace, candidate(n), at(18, 0).Add(time.Duration(n)*time.Minute))
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			})
		}, "starts that touch all succeed": func(f *fixture) {
			f.race(10, 10, func(n int) error {
				o := f.orderWith(grace, candidate(n), at(13, 0).Add(time.Duration(n)*time.Hour))
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			})
		}, "reassigning many to one interviewer succeeds once": func(f *fixture) {
			var ids []string
			for n := range 10 {
				ids = append(ids, f.book(f.order(candidate(n), at(18, 0))).ID)
			}
			f.race(10, 1, func(n int) error {
				return failure(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, ids[n], alan))
			})
		}, "replacing in parallel keeps one row": func(f *fixture) {
			first := f.book(f.order(cleo, at(18, 0)))
			f.race(20, 20, func(n int) error {
				o := f.order(cleo, at(18, 0).Add(time.Duration(n)*time.Hour))
				o.Replace, o.InterviewerEmail = true, []string{grace, alan}[n%2]
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			})
			f.live(cleo, 1)
			if i := f.interview(first.ID); i.Revision != 21 || !i.UpdatedAt.Equal(noon.Add(20*time.Millisecond)) {
				f.t.Errorf("revision is %d, updated_at %s; want 21, each change a millisecond after the last",
					i.Revision, i.UpdatedAt)
			}
		}, "replacing with nothing to replace makes one": func(f *fixture) {
			f.race(20, 20, func(int) error {
				o := f.order(cleo, at(18, 0))
				o.Replace = true
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			})
			f.live(cleo, 1)
		}, "two swap their times by replacing": func(f *fixture) {
			for n, start := range []time.Time{at(18, 0), at(20, 0)} {
				f.book(f.orderWith(grace, candidate(n), start))
			}
			f.race(2, 0, func(n int) error { // neither time is released before the other is claimed
				o := f.order(candidate(n), []time.Time{at(20, 0), at(18, 0)}[n])
				o.InterviewerEmail, o.Replace = grace, true
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, o))
			})
		}, "canceling in parallel changes once": func(f *fixture) {
			i := f.book(f.order(cleo, at(18, 0)))
			changes := make([]bool, 20)
			f.race(20, 20, func(n int) (err error) {
				_, changes[n], err = f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel)
				return err
			})
			once := 0
			for _, c := range changes {
				if c {
					once++
				}
			}
			if row := f.interview(i.ID); once != 1 || row.Revision != 2 {
				f.t.Errorf("%d requests changed it to revision %d, want 1 and 2", once, row.Revision)
			}
		}, "writing slots in parallel loses none": func(f *fixture) {
			f.race(20, 20, func(n int) error {
				return failure(f.Availability.AddSlots(ctx, act.By{}, f.org.ID, f.posting("backend"),
					[]timetable.SlotWrite{{InterviewerEmail: "joan@acme.example",
						StartAt: at(0, 0).Add(time.Duration(n) * time.Hour)}}))
			})
			if n := f.scalar("select count(*) from slots where email = 'joan@acme.example'"); n != 20 {
				f.t.Errorf("%d slots are stored, want 20", n)
			}
		}, "replacing the list in parallel leaves one of the lists (§4 Slots rule 1)": func(f *fixture) {
			f.race(20, 20, func(n int) error {
				email := fmt.Sprintf("i%d@acme.example", n)
				return failure(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("backend"),
					[]timetable.PostingInterviewer{{Email: email, Slots: []time.Time{at(15, 0)}}, {Email: grace}}))
			})
			if n := f.scalar("select count(*) from posting_interviewers where posting_id = ?",
				f.posting("backend")); n != 2 {
				f.t.Errorf("%d interviewers are left, want 2", n)
			}
		}, "booking beside an apply": func(f *fixture) {
			setup := acme()
			for n := range 10 {
				e := imported()
				e.Key, e.Candidate.Email = candidate(n), candidate(n)
				setup.Imports = append(setup.Imports, e)
			}
			each(11, func(n int) error {
				if n == 10 {
					f.Setups.Apply(ctx, setup, applyOptions) // refused if a booking came first
					return nil
				}
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, f.order(candidate(n), at(18, 0))))
			}, func(n int, err error) {
				if err != nil && models.KindOf(err) != models.Conflict {
					f.t.Errorf("booking %d: got %v, want success or a conflict", n, err)
				}
			})
			for n := range 10 {
				f.live(candidate(n), 1)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) { run(open(t, url, acme())) })
		})
	}
}

func candidate(n int) string { return fmt.Sprintf("c%d@candidate.example", n) }

// live checks how many interviews of the candidate are not canceled, and that there is one candidate record.
func (f *fixture) live(email string, want int) {
	f.t.Helper()
	if n := f.scalar("select count(*) from interviews i join candidates c on c.org_id = i.org_id "+
		"and c.id = i.candidate_id where c.email = ? and i.canceled_at is null", email); n != want {
		f.t.Errorf("%s has %d live interviews, want %d", email, n, want)
	}
	if n := f.scalar("select count(*) from candidates where email = ?", email); n != 1 {
		f.t.Errorf("%s has %d records, want one", email, n)
	}
}
