package candidacy

import (
	"reflect"
	"strings"
	"testing"
)

// A list of people is read as it is pasted, and says of each entry that names nobody why.
func TestReadInvitees(t *testing.T) {
	t.Parallel()
	mira, rosa := Invitee{"Mira Chen", "mira@x.io"}, Invitee{"Rosa Lind", "rosa@y.io"}
	for name, text := range map[string]string{
		"mailboxes, one a line":     "Mira Chen <mira@x.io>\nRosa Lind <ROSA@y.io>\n",
		"the To line of a mail":     `"Mira Chen" <mira@x.io>, Rosa Lind <rosa@y.io>`,
		"parted by semicolons":      "Mira Chen <mira@x.io>; Rosa Lind <rosa@y.io>;",
		"names first":               "Mira Chen, mira@x.io\r\n\r\nRosa Lind, rosa@y.io",
		"addresses first":           "mira@x.io, Mira Chen\nrosa@y.io,Rosa Lind",
		"cells of a spreadsheet":    "Mira Chen\tmira@x.io\nRosa Lind\trosa@y.io",
		"a CSV file":                "\ufeffName,Email\n\"Mira Chen\",mira@x.io\n\"Rosa Lind\",rosa@y.io",
		"with other columns":        "Phone;E-Mail;First name;Last name\n1;mira@x.io;Mira;Chen\n\"2\";rosa@y.io;Rosa;Lind",
		"with an empty first cell":  "City\tName\tEmail\n\tMira Chen\tmira@x.io\nOslo\tRosa Lind\trosa@y.io",
		"each of another sort":      "Mira Chen <mira@x.io>\nrosa@y.io\tRosa Lind",
		"a mailbox after a comma":   "Mira Chen <mira@x.io>,\n Rosa Lind <rosa@y.io>",
		"columns in small letters":  "candidate_name,candidate_email\nMira Chen,mira@x.io\nRosa Lind,rosa@y.io",
		"names with spaces to trim": "  Mira Chen   < mira@x.io >  ; Rosa Lind<rosa@y.io>",
	} {
		if got, unread := ReadInvitees(text); !reflect.DeepEqual(got, []Invitee{mira, rosa}) || unread != nil {
			t.Errorf("%s: %q is %+v, and not %+v", name, text, got, unread)
		}
	}
	got, _ := ReadInvitees(`"Chen, Mira" <mira@x.io>`)
	if !reflect.DeepEqual(got, []Invitee{{"Chen, Mira", "mira@x.io"}}) {
		t.Errorf("a name with a comma is %+v", got)
	}
	for text, why := range map[string]string{
		"Rosa Lind":                            "no email address",
		"rosa@y.io":                            "no name",
		"<rosa@y.io>":                          "no name",
		"Rosa <rosa>":                          "no email address",
		"Rosa, rosa@y@z":                       "is not an email address",
		"Rosa, Lind, rosa@y.io":                "more than a name and an address",
		"mira@x.io, Rosa <rosa@y.io>":          "has an address in it",
		"Mira Two <mira@x.io>":                 "in the list twice",
		strings.Repeat("x", 301) + " <a@b.io>": "too long",
	} {
		got, unread := ReadInvitees("Mira Chen <mira@x.io>\n" + text)
		if !reflect.DeepEqual(got, []Invitee{mira}) || len(unread) != 1 || !strings.Contains(unread[0].Why, why) ||
			unread[0].Text != text {
			t.Errorf("%q is %+v and %+v, want %q", text, got, unread, why)
		}
	}
}
