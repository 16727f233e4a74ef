package activities

import (
	"context"
	"errors"

	"litmus/models"
	"litmus/models/effect"
)

// sendOne sends the letter of a row that owes one at a time: an invitation, links to sign in, news. owed is nil if none
// is owed, and tell makes one attempt and returns its entry, settled. A failure that may pass is an error whose type is
// its code; a refusal for good is an outcome.
func sendOne[Ledger any](ctx context.Context, a *Activities, read func() (Ledger, error),
	owed func(Ledger) *effect.Effect, tell func(Ledger, effect.Effect) (effect.Entry, error)) (Outcome, error) {
	for {
		acct, err := read()
		if models.KindOf(err) == models.NotFound {
			return Outcome{}, nil
		}
		if err != nil {
			return Outcome{}, a.storeFailed(ctx, err)
		}
		e := owed(acct)
		if e == nil {
			return Outcome{}, nil
		}
		sent, err := tell(acct, *e)
		switch {
		case errors.Is(err, errStale):
			continue
		case err != nil:
			return Outcome{}, err
		case sent.State == effect.Done:
			return Outcome{Sent: 1}, nil
		}
		return Outcome{Failed: sent.Code}, nil
	}
}

// noteStatus notes in the plan how a letter stands that was sent. owed says that it is owed now.
func (p *Plan) noteStatus(e effect.Entry, target string, owed bool) {
	what := e.Kind + " " + target
	switch {
	case e.State == effect.Done:
		p.Done = append(p.Done, what)
	case e.Permanent:
		p.Failing = append(p.Failing, what+" "+e.Code+" (given up)")
	case owed && e.Code != "":
		p.Failing = append(p.Failing, what+" "+e.Code)
	}
}

// giveUp closes the entry of a letter that failed for now and is owed no more; nil for none.
func (a *Activities) giveUp(ctx context.Context, e *effect.Entry) error {
	if e == nil || e.State != effect.Failed || e.Permanent {
		return nil
	}
	if err := a.Store.Effects.Supersede(ctx, []effect.Entry{*e}); err != nil {
		return a.storeFailed(ctx, err)
	}
	return nil
}
