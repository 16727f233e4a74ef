package team

import (
	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/store/internal/db"
)

// readMemberLink reads the link of the letter to a new member, which signs them in while [access.MayHaveMemberLink]
// allows it; none if there is none that can be used.
func (s *Store) readMemberLink(tx *gorm.DB, a *SignInLedger) error {
	link, alive := a.MemberLink(a.Role, s.db.Now())
	if !alive {
		return nil
	}
	elsewhere, err := memberElsewhere(tx, a.OrgID, a.Email)
	if err != nil || !access.MayHaveMemberLink(a.Role, elsewhere) {
		return err
	}
	a.Links = []SignInLink{{a.Organization.Name, access.PathToSignIn(s.db.Secret(), link)}}
	a.LinksEnd = link.ExpiresAt
	return nil
}

// checkMemberLink returns nil if the link of that epoch is none of a letter to a new member, or signs the member in
// still, and otherwise [access.ErrDeadSignIn]. Whoever was given another role since, also by the organization file, or
// became a member of another organization, asks for a link like everybody else.
func (s *Store) checkMemberLink(tx *gorm.DB, row access.SignIn, epoch int64, role models.MemberRole,
	byMail bool) error {
	if !row.IsMemberLink(epoch, s.db.Now()) {
		return nil
	}
	elsewhere, err := memberElsewhere(tx, row.OrgID, row.Email)
	if err != nil {
		return err
	}
	link, alive := row.MemberLink(role, s.db.Now())
	if !byMail || !alive || link.Epoch != epoch || !access.MayHaveMemberLink(role, elsewhere) {
		return access.ErrDeadSignIn
	}
	return nil
}

// EndMemberLinks ends the links in letters to new members of those addresses, whose roles have changed. The seats are
// locked before the rows, as by whoever signs in.
func (s *Store) EndMemberLinks(tx *gorm.DB, orgID string, emails ...string) error {
	if len(emails) == 0 {
		return nil
	}
	if err := s.lockSeats(tx, orgID, emails...); err != nil {
		return err
	}
	var rows []signInRecord
	err := db.Of(tx.Clauses(db.ForUpdate), orgID).Where("email in ? and living <> '[]'", emails).Order("email").
		Find(&rows).Error
	for _, r := range rows {
		if err == nil {
			err = writeSignIn(tx, access.SignIn(r).WithoutMemberLink(s.db.Now()))
		}
	}
	return db.Wrap("end links of letters to new members", err)
}

// memberElsewhere reports whether the address is a member's of another organization, approved or not. The query does
// not begin with an organization: it asks for every other one.
func memberElsewhere(tx *gorm.DB, orgID, email string) (bool, error) {
	found, err := db.First[int](tx, `select 1 from members where email = ? and org_id <> ?
		union all select 1 from people where email = ? and org_id <> ?
		union all select 1 from posting_interviewers where email = ? and org_id <> ? and named limit 1`,
		email, orgID, email, orgID, email, orgID)
	return found != nil, db.Wrap("look for a member of other organizations", err)
}
