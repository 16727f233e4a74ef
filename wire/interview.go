package wire

import (
	"encoding/json"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/store/interviews"
)

// Interview is the Interview object of §2.
type Interview struct {
	ID                  string    `json:"id"`
	PostingID           string    `json:"posting_id"`
	RoundID             string    `json:"round_id"`
	TrackID             string    `json:"track_id"`
	AssessmentID        string    `json:"assessment_id"`
	Candidate           Candidate `json:"candidate"`
	Status              string    `json:"status"`
	Source              string    `json:"source"`
	ScheduledStartAt    *string   `json:"scheduled_start_at"`
	DurationMinutes     int       `json:"duration_minutes"`
	Indefinite          bool      `json:"indefinite"`
	TimeZone            string    `json:"time_zone"`
	InterviewerEmail    string    `json:"interviewer_email"`
	Panel               []Seated  `json:"panel"`
	MeetingLink         string    `json:"meeting_link"`
	ExternallyScheduled bool      `json:"externally_scheduled"`
	CallEndedAt         *string   `json:"call_ended_at"`
	CanceledAt          *string   `json:"canceled_at"`
	CreatedAt           string    `json:"created_at"`
	UpdatedAt           string    `json:"updated_at"`

	// Artifacts are present if the request includes them, and null if there is none.
	Transcript       json.RawMessage `json:"transcript,omitempty"`
	Recording        json.RawMessage `json:"recording,omitempty"`
	InterviewerNotes json.RawMessage `json:"interviewer_notes,omitempty"`

	Warnings []models.Warning `json:"warnings,omitempty"` // only of a PATCH (§4 Change interviewer)
}

// Candidate is the person of a record. Email and Name are what they said of themselves.
type Candidate struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`

	Language string `json:"language,omitempty"` // of the candidate of an interview, where it is known
}

// InterviewOf renders an interview as it is at now, without artifacts.
func InterviewOf(i interviews.InterviewRow, now time.Time) Interview {
	return Interview{
		ID:                  i.ID,
		PostingID:           i.PostingID,
		RoundID:             i.RoundID,
		TrackID:             i.TrackID,
		AssessmentID:        i.AssessmentID,
		Candidate:           Candidate{i.CandidateID, i.CandidateEmail, i.CandidateName, i.CandidateLanguage},
		Status:              i.StatusAt(now),
		Source:              i.Source,
		ScheduledStartAt:    InstantOrNull(i.ScheduledStartAt()),
		DurationMinutes:     i.DurationMinutes,
		Indefinite:          i.Indefinite,
		TimeZone:            i.TimeZone,
		InterviewerEmail:    i.InterviewerEmail,
		Panel:               panelOf(i.Interview),
		MeetingLink:         i.MeetingLink,
		ExternallyScheduled: i.ExternallyScheduled,
		CallEndedAt:         InstantOrNull(i.CallEndedAt),
		CanceledAt:          InstantOrNull(i.CanceledAt),
		CreatedAt:           models.FormatInstant(i.CreatedAt),
		UpdatedAt:           models.FormatInstant(i.UpdatedAt),
	}
}

// Seated is somebody of an interview's panel, or a room, which has no address.
type Seated struct {
	Email    string `json:"email"`
	Name     string `json:"name"`
	Seat     string `json:"seat"`
	Role     string `json:"role"`
	Optional bool   `json:"optional"`
	Response string `json:"response"`
	Why      string `json:"why"`
}

// panelOf renders an interview's panel, an empty list for none.
func panelOf(i models.Interview) []Seated {
	out := make([]Seated, len(i.Panel))
	for n, s := range i.Panel {
		out[n] = Seated{s.Email, s.Name, s.Seat, s.Role, s.Optional, string(i.ResponseOf(s.Email)), s.Why}
		if s.IsRoom() {
			out[n].Email, out[n].Name = "", s.RoomName()
		}
	}
	return out
}

// InstantOrNull renders an instant, null for nil.
func InstantOrNull(t *time.Time) *string {
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

// TextOrNull renders a text, null for "".
func TextOrNull(s string) *string {
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
	Text       string            `json:"text"`
	Segments   []booking.Segment `json:"segments"`
	ReceivedAt *string           `json:"received_at"`
}

func transcriptOf(t *booking.Transcript) json.RawMessage {
	if t == nil {
		return orNull[transcriptJSON](nil)
	}
	segments := t.Segments
	if segments == nil {
		segments = []booking.Segment{}
	}
	return orNull(&transcriptJSON{t.Text, segments, InstantOrNull(t.ReceivedAt)})
}

type notesJSON struct {
	Text      string  `json:"text"`
	UpdatedAt *string `json:"updated_at"`
}

func notesOf(n *booking.InterviewerNotes) json.RawMessage {
	if n == nil {
		return orNull[notesJSON](nil)
	}
	return orNull(&notesJSON{n.Text, InstantOrNull(n.UpdatedAt)})
}

// Include adds the artifacts that are wanted, as [Input.Include] names them: null for those that there are not.
func (i *Interview) Include(want map[string]bool, a booking.Artifacts) {
	if want["transcript"] {
		i.Transcript = transcriptOf(a.Transcript)
	}
	if want["recording"] {
		i.Recording = orNull(a.Recording)
	}
	if want["notes"] {
		i.InterviewerNotes = notesOf(a.InterviewerNotes)
	}
}

// InterviewPage is the answer to GET /interviews.
type InterviewPage struct {
	Interviews []Interview `json:"interviews"`
	NextCursor *string     `json:"next_cursor"`
}
