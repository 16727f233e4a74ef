package workflows

import (
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/store"
)

// Invitation carries one candidate's invitation: its letter, and its clock until it expires, is started or is submitted
// (decision 78). ref is the candidate's.
func Invitation(ctx workflow.Context, ref store.Ref) error {
	var a *activities.Activities
	return carry(ctx, ref, entity{store.EntityInvitation, "Invitation",
		a.LoadInvitation, func(string) any { return a.SendInvitation }, "what the invitation needs now", nil})
}
