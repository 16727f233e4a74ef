// Package availability has the pages of who is offered when: painted times, hours, absences, meeting links, connected
// calendars, and why a time is not offered.
package availability

import (
	"litmus/dashboard/internal/site"
	"litmus/fair"
	"litmus/models"
	"litmus/models/access"
)

// Routes are the pages and forms of who is offered when.
var Routes = []site.Route{
	site.Get(site.AvailabilityPath, access.ActionSeeAvailability, overview),
	site.Get(site.PostingsPath+"/{id}/availability", access.ActionSeeAvailability, paintPage),
	site.Post(site.PostingsPath+"/{id}/availability", access.ActionPaintSlots, paint),
	site.Get(site.PostingsPath+"/{id}/why", access.ActionSeeAvailability, why),
	site.Get(site.HoursPath, access.ActionSeeAvailability, hours),
	site.Post(site.HoursPath, access.ActionEditHours, saveHours),
	site.Post(site.HoursPath+"/forget", access.ActionEditHours, forgetHours),
	site.Post(site.HoursPath+"/limits", access.ActionEditHours, saveLimits),
	site.Post("/dashboard/dates", access.ActionEditHours, saveDates),
	site.Post("/dashboard/dates/remove", access.ActionEditHours, removeDate),
	site.Post("/dashboard/absences", access.ActionEnterAbsence, enterAbsence),
	site.Post("/dashboard/absences/remove", access.ActionEnterAbsence, takeBackAbsence),
	site.Get(models.MeetingLinkPath, access.ActionEditMeetingLink, meetingLink),
	site.Post(models.MeetingLinkPath, access.ActionEditMeetingLink, setMeetingLink),
	site.Get("/dashboard/calendars", access.ActionSeeAvailability, listCalendars),
	site.Post(site.CalendarPath+"/read", access.ActionConnectCalendar, readCalendar),
}

// Routes are the pages and forms of connected calendars; it is called once.
func (s *Calendars) Routes() []site.Route {
	s.tries = fair.NewSlots(triesAtOnce)
	return []site.Route{
		site.Get(site.CalendarPath, access.ActionConnectCalendar, s.showCalendar),
		site.Post(site.CalendarPath, access.ActionConnectCalendar, s.connect),
		site.Get(consentPath, access.ActionConnectCalendar, s.consented),
		site.Post(consentPath, access.ActionConnectCalendar, s.connectConsented),
		site.Post(site.CalendarPath+"/disconnect", access.ActionConnectCalendar, s.disconnect),
	}
}
