package models

import (
	"strings"
	"testing"
)

func TestParseNote(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"", ""}, {" \r\n\t ", ""}, {"\u200b\u2060", ""},
		{"Hello Mira,\r\nit was good to meet you.", "Hello Mira,\nit was good to meet you."},
		{"\n\n a  b \n\n\n\n\tc\x00\u2028d \n", "a b\n\nc\nd"},
		{strings.Repeat("é", MaxNoteRunes), strings.Repeat("é", MaxNoteRunes)},
	} {
		if got, err := ParseNote(c.in); got != c.want || err != nil {
			t.Errorf("ParseNote(%q) = %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	if got, err := ParseNote(strings.Repeat("é", MaxNoteRunes+1)); KindOf(err) != Invalid {
		t.Errorf("a note that is too long is %q, %v", got, err)
	}
}
