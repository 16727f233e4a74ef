package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
)

// TestNameThatIsFilledIn proves that filling in a candidate's name moves updated_at of their interviews, which show it;
// otherwise polling clients would miss it (§6).
func TestNameThatIsFilledIn(t *testing.T) {
	t.Parallel()
	for door, fill := range map[string]func(*fixture){
		"by a booking": func(f *fixture) {
			o := f.order(cleo, at(19, 0))
			o.CandidateName, o.Replace = "Cleo", true
			f.book(o)
		},
		"by an invite": func(f *fixture) { f.invited(f.inviteTo("design", cleo)) },
		"by an organization file": func(f *fixture) {
			file := acme()
			file.Submissions = append(file.Submissions, setup.Submission{Key: "sub-2", Posting: "backend",
				Assessment: "design", Candidate: setup.Candidate{Email: cleo,
					Name: "Cleo"}, SubmittedAt: noon, Decision: models.DecisionPending})
			f.apply(file)
		},
	} {
		t.Run(door, func(t *testing.T) {
			t.Parallel()
			organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
				canceled := f.book(f.order(cleo, at(18, 0)))
				f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
				live := f.book(f.order(cleo, at(18, 0)))
				f.clock.Set(noon.Add(time.Minute))
				other := f.book(f.order("other@candidate.example", at(20, 0)))
				f.clock.Set(noon.Add(time.Hour))
				canceled = f.interview(canceled.ID).Interview
				fill(f)
				for _, was := range []models.Interview{canceled, live} {
					i := f.interview(was.ID)
					if i.CandidateName != "Cleo" || !i.UpdatedAt.Equal(noon.Add(time.Hour)) {
						t.Errorf("interview %s shows %q and was updated at %s, want Cleo, an hour after noon",
							i.ID, i.CandidateName, i.UpdatedAt)
					}
					if replaced := door == "by a booking" && i.ID == live.ID; !replaced && i.Revision != was.Revision {
						t.Errorf("interview %s is at revision %d, was at %d: nothing is owed for a name",
							i.ID, i.Revision, was.Revision)
					}
				}
				if i := f.interview(other.ID); !i.UpdatedAt.Equal(other.UpdatedAt) {
					t.Errorf("somebody else's interview was updated at %s", i.UpdatedAt)
				}
			})
		})
	}
}

// TestTwoNamesAtOnce proves that a booking and an invite which name the same candidate at once leave one name, and that
// the booking's answer shows it.
func TestTwoNamesAtOnce(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		for n := range 20 {
			email := fmt.Sprintf("c%d@candidate.example", n)
			old := f.book(f.order(email, at(18, n)))
			f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, old.ID, booking.Cancel))
			var booked booking.Booking
			each(2, func(i int) (err error) {
				if i == 0 {
					o := f.order(email, at(18, n))
					o.CandidateName = "By booking"
					booked, err = f.Bookings.Book(ctx, act.By{}, f.org, o)
					return err
				}
				o := f.inviteTo("design", email)
				o.CandidateName = "By invite"
				_, err = f.Candidates.Invite(ctx, act.By{}, f.org, o)
				return err
			}, func(_ int, err error) { f.must(err) })
			if kept := f.candidateRow(old.CandidateID).Name; booked.Candidate.Name != kept ||
				!slices.Contains([]string{"By booking", "By invite"}, kept) {
				t.Errorf("the booking answers %q, the record has %q", booked.Candidate.Name, kept)
			}
		}
	})
}
