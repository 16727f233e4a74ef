package booking

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// Member is somebody who is to be in a panel, with the facts about them.
type Member struct {
	models.Seated
	Own  InterviewerLinks
	Busy []timetable.Booked // their bookings around the start
	Off  timetable.TimeOff
}

// DecidePanel gives a scheduled interview the people of the list, the first of whom leads, whoever was in it before
// (P8). Who leads is changed as by [DecideReassign], whose facts lead has; who else comes is briefed, who goes is told,
// and nobody else. changed is false if these people have these seats already. Like a booking that names somebody it
// does not ask whether they offer the time. It returns a [models.Conflict] if the interview is not scheduled or one of
// them has another interview then.
func DecidePanel(lead ReassignFacts, members []Member, p models.Policy, now time.Time) (i models.Interview,
	changed bool, err error) {
	i = lead.Interview
	if s := i.StatusAt(now); s != models.StatusScheduled {
		return i, false, notScheduled(i, s)
	}
	if err := checkMembers(members, i.StartsAt, i.Duration(), i.ID); err != nil {
		return i, false, err
	}
	was := i
	if i, changed, err = DecideReassign(lead, members[0].Email, p, now); err != nil {
		return was, false, err
	}
	if !changed {
		i.Revise(now)
	}
	seat(&i, members, was)
	if !changed && slices.EqualFunc(i.Panel, was.Panel, sameSeat) {
		return was, false, nil
	}
	return i, true, nil
}

func sameSeat(a, b models.Seated) bool {
	return a.Email == b.Email && a.Seat == b.Seat && a.Role == b.Role && a.Optional == b.Optional
}

// checkMembers refuses the first of them who has another interview then, see [checkInterviewer].
func checkMembers(members []Member, start time.Time, d time.Duration, except string) error {
	for _, m := range members {
		if err := checkInterviewer(m.Email, start, d, m.Busy, except); err != nil {
			return err
		}
	}
	return nil
}

// seat seats the members, the first of whom leads already. Who was in the interview as it was before keeps since when,
// and at the same start their answer.
func seat(i *models.Interview, members []Member, was models.Interview) {
	i.Panel = nil
	for _, m := range members {
		s := m.Seated
		s.SetAt = i.UpdatedAt
		if prior := was.InPanel(s.Email); prior != nil {
			if s.SetAt = prior.SetAt; was.StartsAt.Equal(i.StartsAt) {
				s.Response = prior.Response
			}
		} else if s.Email == was.InterviewerEmail {
			s.SetAt = was.InterviewerSetAt
		}
		s.CalendarCopy = s.Email != i.InterviewerEmail && !i.ExternallyScheduled &&
			timetable.Connection{Provider: m.Own.Calendar}.Writable()
		i.Panel = append(i.Panel, s)
	}
}

// withLead is the panel of an interview that another person leads since at: they take the place of whoever led it, and
// leave the one that they had.
func withLead(panel []models.Seated, led, leads string, at time.Time) (out []models.Seated) {
	for _, s := range panel {
		switch s.Email {
		case led:
			s = models.Seated{Email: leads, Seat: s.Seat, Role: s.Role, Optional: s.Optional, SetAt: at}
		case leads:
			continue
		}
		out = append(out, s)
	}
	return out
}
