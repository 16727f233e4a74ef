package activities

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"go.temporal.io/sdk/temporal"

	"litmus/models"
	"litmus/ports/outbound"
	"litmus/store"
)

// DismissAttempt bounds one attempt of [Activities.DismissNotetaker], of which there are three in at most 8 s (decision
// 44).
const DismissAttempt = 2500 * time.Millisecond

// Bounds of asking for a meeting link that the calendar did not have ready: for some seconds, within which letters
// still wait for it, and then a few times more, ever less often.
const (
	linkQuestions = 6
	askLinkEvery  = 500 * time.Millisecond
	linkTries     = 8
)

// longestDelay bounds the delay that a provider asks for: a calendar that has said "tomorrow" once, and works again a
// minute later, is to have the interview of this afternoon.
const longestDelay = 10 * time.Minute

// KeepEvent makes the copy in an interviewer's connected calendar what the interview wants of it: written, brought up
// to date, with its own meeting link, or deleted (decisions 38, 54 and 55). target is the calendar's by its name in
// Temporal, asOf the workflow's clock when it asked. A failure that may pass is an error whose type is its code, with
// the delay that the provider asks for; a refusal for good is an outcome. However often it runs, there is at most one
// copy.
func (a *Activities) KeepEvent(ctx context.Context, ref store.Ref, target string, asOf time.Time) (Outcome, error) {
	return a.keep(ctx, ref, target, asOf)
}

// KeepMeeting makes, moves or deletes the interview's meeting at the configured provider, as [Activities.KeepEvent]
// does with a calendar's copy (decision 38).
func (a *Activities) KeepMeeting(ctx context.Context, ref store.Ref, target string, asOf time.Time) (Outcome, error) {
	return a.keep(ctx, ref, target, asOf)
}

// KeepNotetaker invites the notetaker to the meeting, tells it of changes, or sends it away, as [Activities.KeepEvent]
// does with a calendar's copy.
func (a *Activities) KeepNotetaker(ctx context.Context, ref store.Ref, target string, asOf time.Time) (Outcome, error) {
	return a.keep(ctx, ref, target, asOf)
}

// DismissNotetaker sends the notetaker away though the interview as it stands wants it, for a replace that has not been
// decided yet (decision 44). It is done when none was asked. Every failure is an error whose type is its code; one that
// will not pass is not retryable.
func (a *Activities) DismissNotetaker(ctx context.Context, ref store.Ref) (Outcome, error) {
	for {
		acct, err := a.Store.Account(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return Outcome{}, nil
		}
		if err != nil {
			return Outcome{}, a.storeFailed(err)
		}
		if !models.HasNotetaker(acct.Ledger) {
			return Outcome{}, nil
		}
		done, err := a.carryOut(ctx, acct, models.Effect{Target: models.TargetNotetaker,
			Kind: models.NotetakerDismissed})
		switch {
		case errors.Is(err, errStale):
		case err != nil:
			return Outcome{}, err
		case done.Failed != "":
			return Outcome{}, temporal.NewNonRetryableApplicationError(done.Failed, done.Failed, nil)
		default:
			return done, nil
		}
	}
}

// keep does what is owed to the target, one effect after another, until nothing is owed any more.
func (a *Activities) keep(ctx context.Context, ref store.Ref, target string, asOf time.Time) (Outcome, error) {
	var out Outcome
	for range mostEffects {
		acct, err := a.Store.Account(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return out, nil
		}
		if err != nil {
			return out, a.storeFailed(err)
		}
		e := a.owedOutside(target, acct, asOf)
		switch {
		case e == nil:
			return out, nil
		case out.Sent > 0 && e.Kind == models.EventLinked:
			// a link that is not ready is asked for in an attempt of its own
			out.Changed = true
			return out, nil
		}
		did, err := a.carryOut(ctx, acct, *e)
		if errors.Is(err, errStale) {
			continue
		}
		if err != nil {
			return out, err
		}
		out = Outcome{out.Sent + did.Sent, did.Failed, out.Changed || did.Changed}
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < sendTimeout {
			break
		}
	}
	out.Changed = true // what is owed by now, if anything, is another attempt's
	return out, nil
}

// mostEffects bounds an attempt: a row that changes as often while it is under way wakes its workflow as often.
const mostEffects = 5

// owedOutside is what is owed to the target, nil for nothing.
func (a *Activities) owedOutside(target string, acct store.Account, asOf time.Time) *models.Effect {
	for _, e := range models.Leaving(models.OwedOutside(acct.Interview, acct.Ledger, a.Store.Policy(),
		a.notBefore(asOf)), acct.Approved) {
		if a.TargetName(acct.ID, e.Target) == target {
			return &e
		}
	}
	return nil
}

// carryOut makes one attempt at one effect between its intent and its settlement. errStale: the row changed since it
// was read.
func (a *Activities) carryOut(ctx context.Context, acct store.Account, e models.Effect) (Outcome, error) {
	i := acct.Interview
	entry := models.Entry{OrgID: i.OrgID, InterviewID: i.ID, Target: e.Target, Kind: e.Kind, Revision: i.Revision,
		Start: i.StartsAt, MeetingLink: i.MeetingLink, Interviewer: i.InterviewerEmail, Stamp: i.UpdatedAt}
	var held holding
	if h := models.Held(acct.Ledger, e.Target); h != nil {
		held = holding{h.ProviderID, h.ETag, h.MeetingLink}
		entry.ProviderID, entry.ETag = held.id, held.etag
	}
	effect, err := a.prepare(ctx, acct, e, held)
	if err != nil {
		return Outcome{}, a.storeFailed(err)
	}
	outcome, tries, err := a.Store.IntendOutside(ctx, entry, i.Revision, leaseTime)
	if err := a.taken(outcome, err); err != nil {
		return Outcome{}, err
	}
	doing, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	now, err := effect(doing)
	failed, known := errors.AsType[*outbound.Failure](err)
	switch {
	case err != nil && !known:
		failed = &outbound.Failure{Fate: outbound.Retry, Code: e.Kind + "_unknown"}
	case known && failed.Fate == outbound.Revoked && e.Target == models.TargetMeeting:
		// The service's own credentials: who runs it mends them, and no interview changes by that. Not so of a
		// notetaker, which is surely not there then: a replace has nobody to dismiss.
		failed = &outbound.Failure{Fate: outbound.Retry, Status: failed.Status, Code: failed.Code, Text: failed.Text,
			After: longestDelay}
	}
	made := store.MadeLink{}
	if err == nil {
		entry.ProviderID, entry.ETag, made = now.id, now.etag, madeLink(i, e, now.link)
		if e.Kind == models.EventLinked && made.Link == "" {
			failed = linkPending(tries)
		}
		if made.Link != "" {
			entry.MeetingLink = made.Link
		}
	}
	entry = settledOutside(entry, failed)
	a.Log.LogAttrs(ctx, slog.LevelInfo, "effect", slog.String("interview", i.ID), slog.String("kind", entry.Kind),
		slog.String("state", entry.State), slog.String("code", entry.Code))
	noting, cancel := settling(ctx)
	defer cancel()
	revision, err := a.Store.SettleOutside(noting, entry, made)
	if err == nil && failed != nil && turnedAway(failed) && e.Email != "" {
		err = a.Store.NoteCalendarFailure(noting, i.OrgID, e.Email, failed.Code, failed.Text)
	}
	switch {
	case err != nil:
		return Outcome{}, a.storeFailed(err)
	case failed == nil:
		return Outcome{Sent: 1, Changed: revision > 0}, nil
	case failed.Fate == outbound.Retry:
		return Outcome{}, coded(failed.Code, min(failed.After, longestDelay))
	}
	return Outcome{Failed: failed.Code}, nil
}

// settledOutside is the entry after its attempt: done, refused for good, or still an intent, since what may pass may
// also have been accepted.
func settledOutside(entry models.Entry, failed *outbound.Failure) models.Entry {
	switch {
	case failed == nil:
		entry.State = models.EffectDone
	case failed.Fate == outbound.Retry:
		entry.State, entry.Code, entry.Detail = models.EffectIntent, failed.Code, failed.Text
	default:
		entry.State, entry.Permanent, entry.Code, entry.Detail = models.EffectFailed, true, failed.Code, failed.Text
	}
	return entry
}

// turnedAway reports whether a provider gave up on us, not on what we asked: it refuses the credentials, or what is to
// be written to is forbidden or not there. That may pass, so it is tried again when the calendar could be read again.
func turnedAway(f *outbound.Failure) bool {
	switch f.Status {
	case http.StatusForbidden, http.StatusNotFound, http.StatusGone:
		return f.Fate != outbound.Retry
	}
	return f.Fate == outbound.Revoked
}

// linkPending is the failure of a calendar whose event stands without the meeting link that it was to make, which was
// asked for that many times.
func linkPending(tries int) *outbound.Failure {
	f := &outbound.Failure{Fate: outbound.Retry, Code: CodeLinkPending, Text: "the event stands, its meeting link is " +
		"not ready", After: time.Second << min(tries, 6)}
	if tries >= linkTries {
		f.Fate = outbound.GiveUp
	}
	return f
}

// madeLink is the meeting link that an effect made for the interview as it is.
func madeLink(i models.Interview, e models.Effect, link string) store.MadeLink {
	link, err := models.ParseLink("meeting_link", link)
	switch {
	case err != nil || link == "":
	case e.Kind == models.MeetingMade:
		return store.MadeLink{Maker: models.MakerZoom, Link: link}
	case wantsLink(i, e):
		return store.MadeLink{Maker: models.MakerCalendar, Link: link}
	}
	return store.MadeLink{}
}
