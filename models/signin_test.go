package models

import (
	"testing"
	"time"
)

func TestAskedSince(t *testing.T) { // D6
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	ago := func(minutes ...int) (out []time.Time) {
		for _, m := range minutes {
			out = append(out, now.Add(-time.Duration(m)*time.Minute))
		}
		return out
	}
	for _, c := range []struct {
		about    string
		asked    []time.Time
		counting int
		mayAsk   bool
	}{
		{"nothing yet", nil, 0, true},
		{"four in the last hour", ago(59, 30, 10, 1), 4, true},
		{"five in the last hour", ago(59, 30, 10, 1, 0), 5, false},
		{"five, the first an hour ago", ago(60, 30, 10, 1, 0), 4, true},
		{"five, long ago", ago(100, 100, 100, 100, 100), 0, true},
	} {
		if counting, mayAsk := AskedSince(c.asked, now); len(counting) != c.counting || mayAsk != c.mayAsk {
			t.Errorf("%s: %d count, may ask %t", c.about, len(counting), mayAsk)
		}
	}
}

func TestOwedSignIn(t *testing.T) { // D6, decision 147
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	row := SignIn{OrgID: "org", ID: "sgn", Email: "ann@x.io", Epoch: 6, ExpiresAt: now}
	asked := row.AskedFor(now, []time.Time{now}, true)
	other := row.AskedFor(now, []time.Time{now}, false)
	entry := asked.Entry(*asked.OwedSignIn(nil, now))
	if entry.OrgID != "org" || entry.SignInID != "sgn" || entry.InterviewID+entry.CandidateID+entry.CalendarID != "" ||
		entry.Target != "mail:member:ann@x.io" || entry.Kind != LetterSignIn || entry.Revision != 7 || !entry.Letter() ||
		!entry.Start.Equal(now.Add(SignInTTL)) || !entry.Stamp.Equal(now) {
		t.Errorf("the entry is %+v", entry)
	}
	told := func(change func(*Entry)) *Entry {
		e := entry
		change(&e)
		return &e
	}
	for _, c := range []struct {
		about  string
		row    SignIn
		told   *Entry
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
		{"it was sent", asked, told(func(e *Entry) { e.State = EffectDone }), now, false, false},
		{"it was refused for good", asked, told(func(e *Entry) { e.State, e.Permanent = EffectFailed, true }), now,
			false, false},
		{"it failed for now", asked, told(func(e *Entry) { e.State = EffectFailed }), now, true, false},
		{"nobody knows whether it arrived", asked, told(func(e *Entry) { e.State = EffectIntent }), now, true, true},
		{"the one before it was sent", asked, told(func(e *Entry) { e.State, e.Revision = EffectDone, 6 }), now, true,
			false},
		{"nobody knows of the one before it", asked, told(func(e *Entry) { e.State, e.Revision = EffectIntent, 6 }), now,
			true, false},
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
