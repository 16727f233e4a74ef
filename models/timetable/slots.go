package timetable

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// HalfHour is the distance between possible slot starts (§8).
const HalfHour = 30 * time.Minute

const slotGrid = HalfHour

// OnGrid reports whether t is on the hour or half hour in UTC with zero seconds and fraction (§4 Slots rule 3). Times
// in the past may be written.
func OnGrid(t time.Time) bool {
	return t.Unix()%int64(slotGrid/time.Second) == 0 && t.Nanosecond() == 0
}

// ParseSlot reads a slot start time of a request and tests the grid before truncation. The error, of kind
// [models.Invalid], names field.
func ParseSlot(field, s string) (time.Time, error) {
	t, err := models.ParseInstant(field, s)
	if err != nil {
		return t, err
	}
	if !OnGrid(t) {
		return t, models.About(models.Refusal{Cause: models.CauseGrid, Field: field, At: t},
			models.Invalidf("%s %s is not on the hour or half hour; slot start times need minute 00 or 30 and zero "+
				"seconds in UTC", field, models.Quote(s)))
	}
	return t, checkYears(field, s, t)
}

// ParseAskedStart reads the start that somebody asks about (D15): any instant in the years that slots have, truncated
// to the millisecond. The error, of kind [models.Invalid], names field.
func ParseAskedStart(field, s string) (time.Time, error) {
	t, err := models.ParseInstant(field, s)
	if err != nil {
		return t, err
	}
	return models.Instant(t), checkYears(field, s, t)
}

func checkYears(field, s string, t time.Time) error {
	if t.Before(models.Earliest) || !t.Before(models.Latest) {
		return models.About(models.Refusal{Cause: models.CauseYears, Field: field},
			models.Invalidf("%s %s is not between the years 1 and 2200", field, models.Quote(s)))
	}
	return nil
}

// Slot is a start time that can be booked (§2, Available slot entry).
type Slot struct {
	StartAt           time.Time
	InterviewerEmails []string // of those who offer it and are free, sorted
	Capacity          int
}

// SlotWrite is one entry of the body of POST and DELETE slots.
type SlotWrite struct {
	InterviewerEmail string
	StartAt          time.Time
}

// CheckSlotWrites limits the number of entries in one request (§8).
func CheckSlotWrites(n int) error {
	if n == 0 {
		return models.Invalidf("slots must hold at least one entry {interviewer_email, start_at}")
	}
	if n > models.MaxSlotsPerWrite {
		return models.Invalidf("slots has more than %d entries; at most %[1]d are allowed in one request",
			models.MaxSlotsPerWrite)
	}
	return nil
}

// WithUnassigned adds to the list those of the emails that are not in it: they are not assigned to the posting and have
// no slots. personal are the emails of people whose own schedule decides.
func WithUnassigned(list []PostingInterviewer, emails, personal []string) []PostingInterviewer {
	assigned := make(map[string]bool, len(list))
	for _, i := range list {
		assigned[i.Email] = true
	}
	for _, e := range emails {
		if !assigned[e] {
			list = append(list, PostingInterviewer{Email: e, Personal: slices.Contains(personal, e)})
		}
	}
	SortInterviewers(list)
	return list
}

// SortInterviewers orders a posting's interviewers by email and their slots by time.
func SortInterviewers(list []PostingInterviewer) {
	for i := range list {
		slices.SortFunc(list[i].Slots, time.Time.Compare)
	}
	slices.SortFunc(list, func(a, b PostingInterviewer) int { return strings.Compare(a.Email, b.Email) })
}

// SlotsOf returns those of the slots that at least one of the interviewers offers, all of them if nobody is named. A
// slot stays as it is: it also names others who offer it.
func SlotsOf(slots []Slot, emails ...string) []Slot {
	if len(emails) == 0 {
		return slots
	}
	var theirs []Slot
	for _, s := range slots {
		if slices.ContainsFunc(s.InterviewerEmails, func(e string) bool { return slices.Contains(emails, e) }) {
			theirs = append(theirs, s)
		}
	}
	return theirs
}

// Nearest returns those of the slots, which are in order, that are nearest to the start: at most n, in order.
func Nearest(slots []Slot, start time.Time, n int) []Slot {
	if len(slots) <= n {
		return slots
	}
	first, _ := slices.BinarySearchFunc(slots, start, func(s Slot, t time.Time) int { return s.StartAt.Compare(t) })
	last := first // the nearest are slots[first:last]
	for last-first < n {
		switch {
		case first == 0:
			last++
		case last == len(slots) || start.Sub(slots[first-1].StartAt) <= slots[last].StartAt.Sub(start):
			first--
		default:
			last++
		}
	}
	return slots[first:last]
}

// GridStarts returns the starts on the grid with from <= start <= to.
func GridStarts(from, to time.Time) (starts []time.Time) {
	for start := nextOnGrid(from.UTC()); !start.After(to); start = start.Add(slotGrid) {
		starts = append(starts, start)
	}
	return starts
}
