package api

import (
	"errors"
	"slices"

	"litmus/models"
	"litmus/store"
	"litmus/workflows"
)

// awaitSideEffects wakes the interview's workflow after a change. If the change makes a meeting link or a calendar copy
// it waits for the first attempts, at most 3 s (decision 39), and puts the link into row if it came in time; else it
// does not wait. It returns the warnings of the answer (decision 40). owes says whether the change owes anything that
// can be delayed.
func (a *API) awaitSideEffects(c *call, row *store.InterviewRow, ws []models.Warning, owes bool) []models.Warning {
	ws = slices.Clone(ws)
	warn := func(code, message string) { ws = append(ws, models.Warning{Code: code, Message: message}) }
	defer func() { models.SortWarnings(ws) }()
	switch {
	case !a.Workflows.Reachable():
		a.dispatch(*row)
		if owes {
			warn(models.WarnSideEffectsDelayed, "The booking is stored; its letters follow as soon as the workflow "+
				"engine is reachable again.")
		}
		return ws
	case !row.Awaits():
		a.dispatch(*row)
		return ws
	}
	ctx := c.Context()
	var attempts workflows.FirstAttempts
	var err error
	c.seat.away(ctx, func() { attempts, err = a.Workflows.AwaitFirstAttempts(ctx, row.Interview) })
	if err != nil {
		a.dispatch(*row)
	}
	if later, err := a.Store.Interview(ctx, row.OrgID, row.ID); err == nil {
		row.Interview = row.WithLinkOf(later.Interview)
	}
	if row.MeetingLink != "" {
		ws = slices.DeleteFunc(ws, func(w models.Warning) bool { return w.Code == models.WarnMissingMeetingLink })
	}
	if code := attempts.Refusal(); code != "" {
		warn(models.WarnCalendarUnavailable, "The interviewer's calendar or the meeting provider answered with an "+
			"error ("+code+"); the booking stands, and what may pass is tried again.")
	}
	if err != nil || attempts.Late() {
		warn(models.WarnSideEffectsDelayed, "The booking is stored; its calendar event or meeting link takes longer "+
			"than the answer waits, and follows.")
	}
	return ws
}

var errTemporalAway = errors.New("the workflow engine is not reachable")

// dismissNotetaker dismisses the notetaker of the session that the order replaces, after a dry decision and before the
// binding one (decision 44). If the dry decision refuses, that is the order's refusal. If the notetaker cannot be
// dismissed the error is [models.Unavailable], and nothing has changed. The caller runs askBack if the binding decision
// refuses: it invites the notetaker again.
func (a *API) dismissNotetaker(c *call, o models.BookingOrder) (askBack func(), err error) {
	askBack = func() {}
	if !o.Replace || !a.Store.Policy().Notetaker {
		return askBack, nil
	}
	old, err := a.Store.DryRunBooking(c.Context(), c.caller.Organization, o)
	if err != nil || old == nil {
		return askBack, err
	}
	ref := store.Ref{OrgID: old.OrgID, ID: old.ID}
	askBack = func() { a.Workflows.Wake(*old) }
	if !a.Workflows.Reachable() {
		err = errTemporalAway
	} else {
		c.seat.away(c.Context(), func() { err = a.Workflows.DismissNotetaker(c.Context(), ref) })
	}
	if err != nil {
		a.Log.Warn("notetaker not dismissed", "interview", old.ID, "error", err)
		askBack() // the notetaker may have left nevertheless
		return askBack, models.Unavailablef("the notetaker of interview %s could not be dismissed, so nothing was "+
			"changed; read the interview before you try again", old.ID)
	}
	return askBack, nil
}
