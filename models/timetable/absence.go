package timetable

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// Absence is a span of whole days on which a person is away, painted or personal. The days are those of the person's
// zone, see [Person.ZoneIn].
type Absence struct {
	First, Last string // dates such as 2026-12-21; both are days of it
	// Reason is "" for none. It is for whoever may enter absences of the person, and stands neither in answers to
	// candidates and keys nor in a log.
	Reason string
}

// AbsenceChange is the change of a person by an absence that is entered, or taken back. Its reason is not told.
func AbsenceChange(email string, what models.ChangeKind, a Absence) models.Change {
	c := models.Change{Subject: models.SubjectPerson, SubjectID: email, Kind: what,
		Details: models.Changed(models.FieldAbsence, "", a.Days())}
	if what == models.ChangeAbsenceSet {
		c.Details = append(c.Details, models.Changed(models.FieldReason, "", a.Reason)...)
	}
	return c
}

// MaxAbsences bounds the absences of one person that are not over. Most people have a handful in a year.
const MaxAbsences = 100

// Days returns the days as histories have them: "2026-12-21", or "2026-12-21 to 2026-12-24".
func (a Absence) Days() string {
	if a.First == a.Last {
		return a.First
	}
	return a.First + " to " + a.Last
}

// Over reports whether its last day was over at now, which is in the person's zone.
func (a Absence) Over(now time.Time) bool { return a.Last < now.Format(time.DateOnly) }

// Range returns the instants from when its first day begins until its last one ends.
func (a Absence) Range(zone *time.Location) Range {
	first, err1 := time.Parse(time.DateOnly, a.First)
	last, err2 := time.Parse(time.DateOnly, a.Last)
	if err1 != nil || err2 != nil {
		return Range{} // none is stored that was not parsed
	}
	return Range{LocalInstant(first, zone), LocalInstant(last.AddDate(0, 0, 1), zone)}
}

// AbsenceRequest is the form of an absence, as it was typed.
type AbsenceRequest struct {
	From, To string // dates, inclusive; "" for To is From
	Reason   string
}

// Validate checks the form. Every error is of kind [models.Invalid] and names the field.
func (r AbsenceRequest) Validate() (a Absence, err error) {
	days, err := DatesRequest{First: r.From, Last: cmp.Or(strings.TrimSpace(r.To), r.From)}.days()
	if err != nil {
		return a, err
	}
	a.First, a.Last = days.First.Format(time.DateOnly), days.Last.Format(time.DateOnly)
	a.Reason, err = models.ParseReason(r.Reason)
	return a, err
}

// SortAbsences orders absences by their days.
func SortAbsences(list []Absence) {
	slices.SortFunc(list, func(a, b Absence) int {
		return cmp.Or(strings.Compare(a.First, b.First), strings.Compare(a.Last, b.Last))
	})
}

// WithAbsence returns the absences with another one, in order; of the same days it replaces the one before. Those that
// are over at now, which is in the person's zone, are forgotten: nothing asks about them any more, and why somebody was
// away is personal. The error is of kind [models.Invalid]: the absence is over already, or there would be too many.
func WithAbsence(list []Absence, a Absence, now time.Time) ([]Absence, error) {
	if a.Over(now) {
		return nil, models.Invalidf("%s is over already; an absence counts for days to come", a.Days())
	}
	out := slices.DeleteFunc(slices.Clone(list), func(x Absence) bool {
		return x.Over(now) || x.First == a.First && x.Last == a.Last
	})
	if out = append(out, a); len(out) > MaxAbsences {
		return nil, models.Invalidf("%d absences would be entered; at most %d may: join some, or take them back", len(out),
			MaxAbsences)
	}
	SortAbsences(out)
	return out, nil
}

// TimeOff says on which days a person is away, whoever says when they are offered otherwise: by what is painted or by
// their own schedule.
//
// A date that differs and has no hours is a day off for everybody. One that has hours takes nothing from what is
// painted: who paints a start has named it, and hours are what counts where nothing is painted. Only "no hours on that
// date" contradicts a painted start.
type TimeOff struct {
	Zone     string // of the dates
	Absences []Absence
	Dates    DatedHours // those without hours count
}

// between returns the absences and the days off that overlap a span, each sorted and disjoint. A zero to is no upper
// bound.
func (t TimeOff) between(from, to time.Time) (absent, off []Range) {
	if len(t.Absences)+len(t.Dates) == 0 {
		return nil, nil
	}
	zone := models.Location(t.Zone)
	overlaps := func(r Range) bool { return r.To.After(from) && (to.IsZero() || r.From.Before(to)) }
	for _, a := range t.Absences {
		if r := a.Range(zone); overlaps(r) {
			absent = append(absent, r)
		}
	}
	earliest := from.AddDate(0, 0, -1).UTC().Format(time.DateOnly) // in every zone
	for date, hours := range t.Dates {
		if len(hours) > 0 || date < earliest {
			continue
		}
		if r := (Absence{First: date, Last: date}).Range(zone); overlaps(r) {
			off = append(off, r)
		}
	}
	return merge(absent), merge(off)
}

// Away reports whether the person is away at some time of the span.
func (t TimeOff) Away(r Range) bool {
	absent, off := t.between(r.From, r.To)
	return len(absent)+len(off) > 0
}

// At returns until when the person is away at an instant, without a day between, and whether they are.
func (t TimeOff) At(now time.Time) (until time.Time, away bool) {
	absent, off := t.between(now, time.Time{})
	for _, r := range merge(slices.Concat(absent, off)) {
		if !r.From.After(now) && r.To.After(now) {
			return r.To, true
		}
	}
	return until, false
}

// Next returns the days on which the person is away next, or now, without a day between, and whether there are any.
func (t TimeOff) Next(now time.Time) (a Absence, found bool) {
	absent, off := t.between(now, time.Time{})
	for _, r := range merge(slices.Concat(absent, off)) {
		zone := models.Location(t.Zone)
		return Absence{First: r.From.In(zone).Format(time.DateOnly),
			Last: r.To.Add(-time.Millisecond).In(zone).Format(time.DateOnly)}, true
	}
	return a, false
}

// Warnings are those of an interview that names the person outright. Who is away then is booked all the same (§4 rule
// 3): whoever names them may know better.
func (t TimeOff) Warnings(i models.Interview) []models.Warning {
	if i.InterviewerEmail == "" || i.Unused() || !t.Away(Range{i.StartsAt, i.EndsAt}) {
		return nil
	}
	return []models.Warning{{Code: models.WarnInterviewerAway,
		Message: "The interviewer is away then; choose another time or another interviewer, " +
			"unless they agreed to it."}}
}
