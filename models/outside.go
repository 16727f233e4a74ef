package models

import (
	"slices"
	"strings"
	"time"
)

// Kinds of effects besides letters.
const (
	EventWritten       = "event"               // the interviewer's own copy, written or updated (decision 54)
	EventLinked        = "event_link"          // the copy's meeting link, which its calendar did not have ready
	EventRemoved       = "event_removal"       // the copy, deleted
	MeetingMade        = "meeting"             // a meeting at a provider, made or moved
	MeetingRemoved     = "meeting_removal"     // and deleted
	NotetakerInvited   = "notetaker"           // invited to the meeting
	NotetakerDismissed = "notetaker_dismissal" // and sent away (decision 44)
)

// Who makes an automatic meeting link (decision 38).
const (
	MakerJitsi    = "jitsi"    // made when it is booked: nobody has to be asked
	MakerZoom     = "zoom"     // by the effect on the target meeting
	MakerCalendar = "calendar" // by the effect on the target of the interviewer's event
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

// setLinks gives the interview, whose interviewer is set already, its meeting link by the chain of decision 38: body is
// the link of the request, own are the interviewer's. It also says whether their calendar gets a copy (decision 54).
// The automatic link of the row before, old, stays where [Interview.keeps] says so (decision 31).
func (i *Interview) setLinks(body string, own InterviewerLinks, old Interview, p Policy) {
	i.setCopy(own)
	i.LinkMaker = ""
	for _, given := range []struct{ link, source string }{{body, LinkFromBody}, {own.Posting, LinkFromPosting},
		{own.Person, LinkFromPerson}} {
		if given.link != "" {
			i.MeetingLink, i.LinkSource = given.link, given.source
			return
		}
	}
	i.MeetingLink, i.LinkSource = "", ""
	if i.ExternallyScheduled {
		return // decisions 41 and 57: whoever schedules it says where to meet
	}
	makes := p.Meeting
	if calendar := (Connection{Provider: own.Calendar}); makes == "" && calendar.MakesLinks() {
		makes = MakerCalendar
	}
	i.LinkMaker = makes
	switch {
	case i.keeps(old, own, makes):
		i.MeetingLink, i.LinkSource, i.LinkMaker = old.MeetingLink, LinkAutomatic, old.LinkMaker
	case makes == MakerJitsi:
		i.MeetingLink, i.LinkSource = p.Room(i.ID), LinkAutomatic
	}
}

// keeps reports whether the automatic link that the interview had before is still the right one. A link that a calendar
// made belongs to its interviewer and lives as long as the event in their calendar; a provider's stays for that
// interviewer, and for another one while this provider is still who makes links.
func (i *Interview) keeps(old Interview, own InterviewerLinks, makes string) bool {
	if old.LinkSource != LinkAutomatic || old.MeetingLink == "" {
		return false
	}
	same := old.InterviewerEmail == i.InterviewerEmail
	if old.LinkMaker == MakerCalendar {
		return same && Connection{Provider: own.Calendar}.MakesLinks()
	}
	return same || makes != "" && old.LinkMaker == makes
}

// setCopy notes whether the interviewer's connected calendar holds a copy: of our own interviews, where it can be
// written (decisions 41, 54 and 57).
func (i *Interview) setCopy(own InterviewerLinks) {
	i.CalendarCopy = i.InterviewerEmail != "" && !i.ExternallyScheduled && Connection{Provider: own.Calendar}.Writable()
}

// linkIsTheirs reports whether the meeting link, or the want of one, came from the interviewer and goes with them
// (decision 55): one that was given with the booking is nobody's own, and a provider's is the interview's.
func (i Interview) linkIsTheirs() bool {
	return i.LinkSource != LinkFromBody && i.LinkMaker != MakerJitsi && i.LinkMaker != MakerZoom
}

// DecideMadeLink gives the interview the link that its maker made for it as it was at revision. changed is false when
// the row has changed since, so that a link made for one interviewer never lands on another, and where the interview
// has that link or none can be given to it any more. It owes no letters by itself: who lacked the link is told
// (decision 39).
func DecideMadeLink(i Interview, maker, link string, revision int64, now time.Time) (_ Interview, changed bool) {
	if link == "" || link == i.MeetingLink || i.Revision != revision || i.LinkMaker != maker ||
		i.StatusAt(now) != StatusScheduled {
		return i, false
	}
	if maker == MakerCalendar && i.MeetingLink != "" {
		return i, false // people hold the one it has
	}
	i.change(now)
	i.MeetingLink, i.LinkSource = link, LinkAutomatic
	return i, true
}

// Awaits reports whether the answer to a booking waits for effects of the interview (decision 39); see
// [Effect.Awaited].
func (i Interview) Awaits() bool {
	return i.CanceledAt == nil && !i.Unused() && (i.CalendarCopy || i.LinkMaker == MakerZoom)
}

// WithLinkOf is the interview, as it was answered, with the meeting link that came in time: later is its row as it is
// now (decision 40). Any other change since leaves it as it was.
func (i Interview) WithLinkOf(later Interview) Interview {
	if later.AnnounceRevision == i.AnnounceRevision && later.InterviewerEmail == i.InterviewerEmail &&
		later.CanceledAt == nil && later.CallEndedAt == nil && later.LinkSource == LinkAutomatic {
		i.MeetingLink, i.LinkSource, i.UpdatedAt = later.MeetingLink, later.LinkSource, later.UpdatedAt
	}
	return i
}

// OwedOutside are the effects on calendars, meetings and notetakers that the interview owes at now and that the ledger
// does not show as done (decisions 38, 44, 53 to 57). Like [Owed] it says what, not how: an activity takes a target and
// asks again. What makes the meeting link comes first, then the calendar's copy, which shows it.
func OwedOutside(i Interview, ledger []Entry, p Policy, now time.Time) []Effect {
	if (i.StatusAt(now) == StatusCompleted || i.overWhenCanceled()) && !i.External() {
		// what is over stays as it was; an external session has none of it, but the booking had whose place it took
		return nil
	}
	books := byTarget(ledger)
	standing := i.CanceledAt == nil && !i.Unused()
	var out []Effect
	add := func(e Effect, owed bool) {
		if owed {
			out = append(out, e)
		}
	}
	add(books[TargetMeeting].outside(i, wish{
		Effect{Target: TargetMeeting, Kind: MeetingMade}, MeetingRemoved, standing && i.LinkMaker == MakerZoom,
		func(e Entry) bool { return e.Start.Equal(i.StartsAt) && e.MeetingLink == i.MeetingLink },
	}))
	owner := ""
	if standing && i.CalendarCopy {
		owner = i.InterviewerEmail
		copied := wish{Effect{Target: EventTarget(owner), Kind: EventWritten, Email: owner}, EventRemoved,
			true, func(e Entry) bool { return e.tells(i) }}
		book := books[copied.Target]
		e, owed := book.outside(i, copied)
		if !owed && book.lacksLink(i) {
			e, owed = Effect{Target: copied.Target, Kind: EventLinked, Email: owner}, true
		}
		add(e, owed)
	}
	var others []string
	for target := range books {
		if email, ok := EventOwner(target); ok && email != owner {
			others = append(others, target)
		}
	}
	slices.Sort(others)
	for _, target := range others {
		email, _ := EventOwner(target)
		add(books[target].outside(i, wish{Effect{Target: target, Kind: EventWritten, Email: email}, EventRemoved,
			false, nil}))
	}
	add(books[TargetNotetaker].outside(i, wish{
		Effect{Target: TargetNotetaker, Kind: NotetakerInvited}, NotetakerDismissed,
		standing && p.Notetaker && i.MeetingLink != "" && !i.ExternallyScheduled,
		func(e Entry) bool { return e.Start.Equal(i.StartsAt) && e.MeetingLink == i.MeetingLink },
	}))
	return out
}

// wish is what the interview wants of a target.
type wish struct {
	Effect                   // that makes it so
	remove  string           // the kind that takes it away
	granted bool             // it is wanted at all
	current func(Entry) bool // the entry made it as it is wanted now
}

// outside is what is owed to one target: to make what is wanted or bring it up to date, to take away what is not. An
// attempt whose end is not known is made again: all of them are idempotent.
func (a account) outside(i Interview, w wish) (Effect, bool) {
	last := a.lastOutside()
	if a.refusedOutside(i.Revision) {
		return Effect{}, false // visible, and not owed until the row changes
	}
	there := last != nil && (!slices.Contains(removals, last.Kind) || last.State != EffectDone) // or may be
	switch {
	case w.granted && (!there || !last.settled() || last.Revision < i.AnnounceRevision || !w.current(*last)):
		return w.Effect, true
	case !w.granted && there:
		e := w.Effect
		e.Kind = w.remove
		return e, true
	}
	return Effect{}, false
}

// settled reports whether the entry says what the target holds: done, or the copy's link alone was not found.
func (e Entry) settled() bool { return e.State == EffectDone || e.Kind == EventLinked }

// lacksLink reports whether the calendar's copy stands and the meeting link that was to come with it does not.
func (a account) lacksLink(i Interview) bool {
	last := a.lastOutside()
	return i.LinkMaker == MakerCalendar && i.MeetingLink == "" && last != nil && !slices.Contains(removals,
		last.Kind) && !a.refusedOutside(i.Revision)
}

// LinkComing reports whether the meeting link that the interview lacks is still being made: whoever makes it has not
// refused for good.
func LinkComing(i Interview, ledger []Entry) bool {
	target := TargetMeeting
	if i.LinkMaker == MakerCalendar {
		target = EventTarget(i.InterviewerEmail)
	}
	return i.LinkMaker != "" && i.MeetingLink == "" && !byTarget(ledger)[target].refusedOutside(i.Revision)
}

// lastOutside is the last entry that had an effect or may have had one: also an attempt that was refused after another
// whose end was not known.
func (a account) lastOutside() *Entry {
	for n := len(a) - 1; n >= 0; n-- {
		if a[n].Told() || a[n].State == EffectFailed && a[n].Tries > 1 {
			return &a[n]
		}
	}
	return nil
}

func (a account) refusedOutside(revision int64) bool {
	return slices.ContainsFunc(a, func(e Entry) bool {
		return e.State == EffectFailed && e.Permanent &&
			e.Revision == revision
	})
}

// Held is the newest entry of the target that names what a provider holds of ours, nil for none: what was taken away is
// not held.
func Held(ledger []Entry, target string) *Entry {
	for _, e := range slices.Backward(byTarget(ledger)[target]) {
		switch {
		case slices.Contains(removals, e.Kind) && e.State == EffectDone:
			return nil
		case e.ProviderID != "" && !slices.Contains(removals, e.Kind):
			return &e
		}
	}
	return nil
}

// Refusals are the codes of the effects that a booking's answer waits for and that were refused for good at the
// interview's revision (see [Effect.Awaited]): they are not owed until it changes.
func Refusals(i Interview, ledger []Entry) (codes []string) {
	for _, e := range ledger {
		if e.State == EffectFailed && e.Permanent && e.Revision == i.Revision && (Effect{Kind: e.Kind}).Awaited() {
			codes = append(codes, e.Code)
		}
	}
	return codes
}

// HasNotetaker reports whether a notetaker was asked into the session, or may have been (decision 44).
func HasNotetaker(ledger []Entry) bool {
	last := byTarget(ledger)[TargetNotetaker].lastOutside()
	return last != nil && (last.Kind == NotetakerInvited || last.State != EffectDone)
}

// Awaited reports whether a booking's answer waits for the effect, and letters for its first attempt: what makes the
// meeting link, and the calendar's copy with its own (decision 39).
func (e Effect) Awaited() bool {
	return e.Kind == MeetingMade || e.Kind == EventWritten || e.Kind == EventLinked
}

// Removes reports whether the effect takes something away.
func (e Effect) Removes() bool { return slices.Contains(removals, e.Kind) }
