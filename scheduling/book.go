package scheduling

import (
	"cmp"
	"context"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/interviews"
	"litmus/workflows"
)

// Booked is a booking as its answer shows it.
type Booked struct {
	booking.Booking
	Row interviews.InterviewRow // with the meeting link that came in time, and all warnings
}

// Book books an interview, or replaces the candidate's by another one (§4). Refusals are those of
// [booking.Decide]; [models.Unavailable] says that the notetaker of a session that is replaced could not be
// dismissed, so nothing was changed.
func (s Bookings) Book(ctx context.Context, by By, o booking.Order) (Booked, error) {
	inviteBack, err := s.dismissReplaced(ctx, by, o)
	if err != nil {
		return Booked{}, err
	}
	o.Reason = by.Reason
	b, err := s.store.Bookings.Book(ctx, by.By, by.Org, o)
	s.counted("book", b, err)
	if err != nil {
		inviteBack()
		return Booked{}, err
	}
	out := Booked{b, interviews.InterviewRow{Interview: b.Interview, CandidateEmail: b.Candidate.Email,
		CandidateName: b.Candidate.Name, CandidateLanguage: b.Candidate.Language, Warnings: b.Warnings}}
	s.follow(ctx, by.Answer, &out.Row, b.Replaced || !b.Interview.External())
	return out, nil
}

// Book is the preview of [Bookings.Book].
func (p Previews) Book(ctx context.Context, by By, o booking.Order) (act.Preview, error) {
	o.Reason = by.Reason
	return p.store.Bookings.PreviewBooking(ctx, by.Org, o)
}

// Pick books a start for the candidate, or moves the interview that they picked: see [bookings.Store.Pick].
func (s Bookings) Pick(ctx context.Context, candidate models.Ref, start time.Time, zone string,
	change bool) (booking.Booking, error) {
	b, err := s.store.Bookings.Pick(ctx, candidate, start, zone, change)
	return s.picked(ctx, "pick", b, err)
}

// Move moves the candidate's interview from the start that they were shown: see [bookings.Store.Move].
func (s Bookings) Move(ctx context.Context, candidate models.Ref, from, to time.Time,
	zone string) (booking.Booking, error) {
	b, err := s.store.Bookings.Move(ctx, candidate, from, to, zone)
	return s.picked(ctx, "move", b, err)
}

func (s Bookings) picked(ctx context.Context, act string, b booking.Booking, err error) (booking.Booking, error) {
	s.counted(act, b, err)
	if err == nil && !b.Unchanged {
		s.wake(ctx, b.Interview)
	}
	return b, err
}

// dismissReplaced dismisses the notetaker of the session that the order replaces, if it has one, before the order is
// decided: a notetaker that cannot be dismissed would sit in a session that nobody holds. The order is decided without
// being written before that, so that what is refused, or is not as it was planned, sends no notetaker away. The caller
// runs inviteBack if the order is refused after all: it invites the notetaker again. A move that can be taken back
// sends nobody away yet: its start is some time away, and the notetaker hears of it like everybody else.
func (s Bookings) dismissReplaced(ctx context.Context, by By, o booking.Order) (inviteBack func(), err error) {
	inviteBack = func() {}
	if s.flows == nil || !o.Replace || !s.store.Policy().Notetaker {
		return inviteBack, nil
	}
	p, err := Previews{s.store}.Book(ctx, by, o)
	if err == nil && by.Plan != nil && !p.Unchanged {
		err = by.Plan.Check(s.store.Secret(), p.Facts())
	}
	if err != nil || !p.Dismisses || p.After.Holds(p.Before, by.Undo, p.After.UpdatedAt) {
		return inviteBack, err
	}
	old := p.Before
	inviteBack = func() { s.wake(ctx, old) }
	err = workflows.ErrUnreachable
	if s.flows.Reachable() {
		by.Answer.wait(ctx, func() {
			err = s.flows.DismissNotetaker(ctx, models.Ref{OrgID: old.OrgID, ID: old.ID})
		})
	}
	if err != nil {
		s.log.WarnContext(ctx, "notetaker not dismissed", "interview", old.ID, "error", err)
		inviteBack() // the notetaker may have left nevertheless
		return inviteBack, models.Unavailablef("the notetaker of interview %s could not be dismissed, so nothing was "+
			"changed; read the interview before you try again", old.ID)
	}
	return inviteBack, nil
}

// follow wakes the interview's workflow after a change (ADR a-booking-does-not-wait). If the answer waits for links,
// and the change makes a meeting link or a calendar's copy, it waits for their first attempts, and puts the link into
// row if it came in time. Warnings of the row say what is late. owes says whether the change owes anything that can be
// late.
func (s Bookings) follow(ctx context.Context, a Answer, row *interviews.InterviewRow, owes bool) {
	if !a.Links || s.flows == nil {
		s.wake(ctx, row.Interview)
		return
	}
	row.Warnings = slices.Clone(row.Warnings)
	warn := func(code, message string) {
		row.Warnings = append(row.Warnings, models.Warning{Code: code, Message: message})
	}
	defer func() { models.SortWarnings(row.Warnings) }()
	switch {
	case !s.flows.Reachable():
		s.wake(ctx, row.Interview)
		if owes {
			warn(models.WarnSideEffectsDelayed, "The booking is stored; its letters follow as soon as the workflow "+
				"engine is reachable again.")
		}
		return
	case !row.Awaits():
		s.wake(ctx, row.Interview)
		return
	}
	var attempts workflows.FirstAttempts
	var err error
	a.wait(ctx, func() { attempts, err = s.flows.AwaitFirstAttempts(ctx, row.Interview) })
	if err != nil {
		s.wake(ctx, row.Interview)
	}
	if later, err := s.store.Interviews.Interview(ctx, row.OrgID, row.ID); err == nil {
		row.Interview = row.WithLinkOf(later.Interview)
	}
	if row.MeetingLink != "" {
		row.Warnings = slices.DeleteFunc(row.Warnings,
			func(w models.Warning) bool { return w.Code == models.WarnMissingMeetingLink })
	}
	if code := attempts.Refusal(); code != "" {
		warn(models.WarnCalendarUnavailable, "The interviewer's calendar or the meeting provider answered with an "+
			"error ("+code+"); the booking stands, and what may pass is tried again.")
	}
	if err != nil || attempts.Late() {
		warn(models.WarnSideEffectsDelayed, "The booking is stored; its calendar event or meeting link takes longer "+
			"than the answer waits, and follows.")
	}
}

// outcomes are the refusals of a booking by what they are counted as. Whatever else fails is "failed".
var outcomes = map[models.Kind]string{models.Invalid: "invalid", models.NotFound: "not_found",
	models.Conflict: "conflict", models.Forbidden: "forbidden", models.Throttled: "throttled"}

// counted counts the outcome of a booking.
func (s Bookings) counted(act string, b booking.Booking, err error) {
	outcome := "done"
	switch {
	case err != nil:
		outcome = cmp.Or(outcomes[models.KindOf(err)], "failed")
	case b.Unchanged:
		outcome = "unchanged"
	case b.Replaced:
		outcome = "replaced"
	}
	s.Meter.Booking(act, outcome)
	s.limited("stranger_letters", err)
}
