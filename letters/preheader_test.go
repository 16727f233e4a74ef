package letters

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What an inbox shows beside the subject says day, time and zone in full, in both languages.
func TestPreheader(t *testing.T) {
	t.Parallel()
	wants := func(t *testing.T, m Mail, want string) {
		t.Helper()
		_, rest, _ := strings.Cut(m.HTML, "color:transparent;\">")
		if got, _, _ := strings.Cut(rest, "</div>"); !strings.Contains(got, want) {
			t.Errorf("%q does not have %q", got, want)
		}
	}
	for _, kind := range slices.Concat(Kinds, Invitations) {
		for _, role := range roles {
			if kind.invites() && role != Candidate {
				continue
			}
			t.Run(fmt.Sprintf("of a %s to the %s", kind, role), func(t *testing.T) {
				t.Parallel()
				l, english := booked(kind, role), "Monday, 3 March 2031, 10:00–11:00 EST (New York time, UTC−5)"
				german := "Montag, 3. März 2031, 10:00–11:00 Uhr EST (Ortszeit New York, UTC−5)"
				switch {
				case kind.invites():
					l, english = invited(kind), "Monday, 17 March 2031, 11:30 EDT (New York time, UTC−4)"
					german = "Montag, 17. März 2031, 11:30 Uhr EDT (Ortszeit New York, UTC−4)"
				case kind == ChangedInterviewer: // open-ended
					english, german = strings.Replace(english, "10:00–11:00", "from 10:00", 1),
						strings.Replace(german, "10:00–11:00", "ab 10:00", 1)
				}
				wants(t, render(t, l), english)
				if l.Language = "de"; role == Candidate {
					wants(t, render(t, l), german)
				}
			})
		}
	}
}
