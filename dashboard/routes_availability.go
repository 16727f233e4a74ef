package dashboard

import (
	"litmus/fair"
	"litmus/models"
	"litmus/models/access"
)

// availabilityRoutes are the pages and forms of who is offered when.
var availabilityRoutes = []route{
	get(availabilityPath, access.ActionSeeAvailability, overview),
	get(postingsPath+"/{id}/availability", access.ActionSeeAvailability, paintPage),
	post(postingsPath+"/{id}/availability", access.ActionPaintSlots, paint),
	get(postingsPath+"/{id}/why", access.ActionSeeAvailability, why),
	get(hoursPath, access.ActionSeeAvailability, hours),
	post(hoursPath, access.ActionEditHours, saveHours),
	post(hoursPath+"/forget", access.ActionEditHours, forgetHours),
	post("/dashboard/dates", access.ActionEditHours, saveDates),
	post("/dashboard/dates/remove", access.ActionEditHours, removeDate),
	post("/dashboard/absences", access.ActionEnterAbsence, enterAbsence),
	post("/dashboard/absences/remove", access.ActionEnterAbsence, takeBackAbsence),
	get(models.MeetingLinkPath, access.ActionEditMeetingLink, meetingLink),
	post(models.MeetingLinkPath, access.ActionEditMeetingLink, setMeetingLink),
	get("/dashboard/calendars", access.ActionSeeAvailability, listCalendars),
	post(calendarPath+"/read", access.ActionConnectCalendar, readCalendar),
}

// Routes are the pages and forms of connected calendars; it is called once.
func (s *Calendars) Routes() []route {
	s.tries = fair.NewSlots(triesAtOnce)
	return []route{
		get(calendarPath, access.ActionConnectCalendar, s.showCalendar),
		post(calendarPath, access.ActionConnectCalendar, s.connect),
		get(consentPath, access.ActionConnectCalendar, s.consented),
		post(consentPath, access.ActionConnectCalendar, s.connectConsented),
		post(calendarPath+"/disconnect", access.ActionConnectCalendar, s.disconnect),
	}
}
