package api

import (
	"net/http"

	"litmus/models/access"
	"litmus/scheduling"
)

// route is a line of the table of §4.
type route struct {
	method, path string
	anyOf        []string // the caller's key needs one of these scopes
	do           operation
	heavy        bool // its work grows with the organization's data or with the body
}

// operation serves a call. It returns a status and a body, which is rendered as JSON, or an error.
type operation func(a *API, c *call) (status int, body any, err error)

const prefix = "/api/v1"

var routes = []route{
	{http.MethodGet, "/roles", []string{access.RolesRead}, (*API).listRoles, true},
	{http.MethodGet, "/postings/:id/pipeline", []string{access.RolesRead, access.InterviewsRead},
		(*API).readPipeline, false},

	{http.MethodGet, "/interviews", []string{access.InterviewsRead}, (*API).listInterviews, true},
	{http.MethodGet, "/interviews/:id", []string{access.InterviewsRead}, (*API).readInterview, false},
	{http.MethodPost, "/interviews", []string{access.InterviewsWrite}, (*API).bookInterview, false},
	{http.MethodPatch, "/interviews/:id", []string{access.InterviewsWrite}, (*API).changeInterviewer, false},
	{http.MethodDelete, "/interviews/:id", []string{access.InterviewsWrite},
		interviewAct(scheduling.Bookings.Cancel), false},

	{http.MethodGet, "/postings/:id/interviewers", []string{access.InterviewsRead}, (*API).listInterviewers, true},
	{http.MethodPut, "/postings/:id/interviewers", []string{access.InterviewsWrite}, (*API).setInterviewers, true},
	{http.MethodGet, "/postings/:id/slots", []string{access.InterviewsRead}, (*API).listSlots, true},
	{http.MethodPost, "/postings/:id/slots", []string{access.InterviewsWrite}, (*API).addSlots, true},
	{http.MethodDelete, "/postings/:id/slots", []string{access.InterviewsWrite}, (*API).removeSlots, true},

	{http.MethodPost, "/invites", []string{access.InvitesWrite}, (*API).sendInvite, false},

	{http.MethodGet, "/submissions/:id", []string{access.SubmissionsRead}, (*API).readSubmission, false},
	{http.MethodGet, "/files/:id", []string{access.SubmissionsRead}, (*API).readFile, false},
}
