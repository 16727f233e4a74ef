package access

import (
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// MemberLetterTTL is how long that letter is tried. Whoever has not got it by then asks at the page to sign in, or has
// been told by their colleagues.
const MemberLetterTTL = 7 * 24 * time.Hour

// How many such letters an address is sent in a [MemberLetterSpan]: of one organization, and of all together, so that
// many organizations do not flood one mailbox.
const (
	MemberLetters      = 5
	MemberLettersOfAll = 20
	MemberLetterSpan   = 24 * time.Hour
)

// MomentMemberLetterEnds is the moment at which that letter is not tried any more.
const MomentMemberLetterEnds = "member_letter_ends"

// MemberLettersSince returns those instants at which an organization sent an address such a letter that count at now,
// and whether it may send one more; others are those of all other organizations to the address. Letters with links to
// sign in do not count.
func MemberLettersSince(own, others []time.Time, now time.Time) (counting []time.Time, maySend bool) {
	counting = models.Lately(own, MemberLetterSpan, now)
	all := len(counting) + len(models.Lately(others, MemberLetterSpan, now))
	return counting, len(counting) < MemberLetters && all < MemberLettersOfAll
}

// Added returns the row of an address that was made a member's at now, with the letter that is owed for it. by is the
// address of the member who did it, "" if it was nobody of the team; letters are those of [MemberLettersSince], with
// this one. Links that were made before are dead; [SignIn.WithMemberLink] makes the letter's own.
func (s SignIn) Added(now time.Time, by string, letters []time.Time) SignIn {
	s = s.Used(now)
	s.Revision, s.MemberLetters = s.Epoch, letters
	s.AddedAt, s.AddedBy = &now, by
	return s
}

// FailedLetter says why a letter to a new member did not leave.
type FailedLetter struct {
	Code  string // of the last failure
	Again bool   // it is tried again by itself
}

// MemberLetterFailure returns why the letter which tells them that they are a member did not leave, nil if it did, was
// not tried yet, or is none any more: they signed in, or asked for a link. told is as for [SignIn.OwedSignIn].
func (s SignIn) MemberLetterFailure(told *effect.Entry, now time.Time) *FailedLetter {
	kind, until := s.letter()
	if kind != effect.LetterMemberAdded || told == nil || told.Revision != s.Revision || told.State == effect.Done ||
		told.Code == "" {
		return nil
	}
	return &FailedLetter{told.Code, told.State != effect.Obsolete && !told.Permanent && now.Before(until)}
}

// letter returns the kind of the letter that the row has, and until when it is tried; "" for none.
func (s SignIn) letter() (kind string, until time.Time) {
	switch {
	case s.Revision == 0:
		return "", time.Time{}
	case s.AddedAt != nil:
		return effect.LetterMemberAdded, s.AddedAt.Add(MemberLetterTTL)
	case s.Revision != s.Epoch: // its link was used, or another was made since
		return "", time.Time{}
	}
	return effect.LetterSignIn, s.ExpiresAt
}
