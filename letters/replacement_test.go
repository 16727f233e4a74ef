package letters

import (
	"strings"
	"testing"
	"time"
)

// wanted returns a typical letter that asks for a replacement.
func wanted() Replacement {
	return Replacement{
		To: Party{"Kit Ortiz", "kit@acme.example"}, Zone: "America/New_York", Organization: "Acme Robotics",
		From: "Acme Hiring <hiring@acme.example>", Stamp: time.Date(2031, 2, 28, 15, 0, 0, 0, time.UTC),
		MessageID: "int_0193ab.4.replacement_asked.x@litmus.acme.example",
		By:        Party{"Grace Hopper", "grace@acme.example"}, Why: "I am ill.",
		Interviewer: Party{"Grace Hopper", "grace@acme.example"},
		Candidate:   Party{"Cleo Diaz", "cleo@candidate.example"},
		RoundTitle:  "System design", PostingTitle: "Backend Engineer",
		Start: time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC), Duration: time.Hour, InterviewID: "int_0193ab",
		URL: "https://litmus.acme.example/dashboard/interviews/int_0193ab/reassign",
	}
}

func TestReplacement(t *testing.T) {
	t.Parallel()
	m := wantGolden(t, "replacement_asked", wanted())
	if m.ICS != nil {
		t.Errorf("it has an event:\n%s", m.ICS)
	}
	other := wanted()
	other.By = Party{"Ada Root", "ada@acme.example"}
	if m := render(t, other); !strings.Contains(m.Text, "Ada Root asks for a replacement for Grace Hopper.") {
		t.Errorf("where somebody else asks it says\n%s", m.Text)
	}
	declined := wanted()
	declined.Declined = true
	if m := render(t, declined); !strings.Contains(m.Text, "Grace Hopper declined the interview in their calendar.") {
		t.Errorf("where they declined in their calendar it says\n%s", m.Text)
	}
	needed := wanted()
	needed.Needs, needed.By = "is away then", other.By
	if m := render(t, needed); !strings.Contains(m.Text, "Grace Hopper is away then. The interview stays") ||
		strings.Contains(m.Text+m.HTML, "asks for") {
		t.Errorf("where nobody asks it says\n%s", m.Text)
	}
	bare := wanted()
	bare.Why, bare.RoundTitle = "", ""
	if m := render(t, bare); strings.Contains(m.Text, "Reason:") ||
		!strings.Contains(m.Subject, "Interview with Cleo") {
		t.Errorf("without a reason and a title it says %q\n%s", m.Subject, m.Text)
	}
	wantRefused(t, wanted, map[string]func(*Replacement){
		"no Message-ID":   func(r *Replacement) { r.MessageID = "" },
		"no date":         func(r *Replacement) { r.Stamp = time.Time{} },
		"no start":        func(r *Replacement) { r.Start = time.Time{} },
		"nobody who asks": func(r *Replacement) { r.By = Party{} },
		"no page":         func(r *Replacement) { r.URL = "javascript:alert(1)" },
	})
}
