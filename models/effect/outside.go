package effect

import (
	"maps"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// Kinds of effects besides letters.
const (
	EventWritten       = "event"               // the interviewer's own copy, written or updated
	EventLinked        = "event_link"          // the copy's meeting link, which its calendar did not have ready
	EventRemoved       = "event_removal"       // the copy, deleted
	MeetingMade        = "meeting"             // a meeting at a provider, made or moved
	MeetingRemoved     = "meeting_removal"     // the meeting, deleted
	NotetakerInvited   = "notetaker"           // a notetaker, invited to the meeting
	NotetakerDismissed = "notetaker_dismissal" // the notetaker, sent away
)

// Targets of effects besides letters.
const (
	TargetMeeting   = "meeting"
	TargetNotetaker = "notetaker"
	eventPrefix     = "event:"
)

// EventTarget names the calendar of an interviewer in the ledger.
func EventTarget(email string) string { return eventPrefix + email }

// EventOwner is the interviewer of an event's target; ok is false for other targets.
func EventOwner(target string) (email string, ok bool) { return strings.CutPrefix(target, eventPrefix) }

// removals are the kinds that take away what others made.
var removals = []string{EventRemoved, MeetingRemoved, NotetakerDismissed}

// OwedOutside are the effects of [Owed] on calendars, meetings and notetakers. What makes the meeting link comes first,
// then the copy in the calendar, which shows it.
func OwedOutside(i models.Interview, ledger []Entry, p models.Policy, now time.Time) []Effect {
	erasing := i.Erasure == models.ErasureAsked
	switch {
	case i.Erasure == models.ErasureDone:
		return nil
	case erasing: // what was made goes, whenever it was
	case (i.StatusAt(now) == models.StatusCompleted || i.OverWhenCanceled()) && !i.External():
		// What is over stays as it was. An external session has no such effects, but the booking that it replaced had.
		return nil
	}
	targets := byTarget(ledger)
	standing := i.CanceledAt == nil && !i.Unused() && !erasing
	var out []Effect
	add := func(e Effect, owed bool) {
		if owed {
			out = append(out, e)
		}
	}
	add(targets[TargetMeeting].outside(i, desired{
		Effect{Target: TargetMeeting, Kind: MeetingMade}, MeetingRemoved, standing && i.LinkMaker == models.MakerZoom,
		func(e Entry) bool { return e.Start.Equal(i.StartsAt) && e.MeetingLink == i.MeetingLink },
	}))
	var owners []string
	if standing {
		owners = copyOwners(i)
	}
	for _, owner := range owners {
		written := Effect{Target: EventTarget(owner), Kind: EventWritten, Email: owner}
		done := targets[written.Target]
		e, owed := done.outside(i, desired{written, EventRemoved, true, func(e Entry) bool {
			return e.tells(i) && !e.toMend(i)
		}})
		if !owed && owner == i.InterviewerEmail && done.lacksLink(i) {
			e, owed = Effect{Target: written.Target, Kind: EventLinked, Email: owner}, true
		}
		add(e, owed)
	}
	var others []string
	for target := range targets {
		if email, ok := EventOwner(target); ok && !slices.Contains(owners, email) {
			others = append(others, target)
		}
	}
	slices.Sort(others)
	for _, target := range others {
		email, _ := EventOwner(target)
		add(targets[target].outside(i, desired{Effect{Target: target, Kind: EventWritten, Email: email}, EventRemoved,
			false, nil}))
	}
	add(targets[TargetNotetaker].outside(i, desired{
		Effect{Target: TargetNotetaker, Kind: NotetakerInvited}, NotetakerDismissed,
		standing && p.Notetaker && i.MeetingLink != "" && !i.ExternallyScheduled,
		func(e Entry) bool { return e.Start.Equal(i.StartsAt) && e.MeetingLink == i.MeetingLink },
	}))
	return out
}

// copyOwners are those in whose calendars a copy of the interview is to be: the lead first, whose calendar may make the
// meeting link, then the others of the panel, and the rooms.
func copyOwners(i models.Interview) (owners []string) {
	if i.CalendarCopy {
		owners = append(owners, i.InterviewerEmail)
	}
	for _, s := range i.Panel {
		if s.CalendarCopy && s.Email != i.InterviewerEmail {
			owners = append(owners, s.Email)
		}
	}
	return owners
}

// desired is the state that the interview wants a target to be in.
type desired struct {
	Effect                   // makes it so
	remove  string           // the kind that undoes it
	wanted  bool             // else what is there is to be removed
	current func(Entry) bool // whether the entry made it as it is wanted now
}

// outside is what is owed to one target: to make what is wanted or bring it up to date, or to remove what is not. An
// attempt whose outcome is not known is made again: all of them are idempotent.
func (told entries) outside(i models.Interview, d desired) (Effect, bool) {
	last := told.lastOutside()
	if told.refusedOutside(i.Revision) {
		return Effect{}, false // operators see it, and it is not owed until the row changes
	}
	there := last != nil && (!slices.Contains(removals, last.Kind) || last.State != Done) // or may be
	switch {
	case d.wanted && (!there || !last.settled() || last.Revision < i.AnnounceRevision || !d.current(*last)):
		return d.Effect, true
	case !d.wanted && there:
		e := d.Effect
		e.Kind = d.remove
		return e, true
	}
	return Effect{}, false
}

// settled reports whether the entry says what the provider has: it is done, or only the copy's link was not found.
func (e Entry) settled() bool { return e.State == Done || e.Kind == EventLinked }

// lacksLink reports whether the copy in the calendar exists, and the meeting link that was to come with it does not.
func (told entries) lacksLink(i models.Interview) bool {
	last := told.lastOutside()
	return i.LinkMaker == models.MakerCalendar && i.MeetingLink == "" && last != nil &&
		!slices.Contains(removals, last.Kind) && !told.refusedOutside(i.Revision)
}

// linkDue is how long before the start a candidate is to have the link to join: letters and pages say the day before.
const linkDue = 24 * time.Hour

// LinkOverdue reports whether a candidate who reads at that instant of an interview without a link to join is asked to
// write to the hiring team. Before that they are asked to wait. Letters and pages say the same by it.
func LinkOverdue(start, at time.Time) bool { return start.Sub(at) <= linkDue }

// LinkComing reports whether the meeting link that the interview lacks is still being made: whoever makes it has not
// refused for good.
func LinkComing(i models.Interview, ledger []Entry) bool {
	target := TargetMeeting
	if i.LinkMaker == models.MakerCalendar {
		target = EventTarget(i.InterviewerEmail)
	}
	return i.LinkMaker != "" && i.MeetingLink == "" && !byTarget(ledger)[target].refusedOutside(i.Revision)
}

// lastOutside is the last entry that had an effect or may have had one. An attempt that was refused after one whose
// outcome was not known is one of them.
func (told entries) lastOutside() *Entry {
	for n := len(told) - 1; n >= 0; n-- {
		if told[n].Told() || told[n].State == Failed && told[n].Tries > 1 {
			return &told[n]
		}
	}
	return nil
}

// Standing are the last entries of what was made outside and is there, or may be: copies in calendars, meetings,
// notetakers.
func Standing(ledger []Entry) (out []Entry) {
	targets := byTarget(ledger)
	for _, target := range slices.Sorted(maps.Keys(targets)) {
		if isMailTarget(target) {
			continue
		}
		last := targets[target].lastOutside()
		if last != nil && (!slices.Contains(removals, last.Kind) || last.State != Done) {
			out = append(out, *last)
		}
	}
	return out
}

func (told entries) refusedOutside(revision int64) bool {
	return slices.ContainsFunc(told, func(e Entry) bool {
		return e.State == Failed && e.Permanent && e.Revision == revision
	})
}

// LastObject is the newest entry of the target that names an object of ours at the provider, nil for none or when it
// was deleted since.
func LastObject(ledger []Entry, target string) *Entry {
	for _, e := range slices.Backward(byTarget(ledger)[target]) {
		switch {
		case slices.Contains(removals, e.Kind) && e.State == Done:
			return nil
		case e.ProviderID != "" && !slices.Contains(removals, e.Kind):
			return &e
		}
	}
	return nil
}

// Refusals are the codes of the effects that a booking's answer waits for and that were refused for good at the
// interview's revision (see [Effect.Awaited]): they are not owed until it changes.
func Refusals(i models.Interview, ledger []Entry) (codes []string) {
	for _, e := range ledger {
		if e.State == Failed && e.Permanent && e.Revision == i.Revision && (Effect{Kind: e.Kind}).Awaited() {
			codes = append(codes, e.Code)
		}
	}
	return codes
}

// HasNotetaker reports whether a notetaker was asked into the session, or may have been.
func HasNotetaker(ledger []Entry) bool {
	last := byTarget(ledger)[TargetNotetaker].lastOutside()
	return last != nil && (last.Kind == NotetakerInvited || last.State != Done)
}
