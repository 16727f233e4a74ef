package cli

import (
	"slices"
	"strings"
	"testing"

	"litmus/internal/verify"
	"litmus/models"
)

func TestSlotsExplain(t *testing.T) { // D15
	t.Parallel()
	x := northwind(t)
	posting, round := x.ids.Postings["engineer"].ID, x.ids.Postings["engineer"].Tracks["main"].Steps["systems"]
	ask := func(at string, more ...string) []string {
		return append([]string{"slots", "explain", "--org", "northwind", "--posting", posting, "--round", round,
			"--at", at}, more...)
	}
	var got explainedStart
	x.mustJSON(&got, ask("2032-03-01T16:00:00Z")...)
	reasons := map[string]string{}
	for _, p := range got.Interviewers {
		reasons[p.Email] = p.Reason
	}
	verify.Each(t, "the start", verify.Fields{"Reason": {got.Reason, "free"}, "Capacity": {got.Capacity, 1},
		"DurationMinutes":         {got.DurationMinutes, 60},
		"ilse@northwind.example":  {reasons["ilse@northwind.example"], "free"},
		"bram@northwind.example":  {reasons["bram@northwind.example"], "not_painted"},
		"petra@northwind.example": {reasons["petra@northwind.example"], "not_read"},
		"Nearest":                 {got.Nearest, verify.Some}})
	text := x.must(ask("2032-03-01T16:30:00Z", "--interviewer", "bram@northwind.example")...)
	rows := cells(text)
	if !strings.HasPrefix(text, "Mon 1 Mar 2032 17:30 CET: No interviewer offers this time.\n") ||
		!slices.ContainsFunc(rows, func(row []string) bool {
			return slices.Equal(row, []string{"bram@northwind.example", "not_painted", "has not painted this time"})
		}) || strings.Contains(text, "ilse@") ||
		!strings.Contains(text, "Offered near it:\n  2032-03-01T15:00:00.000Z") {
		t.Errorf("got\n%s", text)
	}
	if utc := x.must(ask("2032-03-01T16:30:00Z", "--utc")...); !strings.HasPrefix(utc, "Mon 1 Mar 2032 16:30 UTC: ") {
		t.Errorf("with --utc it begins with %.60q", utc)
	}
	x.refused(exitFailed, `posting "post_none" not found`, "slots", "explain", "--org", "northwind", "--posting",
		"post_none", "--round", round, "--at", models.FormatInstant(x.clock.Now()))
	x.refused(exitUsage, `--at "tomorrow" is not an instant: write RFC 3339 with Z or an explicit offset, such as `+
		"2026-12-01T15:00:00Z", ask("tomorrow")...)
}
