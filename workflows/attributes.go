package workflows

import (
	"errors"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/effect"
)

// attributes are the search attributes of a workflow that change; written says that Temporal has them.
type attributes struct {
	status, waitsFor string
	start            time.Time
	failing, written bool
}

// all are the search attributes together with those that never change.
func (a attributes) all(orgID, postingID string) []temporal.SearchAttributeUpdate {
	set := []temporal.SearchAttributeUpdate{
		attrOrganization.ValueSet(orgID), attrPosting.ValueSet(postingID), attrStatus.ValueSet(a.status),
		attrWaitsFor.ValueSet(a.waitsFor), attrFailing.ValueSet(a.failing),
	}
	if !a.start.IsZero() {
		set = append(set, attrStart.ValueSet(a.start))
	}
	return set
}

// givenAtStart reads the search attributes that a run was started with; the zero value if there are none. A run that
// continues another gets the zero value as well, although Temporal hands the attributes on: older releases wrote them
// again in such a run, and their histories must replay.
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

// ofInterview are the search attributes that the workflow of a new interview will have after its first load. They are
// nil for a row that was changed since: its workflow runs, or begins with another change than this one.
func ofInterview(i models.Interview, p models.Policy, now time.Time) *temporal.SearchAttributes {
	if i.Revision != 1 {
		return nil
	}
	a := attributes{status: i.StatusAt(now), waitsFor: waitsFor(effect.NextMoment(i, p, now)), start: i.StartsAt.UTC()}
	given := temporal.NewSearchAttributes(a.all(i.OrgID, i.PostingID)...)
	return &given
}

// ofInvitation are the search attributes of the workflow of a candidate who was just invited, as [ofInterview] are
// those of a new interview.
func ofInvitation(c models.Candidate, now time.Time) *temporal.SearchAttributes {
	if c.Revision != 1 {
		return nil
	}
	v := candidacy.Invitation{Candidate: c}
	a := attributes{status: v.StateAt(now), waitsFor: waitsFor(v.NextMoment(now))}
	given := temporal.NewSearchAttributes(a.all(c.OrgID, c.PostingID)...)
	return &given
}

// bareTime is how long workflows start without search attributes after a namespace was found to have none. Then it is
// tried again: a worker may have registered them.
const bareTime = time.Minute

// startWith calls start with the options of the entity's workflow and its search attributes, nil where they are not
// known. What is given at the start need not be written by the workflow, which would cost Temporal an event and a
// second entry in its lists. A namespace without these attributes refuses the start: then start is called again without
// them.
func (w *Client) startWith(s models.PendingWake, given *temporal.SearchAttributes,
	start func(client.StartWorkflowOptions) error) error {
	if w.held.Load() {
		return ErrUnreachable
	}
	options := startOptions(s.Entity, models.Ref{OrgID: s.OrgID, ID: s.ID})
	options.Memo = w.memo()
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
