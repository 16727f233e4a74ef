package notetaker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxCallback is the maximum number of bytes of a callback.
const MaxCallback = 8 << 20

// The limits of a callback's content are generous: eight hours of talk have some 10,000 segments and 500 kB.
const (
	maxSegments = 20_000
	maxSpeaker  = 200               // bytes
	maxTurn     = 20_000            // bytes of one segment
	maxText     = 4 << 20           // bytes of a transcript
	maxNotes    = 256 << 10         // bytes
	maxMillis   = 7 * 24 * 3600_000 // a week
)

// Kind is the kind of a callback.
type Kind string

const (
	TranscriptReady Kind = "transcript"
	RecordingReady  Kind = "recording"
	NotesReady      Kind = "notes"
	CallEnded       Kind = "call_ended"
)

// Callback is a message from a notetaker. Of Transcript, Recording and Notes, the one that belongs to its Kind is set.
type Callback struct {
	EventID     string // stays the same if the callback is repeated; the caller stores it
	Kind        Kind
	SessionID   string    // as [Session.ID]
	NotetakerID string    // the id that Invite returned, or "" if the notetaker does not give it
	At          time.Time // time of the event in UTC; for call_ended, the end of the call
	Transcript  *Transcript
	Recording   *Recording
	Notes       *Notes
}

// Transcript is the text of the call.
type Transcript struct {
	Text     string    `json:"text"`
	Segments []Segment `json:"segments"` // in the order of the call, never nil
}

// Segment is what one person said without interruption. Times count from the beginning of the call.
type Segment struct {
	Speaker string `json:"speaker"`
	StartMS int64  `json:"start_ms"`
	EndMS   int64  `json:"end_ms"`
	Text    string `json:"text"`
}

// Recording says whether there is a recording. Its address is never accepted or returned.
type Recording struct {
	Available       bool  `json:"available"`
	DurationSeconds int64 `json:"duration_seconds"`
}

// Notes are notes that the notetaker wrote.
type Notes struct {
	Text string `json:"text"`
}

// ErrTooLarge is the error for a callback of more than [MaxCallback] bytes. The answer to it is 413.
var ErrTooLarge = errors.New("the callback has more than 8 MiB")

// ParseCallback parses the body of a callback whose signature was verified. Its error is one sentence for the
// developers of the notetaker that names the field and what is expected. The answer to it is 400, or 413 for
// [ErrTooLarge]. Unknown fields are ignored.
func ParseCallback(body []byte) (Callback, error) {
	if len(body) > MaxCallback {
		return Callback{}, ErrTooLarge
	}
	if !utf8.Valid(body) {
		return Callback{}, errors.New("the callback is not UTF-8")
	}
	var in struct {
		EventID     string          `json:"event_id"`
		Type        Kind            `json:"type"`
		SessionID   string          `json:"session_id"`
		NotetakerID string          `json:"notetaker_id"`
		OccurredAt  string          `json:"occurred_at"`
		Transcript  json.RawMessage `json:"transcript"`
		Recording   json.RawMessage `json:"recording"`
		Notes       json.RawMessage `json:"notes"`
	}
	if err := decode(body, &in); err != nil {
		return Callback{}, fmt.Errorf("the callback %w", err)
	}
	c := Callback{EventID: in.EventID, Kind: in.Type, SessionID: in.SessionID, NotetakerID: in.NotetakerID}
	for _, f := range []struct {
		name, value string
		optional    bool
	}{{"event_id", in.EventID, false}, {"session_id", in.SessionID, false}, {"notetaker_id", in.NotetakerID, true}} {
		if !visible.MatchString(f.value) && (!f.optional || f.value != "") {
			return Callback{}, fmt.Errorf("%s is %.40q: want 1 to 200 visible ASCII characters", f.name, f.value)
		}
	}
	at, err := time.Parse(time.RFC3339, in.OccurredAt)
	if err != nil || at.Year() < 2000 || at.Year() > 2200 {
		return Callback{}, fmt.Errorf("occurred_at is %.40q: want an instant such as 2031-03-04T15:30:00Z",
			in.OccurredAt)
	}
	c.At = at.UTC()
	switch c.Kind {
	case TranscriptReady:
		c.Transcript, err = parseTranscript(in.Transcript)
	case RecordingReady:
		c.Recording, err = parseRecording(in.Recording)
	case NotesReady:
		c.Notes, err = parseNotes(in.Notes)
	case CallEnded:
	default:
		err = fmt.Errorf("type is %.40q: want transcript, recording, notes or call_ended", string(c.Kind))
	}
	if err != nil {
		return Callback{}, err
	}
	return c, nil
}

var visible = regexp.MustCompile(`^[!-~]{1,200}$`)

// decode parses one JSON object with nothing after it.
func decode(b []byte, into any) error {
	if t := bytes.TrimLeft(b, " \t\r\n"); len(t) == 0 || t[0] != '{' {
		return errors.New("is no JSON object")
	}
	if err := json.Unmarshal(b, into); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
			return fmt.Errorf("has a %s at %.80s", wrong.Value, wrong.Field)
		}
		return errors.New("is no JSON object that can be read")
	}
	return nil
}

func parseTranscript(b []byte) (*Transcript, error) {
	var in struct {
		Text     string          `json:"text"`
		Segments json.RawMessage `json:"segments"`
	}
	if err := decode(b, &in); err != nil {
		return nil, fmt.Errorf("transcript %w", err)
	}
	t := &Transcript{Text: in.Text, Segments: []Segment{}}
	if err := fits("transcript.text", t.Text, maxText); err != nil {
		return nil, err
	}
	if len(in.Segments) == 0 || string(in.Segments) == "null" {
		return t, nil
	}
	// The segments are parsed one by one, because 8 MiB can contain millions of empty ones.
	d := json.NewDecoder(bytes.NewReader(in.Segments))
	if first, err := d.Token(); err != nil || first != json.Delim('[') {
		return nil, errors.New("transcript.segments is no array")
	}
	for i := 0; d.More(); i++ {
		if i == maxSegments {
			return nil, fmt.Errorf("transcript.segments has more than %d elements", maxSegments)
		}
		var s Segment
		if err := d.Decode(&s); errors.Is(err, io.ErrUnexpectedEOF) || err != nil {
			return nil, fmt.Errorf("transcript.segments[%d] is none: want speaker, start_ms, end_ms and text", i)
		}
		if s.StartMS < 0 || s.EndMS < s.StartMS || s.EndMS > maxMillis {
			return nil, fmt.Errorf("transcript.segments[%d] is from %d to %d ms: want 0 or more, the end not before "+
				"the start, a week at most", i, s.StartMS, s.EndMS)
		}
		if err := fits(fmt.Sprintf("transcript.segments[%d].speaker", i), s.Speaker, maxSpeaker); err != nil {
			return nil, err
		}
		if err := fits(fmt.Sprintf("transcript.segments[%d].text", i), s.Text, maxTurn); err != nil {
			return nil, err
		}
		t.Segments = append(t.Segments, s)
	}
	return t, nil
}

func parseRecording(b []byte) (*Recording, error) {
	var r Recording
	if err := decode(b, &r); err != nil {
		return nil, fmt.Errorf("recording %w", err)
	}
	if r.DurationSeconds < 0 || r.DurationSeconds > maxMillis/1000 {
		return nil, fmt.Errorf("recording.duration_seconds is %d: want 0 to a week", r.DurationSeconds)
	}
	return &r, nil
}

func parseNotes(b []byte) (*Notes, error) {
	var n Notes
	if err := decode(b, &n); err != nil {
		return nil, fmt.Errorf("notes %w", err)
	}
	return &n, fits("notes.text", n.Text, maxNotes)
}

// fits returns an error for a text that is too long or that PostgreSQL cannot store.
func fits(field, s string, most int) error {
	switch {
	case len(s) > most:
		return fmt.Errorf("%s has %d bytes: want %d at most", field, len(s), most)
	case strings.ContainsRune(s, 0):
		return fmt.Errorf("%s holds U+0000", field)
	}
	return nil
}
