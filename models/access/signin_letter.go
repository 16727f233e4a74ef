package access

import (
	"slices"
	"time"

	"litmus/models/effect"
)

// How many letters with links to sign in an address gets (D6). Anybody may have them sent, so they are few. Since the
// next one comes [SignInRefill] after the last, whose link lives for [SignInTTL], there is a link that can be used or a
// letter that can be had until those of the [SignInLetterSpan] have left. A stranger who goes on asking uses them up in
// four hours, and a new browser then has neither; one that signed in before has an allowance of its own, and a link
// that an operator makes is no letter.
const (
	SignInBurst      = 2                // at once
	SignInRefill     = 12 * time.Minute // then one in this time
	SignInLetters    = 20               // in a [SignInLetterSpan]
	SignInLetterSpan = 24 * time.Hour
)

// SentLetter is a letter with links to sign in that left, or may have left.
type SentLetter struct {
	At    time.Time `json:"at"`
	Known bool      `json:"known,omitempty"` // asked for by a browser that had signed in before
}

// MaySendSignIn reports whether one more letter with links may be asked for at now, after those that left before, in
// their order. Letters count and requests do not, or somebody could use up a member's letters by asking often. A
// browser that had signed in before (known) has an allowance of its own, which no stranger can use up.
func MaySendSignIn(sent []SentLetter, known bool, now time.Time) bool {
	const most = SignInBurst * SignInRefill
	credit, count, last := most, 0, time.Time{}
	refill := func(until time.Time) {
		if !last.IsZero() {
			credit = min(most, credit+max(0, until.Sub(last)))
		}
		last = until
	}
	for _, l := range SentLately(sent, now) {
		if l.Known != known {
			continue
		}
		refill(l.At)
		credit = max(0, credit-SignInRefill)
		count++
	}
	refill(now)
	return credit >= SignInRefill && count < SignInLetters
}

// SentLately returns those of the letters that left in the [SignInLetterSpan] before now, the oldest first.
func SentLately(sent []SentLetter, now time.Time) (out []SentLetter) {
	for _, l := range sent {
		if l.At.After(now.Add(-SignInLetterSpan)) {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b SentLetter) int { return a.At.Compare(b.At) })
	return out
}

// Left returns the row with the letter of the ledger's entry counted among those that left, unless it was counted
// before. A letter that may have arrived counts, and so does one that the mail server refused for good, since each
// would otherwise cause another; one that was not accepted and is given up does not.
func (s SignIn) Left(told *effect.Entry) SignIn {
	if told == nil || told.Kind != effect.LetterSignIn || told.Revision <= s.Counted {
		return s
	}
	if told.State == effect.Done || told.State == effect.Intent || told.Permanent {
		s.Sent = append(slices.Clone(s.Sent), SentLetter{told.UpdatedAt, s.Known})
		s.Counted = told.Revision
	}
	return s
}
