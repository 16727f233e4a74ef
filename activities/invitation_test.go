package activities_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
)

// getsInvitation runs the activity, and returns the one letter that the candidate got by it.
func (p *post) getsInvitation(ref models.Ref) letter {
	p.t.Helper()
	before := len(p.server.to(cleo))
	p.sentInvitation(ref, 1)
	p.sentInvitation(ref, 0) // however often it runs
	got := p.server.to(cleo)
	if len(got) != before+1 {
		p.t.Fatalf("%d letters arrived, want one", len(got)-before)
	}
	return got[before]
}

// planned loads the invitation, and checks its status, to how many something is owed, what fails, and whether it has a
// next instant.
func (p *post) planned(ref models.Ref, status string, targets int, next bool) activities.Plan {
	p.t.Helper()
	plan := p.loadInvitation(ref)
	p.owes(plan, targets)
	if plan.Status != status || (plan.Next != nil) != next {
		p.t.Errorf("the plan is %+v, want %s, and a next instant %t", plan, status, next)
	}
	return plan
}

// submits starts the candidate's assessment and hands the answer in.
func (p *post) submits(ref models.Ref, a candidacy.Answer) {
	p.t.Helper()
	_, _, err := p.Store.Candidates.StartAssessment(p.t.Context(), ref)
	p.must(err)
	_, _, err = p.Store.Candidates.Submit(p.t.Context(), ref, a, nil)
	p.must(err)
}

func TestSendInvitation(t *testing.T) {
	t.Parallel()
	invited(t, "one letter, in the organization's zone", func(t *testing.T, p *post, ref models.Ref) {
		plan := p.planned(ref, models.CandidateInvited, 1, true)
		want := activities.Plan{Targets: []activities.Target{{Name: "mail:candidate", Kind: effect.LetterInvitation}},
			Status: models.CandidateInvited, Revision: 1, PostingID: p.order.PostingID,
			AssessmentID: p.ids["takehome"],
			Next:         &effect.Moment{Kind: effect.MomentInvitationExpires, At: thu.AddDate(0, 0, 14)}}
		if !reflect.DeepEqual(plan, want) {
			t.Errorf("the plan is %+v, want %+v", plan, want)
		}
		l := p.getsInvitation(ref)
		if id, subject := l.header("Message-Id"), l.header("Subject"); id !=
			"<"+ref.ID+".invitation@hire.acme.example>" || subject != "Your invitation: Payments service with Acme" {
			t.Errorf("the letter is %s, %q", id, subject)
		}
		l.says(t, "https://hire.acme.example"+p.Store.Secret().InvitationPath(models.DeliveryAsync, ref.OrgID, ref.ID, 0),
			"Thursday, 13 March 2031, 08:00 EDT (New York time, UTC",
			"1 hour 30 minutes from when you start", "Hi Cleo,", "Position: Backend")
		plan = p.planned(ref, models.CandidateInvited, 0, true)
		if !slices.Equal(plan.Done, []string{"invitation mail:candidate"}) {
			t.Errorf("done is %q", plan.Done)
		}
	})
	invited(t, "sent again: one more, with its own Message-ID and Date", func(t *testing.T, p *post, ref models.Ref) {
		p.server.says(cleo, "550")
		if out, err := p.sendInvitation(ref); err != nil || out.Failed != "smtp_550" {
			t.Fatalf("got %+v, %v; want a refusal for good", out, err)
		}
		p.server.says(cleo, "")
		p.clock.Set(thu.Add(time.Hour))
		for n := range 2 {
			c, changed, err := p.Store.Candidates.ResendInvitation(t.Context(), act.By{}, ref.OrgID, ref.ID,
				int64(n))
			if err != nil || !changed {
				t.Fatalf("sent again: %t to %+v (%v)", changed, c, err)
			}
			plan := p.planned(ref, models.CandidateInvited, 1, true)
			if len(plan.Done) != 0 || plan.Revision != c.Revision {
				t.Errorf("the plan is %+v, want revision %d and nothing done", plan, c.Revision)
			}
			l := p.getsInvitation(ref)
			want := fmt.Sprintf("<%s.invitation.%d@hire.acme.example>", ref.ID, n+1)
			if id, date := l.header("Message-Id"), l.header("Date"); id != want ||
				date != thu.Add(time.Hour).Format("Mon, 02 Jan 2006 15:04:05 -0700") {
				t.Errorf("the letter is %s of %s, want %s", id, date, want)
			}
		}
	})
	t.Run("revoked links are in no letter that leaves later", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("design")
		revoke := func() {
			t.Helper()
			_, _, err := p.Store.Candidates.RevokeLinks(t.Context(), act.By{}, ref)
			p.must(err)
		}
		link := func(revoked int64) string {
			return p.Store.Secret().InvitationPath(models.DeliverySync, ref.OrgID, ref.ID, revoked)
		}
		revoke()
		l := p.getsInvitation(ref)
		l.says(t, link(1))
		l.lacks(t, link(0))
		b, err := p.Store.Bookings.Pick(t.Context(), ref, tuesday[0], "UTC", false)
		p.must(err)
		revoke()
		p.gets(models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}, cleo).says(t, link(2))
	})
	t.Run("nor is that of an assessment in the first letter of a booking", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		b, err := p.Store.Bookings.Book(t.Context(), act.By{}, p.org, p.order)
		p.must(err)
		ref := models.Ref{OrgID: p.org.ID, ID: b.Candidate.ID}
		_, _, err = p.Store.Candidates.RevokeLinks(t.Context(), act.By{}, ref)
		p.must(err)
		p.gets(models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}, cleo).says(t,
			p.Store.Secret().AssessmentPath(ref.OrgID, ref.ID, 1))
	})
	invited(t, "handed in, the receipt says so in the candidate's words and zone, in the invitation's thread",
		func(t *testing.T, p *post, ref models.Ref) {
			asked := p.getsInvitation(ref).header("Message-Id")
			p.clock.Set(thu.Add(time.Hour))
			p.submits(ref, candidacy.Answer{Text: "Done, and secret.", Links: []string{"https://code.example/cleo"},
				Zone: "Asia/Tokyo"})
			p.must(p.Store.Candidates.SetReading(t.Context(), ref, models.Reading{Language: "de"}))
			plan := p.planned(ref, models.CandidateSubmitted, 1, true)
			if !slices.Equal(plan.Done, []string{"invitation mail:candidate"}) ||
				plan.Targets[0].Kind != effect.LetterReceipt || plan.Next.Kind != effect.MomentReceiptEnds {
				t.Errorf("the plan is %+v", plan)
			}
			l := p.getsInvitation(ref)
			id := l.header("Message-Id")
			if l.header("In-Reply-To") != asked || l.header("References") != asked ||
				!strings.Contains(id, ".receipt@") {
				t.Errorf("%s replies to %q in the thread %q, want %q", id, l.header("In-Reply-To"),
					l.header("References"), asked)
			}
			l.says(t, "Ihre Abgabe ist eingegangen", "Donnerstag, 27. Februar 2031, 22:00 Uhr JST",
				"eine Antwort und 1 Link", p.Store.Secret().AssessmentPath(ref.OrgID, ref.ID, 0))
			l.lacks(t, "secret", "code.example")
			plan = p.planned(ref, models.CandidateSubmitted, 0, false)
			if !slices.Equal(plan.Done, []string{"invitation mail:candidate", "submission_receipt mail:candidate"}) {
				t.Errorf("done is %q", plan.Done)
			}
		})
	invited(t, "a start between reading and writing is seen, and the letter goes once",
		func(t *testing.T, p *post, ref models.Ref) {
			p.server.during = func() {
				_, _, err := p.Store.Candidates.StartAssessment(t.Context(), ref)
				p.must(err)
			}
			p.sentInvitation(ref, 1)
			p.sentInvitation(ref, 0)
		})
	invited(t, "nobody else is a target of it, and one who is not there is gone",
		func(t *testing.T, p *post, ref models.Ref) {
			if out, err := p.SendInvitation(t.Context(), ref, "mail:interviewer:0123456789", thu); err != nil ||
				out != (activities.Outcome{}) {
				t.Errorf("got %+v, %v", out, err)
			}
			if plan := p.loadInvitation(models.Ref{OrgID: p.org.ID, ID: "cand_none"}); !plan.Gone {
				t.Errorf("of nobody the plan is %+v", plan)
			}
			if out, err := p.SendInvitation(t.Context(), models.Ref{OrgID: "org_none", ID: ref.ID}, "mail:candidate",
				thu); err != nil || out != (activities.Outcome{}) {
				t.Errorf("got %+v, %v", out, err)
			}
		})
	invited(t, "notes that the revision converged once nothing is owed, and when it expires",
		func(t *testing.T, p *post, ref models.Ref) {
			candidate := func() models.Candidate {
				t.Helper()
				p.loadInvitation(ref)
				p.must(p.Store.Effects.Supersede(t.Context(), nil)) // what nobody waits for is written before it
				a, err := p.Store.Candidates.InvitationLedger(t.Context(), ref)
				p.must(err)
				return a.Candidate
			}
			if c := candidate(); c.ConvergedRevision != 0 || c.NextDueAt != nil {
				t.Errorf("with a letter owed it converged at %d, next %v", c.ConvergedRevision, c.NextDueAt)
			}
			p.sentInvitation(ref, 1)
			if c := candidate(); c.ConvergedRevision != 1 || c.NextDueAt == nil ||
				!c.NextDueAt.Equal(thu.AddDate(0, 0, 14)) {
				t.Errorf("it converged at %d, next %v", c.ConvergedRevision, c.NextDueAt)
			}
			p.clock.Set(thu.AddDate(0, 0, 14))
			if c := candidate(); c.NextDueAt != nil {
				t.Errorf("expired, next is %v", c.NextDueAt)
			}
		})
}

// TestInvitationNothingPersonal: what the activities give to Temporal and to the log names nobody.
func TestInvitationNothingPersonal(t *testing.T) {
	t.Parallel()
	p := open(t)
	ref := p.invite("takehome")
	var given overheard
	for _, answer := range []string{"451", "drop", "550"} {
		p.server.says(cleo, answer)
		given.note(p.LoadInvitation(t.Context(), ref, thu))
		given.note(p.sendInvitation(ref))
		given.note(p.LoadInvitation(t.Context(), ref, thu))
	}
	given.tells(t, p, []string{"smtp_451"}, "cleo", "Cleo", "Cand", "Payments", "/a/", "http", "mailbox")
	if log := p.log.String(); !strings.Contains(log, "invitation="+ref.ID) {
		t.Errorf("the log does not name the invitation:\n%s", log)
	}
}
