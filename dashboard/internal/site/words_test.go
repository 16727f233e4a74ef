package site

import (
	"errors"
	"html/template"
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// TestTimesInWords proves that every time stands with its zone, also where the clocks change.
func TestTimesInWords(t *testing.T) {
	t.Parallel()
	at := func(s string) time.Time {
		u, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	for _, c := range []struct{ start, end, zone, when, span string }{
		{"2031-03-03T12:00:00Z", "2031-03-03T13:00:00Z", "Europe/Amsterdam", "Mon 3 Mar 2031, 13:00 CET",
			"Mon 3 Mar 2031, 13:00–14:00 CET"},
		{"2031-03-03T12:00:00Z", "2031-03-03T13:00:00Z", "Asia/Kathmandu", "Mon 3 Mar 2031, 17:45 UTC+05:45",
			"Mon 3 Mar 2031, 17:45–18:45 UTC+05:45"},
		{"2031-03-03T22:30:00Z", "2031-03-03T23:30:00Z", "Europe/Amsterdam", "Mon 3 Mar 2031, 23:30 CET",
			"Mon 3 Mar 2031, 23:30 CET – Tue 4 Mar 2031, 00:30 CET"},
		{"2031-03-30T00:30:00Z", "2031-03-30T01:30:00Z", "Europe/Amsterdam", "Sun 30 Mar 2031, 01:30 CET",
			"Sun 30 Mar 2031, 01:30 CET – 03:30 CEST"},
		{"2031-03-03T12:00:00Z", "2031-03-03T13:00:00Z", "UTC", "Mon 3 Mar 2031, 12:00 UTC",
			"Mon 3 Mar 2031, 12:00–13:00 UTC"},
	} {
		zone := models.Location(c.zone)
		wants(t, "when it is", WhenText(at(c.start), zone), c.when)
		wants(t, "how long it lasts", SpanText(at(c.start), at(c.end), zone), c.span)
	}
	noon := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	when := timeFuncs(time.UTC, time.Time{})["when"].(func(any) (template.HTML, error))
	var none *time.Time
	for _, blank := range []any{none, time.Time{}} {
		if got, err := when(blank); got != "–" || err != nil {
			t.Errorf("%v is %q (%v)", blank, got, err)
		}
	}
	got, err := when(&noon)
	if got != `<time datetime="2031-03-03T12:00:00Z">Mon 3 Mar 2031, 12:00 UTC</time>` || err != nil {
		t.Errorf("noon is %q (%v)", got, err)
	}
	span := timeFuncs(time.UTC, time.Time{})["span"].(func(start, end time.Time) template.HTML)
	if got, want := span(noon, noon.Add(time.Hour)), `<time datetime="2031-03-03T12:00:00Z">Mon 3 Mar 2031, `+
		`<span class="nowrap">12:00–13:00 UTC</span></time>`; string(got) != want {
		t.Errorf("the hour after noon is %q, want %q", got, want)
	}
	if got := span(noon, noon.Add(24*time.Hour)); strings.Contains(string(got), "nowrap") {
		t.Errorf("what ends on another day may not break: %q", got)
	}
	if _, err := when("noon"); err == nil {
		t.Error("a text is taken for an instant")
	}
}

// TestRowTimes proves that a row of a list says the year and the zone only where they are not those of now, and names
// the days around today.
func TestRowTimes(t *testing.T) {
	t.Parallel()
	zone := models.Location("Europe/Amsterdam")
	now := time.Date(2031, 3, 3, 23, 30, 0, 0, time.UTC) // half past midnight on Tuesday there
	for start, want := range map[string]string{
		"2031-03-03T22:00:00Z": "Yesterday, 23:00–Today, 00:00",
		"2031-03-04T09:00:00Z": "Today, 10:00–11:00",
		"2031-03-05T09:00:00Z": "Tomorrow, 10:00–11:00",
		"2031-03-06T09:00:00Z": "Thu 6 Mar, 10:00–11:00",
		"2031-04-01T09:00:00Z": "Tue 1 Apr, 11:00–12:00 CEST",
		"2031-03-30T00:30:00Z": "Sun 30 Mar, 01:30–03:30 CEST",
		"2030-12-31T09:00:00Z": "Tue 31 Dec 2030, 10:00–11:00",
		"2032-01-02T09:00:00Z": "Fri 2 Jan 2032, 10:00–11:00",
	} {
		at, err := time.Parse(time.RFC3339, start)
		if err != nil {
			t.Fatal(err)
		}
		got := rowSpanText(at.In(zone), at.Add(time.Hour).In(zone), now.In(zone))
		if got = strings.Replace(got, " – ", "–", 1); got != want {
			t.Errorf("%s is %q, want %q", start, got, want)
		}
	}
	if got := rowDay(now.AddDate(0, 0, 1).In(zone), now.In(zone)); got != "Tomorrow" {
		t.Errorf("the day after is %q", got)
	}
}

func TestRelative(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "now", 59 * time.Second: "now", -59 * time.Second: "now", time.Minute: "in 1 minute",
		-90 * time.Minute: "90 minutes ago", 2 * time.Hour: "in 2 hours", -47 * time.Hour: "47 hours ago",
		48 * time.Hour: "in 2 days", -240 * time.Hour: "10 days ago",
	} {
		wants(t, d.String(), relative(d), want)
	}
}

func TestSentence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "so it is": "So it is.", "è": "È.", "Really?": "Really?",
		"Done.": "Done.", "ann@x.example is the only admin": "ann@x.example is the only admin."} {
		wants(t, text, Sentence(text), want)
	}
}

// TestRefusing proves what the page of a form says and answers for each sort of refusal, and that other errors are not
// swallowed.
func TestRefusing(t *testing.T) {
	t.Parallel()
	v := &Visit{}
	for _, c := range []struct {
		err    error
		status int // 0: returned as it is
	}{
		{models.Invalidf("bad"), 400}, {models.Conflictf("bad"), 409}, {models.TooLargef("bad"), 413},
		{models.Throttledf(time.Second, "bad"), 429}, {models.Unavailablef("bad"), 502}, {models.NotFoundf("bad"), 0},
		{models.Forbiddenf("bad"), 0}, {errors.New("bad"), 0},
	} {
		a, err := v.Show("zone", "Zone", nil).Refusing(c.err)
		if c.status == 0 {
			if !errors.Is(err, c.err) || a.Page != nil {
				t.Errorf("%v becomes %+v (%v)", c.err, a, err)
			}
		} else if err != nil || a.Status != c.status || a.Page.Problem != "Bad." {
			t.Errorf("%v becomes %d %q (%v), want %d", c.err, a.Status, a.Page.Problem, err, c.status)
		}
	}
}

// TestDownload proves how files are answered, and that a name cannot break out of its header.
func TestDownload(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"keys.csv": "keys.csv", "a\"b\\c\r\n.csv": "a_b_c__.csv",
		"é.csv": "_.csv", "../x": ".._x"} {
		wants(t, name, safeName(name), want)
	}
	if a := fragment("application/json", []byte("{}")); a.file.name != "" || string(a.file.body) != "{}" {
		t.Errorf("a fragment is %+v", a)
	}
}

// wants reports what differs from what was wanted.
func wants[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestAttempts(t *testing.T) { // D11
	t.Parallel()
	for want, got := range map[string]string{"": Attempts(1, false), "1 attempt": Attempts(1, true),
		"2 attempts": Attempts(2, false), "3 attempts": Attempts(3, true)} {
		wants(t, "attempts", got, want)
	}
}

func TestIDsWithAPlus(t *testing.T) { // html/template escapes it
	t.Parallel()
	const id = "link-of-ann+hiring@acme.example"
	var page strings.Builder
	err := template.Must(template.New("").Parse(`<input id="{{.}}">`)).Execute(&page, id)
	if _, found := tagOf([]byte(page.String()), id); err != nil || !found {
		t.Errorf("no control %s in %s (%v)", id, &page, err)
	}
}
