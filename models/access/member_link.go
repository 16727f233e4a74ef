package access

import (
	"slices"
	"time"

	"litmus/models"
)

// MemberLinkTTL is how long the link in the letter to a new member can be used (D5): whoever is added in the evening
// finds it in the morning.
const MemberLinkTTL = 24 * time.Hour

// MayHaveMemberLink reports whether the letter to a new member has a link that signs them in. It may lie in an inbox
// for a day, so an admin, who may do everything, has none. Nor has a member of another organization (elsewhere): they
// know how to sign in, and who may add addresses there must not have such links sent to them.
func MayHaveMemberLink(role models.MemberRole, elsewhere bool) bool {
	return (role == models.Recruiter || role == models.Interviewer) && !elsewhere
}

// WithMemberLink returns the row of somebody who was added at now with the link of their letter, which can be used
// while they have that role.
func (s SignIn) WithMemberLink(now time.Time, role models.MemberRole) SignIn {
	s.Living = append(slices.Clone(s.Living),
		LiveLink{Epoch: s.Epoch, ExpiresAt: now.Add(MemberLinkTTL), Role: role})
	return s
}

// MemberLink returns the row as it is about the link of the letter to a new member; ok is false if there is none that
// can be used at now by somebody with that role.
func (s SignIn) MemberLink(role models.MemberRole, now time.Time) (_ SignIn, ok bool) {
	for _, l := range s.Living {
		if l.Role != "" && l.Role == role && now.Before(l.ExpiresAt) {
			s.Epoch, s.ExpiresAt = l.Epoch, l.ExpiresAt
			return s, true
		}
	}
	return s, false
}

// IsMemberLink reports whether the link of that epoch is, at now, one of a letter to a new member.
func (s SignIn) IsMemberLink(epoch int64, now time.Time) bool {
	return slices.ContainsFunc(s.Living, func(l LiveLink) bool { return l.Epoch == epoch && l.ofLetter(now) })
}

// WithoutMemberLink returns the row after its member was given another role at now.
func (s SignIn) WithoutMemberLink(now time.Time) SignIn {
	s.Living = slices.DeleteFunc(slices.Clone(s.Living), func(l LiveLink) bool { return l.ofLetter(now) })
	return s
}

// ofLetter reports whether the link is, at now, one of a letter to a new member. One that lives longer than an ordinary
// link is, also without a role: a version from before roles that runs beside this one drops them when it writes the
// row. Without one nobody is signed in by it, as [SignIn.MemberLink] finds none, but in its last [SignInTTL].
func (l LiveLink) ofLetter(now time.Time) bool {
	return l.Role != "" || l.ExpiresAt.After(now.Add(SignInTTL))
}
