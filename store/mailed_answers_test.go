package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/history"
	"litmus/models/keyring"
	"litmus/store/bookings"
	"litmus/store/effects"
	"litmus/testdb"
)

// TestAnswerByMail proves P10: a reply counts at the secret address of who answers, for the event and the sequence that
// they were invited with; anything else of it may be right, and changes nothing.
func TestAnswerByMail(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, acme())
		o := f.orderWith(grace, cleo, at(18, 0))
		o.Panel = []string{grace, alan}
		i := f.book(o)
		for _, email := range o.Panel {
			e := effect.EntryOf(i, effect.Effect{Target: effect.MailTarget(effect.RoleInterviewer, email),
				Kind: effect.LetterBriefing, Invitation: true})
			e.ProviderID = "int." + email
			f.intends("the letter to "+email, e, i.Revision, effects.IntentWritten, 1)
			f.settles(e, effect.Done, effects.MadeLink{})
		}
		tag := func(secret keyring.Secret, email string) string {
			return effect.AnswerTag(secret, models.Ref{OrgID: f.org.ID, ID: i.ID}, email)
		}
		secret := f.Secret()
		const host = "hire.example"
		right := bookings.MailedAnswer{Tag: tag(secret, alan), UID: i.ID + "@" + host, Email: alan,
			Response: models.Declined, Sequence: i.Revision, Sent: f.Now()}
		before := f.dump()
		for about, change := range map[string]func(*bookings.MailedAnswer){
			"at no address of ours":  func(m *bookings.MailedAnswer) { m.Tag = "" },
			"at a guessed address":   func(m *bookings.MailedAnswer) { m.Tag = i.ID + ".aaaaaaaaaaaaa" },
			"made with another key":  func(m *bookings.MailedAnswer) { m.Tag = tag(keyring.Secret("x"), alan) },
			"at another's address":   func(m *bookings.MailedAnswer) { m.Tag = tag(secret, grace) },
			"in another's name":      func(m *bookings.MailedAnswer) { m.Email = grace },
			"of another event":       func(m *bookings.MailedAnswer) { m.UID = "int_2@" + host },
			"of another service":     func(m *bookings.MailedAnswer) { m.UID = i.ID + "@elsewhere.example" },
			"of an older invitation": func(m *bookings.MailedAnswer) { m.Sequence-- },
			"of one that is to come": func(m *bookings.MailedAnswer) { m.Sequence++ },
			"without its sequence":   func(m *bookings.MailedAnswer) { m.Sequence = 0 },
			"about no interview": func(m *bookings.MailedAnswer) {
				m.Tag, m.UID = "int_9.aaaaaaaaaaaaa", "int_9@"+host
			},
		} {
			m := right
			change(&m)
			if _, noted, err := f.Bookings.AnswerByMail(ctx, host, m); noted || err != nil {
				t.Errorf("%s: noted %t, %v", about, noted, err)
			}
		}
		f.unchanged(before)
		for n, want := range []bool{true, false} { // read twice
			if _, noted, err := f.Bookings.AnswerByMail(ctx, host, right); noted != want || err != nil {
				t.Errorf("reading %d: noted %t, %v", n+1, noted, err)
			}
		}
		got := f.interview(i.ID)
		if got.ResponseOf(alan) != models.Declined || got.ResponseOf(grace) != "" ||
			got.ReplacementOf(alan, f.Now()) == nil {
			t.Errorf("answered is %+v", got.Answers)
		}
		listed := must(f.Interviews.Interview(ctx, f.org.ID, i.ID))(t)
		if listed.ResponseOf(alan) != models.Declined {
			t.Errorf("the row has %+v", listed.Answers)
		}
		past, _ := must2(f.Audit.History(ctx, f.org.ID, models.SubjectInterview, i.ID, nil, 1))(t)
		if said := history.Did(past[0], time.UTC, f.Now()) + " by " + past[0].Actor.String(); said !=
			"declined: by mail; it is about alan@acme.example by Alan" {
			t.Errorf("its history says %s", said)
		}
		m := right
		m.Response, m.Sent = models.Accepted, right.Sent.Add(time.Minute)
		f.done(f.Bookings.AnswerByMail(ctx, host, m))
		if got := f.interview(i.ID); got.ResponseOf(alan) != models.Accepted ||
			got.ReplacementOf(alan, f.Now()) != nil {
			t.Errorf("accepted after all: %+v, %+v", got.Answers, got.Replacements)
		}
		f.clock.Set(at(18, 0))
		m.Response, m.Sent = models.Declined, right.Sent.Add(time.Hour)
		if _, noted, err := f.Bookings.AnswerByMail(ctx, host, m); noted || err != nil {
			t.Errorf("once it began: noted %t, %v", noted, err)
		}
	})
}
