package activities

import (
	"context"
	"time"

	"litmus/store/effects"
)

// AskLinkEvery sets the pause between two questions for a link that is not ready.
func (a *Activities) AskLinkEvery(d time.Duration) { a.askLink = d }

// LinkTries is how often a link that is not ready is asked for.
const LinkTries = linkTries

// SendAsRead is SendLetters for somebody who read the row before.
func (a *Activities) SendAsRead(ctx context.Context, row effects.InterviewLedger, target string,
	asOf time.Time) (Outcome, error) {
	_, out, err := a.sendTo(ctx, row, target, asOf)
	return out, err
}

// InTurn is the order in which copies are looked for.
var InTurn = inTurn
