package activities_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models"
)

// plain is a letter with its lines joined again as its reader sees them.
func (l letter) plain() string {
	return strings.ReplaceAll(strings.ReplaceAll(l.data, "=\r\n", ""), "=3D", "=")
}

func TestSendInvitation(t *testing.T) {
	t.Parallel()
	t.Run("one letter, however often it runs, in the organization's zone", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		if plan := p.loadInvitation(ref); !slices.Equal(plan.Targets, []activities.Target{{Name: "mail:candidate",
			Kind: models.LetterInvitation}}) || plan.Status != models.CandidateInvited ||
			plan.Revision != 1 || plan.PostingID != p.order.PostingID || plan.Next == nil ||
			plan.Next.Kind != models.MomentInvitationExpires || !plan.Next.At.Equal(thu.AddDate(0, 0, 14)) {
			t.Errorf("the plan is %+v", plan)
		}
		p.sentInvitation(ref, 1)
		p.sentInvitation(ref, 0)
		got := p.server.to(cleo)
		if len(got) != 1 || got[0].header("Message-Id") != "<"+ref.ID+".invitation@hire.acme.example>" ||
			got[0].header("Subject") != "Your invitation: Payments service with Acme" {
			t.Fatalf("the server holds %d letters: %+v", len(got), got)
		}
		link := "https://hire.acme.example" + p.Store.Secret().InvitationPath(models.DeliveryAsync,
			ref.OrgID, ref.ID, 0)
		for _, want := range []string{link, "Thursday, 13 March 2031, 08:00 EDT (America/New_York, UTC-04:00)",
			"1 hour 30 minutes from when you start", "Hi Cleo Cand,", "Position: Backend"} {
			if !strings.Contains(got[0].plain(), want) {
				t.Errorf("the letter lacks %q:\n%s", want, got[0].data)
			}
		}
		if plan := p.loadInvitation(ref); len(plan.Targets) != 0 ||
			!slices.Equal(plan.Done, []string{"invitation mail:candidate"}) || len(plan.Failing) != 0 ||
			plan.Next == nil {
			t.Errorf("the plan is %+v", plan)
		}
	})
	t.Run("sent again: one more, with its own Message-ID and Date", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		p.server.says(cleo, "550")
		if out, err := p.sendInvitation(ref); err != nil || out.Failed != "smtp_550" {
			t.Fatalf("got %+v, %v; want a refusal for good", out, err)
		}
		p.server.says(cleo, "")
		p.clock.Set(thu.Add(time.Hour))
		for n := range 2 {
			c, changed, err := p.Store.Candidates.ResendInvitation(t.Context(), models.By{}, ref.OrgID, ref.ID,
				int64(n))
			if err != nil || !changed {
				t.Fatalf("sent again: %t to %+v (%v)", changed, c, err)
			}
			if plan := p.loadInvitation(ref); len(plan.Targets) != 1 || len(plan.Done) != 0 ||
				len(plan.Failing) != 0 || plan.Revision != c.Revision {
				t.Errorf("the plan is %+v", plan)
			}
			p.sentInvitation(ref, 1)
			p.sentInvitation(ref, 0)
			got := p.server.to(cleo)
			if len(got) != n+1 {
				t.Fatalf("the server holds %d letters, want %d", len(got), n+1)
			}
			want := fmt.Sprintf("<%s.invitation.%d@hire.acme.example>", ref.ID, n+1)
			if id := got[n].header("Message-Id"); id != want ||
				got[n].header("Date") != thu.Add(time.Hour).Format("Mon, 02 Jan 2006 15:04:05 -0700") {
				t.Errorf("the letter is %s of %s", id, got[n].header("Date"))
			}
		}
	})
	t.Run("revoked links are in no letter that leaves later", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("design")
		if _, _, err := p.Store.Candidates.RevokeLinks(t.Context(), models.By{}, ref); err != nil {
			t.Fatal(err)
		}
		p.sentInvitation(ref, 1)
		old, fresh := p.Store.Secret().InvitationPath(models.DeliverySync, ref.OrgID, ref.ID, 0),
			p.Store.Secret().InvitationPath(models.DeliverySync, ref.OrgID, ref.ID, 1)
		if got := p.server.to(cleo); len(got) != 1 || !strings.Contains(got[0].plain(), fresh) ||
			strings.Contains(got[0].plain(), old) {
			t.Errorf("the server holds %d letters: %+v, want one with %s", len(got), got, fresh)
		}
		b, err := p.Store.Bookings.Pick(t.Context(), ref, tuesday[0], "UTC", false)
		p.must(err)
		if _, _, err := p.Store.Candidates.RevokeLinks(t.Context(), models.By{}, ref); err != nil {
			t.Fatal(err)
		}
		p.sent(models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}, cleo, 1)
		fresh = p.Store.Secret().InvitationPath(models.DeliverySync, ref.OrgID, ref.ID, 2)
		if got := p.server.to(cleo); len(got) != 2 || !strings.Contains(got[1].plain(), fresh) {
			t.Errorf("the server holds %d letters: %+v, want a confirmation with %s", len(got), got, fresh)
		}
	})
	t.Run("nor is that of an assessment in the first letter of a booking", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		b, err := p.Store.Bookings.Book(t.Context(), models.By{}, p.org, p.order)
		p.must(err)
		ref := models.Ref{OrgID: p.org.ID, ID: b.Candidate.ID}
		if _, _, err := p.Store.Candidates.RevokeLinks(t.Context(), models.By{}, ref); err != nil {
			t.Fatal(err)
		}
		p.sent(models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}, cleo, 1)
		if want := p.Store.Secret().AssessmentPath(ref.OrgID, ref.ID,
			1); !strings.Contains(p.server.to(cleo)[0].plain(), want) {
			t.Errorf("the letter lacks %s:\n%s", want, p.server.to(cleo)[0].plain())
		}
	})
	t.Run("to a live interview it asks to pick a time", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("design")
		p.sentInvitation(ref, 1)
		got := p.server.to(cleo)
		link := "https://hire.acme.example" + p.Store.Secret().InvitationPath(models.DeliverySync, ref.OrgID, ref.ID, 0)
		if len(got) != 1 || got[0].header("Subject") != "Pick a time: Design with Acme" ||
			!strings.Contains(got[0].plain(), link) || !strings.Contains(got[0].plain(), "How long: 1 hour") {
			t.Errorf("the server holds %d letters: %+v", len(got), got)
		}
		if strings.Contains(got[0].data, "BEGIN:VCALENDAR") {
			t.Error("it has a calendar part")
		}
	})
	t.Run("a candidate made by a booking and never invited owes and expects nothing", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		i, err := p.Store.Bookings.Book(t.Context(), models.By{}, p.org, p.order)
		p.must(err)
		ref := models.Ref{OrgID: p.org.ID, ID: i.Candidate.ID}
		if plan := p.loadInvitation(ref); len(plan.Targets) != 0 || plan.Next != nil || plan.Gone {
			t.Errorf("the plan is %+v", plan)
		}
		p.sentInvitation(ref, 0)
		if again := p.invite("design"); again != ref {
			t.Fatalf("invited, the candidate is %s, was %s", again.ID, ref.ID)
		}
		p.sentInvitation(ref, 1)
	})
	t.Run("started before it left: it still goes; handed in: it does not", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		_, _, err := p.Store.Candidates.StartAssessment(t.Context(), ref)
		p.must(err)
		if plan := p.loadInvitation(ref); len(plan.Targets) != 1 || plan.Next != nil ||
			plan.Status != models.CandidateInProgress || plan.Revision != 2 {
			t.Errorf("started, the plan is %+v", plan)
		}
		p.server.says(cleo, "451")
		p.failsInvitation(ref, "smtp_451")
		_, _, err = p.Store.Candidates.Submit(t.Context(), ref, models.Answer{Text: "Done."}, nil)
		p.must(err)
		p.server.says(cleo, "")
		p.sentInvitation(ref, 0)
		if plan := p.loadInvitation(ref); len(plan.Targets) != 0 || plan.Next != nil || len(plan.Failing) != 0 ||
			plan.Status != models.CandidateSubmitted {
			t.Errorf("handed in, the plan is %+v", plan)
		}
		if e := p.letter(ref); e.State != models.EffectObsolete || e.Code != "smtp_451" {
			t.Errorf("the ledger has %+v", e)
		}
	})
	t.Run("a start between reading and writing is seen, and the letter goes once", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		p.server.during = func() {
			_, _, err := p.Store.Candidates.StartAssessment(t.Context(), ref)
			p.must(err)
		}
		p.sentInvitation(ref, 1)
		p.sentInvitation(ref, 0)
	})
	t.Run("expired before it left: nothing leaves", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		p.clock.Set(thu.AddDate(0, 0, 14))
		p.sentInvitation(ref, 0)
		if plan := p.loadInvitation(ref); len(plan.Targets) != 0 || plan.Next != nil ||
			plan.Status != models.CandidateExpired {
			t.Errorf("the plan is %+v", plan)
		}
	})
	t.Run("nobody else is a target of it, and one who is not there is gone", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		if out, err := p.SendInvitation(t.Context(), ref, "mail:interviewer:0123456789", thu); err != nil ||
			out != (activities.Outcome{}) {
			t.Errorf("got %+v, %v", out, err)
		}
		if plan, err := p.LoadInvitation(t.Context(), models.Ref{OrgID: p.org.ID, ID: "cand_none"}, thu); err != nil ||
			!plan.Gone {
			t.Errorf("got %+v, %v", plan, err)
		}
		if out, err := p.SendInvitation(t.Context(), models.Ref{OrgID: "org_none", ID: ref.ID}, "mail:candidate",
			thu); err != nil || out != (activities.Outcome{}) {
			t.Errorf("got %+v, %v", out, err)
		}
	})
	t.Run("notes that the revision converged once nothing is owed, and when it expires", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
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

func TestSendInvitationFailures(t *testing.T) {
	t.Parallel()
	t.Run("a crash between accepted and noted: the same letter goes again, the same Message-ID, the same link",
		func(t *testing.T) {
			t.Parallel()
			p := open(t)
			ref := p.invite("takehome")
			p.sentInvitation(ref, 1)
			r, err := p.db.ExecContext(t.Context(), "update effects set state = 'intent', "+
				"lease_until = ? where candidate_id = ?", p.clock.Now().Add(16*time.Second).UnixMicro(), ref.ID)
			p.must(err)
			if n, err := r.RowsAffected(); n != 1 || err != nil {
				t.Fatalf("%d entries crashed: %v", n, err)
			}
			p.failsInvitation(ref, "attempt_in_flight") // whoever held it may still be at it
			p.clock.Set(p.clock.Now().Add(17 * time.Second))
			p.sentInvitation(ref, 1)
			p.sentInvitation(ref, 0)
			got := p.server.to(cleo)
			if len(got) != 2 || got[0].header("Message-Id") == "" ||
				got[0].header("Message-Id") != got[1].header("Message-Id") {
				t.Fatalf("got %d letters", len(got))
			}
			if got[0].data != got[1].data {
				t.Errorf("the same letter differs:\n%s", diff(got[0].data, got[1].data))
			}
			if e := p.letter(ref); e.State != models.EffectDone || e.LeaseUntil != nil || e.Code != "" || e.Tries != 2 {
				t.Errorf("the ledger has %+v", e)
			}
		})
	t.Run("a retry days later is the same letter", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		p.server.says(cleo, "drop")
		p.failsInvitation(ref, "smtp_unconfirmed")
		if e := p.letter(ref); e.State != models.EffectIntent || e.LeaseUntil != nil || e.Code != "smtp_unconfirmed" {
			t.Errorf("the ledger has %+v", e)
		}
		p.server.says(cleo, "")
		p.clock.Set(thu.AddDate(0, 0, 3))
		p.sentInvitation(ref, 1)
		if got := p.server.to(cleo); len(got) != 2 || got[0].data != got[1].data {
			t.Errorf("the server holds %d letters", len(got))
		}
	})
	t.Run("one that nobody ever confirms goes twice and no more", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		p.server.says(cleo, "drop")
		p.failsInvitation(ref, "smtp_unconfirmed")
		for range 5 {
			if _, err := p.sendInvitation(ref); err != nil {
				t.Fatalf("got %v, want an outcome", err)
			}
		}
		if got := p.server.to(cleo); len(got) != 2 || got[0].data != got[1].data {
			t.Errorf("the candidate holds %d letters, want the same one twice", len(got))
		}
		if plan := p.loadInvitation(ref); len(plan.Targets) != 0 ||
			!slices.Equal(plan.Failing, []string{"invitation mail:candidate smtp_unconfirmed (given up)"}) {
			t.Errorf("the plan is %+v, want the letter shown as given up and not owed", plan)
		}
	})
	t.Run("550 gives up, visibly, and for good", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		p.server.says(cleo, "550")
		if out, err := p.sendInvitation(ref); err != nil || out.Failed != "smtp_550" || out.Sent != 0 {
			t.Fatalf("got %+v, %v", out, err)
		}
		if plan := p.loadInvitation(ref); len(plan.Targets) != 0 ||
			!slices.Equal(plan.Failing, []string{"invitation mail:candidate smtp_550 (given up)"}) || plan.Next == nil {
			t.Errorf("the plan is %+v", plan)
		}
		if e := p.letter(ref); !e.Permanent || e.State != models.EffectFailed || e.Code != "smtp_550" ||
			!strings.Contains(e.Detail, "no mailbox") || strings.Contains(e.Detail, "@") {
			t.Errorf("the operator reads %+v", e)
		}
		p.server.says(cleo, "")
		p.sentInvitation(ref, 0)
		_, _, err := p.Store.Candidates.StartAssessment(t.Context(), ref) // the link was handed over another way
		p.must(err)
		p.sentInvitation(ref, 0)
	})
	t.Run("451 is tried again", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		p.server.says(cleo, "451")
		p.failsInvitation(ref, "smtp_451")
		p.failsInvitation(ref, "smtp_451")
		if plan := p.loadInvitation(ref); len(plan.Targets) != 1 ||
			!slices.Equal(plan.Failing, []string{"invitation mail:candidate smtp_451"}) {
			t.Errorf("the plan is %+v", plan)
		}
		p.server.says(cleo, "")
		p.sentInvitation(ref, 1)
		if e := p.letter(ref); e.Tries != 3 || e.State != models.EffectDone || e.Code != "" {
			t.Errorf("the ledger has %+v", e)
		}
	})
	t.Run("no database: a code, tried again, and nothing leaves", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		_, err := p.db.ExecContext(t.Context(), "alter table effects rename to gone")
		p.must(err)
		p.failsInvitation(ref, "database")
		if _, err := p.LoadInvitation(t.Context(), ref, thu); err == nil ||
			err.Error() != "database (type: database, retryable: true)" {
			t.Errorf("LoadInvitation: got %v", err)
		}
		if n := len(p.server.to(cleo)); n != 0 {
			t.Errorf("%d letters left without an intent", n)
		}
	})
	t.Run("eight attempts at once: one letter", func(t *testing.T) {
		t.Parallel()
		p := open(t)
		ref := p.invite("takehome")
		var running sync.WaitGroup
		for range 8 {
			running.Go(func() { _, _ = p.sendInvitation(ref) })
		}
		running.Wait()
		if n := len(p.server.to(cleo)); n != 1 {
			t.Errorf("%d letters left", n)
		}
	})
}

// TestInvitationNothingPersonal: what the activities give to Temporal and to the log names nobody.
func TestInvitationNothingPersonal(t *testing.T) {
	t.Parallel()
	p := open(t)
	ref := p.invite("takehome")
	var given []any
	note := func(v any, err error) {
		given = append(given, v)
		if err != nil {
			given = append(given, err.Error())
		}
	}
	for _, answer := range []string{"451", "drop", "550"} {
		p.server.says(cleo, answer)
		note(p.LoadInvitation(t.Context(), ref, thu))
		note(p.sendInvitation(ref))
		note(p.LoadInvitation(t.Context(), ref, thu))
	}
	out, err := json.Marshal(given)
	p.must(err)
	for what, text := range map[string]string{"Temporal": string(out), "the log": p.log.String()} {
		for _, personal := range []string{"@", "cleo", "Cleo", "Cand", "Payments", "/a/", "http", "mailbox"} {
			if strings.Contains(strings.ReplaceAll(text, "mail:candidate", ""), personal) {
				t.Errorf("%s learns of %q:\n%s", what, personal, text)
			}
		}
	}
	if !strings.Contains(string(out), "smtp_451") || !strings.Contains(p.log.String(), "invitation="+ref.ID) {
		t.Errorf("the codes are missing: %s\n%s", out, p.log.String())
	}
}
