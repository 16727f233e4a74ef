package letters

import (
	"net/url"
	"strings"
	"time"

	"litmus/phrases"
)

// CalendarLink leads to a calendar on the web, with a form that is filled in.
type CalendarLink struct{ Name, URL string }

// webCalendar is such a calendar. None of them documents its links; what is known of them is collected at
// https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs.
type webCalendar struct {
	name, address      string
	fixed              map[string]string // parameters that are always the same
	title, text, place string            // names of parameters
	times              func(q url.Values, from, to time.Time)
}

// webCalendars are those that candidates are offered.
var webCalendars = []webCalendar{
	{name: "Google Calendar", address: "https://calendar.google.com/calendar/render",
		fixed: map[string]string{"action": "TEMPLATE"}, title: "text", text: "details", place: "location",
		times: func(q url.Values, from, to time.Time) {
			const basic = "20060102T150405Z" // RFC 5545 3.3.5, in UTC
			q.Set("dates", from.Format(basic)+"/"+to.Format(basic))
		}},
	microsoftCalendar("Outlook.com", "outlook.live.com"),
	microsoftCalendar("Office 365", "outlook.office.com"),
}

func microsoftCalendar(name, host string) webCalendar {
	return webCalendar{name: name, address: "https://" + host + "/calendar/0/deeplink/compose",
		fixed: map[string]string{"path": "/calendar/action/compose", "rru": "addevent"},
		title: "subject", text: "body", place: "location",
		times: func(q url.Values, from, to time.Time) {
			q.Set("startdt", from.Format(time.RFC3339))
			q.Set("enddt", to.Format(time.RFC3339))
		}}
}

// AddTo returns links by which the recipient puts the interview into a calendar on the web. They carry its title, time
// and place, and what the invitation says of it. Not the link to its page: an address is noted by each server on its
// way, and whoever has that link can cancel the interview. The errors are those of [Letter.Render].
func (l Letter) AddTo() ([]CalendarLink, error) {
	l, err := l.cleaned()
	if err != nil {
		return nil, err
	}
	return l.addTo(l.in()), nil
}

// addTo is [Letter.AddTo] of a cleaned letter.
func (l Letter) addTo(in phrases.Locale) []CalendarLink {
	l.SessionLink, l.Why = "", ""
	l.Organization, l.Candidate.Name = unlinked(l.Organization), unlinked(l.Candidate.Name) // a letter has the URL
	summary, text := l.summary(in), strings.TrimSpace(l.description(in, l.rowsOnly(in)))
	out := make([]CalendarLink, len(webCalendars))
	for n, c := range webCalendars {
		q := url.Values{}
		for name, value := range c.fixed {
			q.Set(name, value)
		}
		c.times(q, l.Start.UTC(), l.end().UTC())
		q.Set(c.title, summary)
		q.Set(c.text, text)
		if l.MeetingLink != "" {
			q.Set(c.place, l.MeetingLink)
		}
		// Outlook shows a + as it is.
		out[n] = CalendarLink{c.name, c.address + "?" + strings.ReplaceAll(q.Encode(), "+", "%20")}
	}
	return out
}

// rowsOnly is a view of the letter with no more than what a description needs, since a whole one has these links.
func (l Letter) rowsOnly(in phrases.Locale) (v view) {
	l.addRows(&v, in)
	return v
}
