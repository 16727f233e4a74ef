package access

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models/effect"
)

func TestOwedSignIn(t *testing.T) { // D6
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	row := SignIn{OrgID: "org", ID: "sgn", Email: "ann@x.io", Epoch: 6, ExpiresAt: now}
	asked := row.AskedFor(now, false, true)
	other := row.AskedFor(now, false, false)
	entry := asked.Entry(*asked.OwedSignIn(nil, now))
	verify.Each(t, "the entry", verify.Fields{"OrgID": {entry.OrgID, "org"}, "SignInID": {entry.SignInID, "sgn"},
		"ids of others": {entry.InterviewID + entry.CandidateID + entry.CalendarID, ""},
		"Target":        {entry.Target, "mail:member:ann@x.io"}, "Kind": {entry.Kind, effect.LetterSignIn},
		"Revision": {entry.Revision, 7}, "Letter": {entry.Letter(), true}, "Start": {entry.Start, now.Add(SignInTTL)},
		"Stamp": {entry.Stamp, now}})
	told := func(change func(*effect.Entry)) *effect.Entry {
		e := entry
		change(&e)
		return &e
	}
	for _, c := range []struct {
		about  string
		row    SignIn
		told   *effect.Entry
		at     time.Time
		owed   bool
		resend bool
	}{
		{"a link that nobody asked for by mail", row.Fresh(now), nil, now, false, false},
		{"one of another organization than the letter's", other, nil, now, false, false},
		{"a letter that was asked for", asked, nil, now, true, false},
		{"until its link runs out", asked, nil, now.Add(SignInTTL - time.Millisecond), true, false},
		{"after that", asked, nil, now.Add(SignInTTL), false, false},
		{"its link was used", asked.Used(now), nil, now, false, false},
		{"its link was replaced by another", asked.Fresh(now), nil, now, false, false},
		{"it was sent", asked, told(func(e *effect.Entry) { e.State = effect.Done }), now, false, false},
		{"it was refused for good", asked, told(func(e *effect.Entry) { e.State, e.Permanent = effect.Failed, true }), now,
			false, false},
		{"it failed for now", asked, told(func(e *effect.Entry) { e.State = effect.Failed }), now, true, false},
		{"nobody knows whether it arrived", asked, told(func(e *effect.Entry) { e.State = effect.Intent }), now, true, true},
		{"nobody knows of the one before it", asked, told(func(e *effect.Entry) { e.State, e.Revision = effect.Intent, 6 }),
			now, true, false},
	} {
		e := c.row.OwedSignIn(c.told, c.at)
		if (e != nil) != c.owed || e != nil && (e.Resend != nil) != c.resend {
			t.Errorf("%s: owed is %+v", c.about, e)
		}
	}
	if m := asked.NextMoment(); m.Kind != MomentSignInExpires || !m.At.Equal(now.Add(SignInTTL)) {
		t.Errorf("the next moment is %+v", m)
	}
}

// TestTakesLetter proves that a row has the letter of another organization's row whose links were made together with
// its newest one.
func TestTakesLetter(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	row := SignIn{OrgID: "other", ID: "sgn", Email: "ann@x.io", Epoch: 3}
	beside := row.AskedFor(now, false, false)
	end := now.Add(SignInTTL)
	if beside.AsksByMail(now) {
		t.Error("a row beside the letter's has a letter")
	}
	heir, ok := beside.TakesLetter(end)
	if !ok || heir.Revision != beside.Epoch || !heir.AsksByMail(now) || heir.AsksByMail(end) {
		t.Errorf("the heir is %+v, %t", heir, ok)
	}
	added := row.Added(now, "ada@x.io", nil).AskedFor(now, false, false)
	if heir, ok := added.TakesLetter(end); !ok || heir.AddedAt != nil || !heir.AsksByMail(now) {
		t.Errorf("the heir with a letter that they are a member is %+v, %t", heir, ok)
	}
	for about, s := range map[string]SignIn{"without links": row, "whose link was used": beside.Used(now),
		"with a newer link": beside.AskedFor(now.Add(time.Minute), false, false)} {
		if got, ok := s.TakesLetter(end); ok || got.Revision != s.Revision {
			t.Errorf("a row %s takes the letter: %+v", about, got)
		}
	}
}

// TestOwedMemberLetter proves that the letter is owed for a week, until another takes its place.
func TestOwedMemberLetter(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	before := SignIn{OrgID: "org", ID: "sgn", Email: "ann@x.io", Epoch: 6, ExpiresAt: now.Add(SignInTTL)}
	before.Sent = []SentLetter{{At: now}}
	added := before.Added(now, "ada@x.io", []time.Time{now, now})
	if len(added.Sent) != 1 || len(added.MemberLetters) != 2 {
		t.Errorf("of letters with links %d count, and %d of the others", len(added.Sent), len(added.MemberLetters))
	}
	if added.CheckLink(before.Epoch, now) == nil || added.CheckLink(added.Epoch, now) == nil {
		t.Error("a link signs in")
	}
	entry := added.Entry(*added.OwedSignIn(nil, now))
	verify.Each(t, "the entry", verify.Fields{"Target": {entry.Target, "mail:member:ann@x.io"},
		"Kind": {entry.Kind, effect.LetterMemberAdded}, "Revision": {entry.Revision, 7},
		"Start": {entry.Start, now.Add(MemberLetterTTL)}, "Stamp": {entry.Stamp, now}})
	if again := added.Fresh(now.Add(time.Hour)); !again.Entry(*again.OwedSignIn(nil, now)).Stamp.Equal(now) {
		t.Error("a link that an operator makes changes the letter's date")
	}
	done, intent := entry, entry
	done.State, intent.State = effect.Done, effect.Intent
	later := now.Add(MemberLetterTTL)
	for _, c := range []struct {
		about  string
		row    SignIn
		told   *effect.Entry
		at     time.Time
		kind   string
		resend bool
	}{
		{"at once", added, nil, now, effect.LetterMemberAdded, false},
		{"until the week is over", added, nil, later.Add(-time.Millisecond), effect.LetterMemberAdded, false},
		{"not after it", added, nil, later, "", false},
		{"an operator made a link", added.Fresh(now), nil, now, effect.LetterMemberAdded, false},
		{"they signed in", added.Fresh(now).Used(now), nil, now, "", false},
		{"they asked for a link", added.AskedFor(now, false, true), &done, now, effect.LetterSignIn, false},
		{"the link they asked for is in another letter", added.AskedFor(now, false, false), nil, now,
			effect.LetterMemberAdded, false},
		{"it was sent", added, &done, now, "", false},
		{"nobody knows whether it arrived", added, &intent, now, effect.LetterMemberAdded, true},
		{"they are added again", added.Added(now, "", []time.Time{now}), &done, now, effect.LetterMemberAdded, false},
	} {
		kind, resend := "", false
		if e := c.row.OwedSignIn(c.told, c.at); e != nil {
			kind, resend = e.Kind, e.Resend != nil
		}
		if kind != c.kind || resend != c.resend {
			t.Errorf("%s: owed is %q, again: %t; want %q, %t", c.about, kind, resend, c.kind, c.resend)
		}
	}
	if m := added.NextMoment(); m.Kind != MomentMemberLetterEnds || !m.At.Equal(later) {
		t.Errorf("the next moment is %+v", m)
	}
}
