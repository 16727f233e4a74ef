package activities_test

import (
	"mime"
	netmail "net/mail"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
)

// subjects returns the subjects of the letters that the server holds for an address.
func (p *post) subjects(email string) (out []string) {
	p.t.Helper()
	for _, l := range p.server.to(email) {
		m, err := netmail.ReadMessage(strings.NewReader(l.data))
		p.must(err)
		subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
		p.must(err)
		out = append(out, subject)
	}
	return out
}

// TestSubjectsOfPreviews: a preview names each letter by the subject with which it leaves afterwards.
func TestSubjectsOfPreviews(t *testing.T) {
	t.Parallel()
	p := open(t)
	// sends compares the preview's subjects with the last letters that left, and sends what is owed.
	sends := func(act string, v act.Preview, err error, do func() models.Ref) {
		t.Helper()
		p.must(err)
		subjects, err := p.Subjects(t.Context(), v, v.Sent)
		p.must(err)
		ref := do()
		if len(v.Sent) == 0 {
			t.Fatalf("%s sends nothing", act)
		}
		for n, e := range v.Sent {
			before := len(p.subjects(e.Email))
			p.sent(ref, e.Email, 1)
			got := p.subjects(e.Email)
			if len(got) != before+1 || got[before] != subjects[n] || subjects[n] == "" {
				t.Errorf("%s: %s gets %q, and the preview says %q", act, e.Words(), got, subjects[n])
			}
		}
	}
	v, err := p.Store.Bookings.PreviewBooking(t.Context(), p.org, p.order)
	var ref models.Ref
	sends("a booking of a new candidate", v, err, func() models.Ref { ref = p.book(); return ref })

	p.order.Replace, p.order.Start, p.order.InterviewerEmail = true, mon(17, 0), ""
	v, err = p.Store.Bookings.PreviewBooking(t.Context(), p.org, p.order)
	sends("a move to nobody", v, err, p.book)

	v, err = p.Store.Bookings.PreviewReassign(t.Context(), act.By{}, p.org.ID, ref.ID, bob)
	sends("another interviewer", v, err, func() models.Ref {
		_, _, err := p.Store.Bookings.Reassign(t.Context(), act.By{}, p.org.ID, ref.ID, bob)
		p.must(err)
		return ref
	})

	v, err = p.Store.Bookings.PreviewChange(t.Context(), p.org.ID, ref.ID, booking.Cancel)
	sends("a cancellation", v, err, func() models.Ref {
		_, _, err := p.Store.Bookings.Change(t.Context(), act.By{}, p.org.ID, ref.ID, booking.Cancel)
		p.must(err)
		return ref
	})

	v, err = p.Store.Candidates.PreviewInvite(t.Context(), p.org, candidacy.InviteOrder{PostingID: p.order.PostingID,
		AssessmentID: p.ids["takehome"], CandidateEmail: cleo, CandidateName: "Cleo Cand"})
	p.must(err)
	subjects, err := p.Subjects(t.Context(), v, v.Sent)
	p.must(err)
	p.sentInvitation(p.invite("takehome"), 1)
	if got := p.subjects(cleo); len(subjects) != 1 || got[len(got)-1] != subjects[0] {
		t.Errorf("an invite sends %q, and the preview says %q", got[len(got)-1], subjects)
	}
}
