// Package timetable says when people work, are away and are busy, and so which times are offered for an interview.
//
// Start with [Availability.Slots]: what is free is computed from painted slots, working hours, absences, busy times and
// interviews. [Availability.Explain] says of a time why it is offered or not, by the same computation. A [Connection]
// is somebody's calendar, and says when it is read and who is told that it broke.
package timetable
