package models_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

func TestParseEmail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"lower-cases it as a whole", "Ann.Lee@Example.COM", "ann.lee@example.com"},
		{"trims it", " \tann@example.com\n", "ann@example.com"},
		{"takes a tag", "ann+hiring@example.com", "ann+hiring@example.com"},
		{"takes letters beyond ASCII", "zoë@exämple.de", "zoë@exämple.de"},
	} {
		if got, err := models.ParseEmail("candidate_email", c.in); err != nil || got != c.want {
			t.Errorf("%s: ParseEmail(%q) = %q, %v; want %q", c.name, c.in, got, err, c.want)
		}
	}
	for name, in := range map[string]string{
		"nothing":                     "",
		"no @":                        "ann",
		"no local part":               "@example.com",
		"two @":                       "a@b@example.com",
		"a display name":              "Ann <ann@example.com>",
		"a line break inside":         "ann@example.com\r\nBcc: eve@example.com",
		"a null byte":                 "ann\x00@example.com",
		"a quoted local part":         `"ann lee"@example.com`,
		"a leading dot":               ".ann@example.com",
		"a domain that ends in a dot": "ann@example.com.",
		"an underscore in the domain": "ann@exa_mple.com",
		"a local part of 65 bytes":    strings.Repeat("a", 65) + "@example.com",
		"255 bytes":                   "a@" + strings.Repeat("b", 250) + ".io",
		"bytes that are no UTF-8":     "ann\xff@example.com",
		"a zero-width space":          "ann\u200b@example.com",
	} {
		got, err := models.ParseEmail("candidate_email", in)
		desk.WantRefusal(t, name, models.Invalid, "candidate_email")(got, err)
		if err != nil && strings.ContainsAny(err.Error(), "\r\n\x00") {
			t.Errorf("%s: the message is not on one line: %q", name, err)
		}
	}
	longest := strings.Repeat("a", 60) + "@" + strings.Repeat("b", 193) // 254 bytes
	desk.WantRefusal(t, "the longest", 0, "")(models.ParseEmail("f", longest))
	desk.WantRefusal(t, "a byte more", models.Invalid, "")(models.ParseEmail("f", longest+"b"))
}

func TestCleanName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"keeps a name", "Ann Lee", "Ann Lee"},
		{"keeps any script", "李 安 Zoë 👩‍💻", "李 安 Zoë 👩‍💻"},
		{"removes control characters", "Ann\r\nBcc: x\x00\x7f", "AnnBcc: x"},
		{"removes line and paragraph separators", "Ann\u2028Lee\u2029", "AnnLee"},
		{"replaces bytes that are no UTF-8", "A\xffn", "A\uFFFDn"},
		{"takes 300 characters", strings.Repeat("ä", 300), strings.Repeat("ä", 300)},
		{"counts what is left", strings.Repeat("ä", 300) + "\n ", strings.Repeat("ä", 300)},
		{"is nothing for nothing", "", ""},
		{"is nothing for what cannot be seen", "\u200b\u200d\u2060\ufeff\u00ad\u034f\u0301\u2800\u3164\ue000", ""},
		{"keeps what joins letters", "می\u200cخواهم", "می\u200cخواهم"},
	} {
		if got, err := models.CleanName("candidate_name", c.in); err != nil || got != c.want {
			t.Errorf("%s: got %q, %v; want %q", c.name, got, err, c.want)
		}
	}
	desk.WantRefusal(t, "301 characters", models.Invalid, "candidate_name")(models.CleanName("candidate_name", strings.Repeat("ä", 301)))
}

func TestNameOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, email, want string }{
		{"Ann Lee", "ann@example.com", "Ann Lee"}, {"", "ann.lee@example.com", "ann.lee"}, {"", "nobody", "nobody"},
	} {
		if got := models.NameOf(c.name, c.email); got != c.want {
			t.Errorf("NameOf(%q, %q) = %q, want %q", c.name, c.email, got, c.want)
		}
	}
}

func TestParseLink(t *testing.T) {
	t.Parallel()
	longest := "https://meet.example/" + strings.Repeat("x", 2048-len("https://meet.example/"))
	for _, in := range []string{"", "https://meet.example/x?pwd=a%20b#c", "http://10.0.0.1:8080", "https://[::1]/x",
		"https://exämple.de/ü", longest} {
		if got, err := models.ParseLink("meeting_link", in); err != nil || got != in {
			t.Errorf("ParseLink(%.40q) = %.40q, %v; want it as it is", in, got, err)
		}
	}
	for name, in := range map[string]string{
		"a relative link": "/x", "a host alone": "meet.example/x", "no scheme": "//meet.example/x",
		"another scheme": "ftp://meet.example/x",
		"a script":       "javascript:alert(1)", "an opaque URL": "https:meet.example", "no host": "https:///x",
		"a port alone": "https://:443/x",
		"a space":      "https://meet.example/a b", "a space before": " https://meet.example",
		"a line break":        "https://meet.example/\r\nX: y",
		"a control character": "https://meet.example/\x01", "2,049 bytes": longest + "x",
		"bytes that are not UTF-8": "https://meet.example/\xff",
	} {
		desk.WantRefusal(t, name, models.Invalid, "meeting_link")(models.ParseLink("meeting_link", in))
	}
}

// TestParseMeetingLink: a link to join names its host first, since people read it from the left.
func TestParseMeetingLink(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"", "https://meet.example/x?as=a@b.example", "https://meet.example/@team",
		"http://[::1]/x"} {
		if got, err := models.ParseMeetingLink("meeting_link", in); err != nil || got != in {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
	for _, in := range []string{"https://meet.google.com@evil.example", "https://a:b@evil.example/x",
		"https://@evil.example", "https://meet.google.com%2Fx@evil.example/", "HTTPS://meet.google.com@evil.example", "meet.example/x"} {
		desk.WantRefusal(t, in, models.Invalid, "meeting_link")(models.ParseMeetingLink("meeting_link", in))
	}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\"b\n":                `"a\"b\n"`,
		strings.Repeat("ä", 80): `"` + strings.Repeat("ä", 80) + `"`,
		strings.Repeat("ä", 81): `"` + strings.Repeat("ä", 77) + `..."`,
		strings.Repeat("0", 71) + strings.Repeat("\xcd", 10): `"` + strings.Repeat("0", 71) +
			strings.Repeat(`\xcd`, 6) + `..."`,
		strings.Repeat("\xff", 80): `"` + strings.Repeat(`\xff`, 80) + `"`,
	} {
		if got := models.Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}
