package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"litmus/models"
)

type interviewersJSON struct {
	PostingID    string `json:"posting_id"`
	Interviewers []any  `json:"interviewers"`
}

type interviewerJSON struct {
	Email              string   `json:"email"`
	MeetingLink        *string  `json:"meeting_link"`
	Slots              []string `json:"slots"`
	AvailabilitySource string   `json:"availability_source"`
}

func wireInterviewers(postingID string, list []models.PostingInterviewer) interviewersJSON {
	out := interviewersJSON{postingID, make([]any, len(list))}
	for n, i := range list {
		out.Interviewers[n] = interviewerJSON{i.Email, textOrNull(i.MeetingLink), instants(i.Slots), i.AvailabilitySource()}
	}
	return out
}

// listInterviewers serves GET /postings/{id}/interviewers.
func (a *API) listInterviewers(c *call) (int, any, error) {
	list, err := a.Store.Interviewers(c.Context(), c.orgID(), c.id)
	return http.StatusOK, wireInterviewers(c.id, list), err
}

// setInterviewers serves PUT /postings/{id}/interviewers: the complete list (rule 1, decision 62).
func (a *API) setInterviewers(c *call) (int, any, error) {
	set, shape := c.interviewerList()
	if shape != nil {
		return 0, nil, a.postingFirst(c, shape)
	}
	list, err := a.Store.SetInterviewers(c.Context(), c.orgID(), c.id, set)
	return http.StatusOK, wireInterviewers(c.id, list), err
}

// postingFirst returns the 404 of the path's posting, else the shape's error (decision 9).
func (a *API) postingFirst(c *call, shape error) error {
	if err := a.Store.CheckPosting(c.Context(), c.orgID(), c.id); err != nil {
		return err
	}
	return shape
}

func (c *call) interviewerList() ([]models.PostingInterviewer, error) {
	f, err := c.body()
	if err != nil {
		return nil, err
	}
	entries, err := f.objects("interviewers")
	if err != nil {
		return nil, err
	}
	if entries == nil {
		return nil, models.Invalidf("interviewers is required: the complete list, [] to remove all")
	}
	if len(entries) > models.MaxPostingInterviewers {
		return nil, models.Invalidf("interviewers has %d entries; at most %d are allowed", len(entries), models.MaxPostingInterviewers)
	}
	set, seen, count := make([]models.PostingInterviewer, len(entries)), map[string]bool{}, 0
	for n, e := range entries {
		where := fmt.Sprintf("interviewers[%d].", n)
		email, err := e.text(where, "email")
		if err != nil {
			return nil, err
		}
		if set[n].Email, err = models.ParseEmail(where+"email", email); err != nil {
			return nil, err
		}
		if seen[set[n].Email] {
			return nil, models.Invalidf("%semail %s stands in the list twice", where, models.Quote(set[n].Email))
		}
		seen[set[n].Email] = true
		link, err := e.text(where, "meeting_link")
		if err != nil {
			return nil, err
		}
		if set[n].MeetingLink, err = models.ParseLink(where+"meeting_link", link); err != nil {
			return nil, err
		}
		if set[n].Slots, err = e.slotTimes(where); err != nil {
			return nil, err
		}
		count += len(set[n].Slots)
	}
	if count > models.MaxSlotsPerWrite {
		return nil, models.CheckSlotWrites(count)
	}
	return set, nil
}

func (f fields) slotTimes(where string) ([]time.Time, error) {
	if f.absent("slots") {
		return nil, nil
	}
	var texts []*string
	if err := json.Unmarshal(f["slots"], &texts); err != nil {
		return nil, models.Invalidf("%sslots must be a list of timestamps", where)
	}
	out := make([]time.Time, len(texts))
	for i, s := range texts {
		field := fmt.Sprintf("%sslots[%d]", where, i)
		if s == nil {
			return nil, models.Invalidf("%s must be a timestamp, not null", field)
		}
		t, err := models.ParseSlot(field, *s)
		if err != nil {
			return nil, err
		}
		out[i] = t
	}
	return out, nil
}
