package pipeline

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

var saturday = time.Date(2031, 3, 1, 9, 0, 0, 0, time.UTC)

func backendPosting() models.Posting {
	return models.Posting{OrgID: "org_1", ID: "post_1", Key: "backend", Kind: models.KindRole, Title: "Backend", Status: models.StatusOpen,
		Team: "Platform", Type: "full_time", CreatedAt: saturday, UpdatedAt: saturday, Version: 4}
}

func TestPostingEdit(t *testing.T) { // D17, §1
	t.Parallel()
	later := saturday.Add(time.Hour)
	rename := PostingEditOf(backendPosting())
	rename.Title, rename.Location = " Backend \tEngineer ", "Oslo"
	cohort := PostingEditOf(backendPosting())
	cohort.Kind = models.KindCohort
	for _, c := range []struct {
		what       string
		edit       PostingEdit
		version    int64
		candidates int
		kind       models.Kind
		says       string
	}{
		{what: "another title", edit: rename, version: 4},
		{what: "a form that showed another version", edit: rename, version: 3, kind: models.Conflict,
			says: "changed meanwhile"},
		{what: "another kind", edit: cohort, version: 4},
		{what: "another kind with candidates", edit: cohort, version: 4, candidates: 2, kind: models.Conflict,
			says: "2 candidates"},
		{what: "no title", edit: PostingEdit{Kind: models.KindRole, Title: " \n"}, version: 4, kind: models.Invalid,
			says: "the title"},
		{what: "a title of 301 characters", version: 4, edit: PostingEdit{Kind: models.KindRole,
			Title: strings.Repeat("ä", 301)}, kind: models.Invalid, says: "301"},
		{what: "a kind that there is not", edit: PostingEdit{Kind: "job", Title: "x"}, version: 4, kind: models.Invalid,
			says: `"job"`},
	} {
		got, err := DecidePostingEdit(backendPosting(), c.version, c.edit, PostingFacts{Candidates: c.candidates},
			later)
		desk.WantRefusal(t, c.what, c.kind, c.says)(got, err)
		if c.kind != 0 {
			if !reflect.DeepEqual(got, backendPosting()) {
				t.Errorf("%s: refused, and the posting is %+v", c.what, got)
			}
			continue
		}
		if got.Version != 5 || !got.UpdatedAt.Equal(later) || !got.CreatedAt.Equal(saturday) || got.Key != "backend" {
			t.Errorf("%s: got %+v", c.what, got)
		}
	}
	got, err := DecidePostingEdit(backendPosting(), 4, rename, PostingFacts{}, later)
	if err != nil || got.Title != "Backend Engineer" || got.Location != "Oslo" {
		t.Errorf("got %+v (%v), want the cleaned title", got, err)
	}
	got, err = DecidePostingEdit(backendPosting(), 1, PostingEditOf(backendPosting()), PostingFacts{}, later)
	if err != nil || !reflect.DeepEqual(got, backendPosting()) {
		t.Errorf("what is stored already: got %+v (%v), want that it stays, whatever the form showed", got, err)
	}
}

func TestNewPosting(t *testing.T) { // D17
	t.Parallel()
	taken := func(key string) bool { return key == "backend" }
	p, err := NewPosting("org_1", "post_2", PostingEdit{Kind: models.KindRole, Title: "Backend"}, taken, saturday)
	verify.Each(t, "the new posting", verify.Fields{"error": {err, nil}, "Key": {p.Key, "backend-2"},
		"Open":    {p.Open(), true},
		"Version": {p.Version, 1}, "State": {p.State(), models.StatusOpen}})
	desk.WantRefusal(t, "without title", models.Invalid, "")(
		NewPosting("org_1", "post_2", PostingEdit{Kind: models.KindRole}, taken, saturday))
}

func TestPostingStates(t *testing.T) { // D17
	t.Parallel()
	later := saturday.Add(time.Hour)
	of := func(state string) models.Posting {
		p := backendPosting()
		if state != models.StatusOpen {
			p.Status = models.StatusClosed
		}
		if state == models.StateArchived {
			p.ArchivedAt = &saturday
		}
		return p
	}
	for _, from := range PostingStates {
		for _, to := range append([]string{"", "deleted"}, PostingStates...) {
			got, err := DecidePostingState(of(from), to, later)
			var want models.Kind
			switch {
			case to == "" || to == "deleted":
				want = models.Invalid
			case from == models.StateArchived && to == models.StatusOpen:
				want = models.Conflict
			}
			desk.WantRefusal(t, from+" to "+to, want, "")(got, err)
			if want != 0 || from == to {
				if !reflect.DeepEqual(got, of(from)) {
					t.Errorf("%s to %q: got %+v, want it unchanged", from, to, got)
				}
				continue
			}
			if got.State() != to || got.Version != 5 || !got.UpdatedAt.Equal(later) ||
				got.Open() != (to == models.StatusOpen) {
				t.Errorf("%s to %s: got %+v", from, to, got)
			}
		}
	}
}

func TestPostingRemoval(t *testing.T) { // D17
	t.Parallel()
	if err := CheckPostingRemoval(backendPosting(), 0); err != nil {
		t.Errorf("without candidates: %v", err)
	}
	desk.WantRefusal(t, "with a candidate", models.Conflict, "1 candidate and cannot be deleted; archive")(
		CheckPostingRemoval(backendPosting(), 1))
}
