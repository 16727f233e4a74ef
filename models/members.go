package models

import (
	"slices"
	"strings"
)

// MemberRole says what a member of an organization may do, see [access.May] (D1, D2).
type MemberRole string

// The roles of members.
const (
	Admin       MemberRole = "admin"
	Recruiter   MemberRole = "recruiter"
	Interviewer MemberRole = "interviewer"
)

// MemberRoles are all roles, the highest first.
var MemberRoles = []MemberRole{Admin, Recruiter, Interviewer}

// HighestRole returns the role that counts for somebody who has several (D1), "" if they have none.
func HighestRole(roles ...MemberRole) MemberRole {
	for _, r := range MemberRoles {
		if slices.Contains(roles, r) {
			return r
		}
	}
	return ""
}

// ParseRole returns the role of that name, with space around it removed. The error is of kind [Invalid].
func ParseRole(s string) (MemberRole, error) {
	r := MemberRole(strings.TrimSpace(s))
	if !slices.Contains(MemberRoles, r) {
		return "", Invalidf("role %s is unknown; the roles are admin, recruiter and interviewer", Quote(s))
	}
	return r, nil
}

// Member is somebody of an organization's hiring team (D1).
type Member struct {
	OrgID string
	Email string     // as [ParseEmail] returns it; it names the member within the organization
	Name  string     // "" if none is known, see [NameOf]
	Role  MemberRole // the highest of those that they have

	Picture string // the id of their picture, "" for none
	Shown   bool   // candidates whom they interview see it

	// Origin is [OriginFile] or [OriginDashboard]. It is "" for an interviewer who is a member by being that: a person
	// of the organization, or somebody named on a posting.
	Origin string
}

// NewMember returns a member of the dashboard's origin after it checked email, name and role as a person entered them.
// The name may be empty. Every error is of kind [Invalid] and names the field.
func NewMember(orgID, email, name, role string) (m Member, err error) {
	m = Member{OrgID: orgID, Origin: OriginDashboard}
	if m.Email, err = ParseEmail("email", email); err != nil {
		return Member{}, err
	}
	if m.Name, err = CleanName("name", name); err != nil {
		return Member{}, err
	}
	if m.Role, err = ParseRole(role); err != nil {
		return Member{}, err
	}
	return m, nil
}

// Owns reports whether the interview is the member's own: they are its interviewer or in its panel, or nobody is and
// they were briefed instead, since then they have the link and hold the session.
func (m Member) Owns(i Interview) bool {
	if i.InterviewerEmail == "" {
		return slices.Contains(i.BriefingRecipients, m.Email)
	}
	return i.Attends(m.Email)
}
