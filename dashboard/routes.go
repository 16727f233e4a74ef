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
	{"GET", postingsPath, models.ActionSeePosting, (*Site).postings},
	{"GET", postingsPath + "/new", models.ActionEditPosting, (*Site).newPosting},
	{"POST", postingsPath + "/new", models.ActionEditPosting, (*Site).createPosting},
	{"GET", postingsPath + "/{id}", models.ActionSeePosting, (*Site).posting},
	{"GET", postingsPath + "/{id}/edit", models.ActionEditPosting, (*Site).editPostingPage},
	{"POST", postingsPath + "/{id}/edit", models.ActionEditPosting, (*Site).editPosting},
	{"POST", postingsPath + "/{id}/state", models.ActionEditPosting, (*Site).setPostingState},
	{"POST", postingsPath + "/{id}/remove", models.ActionEditPosting, (*Site).removePosting},
	{"GET", postingsPath + "/{id}/tracks/new", models.ActionEditPipeline, (*Site).newTrack},
	{"POST", postingsPath + "/{id}/tracks/new", models.ActionEditPipeline, (*Site).createTrack},
	{"GET", postingsPath + "/{id}/tracks/{track}", models.ActionEditPipeline, (*Site).editTrackPage},
	{"POST", postingsPath + "/{id}/tracks/{track}", models.ActionEditPipeline, (*Site).editTrack},
	{"POST", postingsPath + "/{id}/tracks/{track}/default", models.ActionEditPipeline, (*Site).defaultTrack},
	{"POST", postingsPath + "/{id}/tracks/{track}/move", models.ActionEditPipeline, (*Site).moveTrack},
	{"POST", postingsPath + "/{id}/tracks/{track}/remove", models.ActionEditPipeline, (*Site).removeTrack},
	{"GET", postingsPath + "/{id}/steps/new", models.ActionEditPipeline, (*Site).newStep},
	{"POST", postingsPath + "/{id}/steps/new", models.ActionEditPipeline, (*Site).createStep},
	{"GET", postingsPath + "/{id}/steps/{step}", models.ActionEditPipeline, (*Site).editStepPage},
	{"POST", postingsPath + "/{id}/steps/{step}", models.ActionEditPipeline, (*Site).editStep},
	{"POST", postingsPath + "/{id}/steps/{step}/move", models.ActionEditPipeline, (*Site).moveStep},
	{"POST", postingsPath + "/{id}/steps/{step}/remove", models.ActionEditPipeline, (*Site).removeStep},
	{"POST", postingsPath + "/{id}/attach", models.ActionEditPipeline, (*Site).attachAssessment},
	{"POST", postingsPath + "/{id}/detach", models.ActionEditPipeline, (*Site).detachAssessment},
	{"POST", postingsPath + "/{id}/interviewers", models.ActionAssignInterviewers, (*Site).assign},
	{"POST", postingsPath + "/{id}/interviewers/link", models.ActionAssignInterviewers, (*Site).setLink},
	{"POST", postingsPath + "/{id}/interviewers/remove", models.ActionAssignInterviewers, (*Site).unassign},

	{"GET", assessmentsPath, models.ActionSeeAssessment, (*Site).assessments},
	{"GET", assessmentsPath + "/new", models.ActionEditAssessment, (*Site).newAssessment},
	{"POST", assessmentsPath + "/new", models.ActionEditAssessment, (*Site).createAssessment},
	{"GET", assessmentsPath + "/{id}", models.ActionSeeAssessment, (*Site).assessment},
	{"GET", assessmentsPath + "/{id}/edit", models.ActionEditAssessment, (*Site).editAssessmentPage},
	{"POST", assessmentsPath + "/{id}/edit", models.ActionEditAssessment, (*Site).editAssessment},
	{"POST", assessmentsPath + "/{id}/remove", models.ActionEditAssessment, (*Site).removeAssessment},
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
