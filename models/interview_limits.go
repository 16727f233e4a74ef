package models

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Bounds of [InterviewLimits]: wide enough for any use. A week's interviews are read to count them.
const (
	MaxLimitDay     = 50
	MaxLimitWeek    = 200
	MaxLimitRow     = 20
	MaxLimitMinutes = 240
	MaxLimitNotice  = 60 // days
)

// InterviewLimits say how much somebody interviews at most; 0 is no limit. They bind wherever the service offers or
// chooses, and a request that names somebody outright passes them with a warning.
//
// What counts are interviews that are not canceled, wherever they come from, and used links. An interview to which the
// interviewer did not come never counts, and one to which the candidate did not come as the organization says.
type InterviewLimits struct {
	Day    int `json:"day,omitempty"`    // interviews of a day, in the zone of who has the limits
	Week   int `json:"week,omitempty"`   // interviews from Monday to Sunday
	Row    int `json:"row,omitempty"`    // interviews in a row, see [Breather]
	Before int `json:"before,omitempty"` // minutes before an interview that are free of others and of busy times
	After  int `json:"after,omitempty"`  // and after it
	Notice int `json:"notice,omitempty"` // no start is sooner than in so many days
}

// Breather is the shortest break that ends a row of interviews: less apart, they are in a row.
const Breather = 15 * time.Minute

// OrganizationLimits are an organization's: interviews a day and a week of all its people together, days of notice of
// any interview, and for each of its people a row and minutes before and after, which theirs can only narrow.
//
// Those of a pool are the same of the interviews in which a seat is taken from it: each of these counts once a day and
// week, by its start in the organization's zone, whatever the seat's role is; no seat is filled from the pool sooner
// than its notice; and its row and minutes hold for everybody, and every room, while they are looked at for a seat from
// it. A pool at its limit fills no seat: a time that needs one is not offered then, and an optional one stays empty.
type OrganizationLimits struct {
	InterviewLimits

	NoShowsFree bool `json:"no_shows_free,omitempty"` // an interview to which the candidate did not come does not count
}

// Overall are those of the limits that an organization or a pool has as a whole: they are about all its interviews.
func (l InterviewLimits) Overall() InterviewLimits {
	return InterviewLimits{Day: l.Day, Week: l.Week, Notice: l.Notice}
}

// Each are those of the limits that an organization or a pool has for each of its people.
func (l InterviewLimits) Each() InterviewLimits {
	return InterviewLimits{Row: l.Row, Before: l.Before, After: l.After}
}

// Counts reports whether limits of an organization or a pool count interviews of all people together, so that bookings
// are decided one after another.
func (l InterviewLimits) Counts() bool { return l.Day > 0 || l.Week > 0 }

// LimitField is one of the limits: its name in a file, what a form calls it, and its bound.
type LimitField struct {
	Name, Label string
	Most        int
	Of          func(*InterviewLimits) *int
}

// LimitFields are all limits, in the order in which they are shown.
var LimitFields = []LimitField{
	{"day", "interviews a day", MaxLimitDay, func(l *InterviewLimits) *int { return &l.Day }},
	{"week", "interviews a week", MaxLimitWeek, func(l *InterviewLimits) *int { return &l.Week }},
	{"row", "interviews in a row", MaxLimitRow, func(l *InterviewLimits) *int { return &l.Row }},
	{"before", "minutes before an interview", MaxLimitMinutes, func(l *InterviewLimits) *int { return &l.Before }},
	{"after", "minutes after an interview", MaxLimitMinutes, func(l *InterviewLimits) *int { return &l.After }},
	{"notice", "days of notice", MaxLimitNotice, func(l *InterviewLimits) *int { return &l.Notice }},
}

// LimitsForm are limits as a person typed them, by the names of [LimitFields]; "" is none.
type LimitsForm map[string]string

// FormOf returns the limits as a form shows them.
func (l InterviewLimits) FormOf() LimitsForm {
	form := LimitsForm{}
	for _, f := range LimitFields {
		if n := *f.Of(&l); n > 0 {
			form[f.Name] = strconv.Itoa(n)
		}
	}
	return form
}

// Parse checks the form. Every error is of kind [Invalid] and names the field by its label.
func (f LimitsForm) Parse() (l InterviewLimits, err error) {
	for _, field := range LimitFields {
		if *field.Of(&l), err = ParseWhole(field.Label, f[field.Name], 0, 0, field.Most); err != nil {
			return InterviewLimits{}, err
		}
	}
	return l, nil
}

// Words say what the limits are: "at most 2 a day, 15 minutes before"; "" for none.
func (l InterviewLimits) Words() string {
	var out []string
	for _, f := range LimitFields {
		n := *f.Of(&l)
		switch {
		case n == 0:
		case f.Name == "day", f.Name == "week":
			out = append(out, fmt.Sprintf("at most %d a %s", n, f.Name))
		case f.Name == "row":
			out = append(out, fmt.Sprintf("at most %d in a row", n))
		case f.Name == "notice":
			out = append(out, Count(n, "day")+" of notice")
		default:
			out = append(out, Count(n, "minute")+" "+f.Name)
		}
	}
	return strings.Join(out, ", ")
}

// Words are those of the limits, and whether no-shows count.
func (l OrganizationLimits) Words() string {
	words := l.InterviewLimits.Words()
	if l.NoShowsFree {
		words = strings.TrimPrefix(words+", candidates’ no-shows do not count", ", ")
	}
	return words
}

// DecideLimits returns the organization with the limits of an admin who was shown the given version. It refuses as
// [Organization.DecideSettings] does. changed is false if nothing differs.
func (o Organization) DecideLimits(l OrganizationLimits, version int64) (_ Organization, changed bool, err error) {
	if err := o.checkShown(version); err != nil || o.Limits == l {
		return o, false, err
	}
	o.Limits = l
	o.Version++
	return o, true, nil
}

// AtLimit is a limit that an interview at a start would pass, with the numbers that say so.
type AtLimit struct {
	All   bool      `json:"all,omitempty"`  // it is of the organization as a whole, and not of the interviewer
	Pool  string    `json:"pool,omitempty"` // the name of the pool whose limit it is; "": it is no pool's
	Limit string    `json:"limit"`          // a [LimitField.Name]
	Most  int       `json:"most"`           // or the minutes or days that are missing
	Has   int       `json:"has,omitempty"`  // interviews that count already; of a row those that it would have
	Start time.Time `json:"start"`
	Zone  string    `json:"zone"` // in which it was counted
}

// OfPool reports whether it is of a pool as a whole, and not of the interviewer while they are asked from it.
func (a AtLimit) OfPool() bool {
	return a.Pool != "" && (a.Limit == "day" || a.Limit == "week" || a.Limit == "notice")
}

// Words say which limit, in words that follow the interviewer's name: "has 2 interviews on Tue 3 Mar, and at most 2 a
// day".
func (a AtLimit) Words() string {
	switch {
	case a.OfPool():
		return "is in pool " + Quote(a.Pool) + ", which " + a.Numbers()
	case a.Pool != "":
		return a.Numbers() + ", as pool " + Quote(a.Pool) + " says"
	}
	return a.Numbers()
}

// Numbers say which limit, in words that follow whose it is.
func (a AtLimit) Numbers() string {
	day := a.Start.In(Location(a.Zone))
	has := "has " + Count(a.Has, "interview")
	switch a.Limit {
	case "day":
		return fmt.Sprintf("%s on %s, and at most %d a day", has, day.Format("Mon 2 Jan"), a.Most)
	case "week":
		monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
		return fmt.Sprintf("%s in the week of %s, and at most %d a week", has, monday.Format("Mon 2 Jan"), a.Most)
	case "row":
		return fmt.Sprintf("would have %d interviews in a row, and has at most %d", a.Has, a.Most)
	case "notice":
		return "needs " + Count(a.Most, "day") + " of notice"
	}
	return "needs " + Count(a.Most, "minute") + " " + a.Limit + " an interview"
}

// OverLimits are the limits that an interview passed when its time or its interviewer was named.
type OverLimits []AtLimit

// OfAll are those of the organization and of pools as a whole, which do not depend on who interviews.
func (o OverLimits) OfAll() OverLimits { return o.of(true) }

// OfPerson are the others.
func (o OverLimits) OfPerson() OverLimits { return o.of(false) }

func (o OverLimits) of(all bool) (out OverLimits) {
	for _, a := range o {
		if (a.All || a.OfPool()) == all {
			out = append(out, a)
		}
	}
	return out
}

// Words say so of an interviewer who is called so, in sentences without the last full stop.
func (o OverLimits) Words(interviewer string) string {
	out := make([]string, len(o))
	for n, a := range o {
		switch {
		case a.All:
			out[n] = "The organization " + a.Words()
		case a.OfPool():
			out[n] = "Pool " + Quote(a.Pool) + " " + a.Numbers()
		default:
			out[n] = interviewer + " " + a.Words()
		}
	}
	return strings.Join(out, ". ")
}

// Warnings are those of a booking that passes the limits of an interviewer who is called so.
func (o OverLimits) Warnings(interviewer string) []Warning {
	if len(o) == 0 {
		return nil
	}
	return []Warning{{Code: WarnOverLimit,
		Message: o.Words(interviewer) + ". The interview is booked all the same."}}
}
