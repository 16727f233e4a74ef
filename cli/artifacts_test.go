package cli

import (
	"testing"
	"time"

	"litmus/models/booking"
)

func TestArtifacts(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	id := x.booked().Interview.ID
	x.clock.Set(noon.Add(time.Hour))
	notes := x.file("notes.yaml", "recording: {available: true, duration_seconds: 60}\n"+
		"interviewer_notes: {text: Strong on trade-offs.}\n")
	x.prints("recording, interviewer_notes of "+id+" stored\n", "artifacts", "--interview", id, "--file", notes)
	spoken := x.file("spoken.yaml", "transcript: {text: Welcome., received_at: 2032-02-02T12:30:00Z}\n")
	x.prints("transcript of "+id+" stored\n", "artifacts", "--interview", id, "--file", spoken)
	s, org := x.open()
	got, err := s.Bookings.Artifacts(t.Context(), org.ID, id)
	must(t, err)
	updated, received := noon.Add(time.Hour), noon.Add(30*time.Minute)
	same(t, "the artifacts", got, booking.Artifacts{
		InterviewerNotes: &booking.InterviewerNotes{Text: "Strong on trade-offs.", UpdatedAt: &updated},
		Recording:        &booking.Recording{Available: true, DurationSeconds: 60},
		Transcript:       &booking.Transcript{Text: "Welcome.", Segments: []booking.Segment{}, ReceivedAt: &received}})

	x.refused(exitFailed, `interview "int_x" not found`, "artifacts", "--interview", "int_x", "--file", notes)
	x.refused(exitFailed, "open "+notes+".gone: no such file or directory", "artifacts", "--interview", id, "--file",
		notes+".gone")
	wrong := x.file("wrong.yaml", "transcripts: {text: Welcome.}\n")
	x.fails(exitFailed, []string{wrong + ":1: ", "did you mean transcript?"}, "artifacts", "--interview", id, "--file",
		wrong)
}
