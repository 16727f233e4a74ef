package activities

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"go.temporal.io/sdk/temporal"

	"litmus/metrics"
	"litmus/models"
	"litmus/models/effect"
	"litmus/ports/mail"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/store"
	"litmus/store/effects"
)

// Activities are the side effects with what they need. Mail and Outbound may be nil in a process that serves no
// effects.
type Activities struct {
	Store      *store.Store
	Mail       *mail.Sender
	ReturnTo   string             // address that letters come back to, each to its own tag of it; "" for their sender's
	Outbound   Outbound           // for addresses that people enter (package outbound)
	Meeting    meeting.Provider   // beside Mail
	Notetaker  notetaker.Provider // beside Mail
	BaseURL    string             // public origin: links in letters; its host is part of UIDs and Message-IDs
	Provider   string             // what people call the identity provider of the dashboard, "" for none (D7)
	Searchable bool               // the search attributes of workflows exist on the server
	Log        *slog.Logger
	Meter      *metrics.Meter // counts attempts; nil for nothing

	AuditDays int // for how long the audit is kept

	OnlyProvider bool // members sign in by the provider alone, and not by mail

	opened  providers
	askLink time.Duration // between two questions for a link that is not ready; 0 for the usual
}

// Outbound gives the client for the addresses that an organization's people enter, by the private networks that its
// file names ([outbound.Clients.For]).
type Outbound func(networks []netip.Prefix) *http.Client

// Plan is what an interview or an invitation needs now, as its workflow sees it.
type Plan struct {
	Revision  int64
	Gone      bool      // no such row
	Status    string    // derived at the instant of the plan
	StartsAt  time.Time `json:",omitzero"` // zero for an invitation
	PostingID string

	// What it is about, for operators: an interview's round, or an invitation's assessment.
	RoundID, AssessmentID string `json:",omitempty"`

	Targets []Target       // to whom something is owed
	Next    *effect.Moment // the next instant of the timeline
	Done    []string       // effects that are done, as "confirmation mail:candidate"
	Failing []string       // effects that failed, with their code: "confirmation mail:candidate smtp_550 (given up)"

	// Refused are the codes of the awaited effects that were refused for good at this revision.
	Refused    []string `json:",omitempty"`
	Searchable bool
}

// Target is a target by the name it has in Temporal, and the kind of what it is owed first. Step orders the first
// attempts at a revision: a target waits for those of a lower step, but not for long; one of step 0 waits for nothing.
type Target struct {
	Name, Kind string
	Step       int  `json:",omitempty"`
	Soon       bool `json:",omitempty"` // goes before the organization's other effects
	Batch      bool `json:",omitempty"` // a letter, which may leave by one activity with others
}

// Steps of first attempts. What makes the meeting link comes before the calendar's copy, which shows the link. Letters,
// which contain it, and the answer to a booking wait for both.
const (
	StepMeeting = 1
	StepEvent   = 2
	StepRest    = 3
)

// Awaited reports whether others wait for the first attempt at the target.
func (t Target) Awaited() bool { return t.Step == StepMeeting || t.Step == StepEvent }

// Targets are those of the owed effects, in their order, by the names they have in Temporal.
func Targets(i models.Interview, owed []effect.Effect, now time.Time, name func(target string) string) (out []Target) {
	awaited := slices.ContainsFunc(owed, effect.Effect.Awaited)
	for _, e := range owed {
		t := Target{Name: name(e.Target), Kind: e.Kind, Soon: e.Soon(i, now), Batch: e.Letter()}
		switch {
		case !awaited || e.Removes():
		case e.Kind == effect.MeetingMade:
			t.Step = StepMeeting
		case e.Awaited():
			t.Step = StepEvent
		default:
			t.Step = StepRest
		}
		if !slices.ContainsFunc(out, func(o Target) bool { return o.Name == t.Name }) {
			out = append(out, t)
		}
	}
	return out
}

// Load reads what the interview owes at asOf, the workflow's clock, and its next instant.
func (a *Activities) Load(ctx context.Context, ref models.Ref, asOf time.Time) (Plan, error) {
	acct, err := a.account(ctx, ref)
	switch {
	case err != nil:
		return Plan{}, err
	case acct == nil:
		return Plan{Gone: true}, nil
	}
	return a.plan(ctx, *acct, asOf)
}

// plan is what the interview as it was read owes at asOf, and its next instant. When nothing is owed it notes that the
// revision has converged.
func (a *Activities) plan(ctx context.Context, acct effects.InterviewLedger, asOf time.Time) (Plan, error) {
	i, now := acct.Interview, a.timeOf(acct.OrgID, asOf)
	next := effect.NextMoment(i, a.Store.Policy(), now)
	p := Plan{Revision: i.Revision, Status: i.StatusAt(now), StartsAt: i.StartsAt.UTC(), PostingID: i.PostingID,
		RoundID: i.RoundID, Next: a.timer(acct.OrgID, next), Searchable: a.Searchable}
	owed := effect.Owed(i, acct.CandidateEmail, acct.Ledger, a.Store.Policy(), now)
	if until := i.HeldUntil(asOf); until != nil {
		p.Next = &effect.Moment{At: *until, Kind: effect.MomentUndoEnds} // what else is due then is owed by then
	} else {
		p.Targets = Targets(i, effect.Leaving(owed, acct.Approved), now,
			func(target string) string { return a.TargetName(i.ID, target) })
	}
	p.Refused = effect.Refusals(i, acct.Ledger)
	var superseded []effect.Entry
	for _, e := range acct.Ledger {
		what := e.Kind + " " + a.TargetName(i.ID, e.Target)
		wanted := slices.ContainsFunc(owed, func(o effect.Effect) bool {
			return o.Target == e.Target && o.Kind == e.Kind
		})
		switch {
		case e.State == effect.Done:
			p.Done = append(p.Done, what)
		case e.Permanent && e.Revision == i.Revision:
			p.Failing = append(p.Failing, what+" "+e.Code+" (given up)")
		case e.State == effect.Failed && !e.Permanent && !wanted:
			superseded = append(superseded, e)
		case e.Code != "" && !e.Permanent && e.State != effect.Obsolete && wanted:
			// A failure whose effect is not owed any more is shown by the ledger alone.
			p.Failing = append(p.Failing, what+" "+e.Code)
		}
	}
	if len(superseded) > 0 {
		if err := a.Store.Effects.Supersede(ctx, superseded); err != nil {
			return Plan{}, a.storeFailed(ctx, err)
		}
	}
	if len(owed) == 0 {
		a.Store.Wakes.MarkConverged(i, instantOf(next))
	}
	return p, nil
}

// timeOf is what the organization's clock shows when that of a workflow shows asOf. They differ where a test clock was
// moved, because workflows know nothing of test clocks.
func (a *Activities) timeOf(orgID string, asOf time.Time) time.Time {
	return asOf.Add(a.Store.Ahead(orgID))
}

// timer is the moment as a workflow sets its timer for it: by the machine's time.
func (a *Activities) timer(orgID string, next *effect.Moment) *effect.Moment {
	if next == nil {
		return nil
	}
	return &effect.Moment{At: next.At.Add(-a.Store.Ahead(orgID)), Kind: next.Kind}
}

// instantOf is the moment's instant, nil for none.
func instantOf(next *effect.Moment) *time.Time {
	if next == nil {
		return nil
	}
	return &next.At
}

// TargetName is the name of a target in Temporal. The candidate's is always the same; every other address is replaced
// by a pseudonym, which `litmus interviews show` prints beside the address.
func (a *Activities) TargetName(interviewID, target string) string {
	if strings.HasPrefix(target, candidateName+":") {
		return candidateName
	}
	if owner, ok := effect.EventOwner(target); ok {
		return eventName + a.Store.Secret().Pseudonym(interviewID, owner)
	}
	kind, value, addressed := strings.Cut(target, ":")
	if !addressed { // the meeting, the notetaker
		return target
	}
	role, address, _ := strings.Cut(value, ":")
	return kind + ":" + role + ":" + a.Store.Secret().Pseudonym(interviewID, address)
}

// Names in Temporal.
const (
	candidateName = "mail:" + effect.RoleCandidate
	eventName     = "event:" // and a pseudonym: an interviewer's calendar
)

// EventName reports whether the name is that of a calendar's copy.
func EventName(target string) bool { return strings.HasPrefix(target, eventName) }

// Codes of failures that no provider answered with. Histories contain them, so they never change.
const (
	CodeDatabase    = "database"              // the store failed
	CodeInFlight    = "attempt_in_flight"     // another attempt at the same thing is under way
	CodeLinkPending = "calendar_link_pending" // the event stands, and its calendar is still making the meeting link
)

// Codes of activities that ended without a code of their own.
const (
	CodeTimeout = "timeout"
	CodeUnknown = "unknown"
)

// FailureOf is the code of an activity's failure, and the pause before the next attempt that it asks for.
func FailureOf(err error) (code string, retry time.Duration) {
	var app *temporal.ApplicationError
	var late *temporal.TimeoutError
	switch {
	case errors.As(err, &app):
		return app.Type(), app.NextRetryDelay()
	case errors.As(err, &late):
		return CodeTimeout, 0
	}
	return CodeUnknown, 0
}

// coded is a failure that Temporal tries again, after the delay that its cause asked for (0: at the usual pace).
// Temporal learns the code alone. The category is benign, so that the SDK does not log it as an error: what happened is
// in our own log.
func coded(code string, after time.Duration) error {
	return temporal.NewApplicationErrorWithOptions(code, code, temporal.ApplicationErrorOptions{
		NextRetryDelay: after, Category: temporal.ApplicationErrorCategoryBenign,
	})
}

// storeFailed is [Activities.opaque] of what the store could not do.
func (a *Activities) storeFailed(ctx context.Context, err error) error {
	return a.opaque(ctx, CodeDatabase, err)
}

// opaque keeps what went wrong in the log and gives Temporal a code, which is tried again.
func (a *Activities) opaque(ctx context.Context, code string, err error) error {
	var app *temporal.ApplicationError
	if errors.As(err, &app) {
		return err
	}
	a.Log.WarnContext(ctx, "activity failed", "code", code, "error", err)
	return coded(code, 0)
}
