package access

import (
	"slices"

	"litmus/models"
)

// Interviewing is what makes somebody an interviewer, and so a member, beside a row that names them one (D1).
type Interviewing struct {
	PersonOrigin string // of the person of that address; "" if there is none
	Postings     int    // that name them as an interviewer
	Painted      int    // postings that only offer times painted for them
	ToCome       int    // interviews of theirs that are neither over nor canceled
	Pools        int    // in which they are: nobody is seated who has left
}

// interviewer reports whether they are a member whatever row they have.
func (s Interviewing) interviewer() bool { return s.PersonOrigin != "" || s.Postings > 0 }

// TeamChange is what a change of one member writes. An interviewer has no row: they are a person of the organization.
type TeamChange struct {
	Row      *models.Member // written; nil: none
	Drop     bool           // the row is deleted
	Person   PersonChange
	Name     string            // of a person who is added or renamed
	From, To models.MemberRole // what their role was and is, "" for none
}

// Joins reports whether somebody becomes a member who was none: they are told so by a letter. A file sends none, since
// it is applied again and again, and on copies of a service.
func (c TeamChange) Joins() bool { return c.From == "" && c.To != "" }

// PersonChange is what happens to the person of a member's address.
type PersonChange int

// What may happen to a person.
const (
	PersonStays PersonChange = iota
	PersonAdded
	PersonRenamed
	PersonRemoved
)

// DecideAddMember decides whether the member can be added to members, who are all of the organization (D1). An
// interviewer may be given a higher role by it; everybody else who is a member already is refused with a
// [models.Conflict].
func DecideAddMember(members []models.Member, s Interviewing, m models.Member) (TeamChange, error) {
	c := TeamChange{To: m.Role, Name: m.Name}
	if old := findMember(members, m.Email); old != nil {
		if old.Origin != "" || m.Role == models.Interviewer {
			return TeamChange{}, models.Conflictf("%s is a member already, with the role %s; change the role in the list",
				m.Email, old.Role)
		}
		c.From = old.Role
	}
	if m.Role == models.Interviewer {
		c.Person = PersonAdded
		return c, nil
	}
	c.Row = &m
	return c, nil
}

// DecideChangeMember decides whether the member want.Email can be given the name and role of want (D1). seen is the
// role that whoever asks was shown. It refuses with [models.NotFound] somebody who is no member, and with a
// [models.Conflict] a role that was changed meanwhile, a member whom the file keeps (D24) and to lower the last admin.
func DecideChangeMember(members []models.Member, s Interviewing, want models.Member,
	seen models.MemberRole) (TeamChange, error) {
	old := findMember(members, want.Email)
	if old == nil {
		return TeamChange{}, models.NotFoundf("member %s not found", models.Quote(want.Email))
	}
	if old.Role != seen {
		return TeamChange{}, models.Conflictf("%s has the role %s by now; nothing was changed", old.Email, old.Role)
	}
	if err := models.CheckOrigin("member "+old.Email, old.Origin); err != nil {
		return TeamChange{}, err
	}
	if err := CheckLastAdmin(members, old.Email, want.Role); err != nil {
		return TeamChange{}, err
	}
	c := TeamChange{From: old.Role, To: want.Role, Name: want.Name}
	if want.Role != models.Interviewer {
		c.Row = &want
		return c, nil
	}
	c.Drop = old.Origin != ""
	switch {
	case s.PersonOrigin == "":
		c.Person = PersonAdded // also of somebody who is named on a posting: the person has the name
	case want.Name == old.Name:
	case s.PersonOrigin == models.OriginDashboard:
		c.Person = PersonRenamed
	case !c.Drop:
		return TeamChange{}, models.CheckOrigin("interviewer "+old.Email, s.PersonOrigin)
	}
	return c, nil
}

// DecideRemoveMember decides whether the member can be removed (D1). Somebody with a role above interviewer loses that,
// and stays an interviewer while the file keeps them as one, a posting names them, or interviews of theirs are to come;
// To says so. An interviewer is removed as a person. The refusals are those of [DecideChangeMember], and a
// [models.Conflict] for an interviewer of postings or of interviews to come, and for whoever would leave while they are
// in a pool.
func DecideRemoveMember(members []models.Member, s Interviewing, email string) (TeamChange, error) {
	old := findMember(members, email)
	if old == nil {
		return TeamChange{}, models.NotFoundf("member %s not found", models.Quote(email))
	}
	if err := models.CheckOrigin("member "+email, old.Origin); err != nil {
		return TeamChange{}, err
	}
	if err := CheckLastAdmin(members, email, ""); err != nil {
		return TeamChange{}, err
	}
	c := TeamChange{From: old.Role, Drop: old.Origin != ""}
	err := s.checkRemovable(email)
	switch {
	case !s.interviewer():
	case err == nil:
		c.Person = PersonRemoved
	case c.Drop:
		c.To = models.Interviewer
	default:
		return TeamChange{}, err
	}
	if c.To == "" && s.Pools > 0 {
		return TeamChange{}, models.Conflictf("%s is in %s; take them out there first", email,
			models.Count(s.Pools, "pool"))
	}
	return c, nil
}

// CheckRemovable says why [DecideRemoveMember] would refuse, nil if it would not: a page has the reason in place of the
// button (D2).
func CheckRemovable(members []models.Member, s Interviewing, email string) error {
	_, err := DecideRemoveMember(members, s, email)
	return err
}

// RolesOf returns the roles that [DecideChangeMember] would give the member, the highest first, and why not others,
// each reason once, none if it would give them all.
func RolesOf(members []models.Member, s Interviewing, m models.Member) (roles []models.MemberRole, why []error) {
	for _, r := range models.MemberRoles {
		want := m
		want.Role = r
		if _, err := DecideChangeMember(members, s, want, m.Role); err != nil {
			if !slices.ContainsFunc(why, func(known error) bool { return known.Error() == err.Error() }) {
				why = append(why, err)
			}
			continue
		}
		roles = append(roles, r)
	}
	return roles, why
}

func (s Interviewing) checkRemovable(email string) error {
	if err := models.CheckOrigin("interviewer "+email, s.PersonOrigin); err != nil {
		return err
	}
	if n := s.Postings + s.Painted; n > 0 {
		return models.Conflictf("%s is an interviewer of %s; take them off there first", email,
			models.Count(n, "posting"))
	}
	if s.ToCome > 0 {
		return models.Conflictf("%s has %s to come; give them to somebody else or cancel them first", email,
			models.Count(s.ToCome, "interview"))
	}
	return nil
}

func findMember(members []models.Member, email string) *models.Member {
	n := slices.IndexFunc(members, func(m models.Member) bool { return m.Email == email })
	if n < 0 {
		return nil
	}
	return &members[n]
}

// CheckLastAdmin refuses to give the member of that address the role to, or to remove them if to is "", if that would
// leave the organization without an admin (D1). members are all of the organization. The error is of kind
// [models.Conflict].
func CheckLastAdmin(members []models.Member, email string, to models.MemberRole) error {
	if to == models.Admin {
		return nil
	}
	last := false
	for _, m := range members {
		if m.Role != models.Admin {
			continue
		}
		if m.Email != email {
			return nil
		}
		last = true
	}
	if last {
		return models.Conflictf("%s is the only admin of the organization; make somebody else an admin first", email)
	}
	return nil
}
