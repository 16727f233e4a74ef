package pipeline

import (
	"fmt"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

func TestRecruiters(t *testing.T) { // D27
	t.Parallel()
	members := []models.Member{{Email: desk.Ann, Role: models.Admin}, {Email: "rita@x.io", Role: models.Recruiter},
		{Email: "ivo@x.io", Role: models.Interviewer}}
	var many []string
	for n := range MaxRecruiters + 1 {
		many = append(many, fmt.Sprintf("m%d@x.io", n))
		members = append(members, models.Member{Email: many[n], Role: models.Recruiter})
	}
	for what, c := range map[string]struct {
		recruiters []string
		says       string
	}{
		"none":                {nil, ""},
		"an admin and others": {[]string{"rita@x.io", desk.Ann}, ""},
		"twenty":              {many[1:], ""},
		"more":                {many, "at most 20"},
		"an interviewer":      {[]string{desk.Ann, "ivo@x.io"}, `"ivo@x.io" is neither admin nor recruiter`},
		"nobody's":            {[]string{"who@x.io"}, `"who@x.io" is neither`},
		"one twice":           {[]string{desk.Ann, desk.Ann}, "stands twice"},
	} {
		kind := models.Kind(0)
		if c.says != "" {
			kind = models.Invalid
		}
		desk.WantRefusal(t, what, kind, c.says)(nil, CheckRecruiters(c.recruiters, members))
	}
	p := backendPosting()
	edit := PostingEditOf(p, desk.Ann)
	got, err := DecidePostingEdit(p, p.Version, edit, PostingFacts{Members: members}, saturday)
	if err != nil || got.Version != p.Version+1 {
		t.Errorf("another recruiter: got version %d (%v), want one more than %d", got.Version, err, p.Version)
	}
	edit.Recruiters = []string{"ivo@x.io"}
	desk.WantRefusal(t, "an interviewer", models.Invalid, "neither")(
		DecidePostingEdit(p, p.Version, edit, PostingFacts{Members: members}, saturday))
}
