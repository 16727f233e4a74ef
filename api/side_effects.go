package api

import (
	"slices"

	"litmus/models"
	"litmus/store"
	"litmus/workflows"
)

// awaitSideEffects wakes the interview's workflow after a change. If the change makes a meeting link or a calendar copy
// it waits for the first attempts, at most 3 s, and puts the link into row if it came in time; else it does not wait.
// It returns the warnings of the answer. owes says whether the change owes anything that can be delayed: while Temporal
// is unreachable that is warned of even where nothing was waited for, since letters will be late.
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
