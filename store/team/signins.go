package team

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/effect"
	"litmus/store/internal/db"
)

// signInRecord are the links to sign in that were made for a member (D5).
type signInRecord struct {
	OrgID     string `gorm:"primaryKey"`
	ID        string `gorm:"primaryKey"`
	Email     string
	Epoch     int64
	ExpiresAt time.Time
	CreatedAt time.Time         `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time         `gorm:"autoUpdateTime:false"`
	Living    []access.LiveLink `gorm:"serializer:list"`

	Known             bool
	Revision          int64
	WokenRevision     int64
	ConvergedRevision int64
	NextDueAt         *time.Time

	AddedAt *time.Time
	AddedBy string

	MemberLetters []time.Time `gorm:"serializer:list"`

	Sent    []access.SentLetter `gorm:"serializer:list"`
	Counted int64
}

func (signInRecord) TableName() string { return "sign_ins" }

// signInToWake is a row with what a relay needs of the change that wrote it.
type signInToWake struct {
	Row       signInRecord `gorm:"embedded"`
	WakeTrace *string
}

func (signInToWake) TableName() string { return signInRecord{}.TableName() }

// SignInLink makes a link to sign in for a member and returns its path below the base URL. It can be used once, within
// [access.SignInTTL]; links that were made for the member before are dead (D5), since no stranger can cause this one.
// [models.NotFound] if the email is no member's.
func (s *Store) SignInLink(ctx context.Context, orgID, email string) (path string, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		members, err := ReadMembers(tx, orgID, " and email = ?", email)
		switch {
		case err != nil:
			return err
		case len(members) == 0:
			return models.NotFoundf("member %s not found", models.Quote(email))
		}
		link, err := s.freshSignIn(tx, orgID, email)
		path = access.PathToSignIn(s.db.Secret(), link)
		return err
	})
	return path, db.Wrap("make sign-in link", err)
}

// freshSignIn makes a new link for an address that is a member's.
func (s *Store) freshSignIn(tx *gorm.DB, orgID, email string) (access.SignIn, error) {
	link, told, err := s.lockSignIn(tx, orgID, email)
	if err != nil {
		return link, err
	}
	link = link.Left(told).Fresh(s.db.Now())
	return link, writeSignIn(tx, link)
}

// lockSignIn reads the row of an address, which it makes if there is none, and keeps others from changing it until the
// transaction ends. told is the entry of the letter that was sent last, nil for none: no attempt at a letter begins
// before the transaction ends either, since it shares the row's lock (see [effects.Store.intend]).
func (s *Store) lockSignIn(tx *gorm.DB, orgID, email string) (link access.SignIn, told *effect.Entry, err error) {
	now := s.db.Now()
	first := signInRecord{OrgID: orgID, ID: db.NewID(db.PrefixSignIn), Email: email, ExpiresAt: now, CreatedAt: now,
		UpdatedAt: now}
	if err := tx.Clauses(db.SkipKnown).Create(&first).Error; err != nil {
		return link, nil, err
	}
	row, err := db.Must[signInRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).Where("email = ?", email),
		access.ErrDeadSignIn)
	if err != nil {
		return link, nil, err
	}
	told, err = readSignInEntry(tx, orgID, row.ID)
	return access.SignIn(row), told, err
}

// readSignInEntry reads the entry of the letter that was sent last for a row, nil for none.
func readSignInEntry(tx *gorm.DB, orgID, id string) (*effect.Entry, error) {
	ledger, err := db.ReadEntries(tx, "org_id = ? and sign_in_id = ?", orgID, id)
	if err != nil || len(ledger) == 0 {
		return nil, err
	}
	return &ledger[0], nil // there is one at most
}

// writeSignIn writes every field of the row except those that have statements of their own.
func writeSignIn(tx *gorm.DB, link access.SignIn) error {
	row := signInToWake{signInRecord(link), db.WakeTrace(tx)}
	return tx.Select("*").Omit("woken_revision", "converged_revision", "next_due_at").Updates(&row).Error
}

// SignIn returns whom the token of a link signs in, without using it; [access.ErrDeadSignIn] if it cannot be used.
// byMail says that members sign in by mail: without it the links in letters to new members are dead.
func (s *Store) SignIn(ctx context.Context, token string, byMail bool) (m models.Member, o models.Organization,
	err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if _, m, err = s.readSignIn(tx, token, byMail, false); err != nil {
			return err
		}
		o, err = db.ReadOrganization(tx, "id", m.OrgID)
		return err
	})
	return m, o, db.Wrap("read sign-in link", err)
}

// readSignIn reads the row of a link that can be used, locked until the transaction ends if lock says so, and the
// member whom it signs in.
func (s *Store) readSignIn(tx *gorm.DB, token string, byMail, lock bool) (link access.SignIn, m models.Member,
	err error) {
	orgID, id, epoch, ok := access.ReadSignIn(s.db.Secret(), token)
	if !ok {
		return link, m, access.ErrDeadSignIn
	}
	rows := db.Of(tx, orgID).Where("id = ?", id)
	if lock {
		rows = rows.Clauses(db.ForUpdate)
	}
	row, err := db.Must[signInRecord](rows, access.ErrDeadSignIn)
	if err != nil {
		return link, m, err
	}
	link = access.SignIn(row)
	if err := link.CheckLink(epoch, s.db.Now()); err != nil {
		return link, m, err
	}
	members, err := ReadMembers(tx, orgID, " and email = ?", link.Email)
	switch {
	case err != nil:
		return link, m, err
	case len(members) == 0: // removed since
		return link, m, access.ErrDeadSignIn
	}
	return link, members[0], s.checkMemberLink(tx, link, epoch, members[0].Role, byMail)
}

// UseSignIn uses up a link and begins a session, in one transaction: of two who use it at once, one is refused. byMail
// is as for [Store.SignIn], userAgent and replaced are as for [Store.BeginSession]. It returns the token of the
// session's cookie, or [access.ErrDeadSignIn].
func (s *Store) UseSignIn(ctx context.Context, token string, byMail bool, userAgent, replaced string) (cookie string,
	m models.Member, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		link, member, err := s.readSignIn(tx, token, byMail, true)
		if err != nil {
			return err
		}
		if err := writeSignIn(tx, link.Used(s.db.Now())); err != nil {
			return err
		}
		m = member
		cookie, err = s.beginSession(tx, m.OrgID, m.Email, userAgent, replaced)
		return err
	})
	return cookie, m, db.Wrap("sign in", err)
}
