package timetable_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// typedDay is a day whose hours were typed into one field.
func typedDay(text string) timetable.DayRequest {
	return timetable.DayRequest{On: true, Spans: []timetable.SpanRequest{{From: text}}}
}

func TestParseDay(t *testing.T) { // D14
	t.Parallel()
	for text, want := range map[string]string{
		"": "", " ": "", ";,": "",
		"09:00-17:00": "09:00-17:00", "22:00-24:00,": "22:00-24:00", "00:00-24:00": "00:00-24:00",
		"13:00-17:00, 09:00-12:30": "09:00-12:30, 13:00-17:00", "09:00–12:00;12:00–13:00": "09:00-12:00, 12:00-13:00",
		"9-12": "09:00-12:00", "9 - 17": "09:00-17:00", "9:30–12": "09:30-12:00", "9.30—12.15": "09:30-12:15",
		"0900-1230": "09:00-12:30", "930-12": "09:30-12:00", "9h-12h30": "09:00-12:30", "8-8:30": "08:00-08:30",
		"9am-5pm": "09:00-17:00", "9 AM to 5 P.M.": "09:00-17:00", "9a-5p": "09:00-17:00", "from 9 until 17": "09:00-17:00",
		"9 to 5pm": "09:00-17:00", "9am-5": "09:00-17:00", "2pm-5": "14:00-17:00", "1-5pm": "13:00-17:00",
		"8-12pm": "08:00-12:00", "12-5pm": "12:00-17:00", "9am-12": "09:00-12:00", "9pm-12": "21:00-24:00",
		"12am-6am": "00:00-06:00", "12-6am": "00:00-06:00", "9-11am": "09:00-11:00", "0900-5pm": "09:00-17:00",
		"12pm-13": "12:00-13:00", "noon-4pm": "12:00-16:00", "9-noon": "09:00-12:00", "9am-9pm": "09:00-21:00",
		"18-midnight": "18:00-24:00", "midnight-6": "00:00-06:00", "18:00-00:00": "18:00-24:00", "6pm-12am": "18:00-24:00",
		"midnight to 24": "00:00-24:00", "5-14": "05:00-14:00", "01:00-05:00": "01:00-05:00", "1-5am": "01:00-05:00",
		"9 bis 12": "09:00-12:00", "9:00 - 12:00 Uhr": "09:00-12:00", "14 Uhr bis 17 Uhr": "14:00-17:00",
		"9-12 and 1pm-5pm": "09:00-12:00, 13:00-17:00", "9-12,13-15\n16-17 & 18-19": "09:00-12:00, 13:00-15:00, 16:00-17:00, 18:00-19:00",
	} {
		got, err := timetable.ParseDay("Monday", text)
		if err != nil || timetable.FormatHours(got) != want {
			t.Errorf("%q is %q (%v), want %q", text, timetable.FormatHours(got), err, want)
			continue
		}
		if again, err := timetable.ParseDay("Monday", timetable.FormatHours(got)); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q is read again as %v (%v), want %v", timetable.FormatHours(got), again, err, got)
		}
	}
	const night = "; a span over midnight is two, such as 22:00-24:00 and 00:00-06:00 of the next day"
	for text, want := range map[string]string{
		"nine to five":             `"nine to five" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9":                        `"9" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9-12-17":                  `"9-12-17" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9-25":                     `"9-25" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9-24:01":                  `"9-24:01" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9:60-10":                  `"9:60-10" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9-13pm":                   `"9-13pm" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9-0pm":                    `"9-0pm" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"-1-2":                     `"-1-2" is not a span of a day such as 9-12:30 or 9am-5pm`,
		"9-5":                      `"9-5" ends before it begins; if it ends in the afternoon, write 17:00 or 5pm`,
		"5-3":                      `"5-3" ends before it begins; if it ends in the afternoon, write 15:00 or 3pm`,
		"17-9":                     `"17-9" ends before it begins; if it ends in the afternoon, write 21:00 or 9pm`,
		"22:00-06:00":              `"22:00-06:00" ends before it begins` + night,
		"5pm-3pm":                  `"5pm-3pm" ends before it begins` + night,
		"9-9":                      `"9-9" ends when it begins; a whole day is 00:00-24:00`,
		"00:00-00:00":              `"00:00-00:00" ends when it begins; a whole day is 00:00-24:00`,
		"1-5":                      `"1-5" may begin at 01:00 or at 13:00; write 1am or 1pm`,
		"7-8pm":                    `"7-8pm" may begin at 07:00 or at 19:00; write 7am or 7pm`,
		"10:30-11pm":               `"10:30-11pm" may begin at 10:30 or at 22:30; write 10:30am or 10:30pm`,
		"09:00-12:00, 11:00-13:00": "09:00-12:00 and 11:00-13:00 overlap",
	} {
		_, err := timetable.ParseDay("Monday", text)
		if models.KindOf(err) != models.Invalid || err.Error() != "Monday: "+want || fieldOf(err) != "Monday" {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func fieldOf(err error) string {
	if e, ok := errors.AsType[*models.Error](err); ok {
		return e.Field
	}
	return ""
}

// TestTypedDay proves that pairs of fields are read as spans are, and that a refusal is in the field that is wrong.
func TestTypedDay(t *testing.T) { // D14
	t.Parallel()
	for _, c := range []struct{ fields, want, field string }{ // of Tuesday: from, to, from, to
		{"9 | 12:30 | 13:30 | 17", "09:00-12:30, 13:30-17:00", ""},
		{"1pm | 5 |  |  | 9 | noon", "09:00-12:00, 13:00-17:00", ""},
		{"9-12, 13-17 | ", "09:00-12:00, 13:00-17:00", ""},
		{"13-17 |  | 9am | 12", "09:00-12:00, 13:00-17:00", ""},
		{"9 | 25", `"9-25" is not a span of a day such as 9-12:30 or 9am-5pm`, "0 to"},
		{"9 | 12 | x | 17", `"x-17" is not a span of a day such as 9-12:30 or 9am-5pm`, "1 from"},
		{"9 | 5", `"9-5" ends before it begins; if it ends in the afternoon, write 17:00 or 5pm`, "0 to"},
		{"1 | 5", `"1-5" may begin at 01:00 or at 13:00; write 1am or 1pm`, "0 from"},
		{"9 | ", "from 9 until when?", "0 to"},
		{" | 17", "from when until 17?", "0 from"},
		{"9 | 12 | 11 | 13", "09:00-12:00 and 11:00-13:00 overlap", "1 from"},
		{"11 | 13 | 9 | 12", "09:00-12:00 and 11:00-13:00 overlap", "0 from"},
		{" | ", "type from when to when, or make it a day off", "0 from"},
	} {
		day := timetable.DayRequest{On: true}
		parts := strings.Split(c.fields, "|")
		for n := 0; n+1 < len(parts); n += 2 {
			day.Spans = append(day.Spans, timetable.SpanRequest{From: parts[n], To: parts[n+1]})
		}
		r := timetable.HoursRequest{TimeZone: "UTC", Days: [7]timetable.DayRequest{2: day}}
		switch o, err := r.Validate(); {
		case c.field == "":
			if err != nil || timetable.FormatHours(o.Hours[time.Tuesday]) != c.want {
				t.Errorf("%q: got %v (%v), want %s", c.fields, o.Hours, err, c.want)
			}
			if again := timetable.DayOf(o.Hours[time.Tuesday]); !again.On || len(again.Spans) != 2 {
				t.Errorf("%q: the form has %+v", c.fields, again)
			}
		case err == nil || err.Error() != "Tuesday: "+c.want || fieldOf(err) != "Tuesday "+c.field:
			t.Errorf("%q: got %v in %q, want %s in %q", c.fields, err, fieldOf(err), c.want, c.field)
		}
		r.Days[2].On = false
		if o, err := r.Validate(); err != nil || len(o.Hours) > 0 {
			t.Errorf("a day off with %q: got %v (%v)", c.fields, o.Hours, err)
		}
	}
	r := timetable.HoursRequest{Days: [7]timetable.DayRequest{0: typedDay("7-8"),
		2: typedDay("9-12")}}.Copied(time.Tuesday)
	on := []bool{}
	for _, d := range r.Days {
		on = append(on, d.On && d.Spans[0].From == "9-12")
	}
	if !slices.Equal(on, []bool{false, true, true, true, true, true, false}) {
		t.Errorf("Tuesday is copied to %v, want Monday to Friday", on)
	}
}

func TestWeekInShort(t *testing.T) { // D14
	t.Parallel()
	for want, days := range map[string][7]string{ // from Sunday
		"":             {},
		"Mon–Fri 9–17": {1: "9-17", 2: "9-17", 3: "9-17", 4: "9-17", 5: "9-17"},
		"Mon, Tue, Thu–Sun 9:30–12; Wed 20–24": {"9:30-12", "9:30-12", "9:30-12", "20-24", "9:30-12", "9:30-12", "9:30-12"},
		"Tue, Fri 9–12, 13–17":                 {2: "9-12, 13-17", 5: "9-12, 13-17"},
	} {
		week := timetable.WeeklyHours{}
		for d, text := range days {
			hours, err := timetable.ParseDay("day", text)
			if err != nil {
				t.Fatal(err)
			}
			week[time.Weekday(d)] = hours
		}
		if got := week.Short(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
