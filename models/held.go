package models

import "time"

// Bounds of the time in which a change of an interview can be taken back.
const (
	DefaultUndoSeconds = 10
	MaxUndoSeconds     = 60
)

// tooSoonToHold is how long before a start nothing is held: whoever is on their way is told at once.
const tooSoonToHold = 15 * time.Minute

// Held says that nothing of an interview's last change is told or done yet, so that the change can be taken back (D11).
// It holds only at the revision that it names: any later change makes it void, and what is owed by then leaves at once.
// Either somebody is told or it is undone: an effect writes its intent only at the revision that owes it. REST and the
// tools hold nothing.
type Held struct {
	Revision int64     // that the change made
	Until    time.Time // its effects begin then; by the machine's clock, which effects go by
	Before   Interview // as it was, without a Held of its own
}

// Hold keeps back the effects of the change that made i of before, if i can be taken back: for so long from machine on,
// the instant by the machine's clock. now is the organization's.
func (i *Interview) Hold(before Interview, wait time.Duration, now, machine time.Time) {
	if !i.Holds(before, wait, now) {
		return
	}
	before.Held = nil
	i.Held = &Held{Revision: i.Revision, Until: Instant(machine.Add(wait)), Before: before}
}

// Holds reports whether a change that made i of before is kept back for a while: the session that was scheduled still
// is, at another start or with another interviewer, and neither start is near or past.
func (i Interview) Holds(before Interview, wait time.Duration, now time.Time) bool {
	near := now.Add(tooSoonToHold)
	return wait > 0 && before.StatusAt(now) == StatusScheduled && i.StatusAt(now) == StatusScheduled &&
		!before.ExternallyScheduled && !i.ExternallyScheduled && i.RoundID == before.RoundID &&
		before.StartsAt.After(near) && i.StartsAt.After(near)
}

// HeldUntil returns when the effects of the last change begin, nil if they are not held at that instant of the
// machine's clock.
func (i Interview) HeldUntil(machine time.Time) *time.Time {
	if i.Held == nil || i.Held.Revision != i.Revision || !machine.Before(i.Held.Until) {
		return nil
	}
	return &i.Held.Until
}
