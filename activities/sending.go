package activities

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/store/effects"
)

// Outcome is what became of a target.
type Outcome struct {
	Sent   int    // letters accepted by the mail server in this attempt, or other effects done
	Failed string // the code of what was refused for good
	// Changed says that more is owed now: a meeting link was made, and the row has another revision, or a link is still
	// to be asked for.
	Changed bool `json:",omitempty"`
}

// SendLetters sends the letters that are owed to a target, one after another, until nothing is owed to it any more.
// asOf is the workflow's clock when it started the activity: a worker whose clock is behind would find that a reminder
// is not due yet. A failure that may pass is an error whose type is its code; a refusal for good is an outcome.
func (a *Activities) SendLetters(ctx context.Context, ref models.Ref, target string, asOf time.Time) (Outcome, error) {
	acct, err := a.account(ctx, ref)
	if acct == nil || err != nil {
		return Outcome{}, err
	}
	_, out, err := a.sendTo(ctx, *acct, target, asOf)
	return out, err
}

// Batch is what became of a batch of letters.
type Batch struct {
	Outcomes []BatchOutcome // of the targets, in their order
	// Plan is what [Activities.Load] would say if nothing is owed any more, by the row as the batch read it and what it
	// sent; nil where a letter failed, more is owed, or the row is known to have changed.
	Plan *Plan `json:",omitempty"`
}

// BatchOutcome is what became of one target of a batch.
type BatchOutcome struct {
	Outcome
	Code  string        `json:",omitempty"` // of a failure that may pass, "" for none
	Retry time.Duration `json:",omitempty"` // the pause before the next attempt that its provider asks for
}

// SendLetterBatch sends the letters that are owed to several targets, side by side, as [Activities.SendLetters] does to
// each, and ends when the slowest of them does. One that fails is no failure of the others. A batch is the two letters
// of a booking and no more, or it would bring many to the few connections to the mail server. It is attempted once;
// what failed goes on alone. Two activities would cost Temporal 19 events and not 12.
func (a *Activities) SendLetterBatch(ctx context.Context, ref models.Ref, targets []string,
	asOf time.Time) (Batch, error) {
	out := Batch{Outcomes: make([]BatchOutcome, len(targets))}
	acct, err := a.account(ctx, ref)
	if acct == nil || err != nil {
		return out, err
	}
	after, panics := make([]effects.InterviewLedger, len(targets)), make([]any, len(targets))
	var sending sync.WaitGroup
	for n, target := range targets {
		sending.Go(func() {
			defer func() { panics[n] = recover() }()
			one, o := *acct, &out.Outcomes[n]
			one.Ledger = slices.Clone(acct.Ledger)
			var err error
			if after[n], o.Outcome, err = a.sendTo(ctx, one, target, asOf); err != nil {
				o.Code, o.Retry = FailureOf(err)
			}
		})
	}
	sending.Wait()
	for n := range targets {
		if panics[n] != nil {
			panic(panics[n]) // Temporal's library makes a failure of it, here and nowhere else
		}
	}
	if now, known := accountAfter(*acct, out.Outcomes, after); known {
		if plan, err := a.plan(ctx, now, asOf); err == nil && len(plan.Targets) == 0 { // else the workflow loads one
			out.Plan = &plan
		}
	}
	return out, nil
}

// accountAfter is the row with all that a batch sent, as one who reads it now would find it. It is not known if a
// letter failed, if the row changed, or if an entry that was there is a different one now.
func accountAfter(before effects.InterviewLedger, outcomes []BatchOutcome,
	after []effects.InterviewLedger) (now effects.InterviewLedger, known bool) {
	now = before
	now.Ledger = slices.Clone(before.Ledger)
	for n, a := range after {
		if outcomes[n].Code != "" || a.Revision != before.Revision {
			return now, false
		}
		for _, sent := range a.Ledger[len(before.Ledger):] {
			if slices.ContainsFunc(before.Ledger, func(e effect.Entry) bool {
				return e.Target == sent.Target && e.Kind == sent.Kind && e.Revision == sent.Revision
			}) {
				return now, false
			}
			now.Ledger = append(now.Ledger, sent)
		}
	}
	return now, true
}

// account reads the row and its ledger, nil for no such row.
func (a *Activities) account(ctx context.Context, ref models.Ref) (*effects.InterviewLedger, error) {
	acct, err := a.Store.Effects.InterviewLedger(ctx, ref)
	switch {
	case models.KindOf(err) == models.NotFound:
		return nil, nil
	case err != nil:
		return nil, a.storeFailed(ctx, err)
	}
	return &acct, nil
}

// sendTo sends the letters that are owed to a target by the row as it was read, and returns the row with what was sent.
// A change of the row wakes the workflow, which starts the activity again. Until then the row as it was read, with what
// was sent since, says what is owed.
func (a *Activities) sendTo(ctx context.Context, acct effects.InterviewLedger, target string,
	asOf time.Time) (effects.InterviewLedger, Outcome, error) {
	var out Outcome
	for {
		e := a.owedTo(target, acct, asOf)
		if e == nil {
			return acct, out, nil
		}
		sent, err := a.send(ctx, acct, *e)
		if errors.Is(err, errStale) {
			again, err := a.account(ctx, models.Ref{OrgID: acct.OrgID, ID: acct.ID})
			if again == nil || err != nil {
				return effects.InterviewLedger{}, out, err
			}
			acct = *again
			continue
		}
		if err != nil {
			return acct, out, err
		}
		acct.Ledger = append(acct.Ledger, sent)
		if sent.State == effect.Done {
			out.Sent++
		} else {
			out.Failed = sent.Code
		}
	}
}

// owedTo is the first effect that is owed to the target, by its name in Temporal; nil for none.
func (a *Activities) owedTo(target string, acct effects.InterviewLedger, asOf time.Time) *effect.Effect {
	if acct.HeldUntil(a.notBefore(asOf)) != nil {
		return nil
	}
	for _, e := range effect.Leaving(effect.Owed(acct.Interview, acct.CandidateEmail, acct.Ledger, a.Store.Policy(),
		a.timeOf(acct.OrgID, a.notBefore(asOf))), acct.Approved) {
		if a.TargetName(acct.ID, e.Target) == target {
			return &e
		}
	}
	return nil
}

// send makes one attempt at one letter and returns its entry, settled: done, or refused for good.
func (a *Activities) send(ctx context.Context, acct effects.InterviewLedger, e effect.Effect) (effect.Entry, error) {
	entry := effect.EntryOf(acct.InterviewRow.Interview, e)
	if e.Resend == nil {
		entry.ProviderID = fmt.Sprintf("%s.%d.%s.%s@%s",
			acct.ID, acct.Revision, e.Kind, a.Store.Secret().Pseudonym(acct.ID, e.Target), a.host())
	}
	m, err := a.compose(ctx, acct, e, entry)
	if err != nil {
		return entry, a.opaque(ctx, "letter_unwritable", err)
	}
	m.Tenant, m.Urgent = acct.OrgID, e.Soon(acct.Interview, a.Store.NowOf(acct.OrgID))
	var owedAt time.Time
	if e.AtOnce() {
		owedAt = acct.UpdatedAt
	}
	done, err := a.attempt(ctx, attempt{
		entry: entry, revision: acct.Revision, about: slog.String("interview", acct.ID), call: a.sending(m),
		owedAt: owedAt,
	})
	return done.Entry, err
}
