package pipeline

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/history"
)

func TestRubricEdit(t *testing.T) {
	t.Parallel()
	got, err := RubricEdit{Text: "\nWell done:\r\n- tests \n", Scale: []ScaleLevel{{5, " all of it "}, {0, "nothing"},
		{2.5, "half"}}}.Check("")
	if want := []ScaleLevel{{0, "nothing"}, {2.5, "half"}, {5, "all of it"}}; err != nil ||
		got.Text != "Well done:\n- tests" || !slices.Equal(got.Scale, want) {
		t.Errorf("got %+v (%v)", got, err)
	}
	if got, err := (RubricEdit{}).Check(""); err != nil || got.Text != "" || len(got.Scale) != 0 {
		t.Errorf("an empty one: %+v (%v)", got, err)
	}
	for want, e := range map[string]RubricEdit{
		"20001 characters":      {Text: strings.Repeat("x", MaxMarkdownRunes+1)},
		"21 levels":             {Scale: make([]ScaleLevel, MaxRubricLevels+1)},
		"scale[1]: the score 6": {Scale: []ScaleLevel{{1, "some"}, {6, "more"}}},
		"two decimals":          {Scale: []ScaleLevel{{1.234, "some"}}},
		"the score -1":          {Scale: []ScaleLevel{{-1, "less"}}},
		"scale[0].meaning":      {Scale: []ScaleLevel{{1, "  "}}},
		"twice what 1 means":    {Scale: []ScaleLevel{{1, "some"}, {2, "more"}, {1, "few"}}},
	} {
		desk.WantRefusal(t, want, models.Invalid, want)(e.Check(""))
	}
}

func TestScale(t *testing.T) {
	t.Parallel()
	want := []ScaleLevel{{0, "nothing"}, {2.5, "half: more or less"}, {5, "all of it"}}
	if got, err := ParseScale(FormatScale(want)); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v (%v)", got, err)
	}
	if got, err := ParseScale(" 0 : nothing\r\n\r\n2,5:half: more or less \r\n5:  all of it"); err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("typed: %+v (%v)", got, err)
	}
	if got, err := ParseScale(" \n"); err != nil || got != nil {
		t.Errorf("nothing: %+v (%v)", got, err)
	}
	for _, text := range []string{"all of it", "5 all", "5", ": all", "six: all", "6: all"} {
		desk.WantRefusal(t, text, models.Invalid, "")(ParseScale(text))
	}
}

func TestDecideRubric(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	a := models.Assessment{OrgID: "org_1", ID: "asmt_1", Title: "Lens"}
	key := models.Actor{Kind: models.ActorKey, ID: "key_1", RequestID: "req_1"}
	first, changed, err := DecideRubric(a, Rubric{}, 0, RubricEdit{Text: "Look at the tests."}, key, now)
	if err != nil || !changed || first.Version != 1 || first.AssessmentID != "asmt_1" || first.OrgID != "org_1" ||
		first.By != (models.Actor{Kind: models.ActorKey, ID: "key_1"}) || !first.CreatedAt.Equal(now) {
		t.Fatalf("the first: %+v (%v)", first, err)
	}
	scale := []ScaleLevel{{5, "all of it"}}
	for _, c := range []struct {
		about   string
		seen    int64
		edit    RubricEdit
		version int64 // 0: refused
	}{
		{"another scale", 1, RubricEdit{first.Text, scale}, 2},
		{"the same again", 1, RubricEditOf(first), 1},
		{"the same by who saw none", 0, RubricEditOf(first), 1},
		{"by who saw none", 0, RubricEdit{"Other.", nil}, 0},
		{"by who saw one that there is not yet", 2, RubricEdit{"Other.", nil}, 0},
		{"without anything", 1, RubricEdit{}, 2},
	} {
		got, changed, err := DecideRubric(a, first, c.seen, c.edit, key, now.Add(time.Hour))
		if c.version == 0 {
			if models.KindOf(err) != models.Conflict || changed || !strings.Contains(err.Error(), `assessment "Lens"`) {
				t.Errorf("%s: %+v (%v), want a conflict", c.about, got, err)
			}
			continue
		}
		if err != nil || got.Version != c.version || changed != (c.version > 1) {
			t.Errorf("%s: %+v, changed %t (%v); want version %d", c.about, got, changed, err, c.version)
		}
	}
	second := first
	second.Scale, second.Version = scale, 2
	if got := history.Did(RubricChange(first, second), time.UTC, now); got != "rubric changed: scale set" {
		t.Errorf("told as %q", got)
	}
}
