package letters

import "testing"

// Interviewers read how far the candidate is. Candidates do not: a pipeline may change, and they would count on it.
func TestStep(t *testing.T) {
	t.Parallel()
	for _, role := range roles {
		l := booked(Briefing, role)
		l.Step, l.Steps = 2, 4
		says, denies := []string{"Step: 2 of 4 in the pipeline\n"}, []string(nil)
		if role == Candidate {
			says, denies = nil, []string{"2 of 4"}
		}
		wantWords(t, render(t, l), says, denies)
		l.Step, l.Steps = 1, 1
		wantWords(t, render(t, l), nil, []string{"1 of 1"})
	}
}
