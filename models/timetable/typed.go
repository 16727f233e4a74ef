package timetable

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/models"
)

// ParseDay reads the hours of a day as a person types them, such as "9-12:30, 1pm to 5pm" or "0900–1200 and 13-17", in
// German "9 bis 12 Uhr"; "" is a day off. The result is sorted. The error is of kind [models.Invalid] and names field.
//
// A time is read by the clock of 24 hours unless it or the other end of its span says am or pm: "9 to 5pm" is 09:00 to
// 17:00 and "1-5pm" begins at 13:00. Midnight ends a day as 24:00. What could be meant in two ways is refused: "1-5",
// "7-8pm".
func ParseDay(field, s string) ([]Hours, error) {
	spans, err := readSpans(field, field, s)
	if err != nil {
		return nil, err
	}
	return inOrder(field, spans)
}

// DayRequest is a weekday in the form of a person's working hours, as it was typed.
type DayRequest struct {
	On    bool // they work on that day; if not, what is typed does not count
	Spans []SpanRequest
}

// SpanRequest is a pair of fields. Several spans in From, as [ParseDay] reads them, count if To is empty.
type SpanRequest struct{ From, To string }

func (r SpanRequest) empty() bool { return strings.TrimSpace(r.From+r.To) == "" }

// DayOf returns the request that saves these hours.
func DayOf(day []Hours) DayRequest {
	r := DayRequest{On: len(day) > 0}
	for _, h := range day {
		from, to, _ := strings.Cut(h.String(), "-")
		r.Spans = append(r.Spans, SpanRequest{from, to})
	}
	return r
}

// Typed returns the request without its empty pairs.
func (r DayRequest) Typed() DayRequest {
	r.Spans = slices.DeleteFunc(slices.Clone(r.Spans), SpanRequest.empty)
	return r
}

// SpanField names a field of the form of working hours: the end "from" or "to" of the nth pair of a day.
func SpanField(day time.Weekday, n int, end string) string {
	return fmt.Sprintf("%s %d %s", day, n, end)
}

// hours reads the day. The error is of kind [models.Invalid], names the day and is in the field of [SpanField].
func (r DayRequest) hours(day time.Weekday) ([]Hours, error) {
	if !r.On {
		return nil, nil
	}
	name := day.String()
	var spans []typedSpan
	for n, row := range r.Spans {
		from, to := SpanField(day, n, "from"), SpanField(day, n, "to")
		switch {
		case row.empty():
		case strings.TrimSpace(row.From) == "":
			return nil, models.InField(from, models.Invalidf("%s: from when until %s?", name,
				strings.TrimSpace(row.To)))
		case strings.TrimSpace(row.To) != "":
			typed := strings.TrimSpace(row.From) + "-" + strings.TrimSpace(row.To)
			h, end, err := readPair(row.From, row.To, typed)
			if err != nil {
				return nil, models.InField(SpanField(day, n, end), models.Invalidf("%s: %v", name, err))
			}
			spans = append(spans, typedSpan{h, from})
		default:
			if _, ok := readClock(row.From); ok {
				return nil, models.InField(to, models.Invalidf("%s: from %s until when?", name,
					strings.TrimSpace(row.From)))
			}
			read, err := readSpans(from, name, row.From)
			if err != nil {
				return nil, err
			}
			spans = append(spans, read...)
		}
	}
	if len(spans) == 0 {
		return nil, models.InField(SpanField(day, 0, "from"),
			models.Invalidf("%s: type from when to when, or make it a day off", name))
	}
	return inOrder(name, spans)
}

// typedSpan is a span and the field that it was typed into.
type typedSpan struct {
	Hours
	field string
}

// inOrder sorts the spans of a day. It is [models.Invalid] if two overlap, in the field of the later one.
func inOrder(name string, spans []typedSpan) ([]Hours, error) {
	slices.SortStableFunc(spans, func(a, b typedSpan) int { return cmp.Compare(a.From, b.From) })
	hours := make([]Hours, len(spans))
	for n, s := range spans {
		if n > 0 && s.From < hours[n-1].To {
			return nil, models.InField(s.field, models.Invalidf("%s: %s and %s overlap", name, hours[n-1], s.Hours))
		}
		hours[n] = s.Hours
	}
	return hours, nil
}

var (
	betweenSpans = regexp.MustCompile(`(?i)[,;&\n]|\band\b`)
	betweenTimes = regexp.MustCompile(`(?i)[-–—−]|to|until|till|bis`)
	timeOfDay    = regexp.MustCompile(`^(\d{1,2})(?:[:.h]?(\d\d)|h)?\s*(?:uhr|([ap])\.?\s?(?:m\.?)?)?$`)
)

// readSpans reads all spans of a text. name begins the error.
func readSpans(field, name, s string) (spans []typedSpan, err error) {
	for _, one := range betweenSpans.Split(s, -1) {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		ends := betweenTimes.Split(one, -1)
		if len(ends) != 2 {
			return nil, models.InField(field, models.Invalidf("%s: %v", name, notUnderstood(one)))
		}
		h, _, err := readPair(ends[0], ends[1], one)
		if err != nil {
			return nil, models.InField(field, models.Invalidf("%s: %v", name, err))
		}
		spans = append(spans, typedSpan{h, field})
	}
	return spans, nil
}

func notUnderstood(s string) error {
	return fmt.Errorf("%s is not a span of a day such as 9-12:30 or 9am-5pm", models.Quote(s))
}

// clock is a time of day as it was typed.
type clock struct {
	minutes int
	half    bool // it says which half of the day it is in
	open    bool // it does not, and stands for two times: 1 to 12:59 without a zero before it
}

func readClock(s string) (c clock, ok bool) {
	switch s = strings.ToLower(strings.TrimSpace(s)); s {
	case "noon", "midday":
		return clock{minutes: 720}, true
	case "midnight":
		return clock{}, true
	}
	m := timeOfDay.FindStringSubmatch(s)
	if m == nil {
		return c, false
	}
	h, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	c = clock{minutes: h*60 + minute, half: m[3] != "", open: m[3] == "" && h >= 1 && h <= 12 &&
		m[1][0] != '0' && !strings.HasSuffix(s, "uhr")}
	if c.half {
		if h < 1 || h > 12 {
			return c, false
		}
		if c.minutes %= 720; m[3] == "p" {
			c.minutes += 720
		}
	}
	return c, minute < 60 && c.minutes <= 1440
}

// words are a time by the clock of twelve hours, such as "7:30pm".
func words(minutes int) string {
	at := time.Date(2000, 1, 1, 0, minutes, 0, 0, time.UTC)
	if minutes%60 == 0 {
		return at.Format("3pm")
	}
	return at.Format("3:04pm")
}

// readPair reads a span whose ends were typed apart. The error says what is wrong with the span, and end in which of
// the two: "from" or "to".
func readPair(from, to, typed string) (h Hours, end string, err error) {
	from, to = strings.ToLower(strings.TrimSpace(from)), strings.ToLower(strings.TrimSpace(to))
	from = strings.TrimPrefix(from, "from ")
	f, okFrom := readClock(from)
	t, okTo := readClock(to)
	if !okFrom || !okTo {
		end = "from"
		if okFrom {
			end = "to"
		}
		return h, end, notUnderstood(typed)
	}
	if t.minutes == 0 { // midnight, 12am or 00:00
		t.minutes = 1440
	}
	typed = models.Quote(typed)
	early := f.minutes % 720 // the earlier time that an open one stands for
	either := func() error {
		return fmt.Errorf("%s may begin at %02d:%02d or at %02d:%02d; write %s or %s", typed, early/60, early%60,
			early/60+12, early%60, words(early), words(early+720))
	}
	switch {
	case f.open && t.half:
		switch late := early + 720; {
		case late >= t.minutes:
			f.minutes = early
		case early >= 6*60:
			return h, "from", either()
		default: // nobody means the night by 1-5pm
			f.minutes = late
		}
	case f.open && t.open && early < 6*60 && f.minutes < 720 && f.minutes < t.minutes:
		return h, "from", either()
	case f.half && t.open:
		if t.minutes %= 720; t.minutes <= f.minutes {
			t.minutes += 720
		}
		if t.minutes <= f.minutes && t.minutes == 720 {
			t.minutes = 1440
		}
	}
	switch {
	case f.minutes == t.minutes, f.minutes == 0 && t.minutes == 1440 && to == from:
		return h, "to", fmt.Errorf("%s ends when it begins; a whole day is 00:00-24:00", typed)
	case f.minutes < t.minutes:
		return Hours{f.minutes, t.minutes}, "", nil
	case t.open && t.minutes < 720 && t.minutes+720 > f.minutes:
		return h, "to", fmt.Errorf("%s ends before it begins; if it ends in the afternoon, write %02d:%02d or %s",
			typed, t.minutes/60+12, t.minutes%60, words(t.minutes+720))
	}
	return h, "to", fmt.Errorf("%s ends before it begins; a span over midnight is two, such as 22:00-24:00 and "+
		"00:00-06:00 of the next day", typed)
}
