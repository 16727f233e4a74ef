package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A table on a terminal has bold headings and states that stand out, and is aligned as elsewhere.
func TestPaint(t *testing.T) {
	t.Parallel()
	var to bytes.Buffer
	w := columns(painter{&to})
	fmt.Fprint(w, "ID\tSTART (Europe/Berlin)\tSTATE\na\t2032-03-01\tfailing\nbroken-b\t2032\tok\n"+
		"letter\tSTATE\tTRIES\nc\tfailed (given up)\t1\nd\towed\t2\n")
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	const want = bold + "ID        START (Europe/Berlin)  STATE" + plain + `
a         2032-03-01             ` + red + "failing" + plain + `
broken-b  2032                   ok
` + bold + "letter    STATE                  TRIES" + plain + `
c         ` + red + "failed (given up)" + plain + `      1
d         ` + amber + "owed" + plain + `                   2
`
	if to.String() != want {
		t.Errorf("it prints\n%q\nwant\n%q", to.String(), want)
	}
	if _, painted := painting(&to, nil).(painter); painted {
		t.Error("what is no terminal is painted")
	}
	for line := range strings.Lines("interview  int_1\nstart      2032\n\ntimeline\n  2032-03-01 16:00:00 CET  window_ends\n") {
		if got := string(paint([]byte(line))); got != line {
			t.Errorf("%q is painted as %q", line, got)
		}
	}
}
