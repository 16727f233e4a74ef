package team

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/store/internal/db"
)

// sessionRecord is a browser that is signed in to the dashboard (D8).
type sessionRecord struct {
	OrgID     string `gorm:"primaryKey"`
	ID        string `gorm:"primaryKey"`
	Email     string
	Hash      string
	Label     string
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	SeenAt    time.Time
	ExpiresAt time.Time
}

func (sessionRecord) TableName() string { return "sessions" }

// Visitor is who sends a request to the dashboard: a session, its member as they are now, and their organization.
type Visitor struct {
	Session      access.Session
	Member       models.Member
	Organization models.Organization
}

// ErrSignedOut says that a token opens no session: it is unknown, has ended, or its member is none any more. It is of
// kind [models.Unauthenticated].
var ErrSignedOut = models.Unauthenticatedf("you are signed out")

// seenEvery is the precision of a session's last request.
const seenEvery = time.Minute

// Visitor finds who is signed in by the token of a session's cookie; [ErrSignedOut] if nobody is. The member is read
// each time, so a role that changed, or was taken away, counts from the next request on (D8). The first query does not
// filter by organization, because the token determines it.
func (s *Store) Visitor(ctx context.Context, token string) (Visitor, error) {
	if !access.WellFormedSessionToken(token) {
		return Visitor{}, ErrSignedOut
	}
	// SQL by hand: every page does this, and it reads two tables at once.
	found, err := db.First[struct {
		Organization           db.OrganizationRecord `gorm:"embedded"`
		SessionID, Email, Hash string
		Label                  string
		BeganAt, SeenAt        time.Time
		ExpiresAt              time.Time
	}](s.db.Read.WithContext(ctx), `select o.*, b.id as session_id, b.email, b.hash, b.label, b.created_at as began_at,
			b.seen_at, b.expires_at
		from sessions b join organizations o on o.id = b.org_id where b.hash = ?`, access.HashSessionToken(token))
	switch {
	case err != nil:
		return Visitor{}, db.Wrap("look up session", err)
	case found == nil:
		return Visitor{}, ErrSignedOut
	}
	v := Visitor{Organization: found.Organization.Model(), Session: access.Session{OrgID: found.Organization.ID,
		ID: found.SessionID, Email: found.Email, Hash: found.Hash, Label: found.Label, CreatedAt: found.BeganAt,
		SeenAt: found.SeenAt, ExpiresAt: found.ExpiresAt}}
	b := &v.Session
	now := s.db.Now()
	if !b.LiveAt(now) {
		return Visitor{}, ErrSignedOut
	}
	v.Member, err = s.Member(ctx, b.OrgID, b.Email)
	switch {
	case models.KindOf(err) == models.NotFound:
		return Visitor{}, ErrSignedOut
	case err != nil:
		return Visitor{}, err
	}
	if now.Sub(b.SeenAt) >= seenEvery {
		b.SeenAt = now
		err = s.touchSession(ctx, *b)
	}
	return v, err
}

// touchSession stores when a session was last seen.
func (s *Store) touchSession(ctx context.Context, b access.Session) error {
	return db.Wrap("note session", s.db.Statement(ctx, func(tx *gorm.DB) error {
		return db.Of(tx.Model(&sessionRecord{}), b.OrgID).Where("id = ? and seen_at < ?", b.ID, b.SeenAt).
			Update("seen_at", b.SeenAt).Error
	}))
}

// BeginSession signs a member in, and returns the token of the session's cookie, which is not stored. userAgent is the
// browser's header; replaced is the token that the browser had before, "" for none: that session ends, since its cookie
// is overwritten. Like every sign-in it ends the links that the member has (D5). [models.NotFound] if the email is no
// member's.
func (s *Store) BeginSession(ctx context.Context, orgID, email, userAgent, replaced string) (token string, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		// A link cannot be used while it is ended, but nothing else keeps this from being done at the same time.
		if err := s.lockSeats(tx, orgID, email); err != nil {
			return err
		}
		if token, err = s.beginSession(tx, orgID, email, userAgent, replaced); err != nil {
			return err
		}
		row, err := db.Take[signInRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).Where("email = ?", email))
		if err != nil || row == nil {
			return err
		}
		return writeSignIn(tx, access.SignIn(*row).Used(s.db.Now()))
	})
	return token, db.Wrap("begin session", err)
}

func (s *Store) beginSession(tx *gorm.DB, orgID, email, userAgent, replaced string) (token string, err error) {
	members, err := ReadMembers(tx, orgID, " and email = ?", email)
	switch {
	case err != nil:
		return "", err
	case len(members) == 0:
		return "", models.NotFoundf("member %s not found", models.Quote(email))
	}
	if token, err = access.NewSessionToken(rand.Reader); err != nil {
		return "", err
	}
	if access.WellFormedSessionToken(replaced) { // of any organization that the browser was signed in to
		if err := tx.Where("hash = ?", access.HashSessionToken(replaced)).Delete(&sessionRecord{}).Error; err != nil {
			return "", err
		}
	}
	now := s.db.Now()
	row := sessionRecord{OrgID: orgID, ID: db.NewID(db.PrefixSession), Email: email,
		Hash: access.HashSessionToken(token), Label: access.BrowserLabel(userAgent),
		CreatedAt: now, SeenAt: now, ExpiresAt: now.Add(access.SessionMax)}
	return token, tx.Create(&row).Error
}

// Sessions lists the live sessions of a member, the newest first.
func (s *Store) Sessions(ctx context.Context, orgID, email string) ([]access.Session, error) {
	now := s.db.Now()
	var rows []sessionRecord
	err := db.Of(s.db.Read.WithContext(ctx), orgID).Where("email = ? and expires_at > ? and seen_at > ?", email, now,
		now.Add(-access.SessionIdle)).Order("created_at desc, id desc").Find(&rows).Error
	out := make([]access.Session, len(rows))
	for n, r := range rows {
		out[n] = access.Session(r)
	}
	return out, db.Wrap("list sessions", err)
}

// EndSession signs a member out of one session; [models.NotFound] if they have none with that id.
func (s *Store) EndSession(ctx context.Context, orgID, email, id string) error {
	r := db.Of(s.db.Write.WithContext(ctx), orgID).Where("email = ? and id = ?", email, id).Delete(&sessionRecord{})
	if r.Error == nil && r.RowsAffected == 0 {
		return models.NotFoundf("session %s not found", models.Quote(id))
	}
	return db.Wrap("end session", r.Error)
}

// EndSessions signs a member out everywhere: all sessions, and the links to sign in that were not used.
func (s *Store) EndSessions(ctx context.Context, orgID, email string) error {
	return db.Wrap("end sessions", s.db.Tx(ctx, func(tx *gorm.DB) error { return s.endSessions(tx, orgID, email) }))
}

func (s *Store) endSessions(tx *gorm.DB, orgID string, emails ...string) error {
	if err := s.handOverLetters(tx, orgID, emails); err != nil {
		return err
	}
	now := s.db.Now()
	if err := db.Of(tx.Model(&signInRecord{}), orgID).Where("email in ?", emails).Updates(map[string]any{
		"epoch": gorm.Expr("epoch + 1"), "expires_at": now, "updated_at": now, "living": "[]"}).Error; err != nil {
		return err
	}
	return db.Of(tx, orgID).Where("email in ?", emails).Delete(&sessionRecord{}).Error
}

// lockSeats locks whether the addresses are members of the organization: who takes the last thing away that makes them
// one, and who signs them in, see each other.
func (s *Store) lockSeats(tx *gorm.DB, orgID string, emails ...string) error {
	keys := make([]string, len(emails))
	for n, email := range emails {
		keys[n] = "seat\x00" + orgID + "\x00" + email
	}
	return db.Wrap("lock members", s.db.Dialect.Lock(tx, keys...))
}

// Unseat signs out those of the addresses who are no member any more now that tx took something from them, and deletes
// their pictures: whoever is made a member again later signs in again (D8). Its locks are the last that a transaction
// takes. By them two that take somebody's role and their last posting at once see each other.
func (s *Store) Unseat(tx *gorm.DB, orgID string, emails ...string) error {
	if len(emails) == 0 {
		return nil
	}
	if err := s.lockSeats(tx, orgID, emails...); err != nil {
		return err
	}
	still, err := ReadMembers(tx, orgID, " and email in ?", emails)
	if err != nil {
		return db.Wrap("read members", err)
	}
	gone := slices.DeleteFunc(slices.Clone(emails), func(email string) bool {
		return slices.ContainsFunc(still, func(m models.Member) bool { return m.Email == email })
	})
	if len(gone) == 0 {
		return nil
	}
	if err := dropPictures(tx, orgID, gone...); err != nil {
		return err
	}
	return db.Wrap("end sessions", s.endSessions(tx, orgID, gone...))
}
