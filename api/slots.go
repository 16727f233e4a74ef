package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"litmus/models"
	"litmus/scheduling"
)

// slotsJSON is the answer to GET slots. With hundreds of interviewers it is a megabyte, nearly all of it addresses, so
// it writes its own JSON.
type slotsJSON struct {
	PostingID, RoundID string
	DurationMinutes    int
	Slots              []models.Slot
}

func (x slotsJSON) appendJSON(b []byte) []byte {
	size := 200
	for _, s := range x.Slots {
		size += 80
		for _, email := range s.InterviewerEmails {
			size += len(email) + 3
		}
	}
	b = slices.Grow(b, size)
	b = appendText(append(b, `{"posting_id":`...), x.PostingID)
	b = appendText(append(b, `,"round_id":`...), x.RoundID)
	b = strconv.AppendInt(append(b, `,"duration_minutes":`...), int64(x.DurationMinutes), 10)
	b = append(b, `,"slots":[`...)
	for n, s := range x.Slots {
		if n > 0 {
			b = append(b, ',')
		}
		b = appendText(append(b, `{"start_at":`...), models.FormatInstant(s.StartAt))
		b = append(b, `,"interviewer_emails":[`...)
		for m, email := range s.InterviewerEmails {
			if m > 0 {
				b = append(b, ',')
			}
			b = appendText(b, email)
		}
		b = strconv.AppendInt(append(b, `],"capacity":`...), int64(s.Capacity), 10)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// appendText appends a string as JSON.
func appendText(b []byte, s string) []byte {
	for n := range len(s) {
		if c := s[n]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			var text bytes.Buffer
			enc := json.NewEncoder(&text)
			enc.SetEscapeHTML(false)
			_ = enc.Encode(s) // a string always encodes
			return append(b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// listSlots serves GET /postings/{id}/slots (§4 Slots rule 7).
func (a *API) listSlots(c *call) (int, any, error) {
	roundID, from, to, bodyErr := c.slotQuery(a.Store.NowOf(c.orgID()))
	if bodyErr != nil {
		return 0, nil, a.postingFirst(c, bodyErr)
	}
	round, slots, err := a.Store.Slots(c.Context(), c.orgID(), c.id, roundID, from, to)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, slotsJSON{c.id, roundID, round.DurationMinutes, slots}, nil
}

var errRoundMissing = models.Advised(models.Invalidf("round_id is required: "), models.AdvicePipeline)

// slotQuery reads round_id and the bounds; if from is absent it is now.
func (c *call) slotQuery(now time.Time) (roundID string, from time.Time, to *time.Time, err error) {
	if roundID, err = c.param("round_id"); err != nil {
		return "", from, nil, err
	}
	if roundID == "" {
		return "", from, nil, errRoundMissing
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

// addSlots serves POST /postings/{id}/slots (§4 Slots rule 2).
func (a *API) addSlots(c *call) (int, any, error) { return a.writeSlots(c, a.Acts.AddSlots) }

// removeSlots serves DELETE /postings/{id}/slots (§4 Slots rule 6).
func (a *API) removeSlots(c *call) (int, any, error) { return a.writeSlots(c, a.Acts.RemoveSlots) }

// slotWriter changes slots and returns the interviewers of the request with the slots they have then.
type slotWriter func(ctx context.Context, by scheduling.By, postingID string,
	slots []models.SlotWrite) ([]models.PostingInterviewer, error)

// writeSlots changes slots and answers for the interviewers named in the request (§4 Slots rule 5), by tool with the
// start times of the request alone.
func (a *API) writeSlots(c *call, write slotWriter) (int, any, error) {
	slots, bodyErr := c.slotWrites()
	if bodyErr != nil {
		return 0, nil, a.postingFirst(c, bodyErr)
	}
	list, err := write(c.Context(), c.by(), c.id, slots)
	if err != nil {
		return 0, nil, err
	}
	out := interviewersJSON{c.id, make([]any, len(list))}
	for n, i := range list {
		if c.tool != nil {
			i.Slots = touched(slots, i)
		}
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
	entries, err := f.objects("slots", models.MaxSlotsPerWrite, models.CheckSlotWrites(models.MaxSlotsPerWrite+1),
		"interviewer_email", "start_at")
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
