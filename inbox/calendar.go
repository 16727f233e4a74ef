package inbox

import (
	"strings"
	"time"

	"github.com/emersion/go-ical"
)

// calendarEvent is an event of a letter's calendar part, as texts for the inbox page.
type calendarEvent struct {
	Method, Summary, Status, When, Location, Description string
	Organizer                                            string
	Attendees                                            []string
	UID, Sequence                                        string
}

// calendarEvents parses the events of a calendar part. If it cannot be parsed, the page shows only its source.
func calendarEvents(ics string) []calendarEvent {
	if ics == "" {
		return nil
	}
	calendar, err := ical.NewDecoder(strings.NewReader(ics)).Decode()
	if err != nil {
		return nil
	}
	method := plainText(calendar.Props, ical.PropMethod)
	var events []calendarEvent
	for _, e := range calendar.Events() {
		c := calendarEvent{
			Method:      method,
			Summary:     plainText(e.Props, ical.PropSummary),
			Status:      plainText(e.Props, ical.PropStatus),
			When:        eventTime(e),
			Location:    plainText(e.Props, ical.PropLocation),
			Description: plainText(e.Props, ical.PropDescription),
			Organizer:   calendarAddress(e.Props.Get(ical.PropOrganizer)),
			UID:         plainText(e.Props, ical.PropUID),
			Sequence:    plainText(e.Props, ical.PropSequence),
		}
		for _, a := range e.Props.Values(ical.PropAttendee) {
			c.Attendees = append(c.Attendees, calendarAddress(&a))
		}
		events = append(events, c)
	}
	return events
}

func eventTime(e ical.Event) string {
	const layout = "Mon 2 Jan 2006, 15:04"
	start, err := e.DateTimeStart(time.UTC)
	if err != nil {
		return plainText(e.Props, ical.PropDateTimeStart)
	}
	end, err := e.DateTimeEnd(time.UTC)
	if err != nil || !end.After(start) {
		return start.Format(layout + " MST")
	}
	if start.YearDay() == end.YearDay() && start.Year() == end.Year() {
		return start.Format(layout) + end.Format(" – 15:04 MST")
	}
	return start.Format(layout) + end.Format(" – "+layout+" MST")
}

// plainText returns the value of a property without its escapes, even where go-ical expects another type than text.
func plainText(props ical.Props, name string) string {
	p := props.Get(name)
	if p == nil {
		return ""
	}
	if s, err := p.Text(); err == nil {
		return s
	}
	return p.Value
}

func calendarAddress(p *ical.Prop) string {
	if p == nil {
		return ""
	}
	address := p.Value
	if len(address) >= 7 && strings.EqualFold(address[:7], "mailto:") {
		address = address[7:]
	}
	if name := p.Params.Get(ical.ParamCommonName); name != "" && name != address {
		return name + " <" + address + ">"
	}
	return address
}
