package activities

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"litmus/models/effect"
	"litmus/ports/mail"
	"litmus/ports/outbound"
	"litmus/store/effects"
	"litmus/tracing"
)

// Bounds of one attempt: the call ends first, then the lease of its entry, then the activity itself, so that no other
// attempt begins while the call is under way.
const (
	callTimeout   = 12 * time.Second
	leaseTime     = 16 * time.Second
	AttemptWindow = 20 * time.Second
)

// longestDelay bounds the delay that a provider asks for: a calendar that said "tomorrow" once, and works again a
// minute later, is to have the interview of this afternoon.
const longestDelay = 10 * time.Minute

// errStale says that the row has changed since the caller read it, who has to read it again.
var errStale = errors.New("the row changed since it was read")

// attempt is one attempt at an effect, of whichever subject.
type attempt struct {
	entry    effect.Entry
	revision int64     // of the subject as it was read (see [effects.Store.Intend])
	about    slog.Attr // the subject by its id, for the log
	call     call
	failed   func(ctx context.Context, f *outbound.Failure) error // notes more of a failure; nil for nothing

	owedAt time.Time // by the subject's clock, since when a change owes the letter; zero if none does
}

// call hands the letter over or asks the provider. It may change what the entry says of the provider's object. tries
// counts the attempts, this one included. The error is a *[outbound.Failure] where the port knows what happened.
type call func(ctx context.Context, e *effect.Entry, tries int) (effects.MadeLink, error)

// attempted is how an attempt ended.
type attempted struct {
	effect.Entry                   // as it was settled
	failure      *outbound.Failure // nil when it was done
	revision     int64             // of the interview, where a made meeting link changed it, else 0
}

// attempt writes the intent, makes the call, and settles the entry: done, refused for good, or, with an error whose
// type is the failure's code, to be tried again. errStale says that no call was made.
func (a *Activities) attempt(ctx context.Context, t attempt) (attempted, error) {
	done := attempted{Entry: t.entry}
	outcome, tries, err := a.Store.Effects.Intend(ctx, t.entry, t.revision, leaseTime)
	switch {
	case err != nil:
		return done, a.storeFailed(ctx, err)
	case outcome == effects.IntentStale:
		return done, errStale
	case outcome == effects.IntentLeased:
		return done, coded(CodeInFlight, 0)
	}
	calling, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	what := "effect"
	if done.Letter() {
		what = "letter"
	}
	calling, end := tracing.Start(calling, what+" "+done.Kind)
	made, err := t.call(calling, &done.Entry, tries)
	done.failure = failureOf(done.Entry, err)
	done.Entry = settled(done.Entry, done.failure)
	end(done.Code)

	a.Log.LogAttrs(ctx, slog.LevelInfo, what, t.about, slog.String("kind", done.Kind),
		slog.String("state", done.State), slog.String("code", done.Code))
	a.count(done, t.owedAt)
	noting, cancel := noting(ctx)
	defer cancel()
	if done.revision, err = a.Store.Effects.Settle(noting, done.Entry, made); err != nil {
		return done, a.storeFailed(ctx, err)
	}
	if done.failure != nil && t.failed != nil {
		if err := t.failed(noting, done.failure); err != nil {
			return done, a.storeFailed(ctx, err)
		}
	}
	if done.State != effect.Done && !done.Permanent {
		return done, coded(done.Code, min(done.failure.After, longestDelay))
	}
	return done, nil
}

// noting bounds the writes after a call, which are made even when the attempt's time is up.
func noting(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), AttemptWindow-callTimeout)
}

// failureOf is the failure in err, nil for none. An error that no port described is tried again.
func failureOf(e effect.Entry, err error) *outbound.Failure {
	if err == nil {
		return nil
	}
	if f, known := errors.AsType[*outbound.Failure](err); known {
		return f
	}
	code := e.Kind + "_unknown"
	if e.Letter() {
		code = "smtp_unknown"
	}
	return &outbound.Failure{Fate: outbound.Retry, Code: code}
}

// settled is the entry after its attempt; its state is still the one before. A letter that was surely not accepted is
// failed until it is sent again, and one that may have been is an intent. Then it is sent a second time, since the
// first may have been lost, and no third time, since both may have arrived. However the second attempt ends, the first
// may have arrived, so the letter stays an intent, which counts as told. Any other effect that failed for now is an
// intent: it may have been done, and is made again without harm.
func settled(e effect.Entry, f *outbound.Failure) effect.Entry {
	sentBefore := e.Letter() && e.State == effect.Intent
	e.State, e.Permanent, e.Code, e.Detail = effect.Done, false, "", ""
	if f == nil {
		return e
	}
	e.Code, e.Detail = f.Code, f.Text
	uncertain := f.Fate == outbound.Uncertain
	forGood := f.Fate == outbound.GiveUp || f.Fate == outbound.Revoked
	e.State = effect.Failed
	if sentBefore || e.Letter() && uncertain || !e.Letter() && !forGood {
		e.State = effect.Intent
	}
	e.Permanent = forGood || sentBefore && uncertain
	return e
}

// sending is the call that hands a letter to the mail server.
func (a *Activities) sending(m mail.Message) call {
	return func(ctx context.Context, e *effect.Entry, _ int) (effects.MadeLink, error) {
		m.Return = a.returns(e.ReturnTag(a.Store.Secret()))
		return effects.MadeLink{}, a.Mail.Send(ctx, m)
	}
}

// returns is the address of the mailbox that workers read with the tag, "" where there is none.
func (a *Activities) returns(tag string) string {
	local, domain, ok := strings.Cut(a.ReturnTo, "@")
	if !ok {
		return ""
	}
	return local + "+" + tag + "@" + domain
}

// notBefore is the store's clock, or the workflow's when that is ahead.
func (a *Activities) notBefore(asOf time.Time) time.Time {
	if now := a.Store.Now(); now.After(asOf) {
		return now
	}
	return asOf
}

// count counts how the attempt ended, and how late an accepted letter is.
func (a *Activities) count(done attempted, owedAt time.Time) {
	outcome := done.State
	switch {
	case done.Permanent:
		outcome = "given_up"
	case done.State == effect.Intent && !done.Letter():
		outcome = effect.Failed // as far as anybody knows; it is made again without harm
	case done.State == effect.Intent:
		outcome = "unknown"
	}
	a.Meter.Effect(done.Kind, outcome)
	if done.State != effect.Done || owedAt.IsZero() {
		return
	}
	now := a.Store.Now()
	if done.SignInID == "" {
		now = a.Store.NowOf(done.OrgID)
	}
	a.Meter.Letter(now.Sub(owedAt))
}
