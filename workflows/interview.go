package workflows

import (
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
)

// Interview does what one interview owes, booked or external: its meeting link, the copy in the interviewer's calendar,
// letters, notetaker and reminders. It waits for the expiry of the link and of the session and for the end of the
// session window. ref is the interview's.
func Interview(ctx workflow.Context, ref models.Ref) error {
	var a *activities.Activities
	return reconcile(ctx, ref, entity{
		kind: models.EntityInterview, workflow: "Interview", load: a.Load, loadSummary: "what the interview needs now",
		effectActivity: interviewActivity, setHandlers: setUpdateHandlers,
	})
}

// interviewActivity is the activity that does the effects of a target.
func interviewActivity(target string) any {
	var a *activities.Activities
	switch {
	case activities.EventName(target):
		return a.KeepEvent
	case target == effect.TargetMeeting:
		return a.KeepMeeting
	case target == effect.TargetNotetaker:
		return a.KeepNotetaker
	}
	return a.SendLetters
}
