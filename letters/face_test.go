package letters

import (
	"strings"
	"testing"
)

// A candidate reads the name and the title of whom they meet beside a picture, which is in the letter itself.
func TestFace(t *testing.T) {
	t.Parallel()
	met := func(kind Kind, role Role) Letter {
		l := booked(kind, role)
		l.InterviewerTitle, l.Face = "Staff\nengineer", []byte("a face")
		return l
	}
	m := wantGolden(t, "faces_candidate", met(Confirmation, Candidate))
	if string(m.Face) != "a face" || m.FaceID != "face."+m.MessageID ||
		!strings.Contains(m.HTML, `src="cid:face.int_0193ab.3.confirmation.candidate@litmus.acme.example"`) {
		t.Errorf("the picture is %q with the id %s", m.Face, m.FaceID)
	}
	wantWords(t, m, []string{"\nWith: Ann Lee, Staff engineer\n"}, nil)
	for _, kind := range Kinds {
		for _, role := range roles {
			l := met(kind, role)
			m := render(t, l)
			shows := strings.Contains(m.HTML, "cid:")
			if shows != (role == Candidate && kind != Cancellation) || shows != l.Faces() || shows != (m.Face != nil) ||
				shows != strings.Contains(m.Text, "Staff") {
				t.Errorf("a %s to the %s shows a picture: %t", kind, role, shows)
			}
		}
	}
	l := met(Confirmation, Candidate)
	l.Face = nil
	m = render(t, l)
	if m.Face != nil || strings.Contains(m.HTML, "cid:") || !strings.Contains(m.HTML, "Staff engineer") {
		t.Error("without a picture the letter has an empty one, or no title")
	}
}
