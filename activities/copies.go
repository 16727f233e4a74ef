package activities

import (
	"context"
	"log/slog"
	"time"

	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/ports/calendar"
	"litmus/store/availability"
	"litmus/store/bookings"
	"litmus/store/effects"
)

// mostLookedFor bounds how many copies one reading asks the calendar for by themselves: a calendar that was emptied is
// put right over several readings.
const mostLookedFor = 20

// sighting is a reading of a calendar.
type sighting struct {
	begun  time.Time // the organization's
	window timetable.Range
	blocks []calendar.Block
}

// lookAfter has the copies of interviews to come that the reading does not show as they were written looked for one by
// one, and notes what became of them (ADR calendars-heal). The busy times alone say too little: an event that was
// moved out of the window, declined or marked as free is not among them. again says that the next reading has to be a
// whole one: whether the busy times are the same as now tells nothing of a copy that was missing in both and written in
// between, or that could not be told of yet. The error is the database's; if the calendar fails meanwhile, the next
// reading tells.
func (a *Activities) lookAfter(ctx context.Context, c availability.Connected, provider calendar.Provider,
	seen sighting) (again bool, err error) {
	if !provider.Writable() {
		return false, nil
	}
	copies, err := a.Store.Effects.Copies(ctx, c.OrgID, c.Email, seen.begun, seen.window.To)
	if err != nil {
		return false, a.storeFailed(ctx, err)
	}
	shown := map[string][]calendar.Block{}
	for _, b := range seen.blocks {
		shown[b.UID] = append(shown[b.UID], b)
	}
	asked := 0
	for _, one := range copies {
		drift := one.DriftOfCopy()
		uid := a.uid(one.ID)
		if b := shown[uid]; len(b) == 1 && b[0].From.Equal(one.StartsAt) && b[0].To.Equal(one.EndsAt) &&
			(drift == nil || drift.Kind == "") {
			continue
		}
		held, later := effect.CopySettled(one.Interview, one.Ledger, seen.begun)
		again = again || later || held != nil
		if held == nil {
			continue
		}
		if asked++; asked > mostLookedFor {
			return again, nil
		}
		found, err := provider.Copies(ctx, uid, calendar.Held{ID: held.ProviderID, ETag: held.ETag})
		if err != nil {
			a.Log.LogAttrs(ctx, slog.LevelWarn, "copy not looked for", slog.String("calendar", c.ID),
				slog.String("interview", one.ID), slog.String("code", failureOf(*held, err).Code))
			return again, nil
		}
		if err := a.noteCopy(ctx, c, one, found, seen.begun); err != nil {
			return again, err
		}
	}
	return again, nil
}

// noteCopy notes what became of a copy.
func (a *Activities) noteCopy(ctx context.Context, c availability.Connected, one effects.OwnedCopy,
	found []calendar.Copy, begun time.Time) error {
	s := bookings.Sighting{InterviewID: one.ID, Revision: one.Revision, Begun: begun}
	for _, x := range found {
		s.Seen = append(s.Seen, booking.SeenCopy{Start: x.Start, Declined: x.Declined})
	}
	did, err := a.Store.Bookings.NoteCopy(ctx, c, s)
	if err != nil {
		return a.storeFailed(ctx, err)
	}
	if did != "" {
		a.Log.LogAttrs(ctx, slog.LevelInfo, "copy", slog.String("calendar", c.ID), slog.String("interview", one.ID),
			slog.String("change", string(did)))
	}
	return nil
}

// uid is that of an interview's copies and invitations.
func (a *Activities) uid(interviewID string) string { return interviewID + "@" + a.host() }
