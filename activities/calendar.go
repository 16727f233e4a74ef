package activities

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"go.temporal.io/sdk/activity"

	"litmus/letters"
	"litmus/models"
	"litmus/ports/mail"
	"litmus/ports/outbound"
	"litmus/store"
)

// Bounds of one attempt to read busy times: of the provider, whose answer may take several requests, and of the
// activity.
const (
	syncTimeout = 60 * time.Second
	SyncAttempt = 75 * time.Second
)

// TellAttempt bounds an attempt to tell the admins of an organization, one after another. Each letter has
// [AttemptWindow], and is a sign of life.
const TellAttempt = 30 * AttemptWindow

// Synced is how an attempt to read a calendar's busy times ended, as its workflow sees it.
type Synced struct {
	Gone       bool          // there is no such connection any more
	State      string        // of the connection: ok, failing, broken, revoked
	Code       string        // of the failure, "" when it went well
	Unchanged  bool          // nothing was written: the provider says that it is as it was
	Blocks     int           // busy times that were written
	Wait       time.Duration // until the next attempt
	Owed       bool          // admins are owed a letter
	Searchable bool
}

// SyncCalendar reads the busy times of a connected calendar into the database, or notes why they could not be read:
// then the last known ones stay (decision 71). A provider's failure is an outcome; an error is the database's alone.
func (a *Activities) SyncCalendar(ctx context.Context, ref store.Ref) (Synced, error) {
	for {
		c, err := a.Store.Connection(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return Synced{Gone: true}, nil
		}
		if err != nil && !errors.Is(err, store.ErrSealed) {
			return Synced{}, a.storeFailed(err)
		}
		after, busy, err := a.readCalendar(ctx, c, err)
		if err != nil {
			return Synced{}, err
		}
		current, err := a.Store.SaveSync(ctx, c, after, busy)
		if err != nil {
			return Synced{}, a.storeFailed(err)
		}
		if !current {
			continue // the account was changed meanwhile: what was read of the old one says nothing
		}
		now := a.Store.Now()
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
			slog.String("state", out.State),
			slog.String("code", out.Code), slog.Bool("unchanged", out.Unchanged), slog.Int("blocks", out.Blocks))
		acct, err := a.Store.ConnectionAccount(ctx, ref)
		if err != nil && models.KindOf(err) != models.NotFound {
			return Synced{}, a.storeFailed(err)
		}
		out.Owed = len(acct.OwedNotices(acct.Admins, acct.Told, now)) > 0
		return out, nil
	}
}

// readCalendar makes the attempt: how it leaves the connection, and the busy times, nil when these stay as they are.
// sealed is why its credentials cannot be opened, nil when they can. The error is the database's.
func (a *Activities) readCalendar(ctx context.Context, c store.Connected,
	sealed error) (models.Connection, []models.Range, error) {
	failed := func(f models.SyncFailure) (models.Connection, []models.Range, error) {
		return c.AfterFailure(a.Store.Now(), f), nil, nil
	}
	if sealed != nil {
		return failed(models.SyncFailure{Code: "calendar_sealed", Detail: sealed.Error(), Revoked: true})
	}
	provider, err := a.open(c)
	if err != nil {
		return failed(models.SyncFailure{Code: "calendar_account", Detail: err.Error(), Revoked: true})
	}
	window := models.SyncWindow(a.Store.Now())
	reading, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	busy, err := provider.Busy(reading, window.From, window.To, c.SyncToken)
	err = a.forget(c.OrgID, c.Email, err)
	now := a.Store.Now()
	switch failure := (*outbound.Failure)(nil); {
	case ctx.Err() != nil:
		return c.Connection, nil, a.opaque("canceled", ctx.Err()) // the worker stops: that says nothing of the calendar
	case errors.As(err, &failure):
		return failed(models.SyncFailure{Code: failure.Code, Detail: failure.Text,
			Revoked: failure.Fate == outbound.Revoked, After: failure.After})
	case err != nil:
		return failed(models.SyncFailure{Code: c.Provider + "_unknown"})
	case busy.Unchanged:
		return c.AfterSync(now, window.To, busy.Token), nil, nil
	}
	var uids []string
	for _, b := range busy.Blocks {
		if b.UID != "" {
			uids = append(uids, b.UID)
		}
	}
	own, err := a.Store.OwnCopies(ctx, c.OrgID, uids)
	if err != nil {
		return c.Connection, nil, a.storeFailed(err)
	}
	var taken []models.Range
	for _, b := range busy.Blocks {
		if !own[b.UID] { // they block as bookings do (decision 34)
			taken = append(taken, models.Range{From: b.From, To: b.To})
		}
	}
	return c.AfterSync(now, window.To, busy.Token), models.BusyTimes(taken, window), nil
}

// TellAdmins sends the organization's admins what they are owed about a connection, until nothing is owed any more:
// that it broke, or healed. One who cannot be told now holds up no other. A failure that may pass is an error whose
// type is its code; a refusal for good is an outcome.
func (a *Activities) TellAdmins(ctx context.Context, ref store.Ref) (Outcome, error) {
	var out Outcome
	var failure error
	tried := map[string]bool{}
	for {
		if activity.IsActivity(ctx) {
			activity.RecordHeartbeat(ctx)
		}
		acct, err := a.Store.ConnectionAccount(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return out, nil
		}
		if err != nil {
			return out, a.storeFailed(err)
		}
		var next *models.Notice
		for _, n := range acct.OwedNotices(acct.Admins, acct.Told, a.Store.Now()) {
			if !tried[n.Target] {
				next = &n
				break
			}
		}
		if next == nil {
			return out, failure
		}
		sent, err := a.notify(ctx, acct, *next)
		switch {
		case errors.Is(err, errStale):
			continue
		case err != nil:
			failure, tried[next.Target] = err, true
		case sent.State == models.EffectDone:
			out.Sent++
		default:
			out.Failed, tried[next.Target] = sent.Code, true
		}
	}
}

// notify makes one attempt at a letter to an admin and returns its entry, settled.
func (a *Activities) notify(ctx context.Context, acct store.ConnectionAccount, n models.Notice) (models.Entry, error) {
	c := acct.Connection
	entry := models.Entry{OrgID: c.OrgID, Target: n.Target, Kind: n.Kind, Start: n.BrokeAt, Stamp: n.BrokeAt,
		Interviewer: c.Email,
		ProviderID: c.ID + "." + n.Kind + "." + strconv.FormatInt(n.BrokeAt.UnixMilli(), 36) + "." +
			a.Store.Secret().Pseudonym(c.ID, n.Target) + "@" + a.host()}
	switch {
	case n.Kind == models.LetterCalendarBroken && c.FailedAt != nil:
		entry.Stamp = *c.FailedAt
	case n.Kind == models.LetterCalendarHealed && c.SyncedAt != nil:
		entry.Stamp = *c.SyncedAt
	}
	if n.Resend != nil {
		entry = *n.Resend
	}
	m, err := a.notice(acct, n, entry)
	if err != nil {
		return entry, a.opaque("letter_unwritable", err)
	}
	m.Tenant = c.OrgID
	return a.attempt(ctx, m, entry, ledger{
		about: slog.String("calendar", c.ID),
		intend: func(ctx context.Context, e models.Entry) (string, int, error) {
			return a.Store.IntendNotice(ctx, c, n.Email, e, leaseTime)
		},
		settle: func(ctx context.Context, e models.Entry) error { return a.Store.SettleNotice(ctx, c, n.Email, e) },
	})
}

// notice is the letter.
func (a *Activities) notice(acct store.ConnectionAccount, n models.Notice, entry models.Entry) (mail.Message, error) {
	party := func(email string) letters.Party {
		return letters.Party{Name: acct.People[email].Name, Email: email}
	}
	l := letters.Notice{
		Kind: letters.Kind(n.Kind), To: party(n.Email), Owner: party(acct.Email), Provider: acct.Provider,
		Zone:         acct.TimeZone,
		Organization: acct.OrganizationName, From: a.from(acct.OrganizationName, acct.MailFrom), Stamp: entry.Stamp,
		MessageID: entry.ProviderID,
		BrokeAt:   n.BrokeAt, Revoked: acct.Revoked, CalendarID: acct.ID,
	}
	if zone := acct.People[n.Email].TimeZone; zone != "" {
		l.Zone = zone // decision 92
	}
	if n.Kind == models.LetterCalendarBroken {
		l.Code = acct.Code
		if acct.SyncedAt != nil {
			l.OfferedUntil = acct.SyncedAt.Add(models.CalendarTrust)
		}
	}
	out, err := l.Render()
	if err != nil {
		return mail.Message{}, err
	}
	return mail.Message{From: out.From, To: out.To, Subject: out.Subject, Text: out.Text, HTML: out.HTML,
		MessageID: out.MessageID, Date: out.Date}, nil
}
