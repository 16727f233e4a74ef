package availability

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models/timetable"
)

// The form of a week has pairs of text fields, and not of type=time: that has no 24:00, shows one's browser's clock of
// twelve or 24 hours whatever the page says, and takes neither "9am" nor "9-12, 13-17" from a clipboard.

// fewestPairs are the pairs of fields that a day has at least. Those that are not used are hidden until hours are
// added, so that a script needs to make none, and drafts find the fields that they were typed in.
const fewestPairs = 4

// dayField is a weekday in the form.
type dayField struct {
	Day         int // time.Weekday
	Label, Text string
	On          bool
	Pairs       []pairField
}

// Switch names the field that says whether they work on the day.
func (d dayField) Switch() string { return "on_" + strconv.Itoa(d.Day) }

// pairField is a pair of fields.
type pairField struct {
	N             int
	FromID, ToID  string // their ids and names
	From, To      string
	Hidden, Focus bool
}

// spanID returns the id and name of a field of the form, which is where a refusal in [timetable.SpanField] is shown.
func spanID(d time.Weekday, n int, end string) string {
	return strings.ReplaceAll(strings.ToLower(timetable.SpanField(d, n, end)), " ", "_")
}

// dayFields returns the days of the form as they are saved, or as they were typed.
func dayFields(week timetable.WeeklyHours, typed typedHours) (days []dayField) {
	for _, d := range weekdays {
		r := timetable.DayOf(week[d])
		if typed.hours != nil {
			r = typed.hours.Days[d]
		}
		f := dayField{Day: int(d), Label: d.String(), Text: timetable.FormatHours(week[d]), On: r.On}
		shown := max(len(r.Spans), 1)
		if typed.more[d] {
			shown = len(r.Spans) + 1
		}
		for n := range max(fewestPairs, shown+1) {
			p := pairField{N: n, FromID: spanID(d, n, "from"), ToID: spanID(d, n, "to"), Hidden: n >= shown,
				Focus: typed.more[d] && n == shown-1}
			if n < len(r.Spans) {
				p.From, p.To = r.Spans[n].From, r.Spans[n].To
			}
			f.Pairs = append(f.Pairs, p)
		}
		days = append(days, f)
	}
	return days
}

// typedWeek reads the form. Pairs of fields that are empty stay in their places.
func typedWeek(v *site.Visit) timetable.HoursRequest {
	r := timetable.HoursRequest{TimeZone: v.Field("zone"), Shown: v.Field("shown")}
	for _, d := range weekdays {
		day := timetable.DayRequest{On: v.Field(dayField{Day: int(d)}.Switch()) != ""}
		for n := 0; v.Form.Has(spanID(d, n, "from")); n++ {
			day.Spans = append(day.Spans, timetable.SpanRequest{From: v.Field(spanID(d, n, "from")),
				To: v.Field(spanID(d, n, "to"))})
		}
		r.Days[d] = day
	}
	return r
}

// changeTyped does to the form what one of its buttons beside the one that saves asks for: "copy 1" copies Monday to
// all weekdays, "more 1" gives it another pair of fields, and "less 1 0" takes its first hours away.
func changeTyped(v *site.Visit, r timetable.HoursRequest) (typed typedHours, asked bool) {
	var what string
	var day, pair int
	if n, _ := fmt.Sscan(v.Field("do"), &what, &day, &pair); n < 2 || day < 0 || day > 6 {
		return typed, false
	}
	d := time.Weekday(day)
	switch what {
	case "copy":
		r = r.Copied(d)
	case "more":
		r.Days[d].On, typed.more[d] = true, true
	case "less":
		if spans := r.Days[d].Spans; pair >= 0 && pair < len(spans) {
			spans[pair] = timetable.SpanRequest{}
		}
		r.Days[d].On = len(r.Days[d].Typed().Spans) > 0
	default:
		return typed, false
	}
	for n := range r.Days {
		r.Days[n] = r.Days[n].Typed()
	}
	typed.hours = &r
	return typed, true
}

// dayHead is the heading of a day above the free times.
type dayHead struct {
	time.Time
	Enter string // where an absence on it is entered, "" if none can be
	Until bool   // it ends the absence that is begun
}

// dayHeads returns the headings of the days; today is in the person's zone. If the address has the first day of an
// absence, later days lead to its end.
func (h hoursView) dayHeads(w grid.Week, today string) (heads []dayHead) {
	begun := h.Away.Typed.From
	if h.Away.Typed.To != "" {
		begun = ""
	}
	for _, day := range w.Days() {
		head, date := dayHead{Time: day}, day.Format(time.DateOnly)
		if h.Away.May && date >= today {
			from, until := date, ""
			if head.Until = begun != "" && begun < date; head.Until {
				from, until = begun, date
			}
			head.Enter = site.Href(site.HoursPath, "person", h.PersonID, "week", w.Date(), "away", from, "until",
				until) + "#absent"
		}
		heads = append(heads, head)
	}
	return heads
}
