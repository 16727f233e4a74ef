package workflows

import (
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
)

// Invitation sends one candidate's invitation, and waits until it expires, is started or is submitted. ref is the
// candidate's.
func Invitation(ctx workflow.Context, ref models.Ref) error {
	var a *activities.Activities
	return reconcile(ctx, ref, entity{kind: models.EntityInvitation, workflow: "Invitation", load: a.LoadInvitation,
		loadSummary: "what the invitation needs now", effectActivity: func(string) any { return a.SendInvitation }})
}
