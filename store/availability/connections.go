package availability

import (
	"context"
	"net/netip"
	"slices"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/store/effects"
	"litmus/store/internal/db"
	"litmus/store/team"
)

// Connected is a connected calendar with the account that opens it.
type Connected struct {
	timetable.Connection
	Account timetable.CalendarAccount
	Zone    string // the person's or the room's, else the organization's

	Networks []netip.Prefix // private ones that the organization's file names

	fingerprint string // of the account that the file names
}

// Connection reads a connected calendar by its id; [models.NotFound] when there is none. Credentials that cannot be
// opened are an [ErrSealed], beside which the rest of it is returned.
func (s *Store) Connection(ctx context.Context, ref models.Ref) (Connected, error) {
	return s.connection(ctx, ref.OrgID, "id", ref.ID)
}

// ConnectionOf reads a person's connected calendar, as [Store.Connection] does.
func (s *Store) ConnectionOf(ctx context.Context, orgID, email string) (Connected, error) {
	return s.connection(ctx, orgID, "email", email)
}

func (s *Store) connection(ctx context.Context, orgID, column, value string) (Connected, error) {
	type row struct {
		Connection  timetable.Connection `gorm:"embedded"`
		Sealed      []byte
		Fingerprint string
		TimeZone    string // the person's or the room's
		HomeZone    string // the organization's

		AllowPrivateNetworks []netip.Prefix `gorm:"serializer:json"`
	}
	x, err := db.One[row](s.db.Read.WithContext(ctx), calendarNotFound(value), `select c.*,
			coalesce(r.time_zone, p.time_zone, '') as time_zone, o.time_zone as home_zone, o.allow_private_networks
		from calendars c
		join organizations o on o.id = c.org_id
		left join people p on p.org_id = c.org_id and p.email = c.email
		left join rooms r on r.org_id = c.org_id and r.id = c.room_id
		where c.org_id = ? and c.`+column+" = ?", orgID, value)
	if err != nil {
		return Connected{}, db.Wrap("read calendar", err)
	}
	c := Connected{Connection: x.Connection, Zone: timetable.Person{TimeZone: x.TimeZone}.ZoneIn(x.HomeZone),
		Networks: x.AllowPrivateNetworks, fingerprint: x.Fingerprint}
	c.Account, err = s.openSealed(orgID, c.Email, x.Sealed)
	return c, err
}

func calendarNotFound(id string) error {
	return models.NotFoundf("calendar %s not found", models.Quote(id))
}

// KeepToken stores the refresh token that a provider gave in exchange for the account's, unless the account was changed
// meanwhile.
func (s *Store) KeepToken(ctx context.Context, c Connected, refreshToken string) error {
	c.Account.RefreshToken = refreshToken
	sealed := s.sealAccount(c.OrgID, c.Email, c.Account)
	return db.Wrap("keep refresh token", s.db.Batch.Do(ctx, func(tx *gorm.DB) error {
		return tx.Exec("update calendars set sealed = ? where org_id = ? and id = ? and fingerprint = ?",
			sealed, c.OrgID, c.ID, c.fingerprint).Error
	}))
}

// OwnCopies returns those of the UIDs that belong to our own copies of the organization's interviews, canceled ones
// included.
func (s *Store) OwnCopies(ctx context.Context, orgID string, uids []string) (map[string]bool, error) {
	byID := map[string][]string{}
	for _, uid := range uids {
		if id, _, ok := strings.Cut(uid, "@"); ok && strings.HasPrefix(id, db.PrefixInterview) {
			byID[id] = append(byID[id], uid)
		}
	}
	own := map[string]bool{}
	for ids := range slices.Chunk(db.SortedKeys(byID), 500) {
		var found []string
		if err := s.db.Read.WithContext(ctx).Raw("select id from interviews where org_id = ? and id in ?",
			orgID, ids).Scan(&found).Error; err != nil {
			return nil, db.Wrap("look for own copies", err)
		}
		for _, id := range found {
			for _, uid := range byID[id] {
				own[uid] = true
			}
		}
	}
	return own, nil
}

// LockConnected reports whether the calendar is still connected with the account that c was read with, and keeps it so
// until the transaction ends.
func LockConnected(d db.Dialect, tx *gorm.DB, c Connected) (bool, error) {
	found, err := db.First[int](tx, "select 1 from calendars c where c.org_id = ? and c.id = ? and c.fingerprint = ?"+
		d.ForShareOf("c"), c.OrgID, c.ID, c.fingerprint)
	return found != nil, db.Wrap("lock calendar", err)
}

// SaveSync writes the connection as an attempt to read busy times left it, and what was read: busy replaces what there
// was, unless it is nil. It settles the requests for a reading that were made before c was read, and no later ones.
// current is false, and nothing is written, if since c was read the account or its owner's zone changed, the calendar
// was removed, or the result of a later request was written.
func (s *Store) SaveSync(ctx context.Context, c Connected, after timetable.Connection,
	busy []timetable.Range) (current bool, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		var failing int // as it is by now: an interview may have found that the credentials are refused
		if err := tx.Raw("select count(*) from calendars where org_id = ? and id = ? and failing_since is not null",
			c.OrgID, c.ID).Scan(&failing).Error; err != nil {
			return err
		}
		r := tx.Exec(`update calendars set synced_at = ?, synced_until = ?, sync_token = ?, next_sync_at = ?,
			synced_revision = ?, failing_since = ?, failed_at = ?, failures = ?, revoked = ?, code = ?, detail = ?
			where org_id = ? and id = ? and fingerprint = ? and synced_revision <= ? and exists (select 1
			from organizations o left join people p on p.org_id = o.id and p.email = calendars.email
			left join rooms r on r.org_id = o.id and r.id = calendars.room_id
			where o.id = calendars.org_id and coalesce(nullif(r.time_zone, ''), nullif(p.time_zone, ''),
			o.time_zone) = ?)`, // as [timetable.Person.ZoneIn]
			after.SyncedAt, after.SyncedUntil, after.SyncToken, after.NextSyncAt, c.Revision, after.FailingSince,
			after.FailedAt, after.Failures, after.Revoked, after.Code, after.Detail,
			c.OrgID, c.ID, c.fingerprint, c.Revision, c.Zone)
		if current = r.Error == nil && r.RowsAffected == 1; r.Error != nil || !current {
			return r.Error
		}
		if broke, changed := timetable.CalendarChange(c.Connection, after); changed {
			if err := s.db.Note(act.By{}, tx, c.OrgID, broke); err != nil {
				return err
			}
		}
		if failing > 0 && after.FailingSince == nil { // it healed: what was given up in it is tried again
			if err := effects.ReopenEvents(tx, c.OrgID, c.Email, s.db.NowOf(c.OrgID)); err != nil {
				return err
			}
		}
		if busy == nil {
			return nil
		}
		if err := db.ForgetBusy(tx, c.OrgID, c.Email); err != nil {
			return err
		}
		rows := make([]db.BusyRecord, len(busy))
		for n, b := range busy {
			rows[n] = db.BusyRecord{OrgID: c.OrgID, Email: c.Email, FromAt: b.From, ToAt: b.To}
		}
		_, err := db.Create(tx, rows, nil)
		return err
	})
	return current, db.Wrap("write busy times", err)
}

// NoteCalendarFailure records that a provider refused to have an interview written (refused credentials, 403, or
// nothing there). Operators see it, and so does the next reading of the calendar. If that fails too, the calendar is
// revoked or broken, and admins are told; if it succeeds, what was given up is tried again.
func (s *Store) NoteCalendarFailure(ctx context.Context, orgID, email, code, detail string) error {
	now := s.db.NowOf(orgID)
	return db.Wrap("note calendar failure", s.db.Write.WithContext(ctx).Exec(`update calendars
		set failing_since = coalesce(failing_since, ?), failed_at = ?, code = ?, detail = ?
		where org_id = ? and email = ?`, now, now, code, detail, orgID, email).Error)
}

// CalendarRef finds a calendar by its id alone, for operators; [models.NotFound] if there is none.
func (s *Store) CalendarRef(ctx context.Context, id string) (models.Ref, error) {
	row, err := db.Must[db.CalendarRecord](s.db.Read.WithContext(ctx).Select("org_id", "id").Where("id = ?", id),
		calendarNotFound(id))
	return models.Ref{OrgID: row.OrgID, ID: row.ID}, db.Wrap("find calendar", err)
}

// SyncNow has a calendar's busy times read at once: the relay of a worker wakes its workflow. They are read when the
// connection's SyncedRevision is the wake-up's or later. It returns [models.NotFound] if the organization has no such
// calendar.
func (s *Store) SyncNow(ctx context.Context, by act.By, orgID, id string) (wake models.PendingWake, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		wake, err = db.One[models.PendingWake](tx, calendarNotFound(id),
			"update calendars set revision = revision + 1, "+
				"updated_at = ?, wake_trace = ? where org_id = ? and id = ? returning org_id, id, revision",
			s.db.NowOf(orgID), db.WakeTrace(tx), orgID, id)
		if err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, models.Change{Subject: models.SubjectCalendar, SubjectID: id,
			Kind: models.ChangeReadAsked})
	})
	wake.Entity = models.EntityCalendar
	return wake, db.Wrap("sync calendar", err)
}

// ListedConnection is a connection with its organization.
type ListedConnection struct {
	Connection   timetable.Connection `gorm:"embedded"`
	Organization string               // slug
	Room         string               // the room's name; "" of a person's
	Blocks       int                  // busy times that are known
}

// Connections lists the connected calendars of an organization, of all when orgID is "", by organization and person.
func (s *Store) Connections(ctx context.Context, orgID string) ([]ListedConnection, error) {
	out := []ListedConnection{}
	err := s.db.Read.WithContext(ctx).Raw(`select c.*, o.slug as organization,
		coalesce(r.name, '') as room,
		(select count(*) from busy_blocks b where b.org_id = c.org_id and b.email = c.email) as blocks
		from calendars c join organizations o on o.id = c.org_id
		left join rooms r on r.org_id = c.org_id and r.id = c.room_id where c.org_id = ? or ? = ''
		order by o.slug, c.email`, orgID, orgID).Scan(&out).Error
	return out, db.Wrap("list calendars", err)
}

// ConnectionLedger is a connection with what its organization's admins were told of it, and what a letter says.
type ConnectionLedger struct {
	timetable.Connection
	OrganizationName, MailFrom, TimeZone string // of the organization
	Room                                 string // the name of the room whose calendar it is; "" of a person's
	Admins                               []string
	Told                                 []effect.Entry // what each admin was told last
	// of the owner and the admins, those that are known
	People map[string]timetable.Person
}

// ConnectionLedger reads a connection and then its letters, as [effects.Store.InterviewLedger] does with an interview
// and its effects; [models.NotFound] when there is none of that id.
func (s *Store) ConnectionLedger(ctx context.Context, ref models.Ref) (ConnectionLedger, error) {
	a, err := readConnectionLedger(s.db.Read.WithContext(ctx), ref)
	return a, db.Wrap("read calendar's account", err)
}

func readConnectionLedger(tx *gorm.DB, ref models.Ref) (a ConnectionLedger, err error) {
	type row struct {
		Connection               timetable.Connection `gorm:"embedded"`
		Name, MailFrom, TimeZone string
		Room                     string
		Approved                 bool
	}
	x, err := db.One[row](tx, calendarNotFound(ref.ID), `select c.*, o.name, o.mail_from, o.time_zone, o.approved,
			coalesce(r.name, '') as room
		from calendars c join organizations o on o.id = c.org_id
		left join rooms r on r.org_id = c.org_id and r.id = c.room_id
		where c.org_id = ? and c.id = ?`, ref.OrgID, ref.ID)
	if err != nil {
		return a, err
	}
	a = ConnectionLedger{Connection: x.Connection, OrganizationName: x.Name, MailFrom: x.MailFrom, TimeZone: x.TimeZone,
		Room: x.Room}
	if x.Approved { // until it is nobody is told, and then the calendar is read anew
		if a.Admins, err = team.ReadAdmins(tx, ref.OrgID); err != nil {
			return a, err
		}
	}
	if a.People, err = readPeople(tx, ref.OrgID, append(slices.Clone(a.Admins), a.Email)); err != nil {
		return a, err
	}
	a.Told, err = db.ReadEntries(tx, "org_id = ? and calendar_id = ?", ref.OrgID, ref.ID)
	return a, err
}
