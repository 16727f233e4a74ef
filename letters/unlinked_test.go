package letters

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/phrases"
)

func TestUnlinked(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ada Root":               "Ada Root",
		"J.R. Hartley":           "J.R. Hartley",
		"ann.lee":                "ann.lee",
		"Acme, Inc.":             "Acme, Inc.",
		"Acme...":                "Acme...",
		"3:1 Labs":               "3:1 Labs",
		"Acme.com":               "Acme.|com",
		"Pay at evil.co.uk/a?b":  "Pay at evil.|co.|uk/a?b",
		"evil.com.invoice":       "evil.|com.|invoice",
		"https://evil.example/a": "https:|//evil.|example/a",
		"www.evil.example":       "www.|evil.|example",
		"evil\u3002com":          "evil\u3002|com",
		"правда.рф":              "правда.|рф",
		"ann@evil.com":           "ann@evil.|com",
		"":                       "",
	} {
		if got := unlinked(name); got != strings.ReplaceAll(want, "|", "\u200b") {
			t.Errorf("%s became %q, want %q", name, got, want)
		}
	}
}

// TestNamesAreHarmless proves of each letter that a mail program finds no address in a name of its body, and that no
// name is an element, a line of a header or a placeholder; the subject has names as they are.
func TestNamesAreHarmless(t *testing.T) {
	t.Parallel()
	const evil = "https://evil.com/login <script>{first}{candidate}\u202e\r\nBcc: x"
	mails := map[string]Mail{}
	keep := func(about string, m Mail, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		mails[about] = m
	}
	member := joined(models.Admin)
	member.To.Name, member.By.Name, member.Organization = evil, evil, evil
	m, err := member.Render()
	keep("to a new member", m, err)
	signing := asked(evil, evil)
	signing.To.Name = evil
	m, err = signing.Render()
	keep("with links to sign in", m, err)
	asking := wanted()
	asking.To.Name, asking.By.Name, asking.Interviewer.Name = evil, evil, evil
	asking.Candidate.Name, asking.Organization, asking.Why = evil, evil, "<script>{first}"
	m, err = asking.Render()
	keep("for a replacement", m, err)
	news := newsOfOne()
	news.Organization, news.Postings[0].Lines[0].Candidate.Name = evil, evil
	m, err = news.Render()
	keep("with news", m, err)
	for _, kind := range []Kind{CalendarBroken, CalendarHealed} {
		notice := broken(kind)
		notice.To.Name, notice.Owner.Name, notice.Organization = evil, evil, evil
		m, err = notice.Render()
		keep(string(kind), m, err)
	}
	for _, role := range []Role{Candidate, Interviewer, StandIn} {
		for _, kind := range slices.Concat(Kinds, Invitations) {
			if (Letter{Role: role}).says(kind) == (phrases.Voice{}) {
				continue
			}
			l := booked(kind, role)
			if kind.invites() {
				l = invited(kind)
			}
			l.To.Name, l.Candidate.Name, l.Interviewer.Name, l.Organization = evil, evil, evil, evil
			for n := range l.StandIns {
				l.StandIns[n].Name = evil
			}
			m, err = l.Render()
			keep(string(kind)+" to a "+string(role), m, err)
		}
	}
	linked := regexp.MustCompile(`evil\.com|https://evil`)
	named, described := 0, 0
	for about, m := range mails {
		body := strings.ReplaceAll(m.HTML, "<title>"+html.EscapeString(m.Subject)+"</title>", "")
		if at := linked.FindStringIndex(m.Text); at != nil {
			t.Errorf("%s: the text has a link in a name:\n%s", about, m.Text)
		}
		if at := linked.FindStringIndex(body); at != nil {
			t.Errorf("%s: the page has a link in a name: …%s…", about, body[max(at[0]-80, 0):at[1]])
		}
		for line := range strings.Lines(strings.ReplaceAll(string(m.ICS), "\r\n ", "")) { // unfolded
			text := strings.HasPrefix(line, "DESCRIPTION:")
			if text && linked.MatchString(line) || !text && strings.Contains(line, "\u200b") {
				t.Errorf("%s: the event has %q", about, line)
			}
			if text {
				described++
			}
		}
		if strings.ContainsAny(m.Subject, "\u200b\u202e\r\n") {
			t.Errorf("%s: the subject is %q", about, m.Subject)
		}
		if strings.Contains(m.HTML, "<script>") {
			t.Errorf("%s: a name is an element:\n%s", about, m.HTML)
		}
		if strings.Contains(m.Text, "evil.\u200bcom") && strings.Contains(m.Text, "{first}") {
			named++
		}
	}
	if described < 10 {
		t.Errorf("%d letters have an event with a description", described)
	}
	if named != len(mails) {
		t.Errorf("%d of %d letters have the names at all", named, len(mails))
	}
}
