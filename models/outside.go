package models

import (
	"slices"
	"strings"
	"time"
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

// Who makes an automatic meeting link.
const (
	MakerJitsi    = "jitsi"    // the booking itself: the link needs no request to a server
	MakerZoom     = "zoom"     // the effect on [TargetMeeting]
	MakerCalendar = "calendar" // the effect on [EventTarget] of the interviewer
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

// setLinks gives the interview, whose interviewer is set already, the first meeting link there is: of the request
// (body), the posting's for the interviewer, the interviewer's own (own has both), and then one that is made, by the
// meeting provider or by their connected calendar. It also notes whether their calendar gets a copy. The automatic link
// of old, which is the row before the change, stays where [Interview.keeps] says so.
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
		return // whoever schedules it says where to meet
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

// setCopy notes whether the interviewer's connected calendar holds a copy (ADR one-organizer): of our own interviews,
// where it can be written. It is looked up when the interviewer is named: a calendar that is connected later counts
// from the next replace or reassignment on (ADR calendar-copies-are-not-read-back).
func (i *Interview) setCopy(own InterviewerLinks) {
	i.CalendarCopy = i.InterviewerEmail != "" && !i.ExternallyScheduled && Connection{Provider: own.Calendar}.Writable()
}

// linkIsTheirs reports whether the meeting link, or that there is none, depends on the interviewer, so that another
// interviewer changes it. A link that was given with the booking and one that a meeting provider made belong to the
// interview.
func (i Interview) linkIsTheirs() bool {
	return i.LinkSource != LinkFromBody && i.LinkMaker != MakerJitsi && i.LinkMaker != MakerZoom
}

// OwnLink is the meeting link that was given with the booking, "" for none: one that a booking in its place keeps.
func (i Interview) OwnLink() string {
	if i.LinkSource != LinkFromBody {
		return ""
	}
	return i.MeetingLink
}

// DecideMadeLink gives the interview the link that its maker made for it as it was at revision. changed is false when
// the row has changed since, so that a link made for one interviewer never lands on another, and where the interview
// has that link or none can be given to it any more. It owes no letters by itself: who lacked the link is told.
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

// Awaits reports whether the answer to a booking waits for effects of the interview (ADR a-booking-does-not-wait); see
// [Effect.Awaited].
func (i Interview) Awaits() bool {
	return i.CanceledAt == nil && !i.Unused() && (i.CalendarCopy || i.LinkMaker == MakerZoom)
}

// WithLinkOf returns the interview as it was committed, with the meeting link that came in time. later is its row as it
// is now. If anything else changed since, the interview is returned as it was.
func (i Interview) WithLinkOf(later Interview) Interview {
	if later.AnnounceRevision == i.AnnounceRevision && later.InterviewerEmail == i.InterviewerEmail &&
		later.CanceledAt == nil && later.CallEndedAt == nil && later.LinkSource == LinkAutomatic {
		i.MeetingLink, i.LinkSource, i.UpdatedAt = later.MeetingLink, later.LinkSource, later.UpdatedAt
	}
	return i
}

// owedOutside are the effects of [Owed] on calendars, meetings and notetakers. What makes the meeting link comes first,
// then the copy in the calendar, which shows it.
func owedOutside(i Interview, ledger []Entry, p Policy, now time.Time) []Effect {
	if (i.StatusAt(now) == StatusCompleted || i.overWhenCanceled()) && !i.External() {
		// What is over stays as it was. An external session has no such effects, but the booking that it replaced had.
		return nil
	}
	targets := byTarget(ledger)
	standing := i.CanceledAt == nil && !i.Unused()
	var out []Effect
	add := func(e Effect, owed bool) {
		if owed {
			out = append(out, e)
		}
	}
	add(targets[TargetMeeting].outside(i, desired{
		Effect{Target: TargetMeeting, Kind: MeetingMade}, MeetingRemoved, standing && i.LinkMaker == MakerZoom,
		func(e Entry) bool { return e.Start.Equal(i.StartsAt) && e.MeetingLink == i.MeetingLink },
	}))
	owner := ""
	if standing && i.CalendarCopy {
		owner = i.InterviewerEmail
		written := Effect{Target: EventTarget(owner), Kind: EventWritten, Email: owner}
		done := targets[written.Target]
		e, owed := done.outside(i, desired{written, EventRemoved, true, func(e Entry) bool { return e.tells(i) }})
		if !owed && done.lacksLink(i) {
			e, owed = Effect{Target: written.Target, Kind: EventLinked, Email: owner}, true
		}
		add(e, owed)
	}
	var others []string
	for target := range targets {
		if email, ok := EventOwner(target); ok && email != owner {
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

// desired is the state that the interview wants a target to be in.
type desired struct {
	Effect                   // makes it so
	remove  string           // the kind that undoes it
	wanted  bool             // else what is there is to be removed
	current func(Entry) bool // whether the entry made it as it is wanted now
}

// outside is what is owed to one target: to make what is wanted or bring it up to date, or to remove what is not. An
// attempt whose outcome is not known is made again: all of them are idempotent.
func (told entries) outside(i Interview, d desired) (Effect, bool) {
	last := told.lastOutside()
	if told.refusedOutside(i.Revision) {
		return Effect{}, false // operators see it, and it is not owed until the row changes
	}
	there := last != nil && (!slices.Contains(removals, last.Kind) || last.State != EffectDone) // or may be
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
func (e Entry) settled() bool { return e.State == EffectDone || e.Kind == EventLinked }

// lacksLink reports whether the copy in the calendar exists, and the meeting link that was to come with it does not.
func (told entries) lacksLink(i Interview) bool {
	last := told.lastOutside()
	return i.LinkMaker == MakerCalendar && i.MeetingLink == "" && last != nil &&
		!slices.Contains(removals, last.Kind) && !told.refusedOutside(i.Revision)
}

// linkDue is how long before the start a candidate is to have the link to join: letters and pages say the day before.
const linkDue = 24 * time.Hour

// LinkOverdue reports whether a candidate who reads at that instant of an interview without a link to join is asked to
// write to the hiring team. Before that they are asked to wait. Letters and pages say the same by it.
func LinkOverdue(start, at time.Time) bool { return start.Sub(at) <= linkDue }

// LinkComing reports whether the meeting link that the interview lacks is still being made: whoever makes it has not
// refused for good.
func LinkComing(i Interview, ledger []Entry) bool {
	target := TargetMeeting
	if i.LinkMaker == MakerCalendar {
		target = EventTarget(i.InterviewerEmail)
	}
	return i.LinkMaker != "" && i.MeetingLink == "" && !byTarget(ledger)[target].refusedOutside(i.Revision)
}

// lastOutside is the last entry that had an effect or may have had one. An attempt that was refused after one whose
// outcome was not known is one of them.
func (told entries) lastOutside() *Entry {
	for n := len(told) - 1; n >= 0; n-- {
		if told[n].Told() || told[n].State == EffectFailed && told[n].Tries > 1 {
			return &told[n]
		}
	}
	return nil
}

func (told entries) refusedOutside(revision int64) bool {
	return slices.ContainsFunc(told, func(e Entry) bool {
		return e.State == EffectFailed && e.Permanent && e.Revision == revision
	})
}

// LastObject is the newest entry of the target that names an object of ours at the provider, nil for none or when it
// was deleted since.
func LastObject(ledger []Entry, target string) *Entry {
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

// HasNotetaker reports whether a notetaker was asked into the session, or may have been.
func HasNotetaker(ledger []Entry) bool {
	last := byTarget(ledger)[TargetNotetaker].lastOutside()
	return last != nil && (last.Kind == NotetakerInvited || last.State != EffectDone)
}
