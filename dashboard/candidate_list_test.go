package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
)

// TestCandidatesByTurn proves that the list of candidates says where each stands, what is next and whose turn it is,
// as the board does, and lists those of one turn (D19); to an interviewer it does not.
func TestCandidatesByTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at(noon.Add(time.Minute))
	w.invited("telemetry", rosa)
	i := w.booked("dana@candidate.example", jonas, noon.AddDate(0, 0, 1))
	_, id := w.handIn("second@candidate.example", time.Hour)
	mei := w.as(t, "recruiter")
	list := func(turn string) string {
		var rows []string
		for _, row := range mei.get(site.Href(site.CandidatesPath, "turn", turn, "q", "candidate.example")).want(200).
			all("tbody tr") {
			rows = append(rows, content(row))
		}
		return strings.Join(rows, "\n")
	}
	for turn, says := range map[string][2]string{
		"team":      {"second@candidate.example", "handed in Team's turn Next: grade it"},
		"candidate": {rosa, "invited Candidate's turn Next: begins, until"},
		"":          {"dana@candidate.example", "interview booked Tue 4 Mar 2031, 13:00 CET"},
	} {
		got := list(turn)
		if !strings.Contains(got, says[0]) || !strings.Contains(got, says[1]) {
			t.Errorf("the turn %q lists %s, want %q", turn, got, says)
		}
		if turn != "" && strings.Contains(got, "dana") {
			t.Errorf("dana waits for the time, and is in %s", got)
		}
	}
	all := mei.get(site.CandidatesPath).want(200)
	all.one("tbody a[href=" + site.InterviewPath(i.ID) + "]")
	all.one("tbody a[href=" + site.SubmissionsPath + "/" + id + "]")
	mei.get(site.Href(site.CandidatesPath, "turn", "mine")).want(400)
	w.as(t, "interviewer").get(site.Href(site.CandidatesPath, "turn", "team")).want(200, "dana@candidate.example").
		lacks("Team's turn", "Waits for the time")
}
