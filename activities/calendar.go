package activities

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/ports/outbound"
	"litmus/store/availability"
)

// Bounds of one attempt to read busy times: of the provider, whose answer may take several requests, and of the
// activity.
const (
	syncTimeout = 60 * time.Second
	SyncAttempt = 75 * time.Second
)

// Synced is how an attempt to read a calendar's busy times ended, as its workflow sees it.
type Synced struct {
	Gone       bool          // there is no such connection any more
	State      string        // of the connection: ok, failing, broken, revoked
	Code       string        // of the failure, "" if there was none
	Unchanged  bool          // nothing was written: the provider says that nothing changed
	Blocks     int           // busy times that were written
	Wait       time.Duration // until the next attempt
	Owed       bool          // admins are owed a letter
	Searchable bool
}

// SyncCalendar reads the busy times of a connected calendar into the database, or notes why they could not be read:
// then the last known ones stay. A provider's failure is an outcome; an error is the database's alone.
func (a *Activities) SyncCalendar(ctx context.Context, ref models.Ref) (Synced, error) {
	for {
		c, err := a.Store.Availability.Connection(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return Synced{Gone: true}, nil
		}
		if err != nil && !errors.Is(err, availability.ErrSealed) {
			return Synced{}, a.storeFailed(ctx, err)
		}
		after, busy, err := a.readCalendar(ctx, c, err)
		if err != nil {
			return Synced{}, err
		}
		current, err := a.Store.Availability.SaveSync(ctx, c, after, busy)
		if err != nil {
			return Synced{}, a.storeFailed(ctx, err)
		}
		if !current {
			continue // the account was changed meanwhile: what was read of the old one says nothing
		}
		now := a.Store.NowOf(ref.OrgID)
		out := Synced{State: after.State(now), Blocks: len(busy), Wait: max(after.NextSyncAt.Sub(now), time.Second),
			Searchable: a.Searchable}
		if after.FailingSince != nil {
			out.Code = after.Code
		}
		out.Unchanged = busy == nil && out.Code == ""
		level := slog.LevelInfo
		if out.Code != "" {
			level = slog.LevelWarn
		}
		a.Log.LogAttrs(ctx, level, "calendar", slog.String("calendar", c.ID), slog.String("provider", c.Provider),
			slog.String("state", out.State), slog.String("code", out.Code), slog.Bool("unchanged", out.Unchanged),
			slog.Int("blocks", out.Blocks))
		acct, err := a.Store.Availability.ConnectionLedger(ctx, ref)
		if err != nil && models.KindOf(err) != models.NotFound {
			return Synced{}, a.storeFailed(ctx, err)
		}
		out.Owed = len(acct.OwedNotices(acct.Admins, acct.Told, now)) > 0
		return out, nil
	}
}

// readCalendar makes the attempt. It returns the connection as the attempt left it, and the busy times, nil if they
// stay as they are. sealed is why its credentials cannot be opened, nil if they can. The error is the database's.
func (a *Activities) readCalendar(ctx context.Context, c availability.Connected,
	sealed error) (timetable.Connection, []timetable.Range, error) {
	failed := func(f timetable.SyncFailure) (timetable.Connection, []timetable.Range, error) {
		return c.AfterFailure(a.Store.NowOf(c.OrgID), f), nil, nil
	}
	if sealed != nil {
		return failed(timetable.SyncFailure{Code: "calendar_sealed", Detail: sealed.Error(), Revoked: true})
	}
	provider, err := a.open(c)
	if err != nil {
		return failed(timetable.SyncFailure{Code: "calendar_account", Detail: err.Error(), Revoked: true})
	}
	begun := a.Store.NowOf(c.OrgID)
	window := timetable.SyncWindow(begun)
	reading, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	token := c.SyncToken
	if token != "" && c.SyncedAt != nil {
		tried, err := a.Store.Effects.CopyTried(ctx, c.OrgID, c.Email, c.SyncedAt.Add(-syncTimeout), begun)
		if err != nil {
			return c.Connection, nil, a.storeFailed(ctx, err)
		}
		if tried { // and deleted or declined since: the busy times are the same then
			token = ""
		}
	}
	busy, err := provider.Busy(reading, window.From, window.To, token)
	err = a.forget(c.OrgID, c.Email, err)
	now := a.Store.NowOf(c.OrgID)
	switch failure := (*outbound.Failure)(nil); {
	case ctx.Err() != nil:
		// The worker stops: that says nothing of the calendar.
		return c.Connection, nil, a.opaque(ctx, "canceled", ctx.Err())
	case errors.As(err, &failure):
		return failed(timetable.SyncFailure{Code: failure.Code, Detail: failure.Text,
			Revoked: failure.Fate == outbound.Revoked, After: failure.After})
	case err != nil:
		return failed(timetable.SyncFailure{Code: c.Provider + "_unknown"})
	case busy.Unchanged:
		return c.AfterSync(now, window.To, busy.Token), nil, nil
	}
	var uids []string
	for _, b := range busy.Blocks {
		if b.UID != "" {
			uids = append(uids, b.UID)
		}
	}
	own, err := a.Store.Availability.OwnCopies(ctx, c.OrgID, uids)
	if err != nil {
		return c.Connection, nil, a.storeFailed(ctx, err)
	}
	again, err := a.lookAfter(reading, c, provider, sighting{begun, window, busy.Blocks})
	if err != nil {
		return c.Connection, nil, err
	}
	if again {
		busy.Token = ""
	}
	var taken []timetable.Range
	for _, b := range busy.Blocks {
		if !own[b.UID] { // they block as bookings do
			taken = append(taken, timetable.Range{From: b.From, To: b.To})
		}
	}
	return c.AfterSync(now, window.To, busy.Token), timetable.BusyTimes(taken, window), nil
}
