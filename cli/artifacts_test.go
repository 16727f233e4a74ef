package cli

import (
	"strings"
	"testing"
	"time"
)

func TestArtifacts(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	id := x.booked().Interview.ID
	x.clock.Set(noon.Add(time.Hour))
	notes := x.file("notes.yaml", "recording: {available: true, duration_seconds: 60}\n"+
		"interviewer_notes: {text: Strong on trade-offs.}\n")
	if got := x.must("artifacts", "--interview", id, "--file", notes); got != "recording, interviewer_notes of "+id+
		" stored\n" {
		t.Errorf("it prints %q", got)
	}
	spoken := x.file("spoken.yaml", "transcript: {text: Welcome., received_at: 2032-02-02T12:30:00Z}\n")
	if got := x.must("artifacts", "--interview", id, "--file", spoken); got != "transcript of "+id+" stored\n" {
		t.Errorf("it prints %q", got)
	}
	s, org := x.open()
	got, err := s.Bookings.Artifacts(t.Context(), org.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if n := got.InterviewerNotes; n == nil || n.Text != "Strong on trade-offs." || n.UpdatedAt == nil ||
		!n.UpdatedAt.Equal(noon.Add(time.Hour)) {
		t.Errorf("the notes are %+v, want those of the first file, as of now", n)
	}
	if r := got.Recording; r == nil || !r.Available || r.DurationSeconds != 60 {
		t.Errorf("the recording is %+v, want that of the first file", r)
	}
	if tr := got.Transcript; tr == nil || tr.Text != "Welcome." || tr.ReceivedAt == nil ||
		!tr.ReceivedAt.Equal(noon.Add(30*time.Minute)) {
		t.Errorf("the transcript is %+v, want that of the second file", tr)
	}

	x.refused(exitFailed, `interview "int_x" not found`, "artifacts", "--interview", "int_x", "--file", notes)
	x.refused(exitFailed, "open "+notes+".gone: no such file or directory", "artifacts", "--interview", id, "--file",
		notes+".gone")
	wrong := x.file("wrong.yaml", "transcripts: {text: Welcome.}\n")
	if got := x.run("artifacts", "--interview", id, "--file", wrong); got.status != exitFailed || got.stdout != "" ||
		!strings.HasPrefix(got.stderr, "litmus: "+wrong+":1: ") ||
		!strings.Contains(got.stderr, "did you mean transcript?") {
		t.Errorf("of a broken file it prints %+v", got)
	}
	x.mistaken("--file", "artifacts", "--interview", id)
	x.mistaken("--interview", "artifacts", "--file", notes)
}
