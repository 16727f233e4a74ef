package activities

import (
	"context"
	"errors"
	"log/slog"
	"strconv"

	"go.temporal.io/sdk/activity"

	"litmus/letters"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/ports/mail"
	"litmus/store/availability"
)

// TellAttempt bounds an attempt to tell the admins of an organization, one after another. Each letter has
// [AttemptWindow], and a heartbeat is recorded before it.
const TellAttempt = 30 * AttemptWindow

// TellAdmins sends the organization's admins the letters that they are owed about a connection: that it broke, or that
// it works again. An admin whose letter fails does not hold up the others. A failure that may pass is an error whose
// type is its code; a refusal for good is an outcome.
func (a *Activities) TellAdmins(ctx context.Context, ref models.Ref) (Outcome, error) {
	var out Outcome
	var failure error
	tried := map[string]bool{}
	for {
		if activity.IsActivity(ctx) {
			activity.RecordHeartbeat(ctx)
		}
		acct, err := a.Store.Availability.ConnectionLedger(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return out, nil
		}
		if err != nil {
			return out, a.storeFailed(ctx, err)
		}
		var next *effect.Effect
		for _, n := range acct.OwedNotices(acct.Admins, acct.Told, a.Store.NowOf(ref.OrgID)) {
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
		case sent.State == effect.Done:
			out.Sent++
		default:
			out.Failed, tried[next.Target] = sent.Code, true
		}
	}
}

// notify makes one attempt at a letter to an admin and returns its entry, settled.
func (a *Activities) notify(ctx context.Context, acct availability.ConnectionLedger,
	n effect.Effect) (effect.Entry, error) {
	entry := acct.Entry(n)
	if n.Resend == nil {
		entry.ProviderID = acct.ID + "." + n.Kind + "." + strconv.FormatInt(n.BrokeAt.UnixMilli(), 36) + "." +
			a.Store.Secret().Pseudonym(acct.ID, n.Target) + "@" + a.host()
	}
	m, err := a.notice(acct, n, entry)
	if err != nil {
		return entry, a.opaque(ctx, "letter_unwritable", err)
	}
	m.Tenant = acct.OrgID
	done, err := a.attempt(ctx, attempt{
		entry: entry, revision: acct.NoticeRevision(), about: slog.String("calendar", acct.ID), call: a.sending(m),
	})
	return done.Entry, err
}

// notice composes the letter. The same entry of the same connection gives the same letter.
func (a *Activities) notice(acct availability.ConnectionLedger, n effect.Effect,
	entry effect.Entry) (mail.Message, error) {
	party := func(email string) letters.Party {
		return letters.Party{Name: acct.People[email].Name, Email: email}
	}
	l := letters.Notice{
		Kind: letters.Kind(n.Kind), To: party(n.Email), Owner: party(acct.Email), Provider: acct.Provider,
		Room: acct.Room, Zone: acct.TimeZone, Organization: acct.OrganizationName,
		From: a.from(acct.OrganizationName, acct.MailFrom), Stamp: entry.Stamp, MessageID: entry.ProviderID,
		BrokeAt: n.BrokeAt, Revoked: acct.Revoked, CalendarID: acct.ID,
	}
	if zone := acct.People[n.Email].TimeZone; zone != "" {
		l.Zone = zone
	}
	if n.Kind == effect.LetterCalendarBroken {
		l.Code = acct.Code
		if acct.SyncedAt != nil {
			l.OfferedUntil = acct.SyncedAt.Add(timetable.CalendarTrust)
		}
	}
	out, err := l.Render()
	if err != nil {
		return mail.Message{}, err
	}
	return mail.Message{
		From: out.From, To: out.To, Subject: out.Subject, Text: out.Text, HTML: out.HTML, MessageID: out.MessageID,
		Date: out.Date,
	}, nil
}
