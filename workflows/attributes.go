package workflows

import (
	"errors"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/models"
	"litmus/store"
)

// attributes are the search attributes of a workflow that change, as they were last written.
type attributes struct {
	status, waitsFor string
	start            time.Time
	failing, written bool
}

// all are the search attributes with those that never change.
func (a attributes) all(orgID, postingID string) []temporal.SearchAttributeUpdate {
	set := []temporal.SearchAttributeUpdate{attrOrganization.ValueSet(orgID), attrPosting.ValueSet(postingID),
		attrStatus.ValueSet(a.status),
		attrWaitsFor.ValueSet(a.waitsFor), attrFailing.ValueSet(a.failing)}
	if !a.start.IsZero() {
		set = append(set, attrStart.ValueSet(a.start))
	}
	return set
}

// givenAtStart reads the search attributes that a run was started with; none are written where it got none. A run that
// continues another inherits them, and older releases wrote them all the same: what they began must replay.
func givenAtStart(ctx workflow.Context) attributes {
	if workflow.GetInfo(ctx).ContinuedExecutionRunID != "" {
		return attributes{}
	}
	given := workflow.GetTypedSearchAttributes(ctx)
	status, ok := given.GetKeyword(attrStatus)
	if !ok {
		return attributes{}
	}
	a := attributes{status: status, written: true}
	a.waitsFor, _ = given.GetKeyword(attrWaitsFor)
	a.failing, _ = given.GetBool(attrFailing)
	if start, ok := given.GetTime(attrStart); ok {
		a.start = start.UTC()
	}
	return a
}

// ofInterview are the search attributes that a new interview's workflow will show when it has loaded the row; nil for a
// row that has changed since, of which another change may come first.
func ofInterview(i models.Interview, p models.Policy, now time.Time) *temporal.SearchAttributes {
	if i.Revision != 1 {
		return nil
	}
	a := attributes{status: i.StatusAt(now), waitsFor: waitsFor(models.NextMoment(i, p, now)), start: i.StartsAt.UTC()}
	given := temporal.NewSearchAttributes(a.all(i.OrgID, i.PostingID)...)
	return &given
}

// ofInvitation are those of a candidate who was just invited, as [ofInterview] are an interview's.
func ofInvitation(c models.Candidate, now time.Time) *temporal.SearchAttributes {
	if c.Revision != 1 {
		return nil
	}
	v := models.Invitation{Candidate: c}
	a := attributes{status: v.StateAt(now), waitsFor: waitsFor(v.NextMoment(now))}
	given := temporal.NewSearchAttributes(a.all(c.OrgID, c.PostingID)...)
	return &given
}

// bareTime is how long workflows start without search attributes after the namespace was found to have none: a worker
// may register them meanwhile.
const bareTime = time.Minute

// starting has start start the entity's workflow with the search attributes that it will show, nil where they are not
// known: what is given at the start need not be written by the workflow, which would cost Temporal an event and a
// second entry in its lists. Where the namespace has no such attributes, Temporal refuses the start, and it is tried
// again without.
func (w *Client) starting(s store.PendingWake, given *temporal.SearchAttributes,
	start func(client.StartWorkflowOptions) error) error {
	options := startOptions(s.Entity, store.Ref{OrgID: s.OrgID, ID: s.ID})
	if given == nil || time.Now().UnixNano() < w.bareUntil.Load() {
		return start(options)
	}
	options.TypedSearchAttributes = *given
	err := start(options)
	var invalid *serviceerror.InvalidArgument
	if !errors.As(err, &invalid) {
		return err
	}
	w.bareUntil.Store(time.Now().Add(bareTime).UnixNano())
	options.TypedSearchAttributes = temporal.SearchAttributes{}
	return start(options)
}
