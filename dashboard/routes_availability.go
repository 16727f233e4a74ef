package dashboard

import (
	"litmus/fair"
	"litmus/models"
)

// availabilityRoutes are the pages and forms of who is offered when.
var availabilityRoutes = []route{
	get(availabilityPath, models.ActionSeeAvailability, overview),
	get(postingsPath+"/{id}/availability", models.ActionSeeAvailability, paintPage),
	post(postingsPath+"/{id}/availability", models.ActionPaintSlots, paint),
	get(postingsPath+"/{id}/why", models.ActionSeeAvailability, why),
	get(hoursPath, models.ActionSeeAvailability, hours),
	post(hoursPath, models.ActionEditHours, saveHours),
	post(hoursPath+"/forget", models.ActionEditHours, forgetHours),
	post("/dashboard/dates", models.ActionEditHours, saveDates),
	post("/dashboard/dates/remove", models.ActionEditHours, removeDate),
	post("/dashboard/absences", models.ActionEnterAbsence, enterAbsence),
	post("/dashboard/absences/remove", models.ActionEnterAbsence, takeBackAbsence),
	get(models.MeetingLinkPath, models.ActionEditMeetingLink, meetingLink),
	post(models.MeetingLinkPath, models.ActionEditMeetingLink, setMeetingLink),
	get("/dashboard/calendars", models.ActionSeeAvailability, listCalendars),
	post(calendarPath+"/read", models.ActionConnectCalendar, readCalendar),
}

// Routes are the pages and forms of connected calendars; it is called once.
func (s *Calendars) Routes() []route {
	s.tries = fair.NewSlots(triesAtOnce)
	return []route{
		get(calendarPath, models.ActionConnectCalendar, s.showCalendar),
		post(calendarPath, models.ActionConnectCalendar, s.connect),
		get(consentPath, models.ActionConnectCalendar, s.consented),
		post(consentPath, models.ActionConnectCalendar, s.connectConsented),
		post(calendarPath+"/disconnect", models.ActionConnectCalendar, s.disconnect),
	}
}
