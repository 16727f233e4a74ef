package api

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

type interviewerPageJSON struct {
	interviewersJSON
	NextCursor *string `json:"next_cursor"`
}

// listInterviewersPage serves list_interviewers: GET interviewers, a page at a time, with their start times between the
// bounds.
func (a *API) listInterviewersPage(c *call) (int, any, error) {
	limit, place, from, to, bodyErr := a.interviewerQuery(c)
	if bodyErr != nil {
		return 0, nil, a.postingFirst(c, bodyErr)
	}
	all, err := a.Store.Interviewers(c.Context(), c.orgID(), c.id)
	if err != nil {
		return 0, nil, err
	}
	email := func(i models.PostingInterviewer) string { return i.Email }
	some, next := pageOf(all, place, limit, email, func(key, place string) bool { return key > place })
	for n := range some {
		some[n].Slots = slices.DeleteFunc(some[n].Slots, func(start time.Time) bool {
			return from != nil && start.Before(*from) || to != nil && start.After(*to)
		})
	}
	return http.StatusOK, interviewerPageJSON{wireInterviewers(c.id, some),
		a.placeCursor(c, next, "interviewers", c.id)}, nil
}

// interviewerQuery reads the arguments of list_interviewers. Both bounds are inclusive, nil for none.
func (a *API) interviewerQuery(c *call) (limit int, place string, from, to *time.Time, err error) {
	if limit, place, err = a.listPage(c, "interviewers", c.id); err != nil {
		return 0, "", nil, nil, err
	}
	for _, b := range []struct {
		name string
		at   **time.Time
	}{{"from", &from}, {"to", &to}} {
		text, err := c.param(b.name)
		if err != nil {
			return 0, "", nil, nil, err
		}
		if *b.at, err = bound(b.name, text); err != nil {
			return 0, "", nil, nil, err
		}
	}
	return limit, place, from, to, nil
}

// touched are the start times of a write of slots for an interviewer, each once. A tool answers them and not all that
// the interviewer has: an agent reads all that it gets, and a key that may only write reads nothing by writing.
func touched(slots []models.SlotWrite, i models.PostingInterviewer) (starts []time.Time) {
	for _, s := range slots {
		if !i.Personal && strings.EqualFold(s.InterviewerEmail, i.Email) {
			starts = append(starts, s.StartAt)
		}
	}
	slices.SortFunc(starts, time.Time.Compare)
	return slices.CompactFunc(starts, time.Time.Equal)
}
