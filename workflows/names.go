package workflows

import (
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"

	"litmus/models"
)

// Task queues. Interviews runs workflows with their short local activities on the database. Effects runs the activities
// that call other servers; it is the one to scale.
const (
	QueueInterviews = "interviews"
	QueueEffects    = "effects"
)

// wakeSignal is the name of the signal that is a wake-up.
const wakeSignal = "wake"

// WorkflowID is the id of an entity's workflow: interview/int_…, invitation/cand_…, calendar/cal_…, sign-in/sgn_…
// or news/new_….
func WorkflowID(e models.Entity, id string) string { return string(e) + "/" + id }

// Search attributes of our workflows: what operators filter by. Ids, instants, kinds and codes only.
var (
	attrOrganization = temporal.NewSearchAttributeKeyKeyword("LitmusOrganization")
	attrPosting      = temporal.NewSearchAttributeKeyKeyword("LitmusPosting")
	attrStatus       = temporal.NewSearchAttributeKeyKeyword("LitmusStatus")
	attrStart        = temporal.NewSearchAttributeKeyTime("LitmusStart")
	attrWaitsFor     = temporal.NewSearchAttributeKeyKeyword("LitmusWaitsFor")
	attrFailing      = temporal.NewSearchAttributeKeyBool("LitmusFailing")
)

// SearchAttributes are the custom search attributes that a namespace needs, by name.
var SearchAttributes = map[string]enums.IndexedValueType{
	attrOrganization.GetName(): attrOrganization.GetValueType(),
	attrPosting.GetName():      attrPosting.GetValueType(),
	attrStatus.GetName():       attrStatus.GetValueType(),
	attrStart.GetName():        attrStart.GetValueType(),
	attrWaitsFor.GetName():     attrWaitsFor.GetValueType(),
	attrFailing.GetName():      attrFailing.GetValueType(),
}
