package dashboard

import "litmus/models"

// routes are the pages and forms for members, one a line. HEAD is served like GET. Each has its row in the table of
// TestForeign, which walks all of them as a member of another organization (D3).
var routes = []route{
	{"GET", models.DashboardPath, anyMember, (*Site).home},

	{"GET", "/dashboard/availability", models.ActionSeeAvailability, (*Site).availability},
	{"GET", "/dashboard/postings/{id}/availability", models.ActionSeeAvailability, (*Site).paintPage},
	{"POST", "/dashboard/postings/{id}/availability", models.ActionPaintSlots, (*Site).paint},
	{"GET", "/dashboard/postings/{id}/why", models.ActionSeeAvailability, (*Site).why},
	{"GET", "/dashboard/hours", models.ActionSeeAvailability, (*Site).hours},
	{"POST", "/dashboard/hours", models.ActionEditHours, (*Site).saveHours},
	{"POST", "/dashboard/hours/forget", models.ActionEditHours, (*Site).forgetHours},
	{"POST", "/dashboard/dates", models.ActionEditHours, (*Site).saveDates},
	{"POST", "/dashboard/dates/remove", models.ActionEditHours, (*Site).removeDate},
	{"GET", "/dashboard/calendars", models.ActionSeeAvailability, (*Site).calendars},
	{"GET", "/dashboard/calendar", models.ActionConnectCalendar, (*Site).calendar},
	{"POST", "/dashboard/calendar", models.ActionConnectCalendar, (*Site).connect},
	{"POST", "/dashboard/calendar/read", models.ActionConnectCalendar, (*Site).readCalendar},
	{"POST", "/dashboard/calendar/disconnect", models.ActionConnectCalendar, (*Site).disconnect},

	{"GET", "/dashboard/zone", anyMember, (*Site).zones},
	{"POST", "/dashboard/zone", anyMember, (*Site).chooseZone},
	{"GET", "/dashboard/sessions", anyMember, (*Site).sessions},
	{"POST", "/dashboard/sessions/end", anyMember, (*Site).endSession},
	{"POST", "/dashboard/sessions/end-all", anyMember, (*Site).endSessions},
	{"POST", "/dashboard/sign-out", anyMember, (*Site).signOut},
}

// openRoutes are those for whoever is not signed in.
var openRoutes = []route{
	{"GET", models.DashboardPath + "/{$}", anyMember, (*Site).slash},
	{"GET", signInPage, anyMember, (*Site).signInPage},
	{"POST", signInPage, anyMember, (*Site).askForLink},
	{"GET", linkSentPage, anyMember, (*Site).linkSent},
	{"GET", models.SignInPath + "{token}", anyMember, (*Site).signInLink},
	{"POST", models.SignInPath + "{token}", anyMember, (*Site).useSignInLink},
	{"GET", "/dashboard/signed-out", anyMember, (*Site).signedOut},
}
