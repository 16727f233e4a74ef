package models

import "time"

// LetterMemberAdded is the kind of the letter that tells somebody that they were made a member (decision 168).
const LetterMemberAdded = "member_added"

// MemberLetterTTL is how long that letter is tried. Whoever has not got it by then asks at the page to sign in, or has
// been told by their colleagues.
const MemberLetterTTL = 7 * 24 * time.Hour

// MomentMemberLetterEnds is the moment at which that letter is not tried any more.
const MomentMemberLetterEnds = "member_letter_ends"

// Added returns the row of an address that was made a member's at now, with the letter that is owed for it. by is the
// address of the member who did it, "" if it was nobody of the team; letters are those that the address was sent in the
// last hour, this one included. Links that were made before are dead, and the letter has none: whoever gets it asks for
// one when they want it.
func (s SignIn) Added(now time.Time, by string, letters []time.Time) SignIn {
	s = s.Used(now)
	s.Revision, s.Asked = s.Epoch, letters
	s.AddedAt, s.AddedBy = &now, by
	return s
}

// letter returns the kind of the letter that the row has, and until when it is tried; "" for none.
func (s SignIn) letter() (kind string, until time.Time) {
	switch {
	case s.Revision == 0:
		return "", time.Time{}
	case s.AddedAt != nil:
		return LetterMemberAdded, s.AddedAt.Add(MemberLetterTTL)
	case s.Revision != s.Epoch: // its link was used, or another was made since
		return "", time.Time{}
	}
	return LetterSignIn, s.ExpiresAt
}
