package availability

import (
	"context"
	"encoding/base64"
	"net/netip"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/timetable"
	"litmus/store/effects"
	"litmus/store/internal/db"
)

// OwnedCalendar is the connected calendar of a person or a room as its page shows it.
type OwnedCalendar struct {
	timetable.Connection
	Copies int // interviews to come that have a copy in it
}

// CalendarOf reads the connected calendar of a person or a room without its credentials, nil if none is connected.
func (s *Store) CalendarOf(ctx context.Context, orgID, email string) (*OwnedCalendar, error) {
	type row struct {
		Connection timetable.Connection `gorm:"embedded"`
		Copies     int
	}
	found, err := db.First[row](s.db.Read.WithContext(ctx), `select c.*, (select count(*) from attendees w
			join interviews i on i.org_id = w.org_id and i.id = w.interview_id
			where w.org_id = c.org_id and w.email = c.email and w.counts and w.ends_at > ?
				and (i.interviewer_email = c.email and i.calendar_copy or exists (select 1 from `+
		s.db.Dialect.Elements("i.panel")+` where m.value ->> 'email' = c.email
					and m.value ->> 'calendar_copy' is not null))) as copies
		from calendars c where c.org_id = ? and c.email = ?`, s.db.NowOf(orgID), orgID, email)
	if err != nil || found == nil {
		return nil, db.Wrap("read a person's calendar", err)
	}
	return &OwnedCalendar{found.Connection, found.Copies}, nil
}

// PrivateNetworks returns the private networks in which the organization's calendars may be.
func (s *Store) PrivateNetworks(ctx context.Context, orgID string) ([]netip.Prefix, error) {
	o, err := db.Must[db.OrganizationRecord](s.db.Read.WithContext(ctx).Where("id = ?", orgID),
		models.NotFoundf("organization %s not found", models.Quote(orgID)))
	return o.AllowPrivateNetworks, db.Wrap("read private networks", err)
}

// SealDraft encrypts an account that was tried and is not stored, for a hidden field of its owner's form.
func (s *Store) SealDraft(orgID, email string, a timetable.CalendarAccount) string {
	return base64.RawURLEncoding.EncodeToString(s.sealAccount(orgID, email, a))
}

// OpenDraft opens what [Store.SealDraft] made for the same owner.
func (s *Store) OpenDraft(orgID, email, draft string) (timetable.CalendarAccount, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(draft)
	if err != nil {
		return timetable.CalendarAccount{}, ErrSealed
	}
	return s.openSealed(orgID, email, sealed)
}

// Connect connects a member's calendar, or another one in place of the one that is connected, and has it read at once
// (D16). [models.Invalid] for an account that is not complete; the calendar itself is not called. [models.NotFound] for
// somebody who is not a member.
func (s *Store) Connect(ctx context.Context, by act.By, orgID, email string,
	a timetable.CalendarAccount) (timetable.Connection, error) {
	if err := a.Check(); err != nil {
		return timetable.Connection{}, err
	}
	var c *timetable.Connection
	_, err := s.changePerson(ctx, by, orgID, email, func(_ *gorm.DB, p timetable.Person) (timetable.Person, error) {
		p.CalendarConnected = true
		return p, nil
	}, func(tx *gorm.DB) error {
		if _, err := s.connect(tx, by, db.CalendarRecord{OrgID: orgID, Email: email}, a); err != nil {
			return err
		}
		found, err := readConnectionOf(tx, orgID, email)
		c = found
		return err
	})
	if err != nil {
		return timetable.Connection{}, db.Wrap("connect calendar", err)
	}
	return *c, nil
}

// connect stores the account of the calendar of whoever the row names, with its history, and reports whether it is
// another than was there.
func (s *Store) connect(tx *gorm.DB, by act.By, row db.CalendarRecord, a timetable.CalendarAccount) (changed bool,
	err error) {
	old, err := db.Take[db.CalendarRecord](db.Of(tx.Clauses(db.ForUpdate), row.OrgID).Where("email = ?", row.Email))
	if err != nil {
		return false, err
	}
	if old != nil {
		if err := models.CheckOrigin("calendar of "+row.Email, old.Origin); err != nil {
			return false, err
		}
	}
	row.Origin = models.OriginDashboard
	connected, changed, err := s.SetAccount(tx, row, old, a)
	if err != nil || !changed {
		return false, err
	}
	return true, s.db.Note(by, tx, row.OrgID, connected)
}

// SetAccount stores the account of a calendar, encrypted, if its fingerprint shows that it is another than the
// one that is there, and reports whether it did, with the change for the history. old is the row that is there, nil for
// none; row has the organization and the owner of a new one.
func (s *Store) SetAccount(tx *gorm.DB, row db.CalendarRecord, old *db.CalendarRecord,
	a timetable.CalendarAccount) (c models.Change, changed bool, err error) {
	now := s.db.NowOf(row.OrgID)
	row.Provider, row.Fingerprint = a.Provider, s.sealFingerprint(row.OrgID, row.Email, a)
	if old != nil && old.Fingerprint == row.Fingerprint {
		return c, false, nil
	}
	row.Sealed = s.sealAccount(row.OrgID, row.Email, a)
	if old != nil { // what was read of another account says nothing about this one: it is read anew, at once
		if err := db.ForgetBusy(tx, row.OrgID, row.Email); err != nil {
			return c, false, err
		}
		if err := db.RequestFullSync(tx, row.OrgID, row.Email, now); err != nil {
			return c, false, err
		}
	}
	// This calendar may accept copies that another one refused.
	if err := effects.ReopenEvents(tx, row.OrgID, row.Email, now); err != nil {
		return c, false, err
	}
	if err := effects.ForgetCopies(tx, row.OrgID, row.Email); err != nil {
		return c, false, err
	}
	c = models.Change{Subject: models.SubjectCalendar, Kind: models.ChangeConnected}
	if old == nil {
		row.ID, row.CreatedAt, row.UpdatedAt = db.NewID(db.PrefixCalendar), now, now
		row.WakeTrace = db.WakeTrace(tx)
		c.SubjectID, c.Details = row.ID, models.Changed(models.FieldProvider, "", row.Provider)
		return c, true, tx.Create(&row).Error
	}
	c.SubjectID, c.Details = old.ID, models.Changed(models.FieldProvider, old.Provider, row.Provider)
	return c, true, db.Of(tx.Model(&db.CalendarRecord{}), row.OrgID).Where("email = ?",
		row.Email).Updates(map[string]any{
		"provider": row.Provider, "sealed": row.Sealed, "fingerprint": row.Fingerprint, "updated_at": now,
		"synced_at": nil, "synced_until": nil, "failing_since": nil, "failures": 0, "revoked": false}).Error
}

// Disconnect forgets a member's calendar: its account, and what was read of it. Copies of interviews stay in it.
// [models.NotFound] if none is connected.
func (s *Store) Disconnect(ctx context.Context, by act.By, orgID, email string) error {
	_, err := s.changePerson(ctx, by, orgID, email, func(tx *gorm.DB, p timetable.Person) (timetable.Person, error) {
		c, err := db.Must[db.CalendarRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).Where("email = ?", email),
			models.NotFoundf("%s has no connected calendar", email))
		if err == nil {
			err = models.CheckOrigin("calendar of "+email, c.Origin)
		}
		if err != nil {
			return p, err
		}
		p.CalendarConnected = false
		return p, nil
	}, func(tx *gorm.DB) error {
		return s.db.DropCalendar(tx, orgID, email)
	}, func(tx *gorm.DB) error {
		return s.db.KeepOut(tx, orgID, models.SubjectCalendar, email)
	}, func(tx *gorm.DB) error {
		return s.db.Note(by, tx, orgID, models.Change{Subject: models.SubjectPerson, SubjectID: email,
			Kind: models.ChangeDisconnected})
	})
	return db.Wrap("disconnect calendar", err)
}
