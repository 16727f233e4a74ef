package workflows

import (
	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/store"
)

// soonWeight is the share of what is soon beside what an organization else waits for, where both are in the queue.
const soonWeight = 8

// fairnessKey is what Temporal shares a task queue's dispatches by, where matching.enableFairness is set: round robin
// by organization (decision 126). Invitations come by the hundred, and calendars all the time: each has a turn of its
// own, so that neither holds up the organization's interviews.
func fairnessKey(e store.Entity, orgID string) string {
	switch e {
	case store.EntityInvitation:
		return orgID + "/invitations"
	case store.EntityCalendar:
		return orgID + "/calendars"
	}
	return orgID
}

// priority is the turn of a target's effects: what is soon has one of its own, which comes before the organization's
// others.
func priority(e store.Entity, orgID string, t activities.Target) temporal.Priority {
	if t.Soon {
		return temporal.Priority{FairnessKey: orgID + "/soon", FairnessWeight: soonWeight}
	}
	return temporal.Priority{FairnessKey: fairnessKey(e, orgID)}
}
