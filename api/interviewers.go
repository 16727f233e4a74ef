package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"litmus/models"
	"litmus/models/timetable"
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
		return 0, nil, wire.PostingFirst(c.Context(), a.Store, c.OrgID(), c.ID, bodyErr)
	}
	list, err := a.Acts.Availability.SetInterviewers(c.Context(), c.by(), c.ID, set)
	return http.StatusOK, wire.InterviewerListOf(c.ID, list), err
}

func (c *call) interviewerList() ([]timetable.PostingInterviewer, error) {
	const most = models.MaxPostingInterviewers
	f := c.Fields("interviewers")
	entries := f.Objects("interviewers", most,
		models.Invalidf("interviewers has more than %d entries; at most %[1]d are allowed", most),
		"email", "meeting_link", "slots")
	if entries == nil {
		f.Fail(models.Invalidf("interviewers is required: the complete list, [] to remove all"))
	}
	set, seen, count := make([]timetable.PostingInterviewer, len(entries)), map[string]bool{}, 0
	for n, e := range entries {
		var err error
		set[n].Email = e.Email("email")
		if seen[set[n].Email] {
			f.Fail(models.Invalidf("%s %s stands in the list twice", e.Name("email"), models.Quote(set[n].Email)))
		}
		seen[set[n].Email] = true
		set[n].MeetingLink, err = models.ParseMeetingLink(e.Name("meeting_link"), e.Text("meeting_link"))
		f.Fail(err)
		set[n].Slots = slotTimes(e, models.MaxSlotsPerWrite-count)
		if f.Err() != nil {
			return nil, f.Err()
		}
		count += len(set[n].Slots)
	}
	return set, f.Err()
}

// slotTimes reads the slots of an entry. There may be as many as most, which is what is left of the request's limit.
func slotTimes(f wire.Fields, most int) (out []time.Time) {
	if f.Absent("slots") {
		return nil
	}
	if f.Raw("slots")[0] != '[' {
		f.Fail(models.Invalidf("%s must be a list of timestamps", f.Name("slots")))
		return nil
	}
	for i, value := range wire.Elements(f.Raw("slots")) {
		field := fmt.Sprintf("%s[%d]", f.Name("slots"), i)
		switch {
		case i == most:
			f.Fail(timetable.CheckSlotWrites(models.MaxSlotsPerWrite + 1))
		case string(value) == "null":
			f.Fail(models.Invalidf("%s must be a timestamp, not null", field))
		}
		var s string
		if err := json.Unmarshal(value, &s); err != nil {
			f.Fail(models.Invalidf("%s must be a list of timestamps", f.Name("slots")))
		}
		t, err := timetable.ParseSlot(field, s)
		if f.Fail(err); f.Err() != nil {
			return nil
		}
		out = append(out, t)
	}
	return out
}
