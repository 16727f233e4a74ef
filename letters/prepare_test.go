package letters

import (
	"strings"
	"testing"
	"time"
)

// TestPrepare proves that candidates read how to prepare in a confirmation and a reminder, in both parts, and nobody
// else does; a long text is on the page.
func TestPrepare(t *testing.T) {
	t.Parallel()
	for _, role := range roles {
		for _, kind := range Kinds {
			l := booked(kind, role)
			l.Prepare, l.PrepareHTML, l.PreviousStart = "Bring *one* drawing.", "<p>Bring <em>one</em> drawing.</p>", time.Time{}
			want := role == Candidate && (kind == Confirmation || kind == Briefing || kind == Reminder)
			if l.Prepares() != want {
				t.Errorf("a %s to a %s prepares: %t", kind, role, !want)
			}
			m := render(t, l)
			if strings.Contains(m.Text, "How to prepare\n\nBring *one* drawing.\n") != want ||
				strings.Contains(m.HTML, "<p>Bring <em>one</em> drawing.</p>") != want {
				t.Errorf("a %s to a %s says\n%s", kind, role, m.Text)
			}
			if strings.Contains(string(m.ICS), "drawing") { // others may read the calendar
				t.Errorf("the event of a %s to a %s is\n%s", kind, role, m.ICS)
			}
		}
	}
	l := booked(Confirmation, Candidate)
	l.Prepare = strings.Repeat("x", maxPrepare+1)
	if m := render(t, l); !strings.Contains(m.Text, "Your interview page has notes") ||
		!strings.Contains(m.HTML, "Your interview page has notes") || strings.Contains(m.Text+m.HTML, "xxx") {
		t.Errorf("a long text is\n%s", m.Text)
	}
	if l.Prepare = " \n"; strings.Contains(render(t, l).Text, "How to prepare") {
		t.Error("there is nothing to prepare")
	}
}
