package access

import (
	"testing"
	"time"

	"litmus/models/effect"
)

// TestMemberLettersSince proves how many letters of that sort an address gets, of one organization and of all together.
func TestMemberLettersSince(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	ago := func(n int, d time.Duration) (out []time.Time) {
		for range n {
			out = append(out, now.Add(-d))
		}
		return out
	}
	const day = 24 * time.Hour
	for _, c := range []struct {
		about       string
		own, others []time.Time
		counting    int
		maySend     bool
	}{
		{"four of the organization", ago(4, time.Hour), nil, 4, true},
		{"five of the organization", ago(5, time.Hour), nil, 5, false},
		{"five of the organization, a day ago", ago(5, day), nil, 0, true},
		{"five of the organization, less than a day ago", ago(5, day-time.Second), nil, 5, false},
		{"nineteen of others", nil, ago(19, time.Hour), 0, true},
		{"twenty of others", nil, ago(20, time.Hour), 0, false},
		{"twenty of all", ago(4, time.Hour), ago(16, time.Minute), 4, false},
	} {
		counting, maySend := MemberLettersSince(c.own, c.others, now)
		if len(counting) != c.counting || maySend != c.maySend {
			t.Errorf("%s: %d count, may send %t", c.about, len(counting), maySend)
		}
	}
}

// TestMemberLetterFailure proves that the letter is told of as failed while it is owed or was given up, and not once
// the member signs in or asks for a link.
func TestMemberLetterFailure(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	added := SignIn{OrgID: "org", ID: "sgn", Email: "ann@x.io"}.Added(now, "ada@x.io", []time.Time{now})
	told := func(state, code string, permanent bool) *effect.Entry {
		e := added.Entry(*added.OwedSignIn(nil, now))
		e.State, e.Code, e.Permanent = state, code, permanent
		return &e
	}
	older := told(effect.Failed, "smtp_550", true)
	older.Revision--
	week := now.Add(MemberLetterTTL)
	for _, c := range []struct {
		about string
		row   SignIn
		told  *effect.Entry
		at    time.Time
		want  *FailedLetter
	}{
		{"not tried yet", added, nil, now, nil},
		{"under way for the first time", added, told(effect.Intent, "", false), now, nil},
		{"sent", added, told(effect.Done, "", false), now, nil},
		{"failed for now", added, told(effect.Failed, "smtp_451", false), now, &FailedLetter{"smtp_451", true}},
		{"tried again", added, told(effect.Intent, "smtp_451", false), now, &FailedLetter{"smtp_451", true}},
		{"failed for a week", added, told(effect.Failed, "smtp_451", false), week, &FailedLetter{"smtp_451", false}},
		{"given up after it", added, told(effect.Obsolete, "smtp_451", false), week, &FailedLetter{"smtp_451", false}},
		{"refused", added, told(effect.Failed, "smtp_550", true), now, &FailedLetter{"smtp_550", false}},
		{"perhaps arrived", added, told(effect.Intent, "smtp_unconfirmed", true), now,
			&FailedLetter{"smtp_unconfirmed", false}},
		{"an older letter was refused", added, older, now, nil},
		{"they signed in", added.Used(now), told(effect.Failed, "smtp_550", true), now, nil},
		{"they asked for a link", added.AskedFor(now, false, true), told(effect.Failed, "smtp_550", true), now, nil},
	} {
		got := c.row.MemberLetterFailure(c.told, c.at)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: got %+v, want %+v", c.about, got, c.want)
		}
	}
}
