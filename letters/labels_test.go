package letters

import (
	"strings"
	"testing"
	"unicode/utf8"

	"litmus/phrases"
)

// The labels of a letter stand in a column that is as narrow on a phone: no word of them is longer than it.
func TestLabels(t *testing.T) {
	t.Parallel()
	const most = 10
	for _, l := range phrases.All() {
		for _, label := range []string{l.Letters.What, l.Position, l.HowLong, l.With, l.TimeLimit, l.Letters.Received,
			l.Letters.Why, l.Letters.MovedBy, l.Letters.CanceledBy} {
			for word := range strings.FieldsSeq(label) {
				if n := utf8.RuneCountInString(word); n > most {
					t.Errorf("%s: %q of the label %q has %d characters, want %d at most", l.Code, word, label, n, most)
				}
			}
		}
	}
}
