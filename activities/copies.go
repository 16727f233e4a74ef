package activities

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/timetable"
	"litmus/ports/calendar"
	"litmus/ports/outbound"
	"litmus/store/availability"
	"litmus/store/bookings"
	"litmus/store/effects"
)

// mostLookedFor bounds how many copies one reading asks the calendar for by themselves: a calendar that was emptied is
// put right over several readings.
const mostLookedFor = 20

// mostUnanswered is at how many failures of the calendar the rest is left to the next reading. One event that it cannot
// show does not keep the others from being looked for.
const mostUnanswered = 2

// sighting is a reading of a calendar.
type sighting struct {
	begun  time.Time // the organization's
	window timetable.Range
	blocks []calendar.Block
}

// lookAfter has the copies of interviews to come that the reading does not show as they were written, or with another
// answer than is known, looked for one by one, and notes what became of them (ADR calendars-heal). The busy times alone
// say too little: an event that was moved out of the window, declined or marked as free is not among them. again says
// that the next reading has to be a whole one: whether the busy times are the same as now tells nothing of a copy that
// was missing in both and written in between, or that could not be told of yet. The error is the database's; if the
// calendar fails meanwhile, the next reading tells.
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
	held := map[string]*effect.Entry{} // by interview
	var missed []effects.OwnedCopy
	for _, one := range copies {
		drift := one.DriftOfCopy(c.Email)
		if b := shown[a.uid(one.ID)]; len(b) == 1 && b[0].From.Equal(one.StartsAt.Truncate(time.Second)) &&
			b[0].To.Equal(one.EndsAt.Truncate(time.Second)) && (drift == nil || drift.Kind == "") &&
			models.Response(b[0].Response) == one.SaidInCopy(c.Email) {
			continue
		}
		entry, later := effect.CopySettled(one.Interview, c.Email, one.Ledger, seen.begun)
		again = again || later || entry != nil
		if entry != nil {
			held[one.ID] = entry
			missed = append(missed, one)
		}
		if effect.MendOwed(one.Interview, c.Email, one.Ledger) {
			if err := a.Store.Effects.WakeForMend(ctx, one.Interview); err != nil {
				return again, a.storeFailed(ctx, err)
			}
		}
	}
	unanswered := 0
	for n, one := range inTurn(missed, c.Email) {
		if n == mostLookedFor || unanswered == mostUnanswered {
			break
		}
		entry := held[one.ID]
		found, err := provider.Copies(ctx, a.uid(one.ID), calendar.Held{ID: entry.ProviderID, ETag: entry.ETag})
		if err != nil {
			f := failureOf(*entry, err)
			a.Log.LogAttrs(ctx, slog.LevelWarn, "copy not looked for", slog.String("calendar", c.ID),
				slog.String("interview", one.ID), slog.String("code", f.Code))
			if unanswered++; ctx.Err() != nil || f.Fate == outbound.Revoked || f.After > 0 {
				break
			}
			continue
		}
		if err := a.noteCopy(ctx, c, one, found, seen.begun); err != nil {
			return again, err
		}
	}
	return again, nil
}

// inTurn are the copies in the order in which they are looked for: those of which nothing is known first, so that what
// differs for long does not keep them from being looked for. Else chance decides, so that in a long list each has its
// turn.
func inTurn(copies []effects.OwnedCopy, owner string) []effects.OwnedCopy {
	known := func(c effects.OwnedCopy) bool {
		d := c.DriftOfCopy(owner)
		return d != nil && d.Kind != ""
	}
	rand.Shuffle(len(copies), func(x, y int) { copies[x], copies[y] = copies[y], copies[x] })
	first := slices.DeleteFunc(slices.Clone(copies), known)
	return append(first, slices.DeleteFunc(copies, func(c effects.OwnedCopy) bool { return !known(c) })...)
}

// noteCopy notes what became of a copy.
func (a *Activities) noteCopy(ctx context.Context, c availability.Connected, one effects.OwnedCopy,
	found []calendar.Copy, begun time.Time) error {
	s := bookings.Sighting{InterviewID: one.ID, Revision: one.Revision, Begun: begun}
	for _, x := range found {
		s.Seen = append(s.Seen, booking.SeenCopy{Start: x.Start, Response: models.Response(x.Response)})
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
