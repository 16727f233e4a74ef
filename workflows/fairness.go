package workflows

import (
	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
)

// newsWeight is how many turns what the team is told (D27) has for each turn of what candidates are told.
const newsWeight = 0.125

// soonWeight is how many turns what is soon has for each turn of the organization's other effects. It is not always
// first, because a flood of it must not stop the rest.
const soonWeight = 8

// fairnessKey is the key by which Temporal dispatches a task queue round robin, where matching.enableFairness is set:
// the organization. Invitations, calendars, sign-ins and news have keys of their own, so that hundreds of invitations,
// the regular reading of calendars or what a team is told delay neither the organization's interviews nor who wants to
// sign in.
func fairnessKey(e models.Entity, orgID string) string {
	switch e {
	case models.EntityInvitation:
		return orgID + "/invitations"
	case models.EntityCalendar:
		return orgID + "/calendars"
	case models.EntitySignIn:
		return orgID + "/sign-ins"
	case models.EntityNews:
		return orgID + "/news"
	}
	return orgID
}

// ofRetention is the priority of the workflow of retention and its activity: everybody else's work has more turns.
var ofRetention = temporal.Priority{FairnessKey: RetentionID, FairnessWeight: newsWeight}

// ofEntity is the priority of an entity's workflow and of its activities.
func ofEntity(e models.Entity, orgID string) temporal.Priority {
	p := temporal.Priority{FairnessKey: fairnessKey(e, orgID)}
	if e == models.EntityNews {
		p.FairnessWeight = newsWeight
	}
	return p
}

// priority is the priority of a target's activity. What is soon has a key of its own, with more turns than the
// organization's others.
func priority(e models.Entity, orgID string, t activities.Target) temporal.Priority {
	if t.Soon {
		return temporal.Priority{FairnessKey: orgID + "/soon", FairnessWeight: soonWeight}
	}
	return ofEntity(e, orgID)
}
