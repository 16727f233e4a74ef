package timetable

import "time"

// HalfHours counts the half hours within [from, to) that each interviewer offers, by email: those that are painted, or
// that lie in their working hours, and in no absence and no day off. Who offers none is missing. It is what people can
// take (D26) if the availability is one without bookings and calendars.
func (a Availability) HalfHours(from, to, now time.Time) map[string]int {
	offered := map[string]int{}
	for _, slot := range a.Slots(HalfHour, from, to.Add(-time.Millisecond), now) {
		for _, email := range slot.InterviewerEmails {
			offered[email]++
		}
	}
	return offered
}
