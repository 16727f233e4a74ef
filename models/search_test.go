package models_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

// TestViews proves what each view of the list asks for (D11): bounds that a person gives replace the view's own.
func TestViews(t *testing.T) {
	t.Parallel()
	today, now, day := desk.Mon(0, 0), desk.Mon(12, 0), desk.Thu
	for _, c := range []struct {
		view     string
		from, to *time.Time
		want     string
	}{
		{"upcoming", nil, nil, "[scheduled] from 2031-03-03T00:00:00.000Z to -, forwards"},
		{"<script>", nil, nil, "[scheduled] from 2031-03-03T00:00:00.000Z to -, forwards"},
		{"upcoming", nil, &day, "[scheduled] from - to 2031-02-27T12:00:00.000Z, forwards"},
		{"external", nil, nil, "[pending expired] from - to -, backwards"},
		{"past", nil, nil, "[scheduled completed] from - to 2031-03-03T12:00:00.000Z, backwards"},
		{"canceled", nil, nil, "[canceled] from - to -, backwards"},
		{"all", &day, nil, "[] from 2031-02-27T12:00:00.000Z to -, backwards"},
	} {
		s := models.ParseView(c.view).Search(models.InterviewFilter{From: c.from, To: c.to}, today, now)
		bound := func(t *time.Time) string {
			if t == nil {
				return "-"
			}
			return models.FormatInstant(*t)
		}
		direction := "forwards"
		if s.Backwards {
			direction = "backwards"
		}
		got := fmt.Sprintf("%v from %s to %s, %s", s.Statuses, bound(s.From), bound(s.To), direction)
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.view, got, c.want)
		}
	}
}

// TestSearchWords proves that a text is bounded and cleaned before it is looked for.
func TestSearchWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                        nil,
		" Ada\tLovelace\x00 ":     {"Ada", "Lovelace"},
		"a\xffb":                  {"ab"},
		strings.Repeat("x", 9999): {strings.Repeat("x", models.MaxSearch)},
		"1 2 3 4 5 6 7 8 9 10":    {"1", "2", "3", "4", "5", "6", "7", "8"},
	} {
		if got := models.SearchWords(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
