package api

import (
	"context"
	"net/http"
	"time"

	"litmus/models"
)

type slotWriter func(ctx context.Context, orgID, postingID string, slots []models.SlotWrite) ([]models.PostingInterviewer, error)

type slotsJSON struct {
	PostingID       string     `json:"posting_id"`
	RoundID         string     `json:"round_id"`
	DurationMinutes int        `json:"duration_minutes"`
	Slots           []slotJSON `json:"slots"`
}

type slotJSON struct {
	StartAt           string   `json:"start_at"`
	InterviewerEmails []string `json:"interviewer_emails"`
	Capacity          int      `json:"capacity"`
}

// listSlots serves GET /postings/{id}/slots (rule 7, decisions 69 and 70).
func (a *API) listSlots(c *call) (int, any, error) {
	roundID, from, to, shape := c.slotQuery(a.Store.Now())
	if shape != nil {
		return 0, nil, a.postingFirst(c, shape)
	}
	round, slots, err := a.Store.Slots(c.Context(), c.orgID(), c.id, roundID, from, to)
	if err != nil {
		return 0, nil, err
	}
	out := slotsJSON{c.id, roundID, round.DurationMinutes, make([]slotJSON, len(slots))}
	for i, s := range slots {
		out.Slots[i] = slotJSON{models.FormatInstant(s.StartAt), s.InterviewerEmails, s.Capacity}
	}
	return http.StatusOK, out, nil
}

// slotQuery reads round_id and the bounds; from is now when it is absent.
func (c *call) slotQuery(now time.Time) (roundID string, from time.Time, to *time.Time, err error) {
	if roundID, err = c.param("round_id"); err != nil {
		return "", from, nil, err
	}
	if roundID == "" {
		return "", from, nil, models.Invalidf("round_id is required: take it from GET /api/v1/postings/{id}/pipeline")
	}
	var texts [2]string
	for i, name := range []string{"from", "to"} {
		if texts[i], err = c.param(name); err != nil {
			return "", from, nil, err
		}
	}
	given, err := bound("from", texts[0])
	if err != nil {
		return "", from, nil, err
	}
	if from = now; given != nil {
		from = *given
	}
	to, err = bound("to", texts[1])
	return cleanID(roundID), from, to, err
}

// bound reads an optional instant of a query string.
func bound(name, text string) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	t, err := models.ParseBound(name, text)
	return &t, err
}
