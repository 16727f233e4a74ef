package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/scheduling"
	"litmus/wire"
)

// slotsJSON is the answer to GET slots. With hundreds of interviewers it is a megabyte, nearly all of it addresses, so
// it writes its own JSON.
type slotsJSON struct {
	PostingID, RoundID string
	DurationMinutes    int
	Slots              []timetable.Slot
}

func (x slotsJSON) AppendJSON(b []byte) []byte {
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
	roundID, from, to, bodyErr := c.SlotQuery(a.Store.NowOf(c.OrgID()))
	if bodyErr != nil {
		return 0, nil, wire.PostingFirst(c.Context(), a.Store, c.OrgID(), c.ID, bodyErr)
	}
	round, slots, err := a.Store.Availability.Slots(c.Context(), c.OrgID(), c.ID, roundID, from, to)
	return http.StatusOK, slotsJSON{c.ID, roundID, round.DurationMinutes, slots}, err
}

// addSlots serves POST /postings/{id}/slots (§4 Slots rule 2).
func (a *API) addSlots(c *call) (int, any, error) {
	return a.writeSlots(c, a.Acts.Availability.AddSlots)
}

// removeSlots serves DELETE /postings/{id}/slots (§4 Slots rule 6).
func (a *API) removeSlots(c *call) (int, any, error) {
	return a.writeSlots(c, a.Acts.Availability.RemoveSlots)
}

// slotWriter changes slots and returns the interviewers of the request with the slots they have then.
type slotWriter func(ctx context.Context, by scheduling.By, postingID string,
	slots []timetable.SlotWrite) ([]timetable.PostingInterviewer, error)

// writeSlots changes slots and answers for the interviewers named in the request (§4 Slots rule 5).
func (a *API) writeSlots(c *call, write slotWriter) (int, any, error) {
	slots, bodyErr := c.SlotWrites()
	if bodyErr != nil {
		return 0, nil, wire.PostingFirst(c.Context(), a.Store, c.OrgID(), c.ID, bodyErr)
	}
	list, err := write(c.Context(), c.by(), c.ID, slots)
	return http.StatusOK, wire.SlotWritesOf(c.ID, list), err
}
