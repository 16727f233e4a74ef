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

// TestOffered: a reason that was given twice is offered before the usual ones, and one that was given once is not.
func TestOffered(t *testing.T) { // D11
	t.Parallel()
	given := []figures.Given{{What: figures.Canceled, Text: "Strike"}, {What: figures.Moved, Text: "Ann is ill"},
		{What: figures.Canceled, Text: "the posting is filled."}, {What: figures.NoShow, Text: "strike."},
		{What: figures.Canceled, Text: "The posting is filled"}, {What: figures.Moved, Text: "Strike"}}
	want := []string{"Strike", "the posting is filled."}
	for _, text := range figures.Usual {
		if text != "The posting is filled" {
			want = append(want, text)
		}
	}
	if got := figures.Offered(given); !slices.Equal(got, want) {
		t.Errorf("%q is offered, want %q", got, want)
	}
}
