package timetable

import (
	"cmp"
	"time"

	"litmus/models"
)

// Sources of an interviewer's availability (§2, Interviewer entry).
const (
	Painted  = "painted"
	Personal = "personal"
)

// ReasonPersonal is the reason given when a slot write was not applied (§4 Slots rule 5).
const ReasonPersonal = "personal_schedule_wins"

// Person is somebody whom the organization's file names as an interviewer. Assignment to postings is separate, and the
// interviewer of a booking need not be known at all.
type Person struct {
	OrgID, Email, Name, TimeZone, MeetingLink string
	Title                                     string // of their work, see [models.ParseJobTitle]; "" for none
	WorkingHours                              WeeklyHours
	Dates                                     DatedHours // that differ from the week, also of [OfficeHours]
	CalendarConnected                         bool
	CreatedAt, UpdatedAt                      time.Time

	Origin string // where the person is kept (D24)

	Limits models.InterviewLimits
}

// ZoneIn returns the time zone in which the person's hours, dates and calendar are read: their own, or while they have
// none, as a file may leave it, the organization's.
func (p Person) ZoneIn(organization string) string { return cmp.Or(p.TimeZone, organization) }

// Personal reports whether the person's own schedule decides when they are available, because they saved working hours
// or connected a calendar.
func (p Person) Personal() bool { return p.WorkingHours != nil || p.CalendarConnected }

// Hours returns the person's working hours, or [OfficeHours] if they connected a calendar and saved none.
func (p Person) Hours() WeeklyHours {
	if p.WorkingHours == nil && p.CalendarConnected {
		return OfficeHours
	}
	return p.WorkingHours
}

// PostingInterviewer is a person assigned to a posting, with the slots painted for them there (§2, Interviewer entry).
type PostingInterviewer struct {
	Email       string
	MeetingLink string // the posting's link for them, "" if there is none
	Title       string // of their work, see [Person]
	Slots       []time.Time
	Personal    bool
}

// AvailabilitySource returns [Painted] or [Personal].
func (i PostingInterviewer) AvailabilitySource() string {
	if i.Personal {
		return Personal
	}
	return Painted
}
