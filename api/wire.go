package api

import (
	"encoding/json"
	"time"

	"litmus/models"
	"litmus/store"
)

// interviewJSON is the Interview object of §2.
type interviewJSON struct {
	ID                  string        `json:"id"`
	PostingID           string        `json:"posting_id"`
	RoundID             string        `json:"round_id"`
	TrackID             string        `json:"track_id"`
	AssessmentID        string        `json:"assessment_id"`
	Candidate           candidateJSON `json:"candidate"`
	Status              string        `json:"status"`
	Source              string        `json:"source"`
	ScheduledStartAt    *string       `json:"scheduled_start_at"`
	DurationMinutes     int           `json:"duration_minutes"`
	Indefinite          bool          `json:"indefinite"`
	TimeZone            string        `json:"time_zone"`
	InterviewerEmail    string        `json:"interviewer_email"`
	MeetingLink         string        `json:"meeting_link"`
	ExternallyScheduled bool          `json:"externally_scheduled"`
	CallEndedAt         *string       `json:"call_ended_at"`
	CanceledAt          *string       `json:"canceled_at"`
	CreatedAt           string        `json:"created_at"`
	UpdatedAt           string        `json:"updated_at"`

	// Artifacts are present if the request includes them, and null if there is none.
	Transcript       json.RawMessage `json:"transcript,omitempty"`
	Recording        json.RawMessage `json:"recording,omitempty"`
	InterviewerNotes json.RawMessage `json:"interviewer_notes,omitempty"`

	Warnings []models.Warning `json:"warnings,omitempty"` // only of a PATCH (§4 Change interviewer)
}

type candidateJSON struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`
}

func wireInterview(i store.InterviewRow, now time.Time) interviewJSON {
	return interviewJSON{
		ID:                  i.ID,
		PostingID:           i.PostingID,
		RoundID:             i.RoundID,
		TrackID:             i.TrackID,
		AssessmentID:        i.AssessmentID,
		Candidate:           candidateJSON{i.CandidateID, i.CandidateEmail, i.CandidateName},
		Status:              i.StatusAt(now),
		Source:              i.Source,
		ScheduledStartAt:    instantOrNull(i.ScheduledStartAt()),
		DurationMinutes:     i.DurationMinutes,
		Indefinite:          i.Indefinite,
		TimeZone:            i.TimeZone,
		InterviewerEmail:    i.InterviewerEmail,
		MeetingLink:         i.MeetingLink,
		ExternallyScheduled: i.ExternallyScheduled,
		CallEndedAt:         instantOrNull(i.CallEndedAt),
		CanceledAt:          instantOrNull(i.CanceledAt),
		CreatedAt:           models.FormatInstant(i.CreatedAt),
		UpdatedAt:           models.FormatInstant(i.UpdatedAt),
	}
}

func instantOrNull(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := models.FormatInstant(*t)
	return &s
}

func instants(ts []time.Time) []string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = models.FormatInstant(t)
	}
	return out
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// orNull returns an artifact as JSON, null for nil.
func orNull[T any](v *T) json.RawMessage {
	if v == nil {
		return json.RawMessage("null")
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain strings and numbers always marshal
	}
	return b
}

// transcriptJSON is a transcript with its instant in the contract's format and segments that are never null.
type transcriptJSON struct {
	Text       string           `json:"text"`
	Segments   []models.Segment `json:"segments"`
	ReceivedAt *string          `json:"received_at"`
}

func wireTranscript(t *models.Transcript) json.RawMessage {
	if t == nil {
		return orNull[transcriptJSON](nil)
	}
	segments := t.Segments
	if segments == nil {
		segments = []models.Segment{}
	}
	return orNull(&transcriptJSON{t.Text, segments, instantOrNull(t.ReceivedAt)})
}

type notesJSON struct {
	Text      string  `json:"text"`
	UpdatedAt *string `json:"updated_at"`
}

func wireNotes(n *models.InterviewerNotes) json.RawMessage {
	if n == nil {
		return orNull[notesJSON](nil)
	}
	return orNull(&notesJSON{n.Text, instantOrNull(n.UpdatedAt)})
}
