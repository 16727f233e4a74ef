package figures_test

import (
	"slices"
	"testing"

	"litmus/models/figures"
)

// TestReasonsOf: the same words are one reason, and what has none counts for none.
func TestReasonsOf(t *testing.T) { // D26
	t.Parallel()
	given := []figures.Given{{What: figures.Canceled, Text: "Hired elsewhere"}, {What: figures.Moved, Text: "Ill"},
		{What: figures.NoShow}, {What: figures.NoShow, Text: "ill."}, {What: figures.Moved, Text: "Train"},
		{What: figures.Moved, Text: "ILL"}}
	want := []figures.Because{{"Ill", 2, 0, 1}, {"Hired elsewhere", 0, 1, 0}, {"Train", 1, 0, 0}}
	if got := figures.ReasonsOf(given); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
