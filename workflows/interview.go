package workflows

import (
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/store"
)

// Interview carries one interview, booked or external: its letters, its reminders, the clocks of its link and session
// (decision 50) and the end of its window.
func Interview(ctx workflow.Context, ref store.Ref) error {
	var a *activities.Activities
	return carry(ctx, ref, entity{"Interview", a.Load, a.SendLetters, "what the interview needs now"})
}
