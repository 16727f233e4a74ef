package letters

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// TestAddTo proves that the links to calendars say what the invitation says, whatever the titles, as they stand in the
// letter, and that they give nobody the page of the interview.
func TestAddTo(t *testing.T) {
	t.Parallel()
	l := booked(Confirmation, Candidate)
	l.RoundTitle, l.Organization, l.MeetingLink = `R&D: C++ "50%" #1; a=b?`, "Søn + Co <i>", "https://meet.example/a?b=c&d=e+f"
	l.Start, l.Duration = time.Date(2031, 3, 3, 23, 30, 0, 0, time.FixedZone("", -5*3600)), 90*time.Minute
	want, err := l.AddTo()
	if err != nil || len(want) != 3 {
		t.Fatalf("there are %v, %v", want, err)
	}
	sent := links(t, render(t, l).HTML)
	for n, link := range want {
		if !slices.Contains(sent, link.URL) {
			t.Errorf("the letter does not lead to %s, but to %q", link.URL, sent)
		}
		u, err := url.Parse(link.URL)
		if err != nil || u.Scheme != "https" || strings.Contains(u.RawQuery, "+") {
			t.Fatalf("%s is %v, %v", link.Name, u, err)
		}
		q := u.Query()
		title, text, place := q.Get("subject"), q.Get("body"), q.Get("location")
		from, to := q.Get("startdt"), q.Get("enddt")
		wantFrom, wantTo := "2031-03-04T04:30:00Z", "2031-03-04T06:00:00Z"
		if n == 0 {
			title, text = q.Get("text"), q.Get("details")
			from, to, _ = strings.Cut(q.Get("dates"), "/")
			wantFrom, wantTo = "20310304T043000Z", "20310304T060000Z"
		}
		if title != l.RoundTitle+" with "+l.Organization || place != l.MeetingLink || from != wantFrom || to != wantTo {
			t.Errorf("%s gets %q at %q from %s to %s", link.Name, title, place, from, to)
		}
		if !strings.Contains(text, "With: "+l.Interviewer.Name) || !strings.Contains(text, l.MeetingLink) ||
			strings.Contains(link.URL, url.PathEscape(l.SessionLink)) || strings.Contains(text, l.SessionLink) {
			t.Errorf("%s gets the text %q", link.Name, text)
		}
	}
	for host, parameters := range map[string]string{"calendar.google.com/calendar/render": "action=TEMPLATE",
		"outlook.live.com/calendar/0/deeplink/compose":   "rru=addevent",
		"outlook.office.com/calendar/0/deeplink/compose": "rru=addevent"} {
		if !slices.ContainsFunc(want, func(c CalendarLink) bool {
			return strings.HasPrefix(c.URL, "https://"+host+"?") && strings.Contains(c.URL, parameters)
		}) {
			t.Errorf("nothing leads to %s with %s", host, parameters)
		}
	}
	if !slices.Contains(sent, l.SessionLink+"/calendar.ics") {
		t.Errorf("the letter does not lead to the file, but to %q", sent)
	}
	for _, kind := range []Kind{Reminder, ChangedTime, Cancellation} {
		other := l
		other.Kind, other.Before = kind, time.Hour
		for _, link := range links(t, render(t, other).HTML) {
			if strings.Contains(link, "/calendar/") {
				t.Errorf("a %s leads to %s", kind, link)
			}
		}
	}
}

// links are the addresses to which a page leads, as a browser reads them.
func links(t *testing.T, page string) (out []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if n.Data == "a" && a.Key == "href" {
				out = append(out, a.Val)
			}
		}
	}
	return out
}
