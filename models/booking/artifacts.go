package booking

import (
	"time"

	"litmus/models"
)

// Artifacts are what a session leaves behind; a field is nil when it is not available (§2). They do not move
// updated_at, since no field that a list shows changes.
type Artifacts struct {
	Transcript       *Transcript
	Recording        *Recording
	InterviewerNotes *InterviewerNotes
}

// Stamped returns the artifacts with now where the transcript and the notes do not say when they came.
func (a Artifacts) Stamped(now time.Time) Artifacts {
	now = models.Instant(now)
	if t := a.Transcript; t != nil && t.ReceivedAt == nil {
		came := *t
		came.ReceivedAt, a.Transcript = &now, &came
	}
	if n := a.InterviewerNotes; n != nil && n.UpdatedAt == nil {
		written := *n
		written.UpdatedAt, a.InterviewerNotes = &now, &written
	}
	return a
}

// Transcript is what was said.
type Transcript struct {
	Text       string     `json:"text"`
	Segments   []Segment  `json:"segments"`
	ReceivedAt *time.Time `json:"received_at"`
}

// Segment is one utterance; offsets are milliseconds from the start of the recording.
type Segment struct {
	Speaker string `json:"speaker"`
	StartMS int64  `json:"start_ms"`
	EndMS   int64  `json:"end_ms"`
	Text    string `json:"text"`
}

// Recording says whether there is a recording and how long it is. No URL to play it is ever returned.
type Recording struct {
	Available       bool    `json:"available"`
	DurationSeconds float64 `json:"duration_seconds"`
}

// InterviewerNotes are what the interviewer wrote down.
type InterviewerNotes struct {
	Text      string     `json:"text"`
	UpdatedAt *time.Time `json:"updated_at"`
}
