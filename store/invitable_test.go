package store_test

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/setup"
	"litmus/testdb"
)

// What the form offers is what an invite accepts, in its order; a member of a self-select group cannot be invited to.
func TestInvitables(t *testing.T) { // D19
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := inviting()
		file.Assessments[3].Ready = false // the unstaged trial week
		empty := setup.Posting{Key: "empty", Kind: models.KindRole, Title: "An empty one",
			Status: models.StatusOpen, Tracks: []setup.Track{{Key: "default", Name: "Default", Default: true}}}
		file.Postings = append(file.Postings, empty)
		f := open(t, url, file, bolt())
		offered := func() (lines []string) {
			list := must(f.Candidates.Invitables(ctx, f.org.ID))(t)
			for _, p := range list {
				line := p.Title + ":"
				for _, a := range p.Assessments {
					line += " " + a.Key
					o := candidacy.InviteOrder{PostingID: p.PostingID, AssessmentID: a.ID, CandidateEmail: cleo,
						CandidateName: "Cleo"}
					_, err := f.Candidates.PreviewInvite(ctx, f.org, o)
					if (err == nil) != a.Ready {
						t.Errorf("an invite to %s, ready %t: %v", a.Key, a.Ready, err)
					}
				}
				lines = append(lines, line)
			}
			return lines
		}
		want := "An empty one:\nBackend: takehome design pairing week"
		if got := strings.Join(offered(), "\n"); got != want {
			t.Errorf("the form offers\n%s\nwant\n%s", got, want)
		}
		if n := f.count(func() { f.done(f.Candidates.Invitables(ctx, f.org.ID)) }); n != 2 {
			t.Errorf("%d statements, want 2", n)
		}
		p := must(f.Candidates.PreviewInvite(ctx, f.org, f.inviteTo("design", cleo)))(t)
		before := f.dump()
		a := must(f.Candidates.PreviewedInvitation(ctx, p.Candidate))(t)
		if a.AssessmentTitle != "Design" || a.PostingTitle != "Backend" || a.Duration != time.Hour || a.Letter != nil {
			t.Errorf("the letter would say %+v", a)
		}
		f.unchanged(before)
	})
}
