package models

import "time"

// Artifacts are what remains of a session; each is nil when unavailable (§2, decision 61).
type Artifacts struct {
	Transcript       *Transcript
	Recording        *Recording
	InterviewerNotes *InterviewerNotes
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

// Recording says whether there is one and how long it is; no playback URL is ever returned.
type Recording struct {
	Available       bool    `json:"available"`
	DurationSeconds float64 `json:"duration_seconds"`
}

// InterviewerNotes are the interviewer's own words.
type InterviewerNotes struct {
	Text      string     `json:"text"`
	UpdatedAt *time.Time `json:"updated_at"`
}
