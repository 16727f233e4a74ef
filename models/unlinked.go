package models

import "time"

// Unlinked reports whether the interview is to come or under way at now and has no link to join, while nobody makes
// one: somebody has to give it. Where a maker failed, the failure says so (D10). Whoever schedules an interview
// elsewhere says there where to meet (decisions 41 and 57). An indefinite one counts as over after its nominal duration
// here, or one whose call nobody ended would be listed for ever.
func (i Interview) Unlinked(now time.Time) bool {
	return i.MeetingLink == "" && i.LinkMaker == "" && !i.ExternallyScheduled && i.StatusAt(now) == StatusScheduled &&
		now.Before(i.EndsAt)
}
