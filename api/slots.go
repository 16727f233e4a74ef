package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"litmus/models"
)

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

type slotWriteJSON struct {
	Email   string   `json:"email"`
	Slots   []string `json:"slots"`
	Applied bool     `json:"applied"`
	Reason  string   `json:"reason,omitempty"`
}

// addSlots serves POST /postings/{id}/slots (rule 2).
func (a *API) addSlots(c *call) (int, any, error) { return a.writeSlots(c, a.Store.AddSlots) }

// removeSlots serves DELETE /postings/{id}/slots (rule 6).
func (a *API) removeSlots(c *call) (int, any, error) { return a.writeSlots(c, a.Store.RemoveSlots) }

// slotWriter changes slots and returns the interviewers that were named, as they are then.
type slotWriter func(ctx context.Context, orgID, postingID string, slots []models.SlotWrite) ([]models.PostingInterviewer, error)

// writeSlots answers for the interviewers named in the request (rule 5, decision 66).
func (a *API) writeSlots(c *call, write slotWriter) (int, any, error) {
	slots, shape := c.slotWrites()
	if shape != nil {
		return 0, nil, a.postingFirst(c, shape)
	}
	list, err := write(c.Context(), c.orgID(), c.id, slots)
	if err != nil {
		return 0, nil, err
	}
	out := interviewersJSON{c.id, make([]any, len(list))}
	for n, i := range list {
		w := slotWriteJSON{Email: i.Email, Slots: instants(i.Slots), Applied: !i.Personal}
		if i.Personal {
			w.Reason = models.ReasonPersonal
		}
		out.Interviewers[n] = w
	}
	return http.StatusOK, out, nil
}

func (c *call) slotWrites() ([]models.SlotWrite, error) {
	f, err := c.body("slots")
	if err != nil {
		return nil, err
	}
	entries, err := f.objects("slots", models.MaxSlotsPerWrite, models.CheckSlotWrites(models.MaxSlotsPerWrite+1), "interviewer_email", "start_at")
	if err != nil {
		return nil, err
	}
	if err := models.CheckSlotWrites(len(entries)); err != nil {
		return nil, err
	}
	out := make([]models.SlotWrite, len(entries))
	for n, e := range entries {
		where := fmt.Sprintf("slots[%d].", n)
		email, err := e.text(where, "interviewer_email")
		if err != nil {
			return nil, err
		}
		if out[n].InterviewerEmail, err = models.ParseEmail(where+"interviewer_email", email); err != nil {
			return nil, err
		}
		at, err := e.text(where, "start_at")
		if err != nil {
			return nil, err
		}
		if at == "" {
			return nil, models.Invalidf("%sstart_at is required", where)
		}
		if out[n].StartAt, err = models.ParseSlot(where+"start_at", at); err != nil {
			return nil, err
		}
	}
	return out, nil
}
