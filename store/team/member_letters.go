package team

import (
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/store/internal/db"
)

// tellMember has a letter sent to an address that becomes a member's in the transaction, and returns the row whose
// workflow sends it. It has none sent, and returns a row without an id, while the organization is not approved or if
// the address had as many such letters as it may have. The letter counts as one to a stranger; beyond that limit nobody
// can be added, with a [models.Throttled] error. role is the one that they were given.
func (s *Store) tellMember(by act.By, tx *gorm.DB, orgID, email string,
	role models.MemberRole) (wake models.PendingWake, err error) {
	org, err := db.ReadOrganization(tx, "id", orgID)
	if err != nil || !org.Approved {
		return wake, err
	}
	if err := s.db.Dialect.Lock(tx, memberLettersKey(email)); err != nil {
		return wake, err
	}
	row, told, err := s.lockSignIn(tx, orgID, email)
	if err != nil {
		return wake, err
	}
	others, err := memberLettersOfOthers(tx, orgID, email)
	if err != nil {
		return wake, err
	}
	now := s.db.Now()
	counting, maySend := access.MemberLettersSince(row.MemberLetters, others, now)
	if !maySend {
		return wake, nil
	}
	adder := ""
	if who := by.Who(); who.Kind == models.ActorMember {
		adder = who.ID
	}
	row = row.Left(told).Added(now, adder, append(counting, now))
	elsewhere, err := memberElsewhere(tx, orgID, email)
	if err != nil {
		return wake, err
	}
	if access.MayHaveMemberLink(role, elsewhere) {
		row = row.WithMemberLink(now, role)
	}
	if err := writeSignIn(tx, row); err != nil {
		return wake, err
	}
	return wakeOf(row), s.CountStrangerLetter(tx, orgID, s.db.NowOf(orgID))
}

// memberLettersOfOthers reads when other organizations told the address that it was made a member's. The query does not
// begin with an organization: the mailbox is one, whoever writes to it.
func memberLettersOfOthers(tx *gorm.DB, orgID, email string) (out []time.Time, err error) {
	var rows []signInRecord
	err = tx.Select("member_letters").Where("email = ? and org_id <> ?", email, orgID).Find(&rows).Error
	for _, r := range rows {
		out = append(out, r.MemberLetters...)
	}
	return out, db.Wrap("read letters to new members", err)
}

// memberLettersKey is the lock under which letters to an address are counted over all organizations.
func memberLettersKey(email string) string { return "member letters\x00" + email }

// readFailedMemberLetters reads whose letter that they are a member did not leave, and why, by address.
func (s *Store) readFailedMemberLetters(tx *gorm.DB, orgID string) (map[string]access.FailedLetter, error) {
	var rows []struct {
		SignIn signInRecord `gorm:"embedded"`
		Told   struct {
			Revision    int64
			State, Code string
			Permanent   bool
		} `gorm:"embedded;embeddedPrefix:told_"`
	}
	// SQL by hand: a row and its letter with one statement, and of those that were sent none.
	err := tx.Raw(`select r.*, e.revision as told_revision, e.state as told_state, e.code as told_code,
			e.permanent as told_permanent
		from sign_ins r join effects e on e.org_id = r.org_id and e.sign_in_id = r.id
		where r.org_id = ? and r.added_at is not null and e.code <> ''`, orgID).Scan(&rows).Error
	out := map[string]access.FailedLetter{}
	for _, r := range rows {
		told := &effect.Entry{Revision: r.Told.Revision, State: r.Told.State, Code: r.Told.Code,
			Permanent: r.Told.Permanent}
		if f := access.SignIn(r.SignIn).MemberLetterFailure(told, s.db.Now()); f != nil {
			out[r.SignIn.Email] = *f
		}
	}
	return out, db.Wrap("read letters to new members", err)
}

// readAdder reads who added the member of the row. Whoever has left the team since is known by their address alone.
func readAdder(tx *gorm.DB, a *SignInLedger) error {
	if a.AddedBy == "" {
		return nil
	}
	a.Adder = models.Member{OrgID: a.OrgID, Email: a.AddedBy}
	members, err := ReadMembers(tx, a.OrgID, " and email = ?", a.AddedBy)
	if err == nil && len(members) > 0 {
		a.Adder = members[0]
	}
	return err
}
