package models

import "time"

// MeetingLinkPath is the page of the dashboard on which members set their own meeting link.
const MeetingLinkPath = DashboardPath + "/meeting-link"

// Unlinked reports whether the interview is to come or under way at now and has no link to join, while nobody makes
// one: somebody has to give it. Where a maker failed, the failure says so (D10). Whoever schedules an interview
// elsewhere says there where to meet. An indefinite one counts as over after its nominal duration here, or one whose
// call nobody ended would be listed for ever.
func (i Interview) Unlinked(now time.Time) bool {
	return i.MeetingLink == "" && i.LinkMaker == "" && !i.ExternallyScheduled && i.StatusAt(now) == StatusScheduled &&
		now.Before(i.EndsAt)
}

// DecideGivenLink gives an interview that nobody can join the meeting link that its interviewer set meanwhile: the
// posting's for them, else their own, as a booking at now would (ADR links-set-later). changed is false where it has a
// link, is over, or there is none to give: whoever holds a link keeps it. Letters about the new link follow from what
// is owed.
func DecideGivenLink(i Interview, own InterviewerLinks, now time.Time) (_ Interview, changed bool) {
	if !i.Unlinked(now) || own.Posting == "" && own.Person == "" {
		return i, false
	}
	i.change(now)
	if i.MeetingLink, i.LinkSource = own.Posting, LinkFromPosting; own.Posting == "" {
		i.MeetingLink, i.LinkSource = own.Person, LinkFromPerson
	}
	return i, true
}
