package orgfile

import (
	"cmp"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"

	"litmus/models"
	"litmus/models/setup"
	"litmus/models/timetable"
)

func readPerson(v value, people *index) setup.Person {
	o, ok := v.object("email", "name", "title", "time_zone", "meeting_link", "working_hours", "dates", "limits",
		"calendar")
	if !ok {
		return setup.Person{}
	}
	email := o.required("email", "an email address")
	p := setup.Person{
		Email:        email.email(),
		Name:         o.get("name").phrase(),
		Title:        o.get("title").jobTitle(),
		TimeZone:     o.get("time_zone").zone(""),
		MeetingLink:  o.get("meeting_link").link(),
		WorkingHours: o.get("working_hours").week(),
		Dates:        o.get("dates").dates(),
		Limits:       o.limitsOf(),
	}
	if calendar := o.get("calendar"); calendar.kept() {
		p.CalendarKept = true
	} else {
		p.Calendar = calendar.calendar()
	}
	people.add(p.Email, email)
	return p
}

// days are the names of the weekdays in a file, indexed by time.Weekday.
var days = [7]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// week reads working hours, or nil if they are absent. A day that is left out or empty is a day off, so an empty week
// has no working hours.
func (v value) week() timetable.WeeklyHours {
	o, ok := v.object("mon", "tue", "wed", "thu", "fri", "sat", "sun")
	if !ok {
		return nil
	}
	week := timetable.WeeklyHours{}
	for day, name := range days {
		if spans := o.get(name).spans(); len(spans) > 0 {
			week[time.Weekday(day)] = spans
		}
	}
	return week
}

// dates reads the dates that differ from the week, or nil if they are absent. An empty list is a day off.
func (v value) dates() timetable.DatedHours {
	if !v.is(yaml.MappingNode, "a mapping of dates to hours") {
		return nil
	}
	dates := timetable.DatedHours{}
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		name, hours := v.node.Content[i], v.node.Content[i+1]
		day, err := timetable.ParseDate("date", name.Value)
		if name.Kind != yaml.ScalarNode || err != nil {
			v.r.problem(name.Line, v.path, "the name of a field must be a date; expected one such as 2026-12-24")
			continue
		}
		date := day.Format(time.DateOnly)
		f := v.child(hours, join(v.path, date))
		if f.line = name.Line; f.absent() {
			f.problem("an empty entry; expected hours such as [\"10:00-14:00\"], or [] for a day off")
			continue
		}
		if _, twice := dates[date]; twice {
			f.problem("the date stands twice")
			continue
		}
		dates[date] = f.spans()
	}
	if len(dates) > timetable.MaxDates {
		v.problem("%d dates; at most %d are allowed", len(dates), timetable.MaxDates)
	}
	return dates
}

// spans reads the hours of a day and sorts them. Two spans may touch but not overlap.
func (v value) spans() []timetable.Hours {
	type span struct {
		timetable.Hours
		from value
	}
	var spans []span
	for _, item := range v.items("") {
		s, ok := item.text()
		if !ok {
			continue
		}
		h, err := timetable.ParseHours(s)
		if err != nil {
			item.refused(err)
			continue
		}
		spans = append(spans, span{h, item})
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.From, b.From) })
	hours := make([]timetable.Hours, len(spans))
	end := 0
	for i, s := range spans {
		if s.From < end {
			s.from.problem("%s overlaps another span of the day; expected spans that do not",
				models.Quote(s.from.node.Value))
		}
		end = max(end, s.To)
		hours[i] = s.Hours
	}
	return hours
}
