package tools

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"litmus/models/timetable"
	"litmus/wire"
)

type interviewerPageJSON struct {
	wire.InterviewerList
	NextCursor *string `json:"next_cursor"`
}

// listInterviewersPage serves list_interviewers: GET interviewers, a page at a time, with their start times between the
// bounds.
func (sv *Server) listInterviewersPage(c *call) (int, any, error) {
	limit, after, from, to, bodyErr := sv.interviewerQuery(c)
	if bodyErr != nil {
		return 0, nil, c.postingFirst(sv, bodyErr)
	}
	all, err := sv.Store.Availability.Interviewers(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	email := func(i timetable.PostingInterviewer) string { return i.Email }
	some, next := pageOf(all, after, limit, email, func(key, after string) bool { return key > after })
	for n := range some {
		some[n].Slots = slices.DeleteFunc(some[n].Slots, func(start time.Time) bool {
			return from != nil && start.Before(*from) || to != nil && start.After(*to)
		})
	}
	return http.StatusOK, interviewerPageJSON{wire.InterviewerListOf(c.ID, some),
		sv.cursorAfter(c, next, "interviewers", c.ID)}, nil
}

// interviewerQuery reads the arguments of list_interviewers. Both bounds are inclusive, nil for none.
func (sv *Server) interviewerQuery(c *call) (limit int, after string, from, to *time.Time, err error) {
	if limit, after, err = sv.listPage(c, "interviewers", c.ID); err != nil {
		return 0, "", nil, nil, err
	}
	q := c.Params("from", "to")
	from, to = q.Bound("from"), q.Bound("to")
	return limit, after, from, to, q.Err()
}

// touched are the start times of a write of slots for an interviewer, each once. A tool answers them and not all that
// the interviewer has: an agent reads all that it gets, and a key that may only write reads nothing by writing.
func touched(slots []timetable.SlotWrite, i timetable.PostingInterviewer) (starts []time.Time) {
	for _, s := range slots {
		if !i.Personal && strings.EqualFold(s.InterviewerEmail, i.Email) {
			starts = append(starts, s.StartAt)
		}
	}
	slices.SortFunc(starts, time.Time.Compare)
	return slices.CompactFunc(starts, time.Time.Equal)
}
