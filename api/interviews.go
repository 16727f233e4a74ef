package api

import (
	"net/http"

	"litmus/models"
	"litmus/wire"
)

// listInterviews serves GET /interviews.
func (a *API) listInterviews(c *call) (int, any, error) {
	f, limit, cursor, err := c.InterviewList()
	if err != nil {
		return 0, nil, err
	}
	var after *models.Position
	if cursor != "" {
		p, err := a.Store.Secret().ReadInterviewsCursor(c.OrgID(), f, cursor)
		if err != nil {
			return 0, nil, err
		}
		after = &p
	}
	rows, next, err := a.Store.Interviews.List(c.Context(), c.OrgID(), f, after, limit)
	if err != nil {
		return 0, nil, err
	}
	page := wire.InterviewPageOf(rows, a.Store.NowOf(c.OrgID()))
	if next != nil {
		s := a.Store.Secret().InterviewsCursor(c.OrgID(), f, *next)
		page.NextCursor = &s
	}
	return http.StatusOK, page, nil
}

// readInterview serves GET /interviews/{id}.
func (a *API) readInterview(c *call) (int, any, error) {
	want, bodyErr := c.Include()
	row, err := a.Store.Interviews.Interview(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	if bodyErr != nil {
		return 0, nil, bodyErr
	}
	out := wire.InterviewOf(row, a.Store.NowOf(c.OrgID()))
	if len(want) > 0 {
		artifacts, err := a.Store.Bookings.Artifacts(c.Context(), c.OrgID(), c.ID)
		if err != nil {
			return 0, nil, err
		}
		out.Include(want, artifacts)
	}
	return http.StatusOK, out, nil
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
	b, err := a.Acts.Book(c.Context(), c.by(), order)
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
		if err := a.Store.Interviews.CheckInterview(c.Context(), c.OrgID(), c.ID); err != nil {
			return 0, nil, err
		}
		return 0, nil, bodyErr
	}
	row, _, err := a.Acts.ChangeInterviewer(c.Context(), c.by(), c.ID, email)
	if err != nil {
		return 0, nil, err
	}
	c.Touched(row.CandidateID)
	out := wire.InterviewOf(row, a.Store.NowOf(c.OrgID()))
	out.Warnings = row.Warnings
	return http.StatusOK, out, nil
}

// cancelInterview serves DELETE /interviews/{id}.
func (a *API) cancelInterview(c *call) (int, any, error) {
	row, _, err := a.Acts.Cancel(c.Context(), c.by(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	c.Touched(row.CandidateID)
	return http.StatusOK, wire.InterviewOf(row, a.Store.NowOf(c.OrgID())), nil
}
