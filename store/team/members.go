package team

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// MemberRecord is a member whom the organization file or the dashboard made one. Interviewers are members without a
// row: what makes them interviewers is stored already, and two lists would differ one day.
type MemberRecord struct {
	OrgID     string `gorm:"primaryKey"`
	Email     string `gorm:"primaryKey"`
	Name      string
	Role      string
	Origin    string
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (MemberRecord) TableName() string { return "members" }

// Members lists the members of an organization by email, interviewers included (D1).
func (s *Store) Members(ctx context.Context, orgID string) ([]models.Member, error) {
	list, err := ReadMembers(s.db.Read.WithContext(ctx), orgID, "")
	return list, db.Wrap("list members", err)
}

// Member reads a member of an organization. The email must be normalized; [models.NotFound] if they are none.
func (s *Store) Member(ctx context.Context, orgID, email string) (models.Member, error) {
	list, err := ReadMembers(s.db.Read.WithContext(ctx), orgID, " and email = ?", email)
	if err != nil {
		return models.Member{}, db.Wrap("read member", err)
	}
	if len(list) == 0 {
		return models.Member{}, models.NotFoundf("member %s not found", models.Quote(email))
	}
	return list[0], nil
}

// Team lists the members and, as interviewers, everybody else who interviews on a posting: those whom somebody painted
// for and nobody named are no members.
func (s *Store) Team(ctx context.Context, orgID string) ([]models.Member, error) {
	list, err := ReadTeam(s.db.Read.WithContext(ctx), orgID, "", "")
	return list, db.Wrap("list members and interviewers", err)
}

// ReadMembers reads the members whom restrict selects, by email: those with a row, the people of the organization, and
// those who are named on its postings. All of them are at least interviewers, so a row's role is the highest (D1). A
// name that is not in the row is the person's.
func ReadMembers(tx *gorm.DB, orgID, restrict string, args ...any) ([]models.Member, error) {
	return ReadTeam(tx, orgID, " and named", restrict, args...)
}

// ReadTeam reads the people whom restrict selects as [ReadMembers] does. on is a further condition on the postings that
// make somebody a member.
func ReadTeam(tx *gorm.DB, orgID, on, restrict string, args ...any) ([]models.Member, error) {
	var all []any // the arguments of the three selections, and those of the joins
	for range 3 {
		all = append(append(all, orgID), args...)
	}
	all = append(all, string(models.Interviewer), orgID, orgID, orgID)
	var list []models.Member
	err := tx.Raw(`with found as (select email from members where org_id = ?`+restrict+`
			union select email from people where org_id = ?`+restrict+`
			union select email from posting_interviewers where org_id = ?`+restrict+on+`)
		select f.email, coalesce(nullif(m.name, ''), p.name, '') as name, coalesce(m.role, ?) as role,
			coalesce(m.origin, '') as origin, coalesce(i.id, '') as picture,
			coalesce(i.for_candidates, false) as shown
		from found f
		left join members m on m.org_id = ? and m.email = f.email
		left join people p on p.org_id = ? and p.email = f.email
		left join pictures i on i.org_id = ? and i.email = f.email
		order by f.email`, all...).Scan(&list).Error
	for n := range list {
		list[n].OrgID = orgID
	}
	return list, err
}

// ReadAdmins returns the addresses of the organization's admins, sorted.
func ReadAdmins(tx *gorm.DB, orgID string) (emails []string, err error) {
	err = db.Of(tx.Model(&MemberRecord{}), orgID).Where("role = ?", string(models.Admin)).Order("email").
		Pluck("email", &emails).Error
	return emails, db.Wrap("read admins", err)
}
