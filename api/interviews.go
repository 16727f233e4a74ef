package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"litmus/models"
)

type interviewPage struct {
	Interviews []interviewJSON `json:"interviews"`
	NextCursor *string         `json:"next_cursor"`
}

// listInterviews serves GET /interviews.
func (a *API) listInterviews(c *call) (int, any, error) {
	f, limit, cursor, err := c.listQuery()
	if err != nil {
		return 0, nil, err
	}
	var after *models.Position
	if cursor != "" {
		p, err := a.Store.Secret().ReadInterviewsCursor(c.orgID(), f, cursor)
		if err != nil {
			return 0, nil, err
		}
		after = &p
	}
	rows, next, err := a.Store.Interviews(c.Context(), c.orgID(), f, after, limit)
	if err != nil {
		return 0, nil, err
	}
	now := a.Store.NowOf(c.orgID())
	page := interviewPage{Interviews: make([]interviewJSON, len(rows))}
	for i, r := range rows {
		page.Interviews[i] = wireInterview(r, now)
	}
	if next != nil {
		s := a.Store.Secret().InterviewsCursor(c.orgID(), f, *next)
		page.NextCursor = &s
	}
	return http.StatusOK, page, nil
}

// listQuery reads the query of the list.
func (c *call) listQuery() (f models.InterviewFilter, limit int, cursor string, err error) {
	texts := map[string]string{}
	for _, name := range []string{
		"posting_id", "round_id", "candidate_email", "from", "to", "updated_since",
		"include_canceled", "limit", "cursor",
	} {
		if texts[name], err = c.param(name); err != nil {
			return f, 0, "", err
		}
	}
	f.PostingID, f.RoundID = cleanID(texts["posting_id"]), cleanID(texts["round_id"])
	f.CandidateEmail = strings.ToLower(strings.TrimSpace(cleanID(texts["candidate_email"])))
	if c.tool != nil {
		email, err := c.idParam("interviewer_email")
		if err != nil {
			return f, 0, "", err
		}
		f.InterviewerEmail = strings.ToLower(strings.TrimSpace(email))
	}
	if f.From, err = bound("from", texts["from"]); err != nil {
		return f, 0, "", err
	}
	if f.To, err = bound("to", texts["to"]); err != nil {
		return f, 0, "", err
	}
	if f.UpdatedSince, err = bound("updated_since", texts["updated_since"]); err != nil {
		return f, 0, "", err
	}
	switch v := texts["include_canceled"]; v {
	case "", "true", "1":
	case "false", "0":
		f.ExcludeCanceled = true
	default:
		return f, 0, "", models.Invalidf("include_canceled %s must be true or false", models.Quote(v))
	}
	limit, err = c.pageLimit(texts["limit"])
	return f, limit, texts["cursor"], err
}

// pageLimit reads how many records a page of a list has at most (§8). A list by tool is shorter unless it is asked for
// more: an agent reads all that it gets.
func (c *call) pageLimit(text string) (int, error) {
	if text == "" && c.tool != nil {
		return models.ToolLimit, nil
	}
	if text == "" {
		return models.DefaultLimit, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > models.MaxLimit {
		return 0, models.Invalidf("limit %s must be a number from 1 to %d", models.Quote(text), models.MaxLimit)
	}
	return limit, nil
}

// readInterview serves GET /interviews/{id}.
func (a *API) readInterview(c *call) (int, any, error) {
	want, bodyErr := c.include()
	row, err := a.Store.Interview(c.Context(), c.orgID(), c.id)
	if err != nil {
		return 0, nil, err
	}
	if bodyErr != nil {
		return 0, nil, bodyErr
	}
	out := wireInterview(row, a.Store.NowOf(c.orgID()))
	if len(want) > 0 {
		artifacts, err := a.Store.Artifacts(c.Context(), c.orgID(), c.id)
		if err != nil {
			return 0, nil, err
		}
		if want["transcript"] {
			out.Transcript = wireTranscript(artifacts.Transcript)
		}
		if want["recording"] {
			out.Recording = orNull(artifacts.Recording)
		}
		if want["notes"] {
			out.InterviewerNotes = wireNotes(artifacts.InterviewerNotes)
		}
	}
	return http.StatusOK, out, nil
}

// include reads the comma-separated list of artifacts: spaces are trimmed, and one that is named twice is meant once.
// What is asked for is in the answer, null if there is none.
func (c *call) include() (map[string]bool, error) {
	v, err := c.param("include")
	want := map[string]bool{}
	for name := range strings.SplitSeq(v, ",") {
		switch name = strings.TrimSpace(name); name {
		case "":
		case "transcript", "recording", "notes":
			want[name] = true
		default:
			return nil, models.Invalidf("include %s is unknown; it takes transcript, recording and notes",
				models.Quote(name))
		}
	}
	return want, err
}

type bookingJSON struct {
	Interview     interviewJSON    `json:"interview"`
	CandidateLink string           `json:"candidate_link,omitempty"` // of an external session, only here (§2)
	Warnings      []models.Warning `json:"warnings,omitempty"`
}

// bookInterview serves POST /interviews. The booking is decided and written in one transaction. Then the workflow is
// woken; the answer waits for it only if there is a side effect to wait for (§4 rule 6).
func (a *API) bookInterview(c *call) (int, any, error) {
	req, err := c.bookingRequest()
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
	c.touched(b.Row.ID, b.Row.CandidateID)
	out := bookingJSON{Interview: wireInterview(b.Row, a.Store.NowOf(c.orgID())), Warnings: b.Row.Warnings}
	if b.LinkToken != "" {
		out.CandidateLink = a.BaseURL + models.ExternalPath + b.LinkToken
	}
	return http.StatusCreated, out, nil
}

func (c *call) bookingRequest() (r models.BookingRequest, err error) {
	f, err := c.body("posting_id", "round_id", "candidate_id", "candidate_email", "candidate_name", "interviewer_email",
		"meeting_link", "time_zone", "externally_scheduled", "replace_existing", "scheduled_start_at")
	if err != nil {
		return r, err
	}
	for _, field := range []struct {
		name string
		to   *string
	}{{"posting_id", &r.PostingID}, {"round_id", &r.RoundID}, {"candidate_id", &r.CandidateID},
		{"candidate_email", &r.CandidateEmail}, {"candidate_name", &r.CandidateName},
		{"interviewer_email", &r.InterviewerEmail}, {"meeting_link", &r.MeetingLink}} {
		if *field.to, err = f.text("", field.name); err != nil {
			return r, err
		}
	}
	r.PostingID, r.RoundID, r.CandidateID = cleanID(r.PostingID), cleanID(r.RoundID), cleanID(r.CandidateID)
	if r.TimeZone, err = f.optional("", "time_zone"); err != nil {
		return r, err
	}
	if r.ExternallyScheduled, err = f.flag("externally_scheduled"); err != nil {
		return r, err
	}
	if r.ReplaceExisting, err = f.flag("replace_existing"); err != nil {
		return r, err
	}
	if !r.ExternallyScheduled { // not read in external mode, even malformed
		r.ScheduledStartAt, err = f.optional("", "scheduled_start_at")
	}
	return r, err
}

// changeInterviewer serves PATCH /interviews/{id}. Its one warning is that the new interviewer is away.
func (a *API) changeInterviewer(c *call) (int, any, error) {
	email, bodyErr := c.newInterviewer()
	if bodyErr != nil {
		if err := a.Store.CheckInterview(c.Context(), c.orgID(), c.id); err != nil {
			return 0, nil, err
		}
		return 0, nil, bodyErr
	}
	row, _, err := a.Acts.ChangeInterviewer(c.Context(), c.by(), c.id, email)
	if err != nil {
		return 0, nil, err
	}
	c.touched(row.CandidateID)
	out := wireInterview(row, a.Store.NowOf(c.orgID()))
	out.Warnings = row.Warnings
	return http.StatusOK, out, nil
}

// newInterviewer reads the body of a PATCH: interviewer_email and no other field.
func (c *call) newInterviewer() (string, error) {
	f, other, err := c.bodyOf([]string{"interviewer_email", "scheduled_start_at"})
	if err != nil {
		return "", err
	}
	if _, there := f["scheduled_start_at"]; there {
		return "", models.Invalidf("scheduled_start_at cannot be changed here; book again with replace_existing: true")
	}
	if other != nil {
		var name string
		if err := json.Unmarshal(other, &name); err != nil {
			return "", err
		}
		return "", models.Invalidf("%s cannot be changed here; the body holds interviewer_email only",
			models.Quote(name))
	}
	email, err := f.text("", "interviewer_email")
	if err != nil {
		return "", err
	}
	if c.tool != nil && isAnybody(email) {
		return models.Anybody, nil
	}
	return models.ParseEmail("interviewer_email", email)
}

// cancelInterview serves DELETE /interviews/{id}.
func (a *API) cancelInterview(c *call) (int, any, error) {
	row, _, err := a.Acts.Cancel(c.Context(), c.by(), c.id)
	if err != nil {
		return 0, nil, err
	}
	c.touched(row.CandidateID)
	return http.StatusOK, wireInterview(row, a.Store.NowOf(c.orgID())), nil
}
