package booking

import (
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// InterviewerLinks are the places an interviewer's meeting link may come from if the request has none; each is "" for
// none.
type InterviewerLinks struct {
	Posting  string // the posting's link for them
	Person   string // their own link
	Calendar string // the provider of their connected calendar, which may make links

	Known bool // they are a person of the organization's file
}

// setLinks gives the interview, whose interviewer is set already, the first meeting link there is: of the request
// (body), the posting's for the interviewer, the interviewer's own (own has both), and then one that is made, by the
// meeting provider or by their connected calendar. It also notes whether their calendar gets a copy. The automatic link
// of old, which is the row before the change, stays where [keeps] says so.
func setLinks(i *models.Interview, body string, own InterviewerLinks, old models.Interview, p models.Policy) {
	setCopy(i, own)
	i.LinkMaker = ""
	for _, given := range []struct{ link, source string }{
		{body, models.LinkFromBody}, {own.Posting, models.LinkFromPosting}, {own.Person, models.LinkFromPerson},
	} {
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
	if calendar := (timetable.Connection{Provider: own.Calendar}); makes == "" && calendar.MakesLinks() {
		makes = models.MakerCalendar
	}
	i.LinkMaker = makes
	switch {
	case keeps(i, old, own, makes):
		i.MeetingLink, i.LinkSource, i.LinkMaker = old.MeetingLink, models.LinkAutomatic, old.LinkMaker
	case makes == models.MakerJitsi:
		i.MeetingLink, i.LinkSource = p.Room(i.ID), models.LinkAutomatic
	}
}

// keeps reports whether the automatic link that the interview had before is still the right one. A link that a calendar
// made belongs to its interviewer and lives as long as the event in their calendar; a provider's stays for that
// interviewer, and for another one while this provider is still who makes links.
func keeps(i *models.Interview, old models.Interview, own InterviewerLinks, makes string) bool {
	if old.LinkSource != models.LinkAutomatic || old.MeetingLink == "" {
		return false
	}
	same := old.InterviewerEmail == i.InterviewerEmail
	if old.LinkMaker == models.MakerCalendar {
		return same && timetable.Connection{Provider: own.Calendar}.MakesLinks()
	}
	return same || makes != "" && old.LinkMaker == makes
}

// setCopy notes whether the interviewer's connected calendar holds a copy (ADR one-organizer): of our own interviews,
// where it can be written. It is looked up when the interviewer is named: a calendar that is connected later counts
// from the next replace or reassignment on (ADR calendars-heal).
func setCopy(i *models.Interview, own InterviewerLinks) {
	i.CalendarCopy = i.InterviewerEmail != "" && !i.ExternallyScheduled &&
		timetable.Connection{Provider: own.Calendar}.Writable()
}

// linkIsTheirs reports whether the meeting link, or that there is none, depends on the interviewer, so that another
// interviewer changes it. A link that was given with the booking and one that a meeting provider made belong to the
// interview.
func linkIsTheirs(i models.Interview) bool {
	return i.LinkSource != models.LinkFromBody && i.LinkMaker != models.MakerJitsi && i.LinkMaker != models.MakerZoom
}

// DecideMadeLink gives the interview the link that its maker made for it as it was at revision. changed is false when
// the row has changed since, so that a link made for one interviewer never lands on another, and where the interview
// has that link or none can be given to it any more. It owes no letters by itself: who lacked the link is told.
func DecideMadeLink(i models.Interview, maker, link string, revision int64, now time.Time) (_ models.Interview,
	changed bool) {
	if link == "" || link == i.MeetingLink || i.Revision != revision || i.LinkMaker != maker ||
		i.StatusAt(now) != models.StatusScheduled {
		return i, false
	}
	if maker == models.MakerCalendar && i.MeetingLink != "" {
		return i, false // people hold the one it has
	}
	i.Revise(now)
	i.MeetingLink, i.LinkSource = link, models.LinkAutomatic
	return i, true
}

// DecideGivenLink gives an interview that nobody can join the meeting link that its interviewer set meanwhile: the
// posting's for them, else their own, as a booking at now would. changed is false where it has a link, is over, or
// there is none to give: whoever holds a link keeps it. Letters about the new link follow from what is owed. It is for
// the dashboard. A PUT of a posting's interviewers and the organization's file write a whole configuration, often the
// same one again, and the contract says that later bookings take it.
func DecideGivenLink(i models.Interview, own InterviewerLinks, now time.Time) (_ models.Interview, changed bool) {
	if !i.Unlinked(now) || own.Posting == "" && own.Person == "" {
		return i, false
	}
	i.Revise(now)
	if i.MeetingLink, i.LinkSource = own.Posting, models.LinkFromPosting; own.Posting == "" {
		i.MeetingLink, i.LinkSource = own.Person, models.LinkFromPerson
	}
	return i, true
}
