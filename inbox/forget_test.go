package inbox

import (
	"slices"
	"testing"
)

// TestForget: letters to a person and about them go, and those to people whose name or address only looks alike stay.
func TestForget(t *testing.T) {
	t.Parallel()
	c := openCatcher(t, "")
	for _, l := range []struct{ to, subject, text string }{
		{"ann@x.example", "to", "Hello."},
		{"desk@x.example", "address", "Write to <Ann@x.example>."},
		{"desk@x.example", "link", "mailto:ann@x.example"},
		{"desk@x.example", "end", "from ann@x.example."},
		{"desk@x.example", "name", "joann@x.example and Jo's interview"},
		{"desk@x.example", "names alike", "John reads the job of jo@y.example, Billy-Jo too"},
		{"desk@x.example", "longer", "joann@x.example, ann@x.example.org, an.ann@x.example"},
		{"joann@x.example", "to another", "Hello."},
	} {
		sendRaw(t, c, "Subject: "+l.subject+"\r\n\r\n"+l.text+"\r\n", l.to)
	}
	for range 2 {
		if err := c.Forget("ann@x.example", "Jo"); err != nil {
			t.Fatal(err)
		}
	}
	var left []string
	for _, m := range messages(t, c, "") {
		left = append(left, m.Subject)
	}
	if want := []string{"to another", "longer", "names alike"}; !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}
