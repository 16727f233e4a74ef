package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/timetable"
)

// EnterAbsence enters days on which somebody is away: see [availability.Store.EnterAbsence].
func (s Availability) EnterAbsence(ctx context.Context, by By, email string, a timetable.Absence) error {
	return s.store.Availability.EnterAbsence(ctx, by.By, by.Org.ID, email, a)
}

// TakeBackAbsence takes an absence back: see [availability.Store.TakeBackAbsence].
func (s Availability) TakeBackAbsence(ctx context.Context, by By, email string, a timetable.Absence) error {
	return s.store.Availability.TakeBackAbsence(ctx, by.By, by.Org.ID, email, a)
}

// SetHours saves somebody's weekly hours: see [availability.Store.SetHours].
func (s Availability) SetHours(ctx context.Context, by By, email string,
	o timetable.HoursOrder) (timetable.Person, error) {
	return s.store.Availability.SetHours(ctx, by.By, by.Org.ID, email, o)
}

// SetLimits saves how much somebody interviews at most: see [availability.Store.SetLimits].
func (s Availability) SetLimits(ctx context.Context, by By, email, shown string,
	l models.InterviewLimits) (timetable.Person, error) {
	return s.store.Availability.SetLimits(ctx, by.By, by.Org.ID, email, shown, l)
}

// SetDates saves hours of dates that differ from the week: see [availability.Store.SetDates].
func (s Availability) SetDates(ctx context.Context, by By, email string,
	o timetable.DatesOrder) (timetable.Person, error) {
	return s.store.Availability.SetDates(ctx, by.By, by.Org.ID, email, o)
}

// RemoveDate removes the hours of a date: see [availability.Store.RemoveDate].
func (s Availability) RemoveDate(ctx context.Context, by By, email, date string) (timetable.Person, error) {
	return s.store.Availability.RemoveDate(ctx, by.By, by.Org.ID, email, date)
}

// PaintSlots saves the painted starts of an interviewer's week: see [availability.Store.PaintSlots].
func (s Availability) PaintSlots(ctx context.Context, by By, postingID, email string,
	p timetable.Painting) (timetable.PostingInterviewer, error) {
	return s.store.Availability.PaintSlots(ctx, by.By, by.Org.ID, postingID, email, p)
}

// AddSlots adds painted starts of interviewers: see [availability.Store.AddSlots].
func (s Availability) AddSlots(ctx context.Context, by By, postingID string,
	slots []timetable.SlotWrite) ([]timetable.PostingInterviewer, error) {
	return s.store.Availability.AddSlots(ctx, by.By, by.Org.ID, postingID, slots)
}

// RemoveSlots removes painted starts of interviewers: see [availability.Store.RemoveSlots].
func (s Availability) RemoveSlots(ctx context.Context, by By, postingID string,
	slots []timetable.SlotWrite) ([]timetable.PostingInterviewer, error) {
	return s.store.Availability.RemoveSlots(ctx, by.By, by.Org.ID, postingID, slots)
}

// Connect connects somebody's calendar: see [availability.Store.Connect].
func (s Availability) Connect(ctx context.Context, by By, email string,
	a timetable.CalendarAccount) (timetable.Connection, error) {
	return s.store.Availability.Connect(ctx, by.By, by.Org.ID, email, a)
}

// Disconnect disconnects somebody's calendar: see [availability.Store.Disconnect].
func (s Availability) Disconnect(ctx context.Context, by By, email string) error {
	return s.store.Availability.Disconnect(ctx, by.By, by.Org.ID, email)
}

// ConnectRoom connects a room's calendar: see [availability.Store.ConnectRoom].
func (s Availability) ConnectRoom(ctx context.Context, by By, id string, a timetable.CalendarAccount) error {
	return s.store.Availability.ConnectRoom(ctx, by.By, by.Org.ID, id, a)
}

// DisconnectRoom disconnects a room's calendar: see [availability.Store.DisconnectRoom].
func (s Availability) DisconnectRoom(ctx context.Context, by By, id string) error {
	return s.store.Availability.DisconnectRoom(ctx, by.By, by.Org.ID, id)
}

// SyncNow has a connected calendar read at once: see [availability.Store.SyncNow]. The relay of a worker wakes its
// workflow.
func (s Availability) SyncNow(ctx context.Context, by By, id string) error {
	_, err := s.store.Availability.SyncNow(ctx, by.By, by.Org.ID, id)
	return err
}

// SetTitle saves the title of the work of the member who acts: see [availability.Store.SetTitle].
func (s Availability) SetTitle(ctx context.Context, by By, title string) error {
	return s.store.Availability.SetTitle(ctx, by.By, by.Org.ID, by.Actor.ID, title)
}

// SetMeetingLink saves somebody's own meeting link: see [availability.Store.SetMeetingLink].
func (s Availability) SetMeetingLink(ctx context.Context, by By, email, was, link string) error {
	return s.store.Availability.SetMeetingLink(ctx, by.By, by.Org.ID, email, was, link)
}

// SetInterviewers replaces the interviewers of a posting: see [availability.Store.SetInterviewers].
func (s Availability) SetInterviewers(ctx context.Context, by By, postingID string,
	set []timetable.PostingInterviewer) ([]timetable.PostingInterviewer, error) {
	return s.store.Availability.SetInterviewers(ctx, by.By, by.Org.ID, postingID, set)
}

// AssignInterviewer assigns an interviewer to a posting: see [availability.Store.AssignInterviewer].
func (s Availability) AssignInterviewer(ctx context.Context, by By, postingID, email, link string) error {
	return s.store.Availability.AssignInterviewer(ctx, by.By, by.Org.ID, postingID, email, link)
}

// SetAssignedLink saves an interviewer's meeting link on a posting: see [availability.Store.SetAssignedLink].
func (s Availability) SetAssignedLink(ctx context.Context, by By, postingID, email, was, link string) error {
	return s.store.Availability.SetAssignedLink(ctx, by.By, by.Org.ID, postingID, email, was, link)
}

// UnassignInterviewer takes an interviewer off a posting: see [availability.Store.UnassignInterviewer].
func (s Availability) UnassignInterviewer(ctx context.Context, by By, postingID, email string) error {
	return s.store.Availability.UnassignInterviewer(ctx, by.By, by.Org.ID, postingID, email)
}
