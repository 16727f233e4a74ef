package models

import (
	"hash/fnv"
	"time"
)

// Providers of a connected calendar.
const (
	CalendarCalDAV    = "caldav"
	CalendarICS       = "ics"
	CalendarGoogle    = "google"
	CalendarMicrosoft = "microsoft"
)

// CalendarTrust is how long the last known busy times of a calendar that cannot be read are believed (decision 71).
const CalendarTrust = 24 * time.Hour

// Pace at which busy times are read. Of many calendars no two are read at the same moment for long: each pause is up to
// a fifth shorter or longer.
const (
	SyncEvery   = 5 * time.Minute
	SyncAtMost  = time.Hour // while it fails the pause doubles up to this; refused credentials are tried this often
	BrokenAfter = 15 * time.Minute
	syncJitter  = 5 // a fifth
)

// Days that are read around now: yesterday's meetings may last, and personal starts reach 92 days ahead of a "from"
// that may itself lie months ahead (decision 69).
const (
	SyncDaysBack  = 1
	SyncDaysAhead = 190
)

// SyncWindow is the span whose busy times are read at now: whole days, so that for a day it stays what it was and a
// provider can say that nothing changed.
func SyncWindow(now time.Time) Range {
	today := now.UTC().Truncate(24 * time.Hour)
	return Range{today.AddDate(0, 0, -SyncDaysBack), today.AddDate(0, 0, SyncDaysAhead+1)}
}

// Connection is a person's connected calendar as rules and operators see it; its credentials are elsewhere, sealed.
type Connection struct {
	OrgID, ID, Email, Provider string

	SyncedAt     *time.Time // when its busy times were last read, or last found unchanged; nil: never yet
	SyncedUntil  *time.Time // the end of the span that was read
	SyncToken    string     // what the provider gave to ask for changes by
	NextSyncAt   *time.Time // nil: none is planned yet
	FailingSince *time.Time // nil: the last attempt went well
	FailedAt     *time.Time // of the last failure ever
	Failures     int        // attempts in a row
	Revoked      bool       // the provider refuses the credentials
	Code, Detail string     // of the last failure ever (decision 95)

	Revision, SyncedRevision int64 // counts what it is to be read for; what the last attempt to read it was made for

	CreatedAt, UpdatedAt time.Time
}

// States of a connection, for operators.
const (
	ConnectionWaiting = "waiting" // never read yet
	ConnectionOK      = "ok"
	ConnectionFailing = "failing" // tried again; the last known busy times are used
	ConnectionBroken  = "broken"  // failing for longer than BrokenAfter
	ConnectionRevoked = "revoked" // somebody has to connect it anew
)

// State says how the connection is at now.
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

// Broken reports whether admins should hear of it: it was failing for a while at now, or the provider refuses the
// credentials.
func (c Connection) Broken(now time.Time) bool {
	return c.FailingSince != nil && (c.Revoked || now.Sub(*c.FailingSince) >= BrokenAfter)
}

// Writable reports whether interviews can be written into the calendar: a feed is read only.
func (c Connection) Writable() bool { return c.Provider != "" && c.Provider != CalendarICS }

// MakesLinks reports whether the calendar makes meeting links (decision 38: Meet, Teams).
func (c Connection) MakesLinks() bool {
	return c.Provider == CalendarGoogle || c.Provider == CalendarMicrosoft
}

// Asked reports whether a reading was asked for that has not ended yet: what is known of the calendar is then the
// outcome of one that began before.
func (c Connection) Asked() bool { return c.SyncedRevision < c.Revision }

// Unknown reports whether the busy times are not known well enough at now to offer the person: never read, or last read
// more than [CalendarTrust] ago (decision 71).
func (c Connection) Unknown(now time.Time) bool {
	return c.SyncedAt == nil || c.SyncedUntil == nil || now.Sub(*c.SyncedAt) > CalendarTrust
}

// Known is the span of which the busy times are known, empty when they were never read. Nothing is offered outside of
// it.
func (c Connection) Known() Range {
	if c.SyncedAt == nil || c.SyncedUntil == nil {
		return Range{}
	}
	return Range{SyncWindow(*c.SyncedAt).From, *c.SyncedUntil}
}

// AfterSync is the connection after its busy times until an instant were read at now, or found unchanged.
func (c Connection) AfterSync(now, until time.Time, token string) Connection {
	next := Instant(now.Add(c.jitter(SyncEvery, now)))
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

// AfterFailure is the connection after an attempt that failed at now. The pause doubles with each in a row, and is never
// shorter than the provider asked for; when it would have been failing for [BrokenAfter] it is tried once more before
// anybody is told.
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
	next := Instant(now.Add(c.jitter(pause, now)))
	if breaks := c.FailingSince.Add(BrokenAfter); now.Before(breaks) && next.After(breaks) && !c.Revoked {
		next = breaks
	}
	if asked := now.Add(f.After); next.Before(asked) {
		next = asked
	}
	c.NextSyncAt = &next
	return c
}

// jitter is the pause made up to a fifth shorter or longer, by what the connection is called and when that is: always
// the same for the same, and another next time.
func (c Connection) jitter(pause time.Duration, now time.Time) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(c.ID + FormatInstant(now)))
	spread := uint64(2 * pause / syncJitter)
	return pause - pause/syncJitter + time.Duration(h.Sum64()%spread)
}

// Letters to the admins about a connection.
const (
	LetterCalendarBroken = "calendar_broken"
	LetterCalendarHealed = "calendar_healed"
)

// RoleAdmin is the role of an organization's admins as recipients of a letter.
const RoleAdmin = "admin"

// AdminTarget names an admin as the recipient of a letter.
func AdminTarget(email string) string { return mailTarget(RoleAdmin, email) }

// Notice is a letter that an admin is owed about a connection.
type Notice struct {
	Target, Kind, Email string
	BrokeAt             time.Time // when the break began that it tells of
	Resend              *Entry    // the attempt whose end is not known: the same letter goes again
}

// OwedNotices are the letters that the admins are owed at now about the connection: one when it breaks, and one when it
// heals, to those who may have heard of the break. A calendar that is connected anew has healed once it was read. told
// is what each admin was told last, by its target; its Start is when that break began. An attempt of unknown end counts
// as told and is made again (decision 46), one that was refused for good is not.
func (c Connection) OwedNotices(admins []string, told []Entry, now time.Time) []Notice {
	last := map[string]Entry{}
	for _, e := range told {
		last[e.Target] = e
	}
	var out []Notice
	for _, email := range admins {
		n := Notice{Target: AdminTarget(email), Email: email}
		book := last[n.Target]
		settled := book.State == EffectDone || book.Permanent
		switch {
		case c.Broken(now):
			n.Kind, n.BrokeAt = LetterCalendarBroken, *c.FailingSince
			switch {
			case book.Kind == n.Kind && settled && (book.Start.Equal(n.BrokeAt) || book.Told()):
				continue // told of this break, or of one before that nobody has told them the end of
			case book.Kind == LetterCalendarHealed && !settled && !book.Told():
				continue // the letter that told them the end did not leave: to them it is still broken
			}
		case c.FailingSince == nil && c.SyncedAt != nil && (book.Kind == LetterCalendarHealed && !settled ||
			book.Kind == LetterCalendarBroken && book.Told()):
			n.Kind, n.BrokeAt = LetterCalendarHealed, book.Start
		default:
			continue
		}
		if book.Kind == n.Kind && book.Start.Equal(n.BrokeAt) && book.State == EffectIntent {
			n.Resend = &book
		}
		out = append(out, n)
	}
	return out
}
