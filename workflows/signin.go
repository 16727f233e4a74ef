package workflows

import (
	"context"

	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
)

// SignIn sends a member the letter with the links to sign in that were asked for last, and gives up when they run out
// (D6); or the one which tells that they are a member now. ref is that of the row of links, which holds an address only
// in the database.
func SignIn(ctx workflow.Context, ref models.Ref) error {
	var a *activities.Activities
	return reconcile(ctx, ref, entity{kind: models.EntitySignIn, workflow: "SignIn", load: a.LoadSignIn,
		loadSummary: "which letter is owed now", effectActivity: func(string) any { return a.SendSignIn }})
}

// WakeSignIn sends a wake-up for a letter to a member, as [Client.Wake] does for an interview.
func (w *Client) WakeSignIn(ctx context.Context, one models.PendingWake) { w.wakeLater(ctx, one, nil) }
