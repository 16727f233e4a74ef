package api

import (
	"context"
	"net/http"

	"litmus/models"
	"litmus/scheduling"
	"litmus/store/interviews"
	"litmus/wire"
)

// listInterviews serves GET /interviews.
func (a *API) listInterviews(c *call) (int, any, error) {
	page, err := wire.ListInterviews(c.Context(), a.Store, c.OrgID(), c.Input)
	return http.StatusOK, page, err
}

// readInterview serves GET /interviews/{id}.
func (a *API) readInterview(c *call) (int, any, error) {
	i, err := wire.ReadInterview(c.Context(), a.Store, c.OrgID(), c.ID, c.Input)
	return http.StatusOK, i, err
}

type bookingJSON struct {
	Interview     wire.Interview   `json:"interview"`
	CandidateLink string           `json:"candidate_link,omitempty"` // of an external session, only here (§2)
	Warnings      []models.Warning `json:"warnings,omitempty"`
}

// bookInterview serves POST /interviews. The booking is decided and written in one transaction. Then the workflow is
// woken; the answer waits for it only if there is a side effect to wait for (§4 rule 6).
func (a *API) bookInterview(c *call) (int, any, error) {
	req, err := c.BookingRequest()
	if err != nil {
		return 0, nil, err
	}
	order, err := req.Validate()
	if err != nil {
		return 0, nil, err
	}
	b, err := a.Acts.Bookings.Book(c.Context(), c.by(), order)
	if err != nil {
		return 0, nil, err
	}
	c.Touched(b.Row.ID, b.Row.CandidateID)
	out := bookingJSON{Interview: wire.InterviewOf(b.Row, a.Store.NowOf(c.OrgID())), Warnings: b.Row.Warnings}
	if b.LinkToken != "" {
		out.CandidateLink = a.BaseURL + models.ExternalPath + b.LinkToken
	}
	return http.StatusCreated, out, nil
}

// changeInterviewer serves PATCH /interviews/{id}. Its one warning is that the new interviewer is away.
func (a *API) changeInterviewer(c *call) (int, any, error) {
	email, bodyErr := c.NewInterviewer()
	if bodyErr == nil {
		email, bodyErr = models.ParseEmail("interviewer_email", email)
	}
	if bodyErr != nil {
		return 0, nil, wire.InterviewFirst(c.Context(), a.Store, c.OrgID(), c.ID, bodyErr)
	}
	row, _, err := a.Acts.Bookings.ChangeInterviewer(c.Context(), c.by(), c.ID, email)
	if err != nil {
		return 0, nil, err
	}
	c.Touched(row.CandidateID)
	out := wire.InterviewOf(row, a.Store.NowOf(c.OrgID()))
	out.Warnings = row.Warnings
	return http.StatusOK, out, nil
}

// interviewAct serves an act of the interview that the path names.
func interviewAct(do func(s scheduling.Bookings, ctx context.Context, by scheduling.By,
	id string) (interviews.InterviewRow, bool, error)) operation {
	return func(a *API, c *call) (int, any, error) {
		row, _, err := do(a.Acts.Bookings, c.Context(), c.by(), c.ID)
		if err != nil {
			return 0, nil, err
		}
		c.Touched(row.CandidateID)
		return http.StatusOK, wire.InterviewOf(row, a.Store.NowOf(c.OrgID())), nil
	}
}
