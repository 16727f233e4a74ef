package letters

import (
	"testing"
	"time"
)

const newsOrigin = "https://litmus.acme.example/dashboard"

// newsTold returns a typical letter with news.
func newsTold() News {
	start := time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC)
	cleo := Party{"Cleo Diaz", "cleo@candidate.example"}
	return News{
		To: Party{"Kit Ortiz", "kit@acme.example"}, Zone: "America/New_York", Organization: "Acme Robotics",
		From: "Acme Hiring <hiring@acme.example>", Stamp: time.Date(2031, 2, 28, 13, 0, 0, 0, time.UTC),
		MessageID: "news_0193ab.7@litmus.acme.example", URL: newsOrigin + "/news",
		Choose: newsOrigin + "/notices", More: 4,
		Postings: []NewsOfPosting{
			{"Backend Engineer", []NewsLine{
				{"booked", cleo, start, newsOrigin + "/interviews/int_0193ab"},
				{"moved", cleo, start.Add(24 * time.Hour), newsOrigin + "/interviews/int_0193ab"},
				{"canceled", Party{"", "jo@candidate.example"}, time.Time{}, newsOrigin + "/interviews/int_0193ac"},
			}},
			{"Designer", []NewsLine{
				{"submitted", Party{"Mira Chen", "mira@candidate.example"}, time.Time{}, newsOrigin + "/candidates/cand_1"},
			}},
		},
	}
}

func newsOfOne() News {
	l := newsTold()
	l.Postings, l.More = []NewsOfPosting{{l.Postings[0].Title, l.Postings[0].Lines[:1]}}, 0
	return l
}

func TestNews(t *testing.T) { // D27
	t.Parallel()
	m := wantGolden(t, "news", newsTold())
	if m.Subject != "8 changes by candidates in 2 postings" {
		t.Errorf("the subject is %q", m.Subject)
	}
	one := wantGolden(t, "news_one", newsOfOne())
	if one.Subject != "Cleo Diaz picked Mon 3 Mar 2031 10:00 EST for Backend Engineer" {
		t.Errorf("the subject of one change is %q", one.Subject)
	}
	of := newsTold()
	of.Postings, of.More = of.Postings[:1], 0
	if m := render(t, of); m.Subject != "3 changes by candidates for Backend Engineer" {
		t.Errorf("the subject of one posting's changes is %q", m.Subject)
	}
	later := newsOfOne() // of a newer program, which runs beside this one during an upgrade
	later.Postings[0].Lines[0].Kind = "sang"
	if m := render(t, later); m.Subject != "Something is new with Cleo Diaz for Backend Engineer" {
		t.Errorf("the subject of a change without words is %q", m.Subject)
	}
	wantRefused(t, newsTold, map[string]func(*News){
		"no Message-ID":             func(l *News) { l.MessageID = "" },
		"no date":                   func(l *News) { l.Stamp = time.Time{} },
		"nothing to tell":           func(l *News) { l.Postings = nil },
		"a posting without changes": func(l *News) { l.Postings[1].Lines = nil },
		"a change without a kind":   func(l *News) { l.Postings[0].Lines[0].Kind = "" },
		"a change without a page":   func(l *News) { l.Postings[0].Lines[0].URL = "javascript:alert(1)" },
		"no page":                   func(l *News) { l.URL = "" },
		"nowhere to choose":         func(l *News) { l.Choose = "" },
	})
}
