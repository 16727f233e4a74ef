package timetable

import (
	"hash/fnv"
	"time"

	"litmus/models"
	"litmus/models/effect"
)

// Providers of a connected calendar.
const (
	CalendarCalDAV    = "caldav"
	CalendarICS       = "ics"
	CalendarGoogle    = "google"
	CalendarMicrosoft = "microsoft"
)

// CalendarProviders are all of them. Each has a driver in ports/calendar, its fields in an organization file and a
// name in letters.
var CalendarProviders = []string{CalendarCalDAV, CalendarICS, CalendarGoogle, CalendarMicrosoft}

// CalendarTrust is how long the last known busy times are used while the calendar cannot be read. After that nothing is
// offered: unknown is never free.
const CalendarTrust = 24 * time.Hour

// How often busy times are read. Each pause is varied by up to a fifth, so that calendars which were read at the same
// moment do not stay together.
const (
	SyncEvery   = 5 * time.Minute
	SyncAtMost  = time.Hour // limit of the pause, which doubles with each failure; the pause if credentials are refused
	BrokenAfter = 15 * time.Minute
	syncJitter  = 5 // a fifth
)

// Days around today whose busy times are read. A meeting of yesterday may last until today. Personal starts reach 92
// days ahead; the last of them ends on the 93rd, and a day is left for a calendar that was read a day ago.
const (
	SyncDaysBack  = 1
	SyncDaysAhead = 94
)

// SyncWindow returns the span whose busy times are read at now. It consists of whole days, so that it is the same for a
// day and a provider can answer that nothing changed.
func SyncWindow(now time.Time) Range {
	today := now.UTC().Truncate(24 * time.Hour)
	return Range{today.AddDate(0, 0, -SyncDaysBack), today.AddDate(0, 0, SyncDaysAhead+1)}
}

// Connection is the connected calendar of a person or a room without its credentials, which are stored encrypted
// elsewhere. Email is a person's address, and the id of a room, which RoomID is then, too: whatever reads a calendar
// and writes into it is the same for both.
type Connection struct {
	OrgID, ID, Email, Provider string
	RoomID                     string // "": a person's

	SyncedAt     *time.Time // when busy times were last read, or last found unchanged; nil: never
	SyncedUntil  *time.Time // the end of the span that was read
	SyncToken    string     // the provider's token, with which it is asked for changes only
	NextSyncAt   *time.Time // nil: no reading is planned yet
	FailingSince *time.Time // nil: the last attempt succeeded
	FailedAt     *time.Time // when an attempt last failed, however long ago
	Failures     int        // failed attempts in a row
	Revoked      bool       // the provider refuses the credentials
	Code, Detail string     // of the failure at FailedAt

	Revision       int64 // rises by one with each request to read the calendar
	SyncedRevision int64 // the revision for which the last attempt was made

	CreatedAt, UpdatedAt time.Time

	Origin string // where the calendar is kept (D24)
}

// States of a connection, for operators.
const (
	ConnectionWaiting = "waiting" // not read yet
	ConnectionOK      = "ok"
	ConnectionFailing = "failing" // it is tried again; until then the last known busy times are used
	ConnectionBroken  = "broken"  // failing for longer than BrokenAfter
	ConnectionRevoked = "revoked" // somebody has to connect it again
)

// ConnectionStates are all of them.
var ConnectionStates = []string{ConnectionWaiting, ConnectionOK, ConnectionFailing, ConnectionBroken,
	ConnectionRevoked}

// State returns the state of the connection at now.
func (c Connection) State(now time.Time) string {
	switch {
	case c.FailingSince != nil && c.Revoked:
		return ConnectionRevoked
	case c.Broken(now):
		return ConnectionBroken
	case c.FailingSince != nil:
		return ConnectionFailing
	case c.SyncedAt == nil:
		return ConnectionWaiting
	}
	return ConnectionOK
}

// Broken reports whether admins should be told: at now it has been failing for [BrokenAfter], or the provider refuses
// the credentials.
func (c Connection) Broken(now time.Time) bool {
	return c.FailingSince != nil && (c.Revoked || now.Sub(*c.FailingSince) >= BrokenAfter)
}

// Writable reports whether interviews can be written into the calendar. A feed is read-only.
func (c Connection) Writable() bool { return c.Provider != "" && c.Provider != CalendarICS }

// MakesLinks reports whether the calendar makes meeting links (Meet, Teams).
func (c Connection) MakesLinks() bool {
	return c.Provider == CalendarGoogle || c.Provider == CalendarMicrosoft
}

// Asked reports whether a reading was requested and has not ended yet. What is stored about the calendar then comes
// from an earlier reading.
func (c Connection) Asked() bool { return c.SyncedRevision < c.Revision }

// Unknown reports whether too little is known at now about the busy times to offer the person: they were never read, or
// last more than [CalendarTrust] ago.
func (c Connection) Unknown(now time.Time) bool {
	return c.SyncedAt == nil || c.SyncedUntil == nil || now.Sub(*c.SyncedAt) > CalendarTrust
}

// Known returns the span whose busy times are known, empty if they were never read. Nothing is offered outside of it;
// who names a start there books it all the same, since a booking is refused for interviews and not for private
// meetings.
func (c Connection) Known() Range {
	if c.SyncedAt == nil || c.SyncedUntil == nil {
		return Range{}
	}
	return Range{SyncWindow(*c.SyncedAt).From, *c.SyncedUntil}
}

// AfterSync returns the connection after its busy times up to until were read at now, or found unchanged.
func (c Connection) AfterSync(now, until time.Time, token string) Connection {
	next := models.Instant(now.Add(c.jitter(SyncEvery, now)))
	c.SyncedAt, c.SyncedUntil, c.SyncToken, c.NextSyncAt = &now, &until, token, &next
	c.FailingSince, c.Failures, c.Revoked = nil, 0, false
	return c
}

// SyncFailure is why busy times could not be read.
type SyncFailure struct {
	Code, Detail string
	Revoked      bool          // the provider refuses the credentials
	After        time.Duration // the pause that the provider asks for, 0 for none
}

// AfterFailure returns the connection after an attempt that failed at now. The pause doubles with each failure in a
// row, and is never shorter than the provider asks for. At the instant when it has been failing for [BrokenAfter] it is
// tried once more, before anybody is told.
func (c Connection) AfterFailure(now time.Time, f SyncFailure) Connection {
	c.Failures++
	c.FailedAt, c.Code, c.Detail, c.Revoked = &now, f.Code, f.Detail, f.Revoked
	if c.FailingSince == nil {
		c.FailingSince = &now
	}
	pause := SyncAtMost
	if n := c.Failures - 1; !c.Revoked && n < 4 {
		pause = SyncEvery << n
	}
	next := models.Instant(now.Add(c.jitter(pause, now)))
	if breaks := c.FailingSince.Add(BrokenAfter); now.Before(breaks) && next.After(breaks) && !c.Revoked {
		next = breaks
	}
	if asked := now.Add(f.After); next.Before(asked) {
		next = asked
	}
	c.NextSyncAt = &next
	return c
}

// jitter makes the pause up to a fifth shorter or longer. The amount depends on the connection's id and on now alone,
// so it is deterministic and differs each time.
func (c Connection) jitter(pause time.Duration, now time.Time) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(c.ID + models.FormatInstant(now)))
	spread := uint64(2 * pause / syncJitter)
	return pause - pause/syncJitter + time.Duration(h.Sum64()%spread)
}

// OwedNotices returns the letters about the connection that admins are owed at now: one when it breaks, and one when it
// works again, to those who may have been told that it broke. A calendar that was connected again works once it was
// read. told holds each admin's last letter; its Start is when the failure began. An attempt with unknown outcome
// counts as told and is made again; one that was refused for good is not.
func (c Connection) OwedNotices(admins []string, told []effect.Entry, now time.Time) []effect.Effect {
	last := map[string]effect.Entry{}
	for _, e := range told {
		last[e.Target] = e
	}
	var out []effect.Effect
	for _, email := range admins {
		n := effect.Effect{Target: effect.AdminTarget(email), Role: effect.RoleAdmin, Email: email}
		before := last[n.Target]
		settled := before.State == effect.Done || before.Permanent
		switch {
		case c.Broken(now):
			n.Kind, n.BrokeAt = effect.LetterCalendarBroken, *c.FailingSince
			switch {
			case before.Kind == n.Kind && settled && (before.Start.Equal(n.BrokeAt) || before.Told()):
				continue // they know of this failure, or of an earlier one that, as far as they know, goes on
			case before.Kind == effect.LetterCalendarHealed && !settled && !before.Told():
				continue // the letter about its end did not leave: as far as they know, it is still broken
			}
		case c.FailingSince == nil && c.SyncedAt != nil && (before.Kind == effect.LetterCalendarHealed && !settled ||
			before.Kind == effect.LetterCalendarBroken && before.Told()):
			n.Kind, n.BrokeAt = effect.LetterCalendarHealed, before.Start
		default:
			continue
		}
		if before.Kind == n.Kind && before.Start.Equal(n.BrokeAt) && before.State == effect.Intent {
			n.Resend = &before
		}
		out = append(out, n)
	}
	return out
}

// Entry is the ledger's entry for an attempt at a letter of [Connection.OwedNotices]; the caller adds the ProviderID.
// Its revision rises with each break and each repair, so that a later letter takes over the entry of the one before: it
// is the start of the break in milliseconds, twice, and one more for the letter about its end.
func (c Connection) Entry(e effect.Effect) effect.Entry {
	if e.Resend != nil {
		return *e.Resend
	}
	entry := effect.Entry{OrgID: c.OrgID, CalendarID: c.ID, Target: e.Target, Kind: e.Kind,
		Revision: 2 * e.BrokeAt.UnixMilli(), Start: e.BrokeAt, Stamp: e.BrokeAt, Interviewer: c.Email}
	switch {
	case e.Kind == effect.LetterCalendarBroken && c.FailedAt != nil:
		entry.Stamp = *c.FailedAt
	case e.Kind == effect.LetterCalendarHealed:
		entry.Revision++
		if c.SyncedAt != nil {
			entry.Stamp = *c.SyncedAt
		}
	}
	return entry
}

// NoticeRevision is what an attempt at a letter about the connection is made for: when the failure that it has now
// began, in microseconds since 1970, and 0 for none. A letter is not sent once this is another than it was when it was
// owed.
func (c Connection) NoticeRevision() int64 {
	if c.FailingSince == nil {
		return 0
	}
	return c.FailingSince.UnixMicro()
}

// CalendarChange is the change of a connection by an attempt to read it: it broke, or works again. changed is false if
// it is neither, as for a failure that has not lasted: of those admins are not told, either (see [Connection.Broken]).
func CalendarChange(before, after Connection) (c models.Change, changed bool) {
	c = models.Change{Subject: models.SubjectCalendar, SubjectID: after.ID}
	switch was, is := before.brokenAtLast(), after.brokenAtLast(); {
	case is && (!was || after.Revoked && !before.Revoked):
		c.Kind, c.Details = models.ChangeBroken, models.Changed(models.FieldCode, "", after.Code)
	case was && after.FailingSince == nil:
		c.Kind = models.ChangeHealed
	default:
		return models.Change{}, false
	}
	return c, true
}

// brokenAtLast reports whether the last failed attempt found the connection broken.
func (c Connection) brokenAtLast() bool { return c.FailedAt != nil && c.Broken(*c.FailedAt) }
