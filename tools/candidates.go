package tools

import (
	"fmt"
	"net/http"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/store/pages"
	"litmus/wire"
)

var candidateTools = []tool{
	{
		name: "list_candidates", hints: reads, anyOf: []string{access.CandidatesRead}, do: (*Server).listCandidates,
		heavy: true, in: "CandidateQuery", out: "CandidatePage",
		about: "List candidate records, the newest first: one for each assessment of a person on a posting. Follow " +
			"next_cursor, with the same filters. Names and addresses are " + untrusted,
		say: saying(func(x candidatePageJSON) string {
			return listed(len(x.Candidates), "candidate record", x.NextCursor)
		}),
	},
	{
		name: "get_candidate_status", id: "candidate_id", hints: reads, anyOf: []string{access.CandidatesRead},
		do: (*Server).readCandidateStatus, in: "CandidateStatusQuery", out: "CandidateStatus",
		about: "Read how one candidate record stands: its state, the letter of the invitation, interviews, what was " +
			"handed in, the person's other records. Names and addresses are " + untrusted,
		say: saying(func(x candidateStatusJSON) string {
			return fmt.Sprintf("Candidate record %s is %s.", x.Record.Candidate.ID, x.Record.State)
		}),
	},
}

type candidatePageJSON struct {
	Candidates []candidateRecordJSON `json:"candidates"`
	NextCursor *string               `json:"next_cursor"`
}

type candidateRecordJSON struct {
	Candidate       wire.Candidate        `json:"candidate"`
	PostingID       string                `json:"posting_id"`
	PostingTitle    string                `json:"posting_title"`
	TrackID         string                `json:"track_id"`
	AssessmentID    string                `json:"assessment_id"`
	AssessmentTitle string                `json:"assessment_title"`
	DeliveryMode    string                `json:"delivery_mode"`
	State           string                `json:"state"`
	InvitedAt       *string               `json:"invited_at"`
	OpenUntil       *string               `json:"open_until"`
	StartedAt       *string               `json:"started_at"`
	Interview       *interviewSummaryJSON `json:"interview"`
	SubmissionID    *string               `json:"submission_id"`
	CreatedAt       string                `json:"created_at"`
	UpdatedAt       string                `json:"updated_at"`
}

// interviewSummaryJSON is what a key that may read candidates sees of an interview: no link and no interviewer, which
// are of the scope interviews:read.
type interviewSummaryJSON struct {
	ID               string  `json:"id"`
	RoundID          string  `json:"round_id"`
	Status           string  `json:"status"`
	ScheduledStartAt *string `json:"scheduled_start_at"`
}

func wireSummary(i models.Interview, now time.Time) interviewSummaryJSON {
	return interviewSummaryJSON{i.ID, i.RoundID, i.StatusAt(now), wire.InstantOrNull(i.ScheduledStartAt())}
}

func wireCandidate(c pages.ListedCandidate, now time.Time) candidateRecordJSON {
	out := candidateRecordJSON{
		Candidate: wire.Candidate{ID: c.ID, Email: c.Email, Name: c.Name}, PostingID: c.PostingID,
		PostingTitle: c.PostingTitle, TrackID: c.TrackID, AssessmentID: c.AssessmentID,
		AssessmentTitle: c.AssessmentTitle, DeliveryMode: c.DeliveryMode, State: c.StateAt(now),
		InvitedAt: wire.InstantOrNull(c.InvitedAt), OpenUntil: wire.InstantOrNull(c.OpenUntil(c.Interview != nil)),
		StartedAt:    wire.InstantOrNull(c.StartedAt),
		SubmissionID: wire.TextOrNull(c.SubmissionID), CreatedAt: models.FormatInstant(c.CreatedAt),
		UpdatedAt: models.FormatInstant(c.UpdatedAt),
	}
	if c.Interview != nil {
		i := wireSummary(*c.Interview, now)
		out.Interview = &i
	}
	return out
}

// listCandidates serves list_candidates (D19).
func (sv *Server) listCandidates(c *call) (int, any, error) {
	q := c.Params("posting_id", "state")
	f := candidacy.CandidateFilter{PostingID: q.ID("posting_id"), State: q.Text("state")}
	if q.Fail(candidacy.CheckCandidateState(f.State)); q.Err() != nil {
		return 0, nil, q.Err()
	}
	var now time.Time // after the rows were read, so that none is shown as it was before that
	render := func(r pages.ListedCandidate) candidateRecordJSON { return wireCandidate(r, now) }
	some, next, err := listedAs(sv, c, []string{"candidates", f.PostingID, f.State}, render,
		func(after *models.Position, limit int) (rows []pages.ListedCandidate, next *models.Position, err error) {
			rows, next, err = sv.Store.Pages.Candidates(c.Context(), c.OrgID(), f, after, limit)
			now = sv.Store.NowOf(c.OrgID())
			return rows, next, err
		})
	return answered(candidatePageJSON{some, next}, err)
}

type candidateStatusJSON struct {
	Record       candidateRecordJSON     `json:"record"`
	Invitation   invitationLetterJSON    `json:"invitation"`
	Interviews   []interviewSummaryJSON  `json:"interviews"`
	Submissions  []submissionSummaryJSON `json:"submissions"`
	OtherRecords []candidateRecordJSON   `json:"other_records"`
}

type invitationLetterJSON struct {
	State       string  `json:"state"`
	Code        string  `json:"code"`
	AttemptedAt *string `json:"attempted_at"`
}

type submissionSummaryJSON struct {
	ID          string `json:"id"`
	SubmittedAt string `json:"submitted_at"`
}

// readCandidateStatus serves get_candidate_status (D19).
func (sv *Server) readCandidateStatus(c *call) (int, any, error) {
	d, err := sv.Store.Pages.CandidateOverview(c.Context(), c.OrgID(), c.ID, models.Member{})
	if err != nil {
		return 0, nil, err
	}
	now := sv.Store.NowOf(c.OrgID())
	letter := d.Invitation().LetterReport(now)
	out := candidateStatusJSON{
		Record:      wireCandidate(d.ListedCandidate, now),
		Invitation:  invitationLetterJSON{State: letter.State, Code: letter.Code},
		Interviews:  make([]interviewSummaryJSON, len(d.Interviews)),
		Submissions: make([]submissionSummaryJSON, len(d.Submissions)), OtherRecords: []candidateRecordJSON{},
	}
	if !letter.At.IsZero() {
		out.Invitation.AttemptedAt = wire.InstantOrNull(&letter.At)
	}
	for n, i := range d.Interviews {
		out.Interviews[n] = wireSummary(i.Interview, now)
	}
	for n, s := range d.Submissions {
		out.Submissions[n] = submissionSummaryJSON{s.ID, models.FormatInstant(s.SubmittedAt)}
	}
	for _, other := range d.Others {
		out.OtherRecords = append(out.OtherRecords, wireCandidate(other, now))
	}
	return http.StatusOK, out, nil
}
