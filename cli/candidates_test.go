package cli

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// The records of an organization by --state, --posting, --find and --after, the newest first, and invitations are those
// that were invited.
func TestCandidatesList(t *testing.T) {
	t.Parallel()
	x, _ := interviewed(t)
	x.clock.Set(noon.Add(3 * time.Hour))
	one := x.invited("lens", "ola@candidate.example")
	x.clock.Set(noon.Add(4 * time.Hour))
	two := x.invited("lens", "per@candidate.example")
	posting := x.ids.Postings["engineer"].ID

	var rows []listedCandidate
	x.mustJSON(&rows, "candidates", "list", "--org", "northwind")
	interviews := 0
	for _, r := range rows {
		if r.InterviewID != nil {
			interviews++
		}
	}
	if len(rows) != 10 || rows[0].ID != two.ID || rows[1].ID != one.ID || interviews != 4 {
		t.Errorf("it lists %+v, want ten with the invited ones first, four with an interview that stands", rows)
	}
	same(t, "the newest", rows[0], listedCandidate{listedRecord: listedRecord{ID: two.ID,
		State: models.CandidateInvited, Candidate: "per@candidate.example", Name: "Robin Quill", PostingID: posting,
		Posting: "Imaging Engineer", AssessmentID: x.ids.Assessments["lens"], Assessment: rows[0].Assessment,
		DeliveryMode: "async"}, CreatedAt: "2032-02-02T16:00:00.000Z", UpdatedAt: "2032-02-02T16:00:00.000Z"})

	listed := func(command string, flags ...string) (found []string) {
		t.Helper()
		var rows []struct {
			Candidate string `json:"candidate"`
		}
		got := x.run(append([]string{command, "list", "--org", "northwind", "--json"}, flags...)...)
		if got.status != exitOK {
			t.Fatalf("%s list %v: %+v", command, flags, got)
		}
		decode(t, got.stdout, &rows)
		for _, r := range rows {
			name, _, _ := strings.Cut(r.Candidate, "@")
			found = append(found, name)
		}
		return found
	}
	for _, c := range []struct {
		command     string
		want, flags []string
	}{
		{"candidates", []string{"per"}, []string{"--limit", "1"}},
		{"candidates", []string{"ola"}, []string{"--after", two.ID, "--limit", "1"}},
		{"candidates", []string{"ola"}, []string{"--find", "OLA@"}},
		{"candidates", nil, []string{"--state", "withdrawn"}},
		{"invitations", []string{"per", "ola"}, []string{"--posting", posting, "--state", "invited"}},
		{"invitations", nil, []string{"--find", "robin@"}},
	} {
		if got := listed(c.command, c.flags...); !slices.Equal(got, c.want) {
			t.Errorf("%s list %v has %v, want %v", c.command, c.flags, got, c.want)
		}
	}
	x.ends(outcome{exitOK, x.must("invitations", "list", "--org", "northwind", "--find", "per@"),
		"more follow: --after " + two.ID + " goes on with them, a larger --limit adds them\n"},
		"invitations", "list", "--org", "northwind", "--limit", "1")

	x.tabled([][]string{
		{"ID", "INVITED (Europe/Berlin)", "EXPIRES", "STATE", "POSTING", "ASSESSMENT", "CANDIDATE"},
		{one.ID, "2032-02-02 16:00 CET", "2032-02-16 16:00 CET", "invited", "Imaging Engineer", rows[1].Assessment,
			"ola@candidate.example"},
	}, "invitations", "list", "--org", "northwind", "--find", "ola")
	if got := cells(x.must("candidates", "list", "--org", "northwind", "--limit", "10", "--utc")); got[0][1] !=
		"CREATED (UTC)" || got[1][1] != "2032-02-02 16:00 UTC" {
		t.Errorf("with --utc it prints %q", got[:2])
	}
	x.clock.Set(noon.AddDate(0, 0, 20))
	if got := listed("invitations", "--state", "expired"); len(got) != 2 {
		t.Errorf("expired are %v, want both", got)
	}

	list := []string{"candidates", "list", "--org", "northwind"}
	x.refused(exitUsage, `--state "gone" is unknown; the states are invited, in_progress, submitted, advanced, `+
		"rejected, expired, withdrawn", append(list, "--state", "gone")...)
	x.refused(exitUsage, "--limit 0 must be at least 1", append(list, "--limit", "0")...)
	x.refused(exitFailed, `posting "post_x" not found`, append(list, "--posting", "post_x")...)
	x.refused(exitFailed, `candidate "cand_x" not found`, append(list, "--after", "cand_x")...)
	x.apply(x.example("  slug: northwind\n", "  slug: everest\n"))
	x.refused(exitFailed, `candidate "`+one.ID+`" not found`, "candidates", "list", "--org", "everest", "--after", one.ID)
}
