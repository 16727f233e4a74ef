package workflows

import (
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
)

// Interview carries one interview, booked or external: its meeting link, the copy in the interviewer's calendar, its
// letters, its notetaker, its reminders, the clocks of its link and session (decision 50) and the end of its window.
func Interview(ctx workflow.Context, ref store.Ref) error {
	var a *activities.Activities
	sees := func(target string) any {
		switch {
		case activities.EventName(target):
			return a.KeepEvent
		case target == models.TargetMeeting:
			return a.KeepMeeting
		case target == models.TargetNotetaker:
			return a.KeepNotetaker
		}
		return a.SendLetters
	}
	return carry(ctx, ref, entity{store.EntityInterview, "Interview", a.Load, sees, "what the interview needs now",
		answerUpdates})
}
