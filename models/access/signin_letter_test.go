package access

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/internal/verify"
	"litmus/models/effect"
)

func TestMaySendSignIn(t *testing.T) { // D6
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	ago := func(minutes ...int) (out []SentLetter) {
		for _, m := range minutes {
			out = append(out, SentLetter{At: now.Add(-time.Duration(m) * time.Minute)})
		}
		return out
	}
	daily := func(letters, first int) (out []SentLetter) { // every half hour
		for n := range letters {
			out = append(out, ago(first-30*n)...)
		}
		return out
	}
	for _, c := range []struct {
		about string
		sent  []SentLetter
		want  bool
	}{
		{"nothing yet", nil, true},
		{"two just now", ago(0, 0), false},
		{"two, eleven minutes ago", ago(11, 11), false},
		{"two, twelve minutes ago", ago(12, 12), true},
		{"three at once, which merged too late", ago(12, 12, 12), true},
		{"two after a long pause", ago(600, 600, 0), true},
		{"the same, and one more", ago(48, 36, 24, 12, 0, 0), false},
		{"nineteen in a day", daily(19, 1439), true},
		{"twenty in a day", daily(20, 1439), false},
		{"twenty, the first a day ago", daily(20, 1440), true},
	} {
		if got := MaySendSignIn(c.sent, false, now); got != c.want {
			t.Errorf("%s: may send is %t", c.about, got)
		}
		known := append([]SentLetter{}, c.sent...)
		for n := range known {
			known[n].Known = true
		}
		if got := MaySendSignIn(known, true, now); got != c.want || !MaySendSignIn(known, false, now) {
			t.Errorf("%s, of a known browser: may send is %t", c.about, got)
		}
	}
}

// TestALinkCanBeHad proves D6: whoever asks, and whenever, there is a link that can be used after one more request,
// until the letters of the day are used up; and no mailbox gets more of them than that.
func TestALinkCanBeHad(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
		var sent []SentLetter
		for range rapid.IntRange(1, 120).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "minutes")) * time.Minute)
			if MaySendSignIn(sent, false, now) {
				sent = append(sent, SentLetter{At: now})
			}
			lately := SentLately(sent, now)
			if len(lately) > SignInLetters {
				t.Fatalf("%d letters in a day", len(lately))
			}
			newest := sent[len(sent)-1].At
			if len(lately) < SignInLetters && !now.Before(newest.Add(SignInTTL)) {
				t.Fatalf("the newest link ended at %s, and no letter leaves at %s", newest.Add(SignInTTL), now)
			}
		}
	})
}

// TestLeft says which letters count (D6): those that left or may have left, each once.
func TestLeft(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	row := SignIn{OrgID: "org", ID: "sgn", Email: "ann@x.io"}.AskedFor(now, true, true)
	for _, c := range []struct {
		about string
		told  *effect.Entry
		want  int
	}{
		{"no letter yet", nil, 0},
		{"it was sent", &effect.Entry{Kind: effect.LetterSignIn, Revision: 1, State: effect.Done}, 1},
		{"it may have been sent", &effect.Entry{Kind: effect.LetterSignIn, Revision: 1, State: effect.Intent}, 1},
		{"it was refused for good", &effect.Entry{Kind: effect.LetterSignIn, Revision: 1, State: effect.Failed, Permanent: true}, 1},
		{"it failed for now", &effect.Entry{Kind: effect.LetterSignIn, Revision: 1, State: effect.Failed}, 0},
		{"it was given up", &effect.Entry{Kind: effect.LetterSignIn, Revision: 1, State: effect.Obsolete}, 0},
		{"they are a member now", &effect.Entry{Kind: effect.LetterMemberAdded, Revision: 1, State: effect.Done}, 0},
	} {
		if c.told != nil {
			c.told.UpdatedAt = now
		}
		got := row.Left(c.told)
		if again := got.Left(c.told); len(got.Sent) != c.want || len(again.Sent) != c.want {
			t.Errorf("%s: %d letters count, and %d at the second look", c.about, len(got.Sent), len(again.Sent))
		}
		if c.want > 0 && got.Sent[0] != (SentLetter{now, true}) {
			t.Errorf("%s: it counts as %+v", c.about, got.Sent[0])
		}
	}
}

// TestAskedAgain: the links of a letter that is owed live on, and a row beside it gets one that ends with them.
func TestAskedAgain(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	later := now.Add(10 * time.Minute)
	row := SignIn{OrgID: "org", ID: "sgn", Email: "ann@x.io", Epoch: 3}.AskedFor(now, false, true)
	again := row.AskedAgain(later, row.ExpiresAt)
	verify.Each(t, "asked again", verify.Fields{"Epoch": {again.Epoch, row.Epoch},
		"Revision":   {again.Revision, row.Revision},
		"UpdatedAt":  {again.UpdatedAt, now},
		"CheckLink":  {again.CheckLink(row.Epoch, later.Add(SignInTTL-time.Second)), nil},
		"AsksByMail": {again.AsksByMail(now.Add(SignInTTL)), true},
		"ExpiresAt":  {row.Living[0].ExpiresAt, row.ExpiresAt}})
	beside := SignIn{OrgID: "other", ID: "sgn", Email: "ann@x.io", Epoch: 8}.AskedAgain(later, row.ExpiresAt)
	if link, alive := beside.LinkUntil(again.ExpiresAt); !alive || link.Epoch != 9 || beside.Revision != 0 {
		t.Errorf("the row beside it becomes %+v", beside)
	}
}
