package activities_test

import (
	"crypto/rand"
	"slices"
	"testing"

	"litmus/activities"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
)

// carryOut runs the activities until nothing is owed to the interview any more.
func (w *town) carryOut(ref models.Ref) {
	w.t.Helper()
	for range 10 {
		a, err := w.Store.Effects.InterviewLedger(w.t.Context(), ref)
		w.must(err)
		owed := effect.Owed(a.Interview, a.CandidateEmail, a.Ledger, w.Store.Policy(), w.clock.Now())
		if len(owed) == 0 {
			return
		}
		for _, e := range owed {
			var out activities.Outcome
			if e.Letter() {
				out, err = w.SendLetters(w.t.Context(), ref, w.TargetName(ref.ID, e.Target), w.clock.Now())
			} else {
				out, err = w.keep(ref, e.Target)
			}
			if err != nil || out.Failed != "" {
				w.t.Fatalf("%s: %+v, %v", e.Words(), out, err)
			}
		}
	}
	w.t.Fatal("something is always owed")
}

// TestPlannedIsSent: what a plan says will be sent or written is what the ledger has once the plan was carried out, no
// more and no less: letters, copies in calendars and the notetaker (T4).
func TestPlannedIsSent(t *testing.T) {
	t.Parallel()
	w := openTown(t, func(p *models.Policy) { p.Notetaker = true })
	w.order.MeetingLink = room
	terms := act.PlanTerms{OrgID: w.org.ID, KeyID: "key_1", Tool: "any", Arguments: []byte("{}")}
	secret := w.Store.Secret()
	var ref models.Ref
	told := func() (out []string) {
		if ref.ID == "" {
			return nil
		}
		for _, e := range w.ledger(ref) {
			if e.State != effect.Done {
				t.Errorf("%s to %s is %s", e.Kind, e.Target, e.State)
			}
			out = append(out, e.Kind+" "+e.Target)
		}
		return out
	}
	check := func(name string, least int, preview func() (act.Preview, error), do func(by act.By) error) {
		t.Helper()
		v, err := preview()
		w.must(err)
		token, _, err := act.SignPlan(secret, terms, v.Facts(), rand.Reader, w.clock.Now())
		w.must(err)
		plan, err := act.ReadPlan(secret, terms, token)
		w.must(err)
		before := told()
		w.must(do(act.By{Plan: &act.Commit{Plan: plan, KeyID: terms.KeyID, Tool: terms.Tool}}))
		w.carryOut(ref)
		var want []string
		for _, e := range slices.Concat(v.Sent, v.Follow) {
			want = append(want, e.Kind+" "+e.Target)
		}
		got := told()
		for _, line := range before { // each once: a letter may be sent again to the same person
			got = slices.Delete(got, slices.Index(got, line), slices.Index(got, line)+1)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || len(want) < least {
			t.Errorf("%s: the plan says %q, and the ledger has %q", name, want, got)
		}
	}
	book := func(by act.By) error {
		b, err := w.Store.Bookings.Book(w.t.Context(), by, w.org, w.order)
		ref = models.Ref{OrgID: w.org.ID, ID: b.Interview.ID}
		return err
	}
	preview := func() (act.Preview, error) { return w.Store.Bookings.PreviewBooking(t.Context(), w.org, w.order) }
	check("book", 4, preview, book)
	w.order.Replace, w.order.Start = true, mon(17, 0)
	check("move", 4, preview, book)
	check("reassign", 3,
		func() (act.Preview, error) {
			return w.Store.Bookings.PreviewReassign(t.Context(), act.By{}, w.org.ID, ref.ID, eva)
		},
		func(by act.By) error {
			_, _, err := w.Store.Bookings.Reassign(w.t.Context(), by, w.org.ID, ref.ID, eva)
			return err
		})
	check("cancel", 3,
		func() (act.Preview, error) {
			return w.Store.Bookings.PreviewChange(t.Context(), w.org.ID, ref.ID, booking.Cancel)
		},
		func(by act.By) error {
			_, _, err := w.Store.Bookings.Change(w.t.Context(), by, w.org.ID, ref.ID, booking.Cancel)
			return err
		})
}
