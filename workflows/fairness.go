package workflows

import (
	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
)

// soonWeight is how many turns what is soon has for each turn of the organization's other effects. It is not always
// first, because a flood of it must not stop the rest (ADR fair-shares).
const soonWeight = 8

// fairnessKey is the key by which Temporal dispatches a task queue round robin, where matching.enableFairness is set:
// the organization. Invitations, calendars and sign-ins have keys of their own, so that hundreds of invitations or the
// regular reading of calendars delay neither the organization's interviews nor who wants to sign in.
func fairnessKey(e models.Entity, orgID string) string {
	switch e {
	case models.EntityInvitation:
		return orgID + "/invitations"
	case models.EntityCalendar:
		return orgID + "/calendars"
	case models.EntitySignIn:
		return orgID + "/sign-ins"
	}
	return orgID
}

// priority is the priority of a target's activity. What is soon has a key of its own, with more turns than the
// organization's others.
func priority(e models.Entity, orgID string, t activities.Target) temporal.Priority {
	if t.Soon {
		return temporal.Priority{FairnessKey: orgID + "/soon", FairnessWeight: soonWeight}
	}
	return temporal.Priority{FairnessKey: fairnessKey(e, orgID)}
}
