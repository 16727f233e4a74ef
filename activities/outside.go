package activities

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"go.temporal.io/sdk/temporal"

	"litmus/models"
	"litmus/models/effect"
	"litmus/ports/outbound"
	"litmus/store/effects"
)

// DismissAttempt bounds one attempt of [Activities.DismissNotetaker]; three attempts take at most 8 s.
const DismissAttempt = 2500 * time.Millisecond

// Bounds of asking for a meeting link that the calendar did not have ready: for some seconds, within which letters
// still wait for it, and then a few times more, ever less often.
const (
	linkQuestions = 6
	askLinkEvery  = 500 * time.Millisecond
	linkTries     = 8
)

// KeepEvent makes the copy in an interviewer's connected calendar what the interview wants of it: written, brought up
// to date, with its own meeting link, or deleted. target is the calendar's by its name in Temporal, asOf the workflow's
// clock when it asked. A failure that may pass is an error whose type is its code, with the delay that the provider
// asks for; a refusal for good is an outcome. However often it runs, there is at most one copy.
func (a *Activities) KeepEvent(ctx context.Context, ref models.Ref, target string, asOf time.Time) (Outcome, error) {
	return a.keep(ctx, ref, target, asOf)
}

// KeepMeeting makes, moves or deletes the interview's meeting at the configured provider, as [Activities.KeepEvent]
// does with a calendar's copy.
func (a *Activities) KeepMeeting(ctx context.Context, ref models.Ref, target string, asOf time.Time) (Outcome, error) {
	return a.keep(ctx, ref, target, asOf)
}

// KeepNotetaker invites the notetaker to the meeting, tells it of changes, or sends it away, as [Activities.KeepEvent]
// does with a calendar's copy. A new link or time after a reassignment or a candidate's own move is such a change; only
// a replace by the team dismisses it first ([Activities.DismissNotetaker]).
func (a *Activities) KeepNotetaker(ctx context.Context, ref models.Ref, target string,
	asOf time.Time) (Outcome, error) {
	return a.keep(ctx, ref, target, asOf)
}

// DismissNotetaker sends the notetaker away though the interview as it stands wants it, for a replace that has not been
// decided yet. It is done when none was asked. Every failure is an error whose type is its code; one that will not pass
// is not retryable.
func (a *Activities) DismissNotetaker(ctx context.Context, ref models.Ref) (Outcome, error) {
	for {
		acct, err := a.Store.Effects.InterviewLedger(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return Outcome{}, nil
		}
		if err != nil {
			return Outcome{}, a.storeFailed(ctx, err)
		}
		if !effect.HasNotetaker(acct.Ledger) {
			return Outcome{}, nil
		}
		dismissal := effect.Effect{Target: effect.TargetNotetaker, Kind: effect.NotetakerDismissed}
		done, err := a.carryOut(ctx, acct, dismissal)
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
func (a *Activities) keep(ctx context.Context, ref models.Ref, target string, asOf time.Time) (Outcome, error) {
	var out Outcome
	for range mostEffects {
		acct, err := a.Store.Effects.InterviewLedger(ctx, ref)
		if models.KindOf(err) == models.NotFound {
			return out, nil
		}
		if err != nil {
			return out, a.storeFailed(ctx, err)
		}
		e := a.owedTo(target, acct, asOf)
		switch {
		case e == nil:
			return out, nil
		case out.Sent > 0 && e.Kind == effect.EventLinked:
			// A link that is not ready is asked for in an attempt of its own.
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
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < callTimeout {
			break
		}
	}
	out.Changed = true // what is owed by now, if anything, is another attempt's
	return out, nil
}

// mostEffects bounds an attempt: a row that changes as often while it is under way wakes its workflow as often.
const mostEffects = 5

// carryOut makes one attempt at one effect. errStale: the row changed since it was read.
func (a *Activities) carryOut(ctx context.Context, acct effects.InterviewLedger, e effect.Effect) (Outcome, error) {
	i := acct.Interview
	entry := effect.EntryOf(acct.InterviewRow.Interview, e)
	var last object
	if x := effect.LastObject(acct.Ledger, e.Target); x != nil {
		last = object{x.ProviderID, x.ETag, x.MeetingLink}
		entry.ProviderID, entry.ETag = last.id, last.etag
	}
	bringAbout, err := a.prepare(ctx, acct, e, last)
	if err != nil {
		return Outcome{}, a.storeFailed(ctx, err)
	}
	done, err := a.attempt(ctx, attempt{
		entry: entry, revision: i.Revision, about: slog.String("interview", i.ID),
		call: func(ctx context.Context, entry *effect.Entry, tries int) (made effects.MadeLink, err error) {
			is, err := bringAbout(ctx)
			if err != nil {
				return effects.MadeLink{}, ownAccount(e, err)
			}
			entry.ProviderID, entry.ETag, made = is.id, is.etag, madeLink(i, e, is.link)
			switch {
			case made.Link != "":
				entry.MeetingLink = made.Link
			case e.Kind == effect.EventLinked:
				return made, linkPending(tries)
			}
			return made, nil
		},
		failed: func(ctx context.Context, f *outbound.Failure) error {
			if !turnedAway(f) || e.Email == "" {
				return nil
			}
			return a.Store.Availability.NoteCalendarFailure(ctx, i.OrgID, e.Email, f.Code, f.Text)
		},
	})
	switch {
	case err != nil:
		return Outcome{}, err
	case done.failure != nil:
		return Outcome{Failed: done.failure.Code}, nil
	}
	return Outcome{Sent: 1, Changed: done.revision > 0}, nil
}

// ownAccount makes refused credentials of the meeting provider a failure that is tried again later: the operator mends
// them, which changes no interview. Refused credentials of a notetaker stay final: it is surely not in the meeting
// then, and a replace has nobody to dismiss.
func ownAccount(e effect.Effect, err error) error {
	f, known := errors.AsType[*outbound.Failure](err)
	if !known || f.Fate != outbound.Revoked || e.Target != effect.TargetMeeting {
		return err
	}
	return &outbound.Failure{Fate: outbound.Retry, Status: f.Status, Code: f.Code, Text: f.Text, After: longestDelay}
}

// turnedAway reports whether a provider refused us and not what we asked for: it refuses the credentials, or what is to
// be written to is forbidden or missing. That may pass without a change of the interview, so the effect is tried again
// once the calendar could be read again. One that can be read and not written gets an attempt after each reading.
func turnedAway(f *outbound.Failure) bool {
	switch f.Status {
	case http.StatusForbidden, http.StatusNotFound, http.StatusGone:
		return f.Fate != outbound.Retry
	}
	return f.Fate == outbound.Revoked
}

// linkPending is the failure of a calendar that has the event and has not made its meeting link yet. tries is how often
// it was asked for the link.
func linkPending(tries int) *outbound.Failure {
	f := &outbound.Failure{
		Fate: outbound.Retry, Code: CodeLinkPending, Text: "the event stands, its meeting link is not ready",
		After: time.Second << min(tries, 6),
	}
	if tries >= linkTries {
		f.Fate = outbound.GiveUp
	}
	return f
}

// madeLink is the meeting link that an effect made for the interview as it is.
func madeLink(i models.Interview, e effect.Effect, link string) effects.MadeLink {
	link, err := models.ParseMeetingLink("meeting_link", link)
	switch {
	case err != nil || link == "":
	case e.Kind == effect.MeetingMade:
		return effects.MadeLink{Maker: models.MakerZoom, Link: link}
	case wantsLink(i, e):
		return effects.MadeLink{Maker: models.MakerCalendar, Link: link}
	}
	return effects.MadeLink{}
}
