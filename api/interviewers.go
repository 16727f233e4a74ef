package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"litmus/models"
	"litmus/wire"
)

// listInterviewers serves GET /postings/{id}/interviewers.
func (a *API) listInterviewers(c *call) (int, any, error) {
	list, err := a.Store.Availability.Interviewers(c.Context(), c.OrgID(), c.ID)
	return http.StatusOK, wire.InterviewerListOf(c.ID, list), err
}

// setInterviewers serves PUT /postings/{id}/interviewers: the complete list (§4 Slots rule 1).
func (a *API) setInterviewers(c *call) (int, any, error) {
	set, bodyErr := c.interviewerList()
	if bodyErr != nil {
		return 0, nil, a.postingFirst(c, bodyErr)
	}
	list, err := a.Acts.SetInterviewers(c.Context(), c.by(), c.ID, set)
	return http.StatusOK, wire.InterviewerListOf(c.ID, list), err
}

// postingFirst returns the 404 of the path's posting if it does not exist, else the error of the body. The posting is
// looked up for it only where a body is refused.
func (a *API) postingFirst(c *call, bodyErr error) error {
	if err := a.Store.Pipelines.CheckPosting(c.Context(), c.OrgID(), c.ID); err != nil {
		return err
	}
	return bodyErr
}

func (c *call) interviewerList() ([]models.PostingInterviewer, error) {
	f, err := c.Fields("interviewers")
	if err != nil {
		return nil, err
	}
	const most = models.MaxPostingInterviewers
	tooMany := models.Invalidf("interviewers has more than %d entries; at most %[1]d are allowed", most)
	entries, err := f.Objects("interviewers", most, tooMany, "email", "meeting_link", "slots")
	if err != nil {
		return nil, err
	}
	if entries == nil {
		return nil, models.Invalidf("interviewers is required: the complete list, [] to remove all")
	}
	set, seen, count := make([]models.PostingInterviewer, len(entries)), map[string]bool{}, 0
	for n, e := range entries {
		where := fmt.Sprintf("interviewers[%d].", n)
		email, err := e.Text(where, "email")
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
		link, err := e.Text(where, "meeting_link")
		if err != nil {
			return nil, err
		}
		if set[n].MeetingLink, err = models.ParseMeetingLink(where+"meeting_link", link); err != nil {
			return nil, err
		}
		if set[n].Slots, err = slotTimes(e, where, models.MaxSlotsPerWrite-count); err != nil {
			return nil, err
		}
		count += len(set[n].Slots)
	}
	return set, nil
}

// slotTimes reads the slots of an entry. There may be as many as most, which is what is left of the request's limit.
func slotTimes(f wire.Fields, where string, most int) ([]time.Time, error) {
	if f.Absent("slots") {
		return nil, nil
	}
	if f["slots"][0] != '[' {
		return nil, models.Invalidf("%sslots must be a list of timestamps", where)
	}
	var out []time.Time
	for i, value := range wire.Elements(f["slots"]) {
		field := fmt.Sprintf("%sslots[%d]", where, i)
		switch {
		case i == most:
			return nil, models.CheckSlotWrites(models.MaxSlotsPerWrite + 1)
		case string(value) == "null":
			return nil, models.Invalidf("%s must be a timestamp, not null", field)
		}
		var s string
		if err := json.Unmarshal(value, &s); err != nil {
			return nil, models.Invalidf("%sslots must be a list of timestamps", where)
		}
		t, err := models.ParseSlot(field, s)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}
