package orgfile

import (
	"math"

	"litmus/models/booking"
)

const (
	maxOffsetMS         = math.MaxInt32 // 24 days of recording
	maxRecordingSeconds = 30 * 24 * 60 * 60
)

var artifactFields = []string{"transcript", "recording", "interviewer_notes"}

// ParseArtifacts reads the file of `litmus artifacts`. It holds at least one of transcript, recording and
// interviewer_notes, written as in an import. name is the file's name in errors. The error is an [*Error].
func ParseArtifacts(name string, data []byte) (booking.Artifacts, error) {
	r := &reader{file: name}
	var a booking.Artifacts
	if root, ok := r.document(data, "transcript, recording or interviewer_notes"); ok {
		if o, ok := root.object(artifactFields...); ok {
			a = readArtifacts(o)
			if a == (booking.Artifacts{}) && len(r.problems) == 0 {
				o.problem("nothing is given; expected transcript, recording or interviewer_notes")
			}
		}
	}
	if err := r.err(); err != nil {
		return booking.Artifacts{}, err
	}
	return a, nil
}

func readArtifacts(o object) booking.Artifacts {
	var a booking.Artifacts
	if t, ok := o.get("transcript").object("text", "segments", "received_at"); ok {
		a.Transcript = &booking.Transcript{
			Text:       t.get("text").long(),
			Segments:   t.get("segments").segments(),
			ReceivedAt: t.get("received_at").instantOrNil(),
		}
	}
	if r, ok := o.get("recording").object("available", "duration_seconds"); ok {
		a.Recording = &booking.Recording{Available: r.get("available").boolean(false)}
		if d := r.get("duration_seconds").number(0, maxRecordingSeconds); d != nil {
			a.Recording.DurationSeconds = *d
		}
	}
	if n, ok := o.get("interviewer_notes").object("text", "updated_at"); ok {
		a.InterviewerNotes = &booking.InterviewerNotes{
			Text:      n.get("text").long(),
			UpdatedAt: n.get("updated_at").instantOrNil(),
		}
	}
	return a
}

// segments reads utterances in the order of the file. It never returns nil, so that the JSON shows a list.
func (v value) segments() []booking.Segment {
	all := []booking.Segment{}
	for _, item := range v.items("") {
		o, ok := item.object("speaker", "start_ms", "end_ms", "text")
		if !ok {
			continue
		}
		start := o.get("start_ms").integer(0, 0, maxOffsetMS)
		end := o.get("end_ms").integer(start, 0, maxOffsetMS)
		if end < start {
			o.get("end_ms").problem("%d is before start_ms; expected %d or later", end, start)
		}
		all = append(all, booking.Segment{
			Speaker: o.get("speaker").phrase(), StartMS: int64(start), EndMS: int64(end), Text: o.get("text").long(),
		})
	}
	return all
}
