package api

import (
	"net/http"

	"litmus/models"
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
	{http.MethodGet, "/roles", []string{models.RolesRead}, (*API).listRoles, true},
	{http.MethodGet, "/postings/:id/pipeline", []string{models.RolesRead, models.InterviewsRead},
		(*API).readPipeline, false},

	{http.MethodGet, "/interviews", []string{models.InterviewsRead}, (*API).listInterviews, true},
	{http.MethodGet, "/interviews/:id", []string{models.InterviewsRead}, (*API).readInterview, false},
	{http.MethodPost, "/interviews", []string{models.InterviewsWrite}, (*API).bookInterview, false},
	{http.MethodPatch, "/interviews/:id", []string{models.InterviewsWrite}, (*API).changeInterviewer, false},
	{http.MethodDelete, "/interviews/:id", []string{models.InterviewsWrite},
		interviewAct((*scheduling.Service).Cancel), false},

	{http.MethodGet, "/postings/:id/interviewers", []string{models.InterviewsRead}, (*API).listInterviewers, true},
	{http.MethodPut, "/postings/:id/interviewers", []string{models.InterviewsWrite}, (*API).setInterviewers, true},
	{http.MethodGet, "/postings/:id/slots", []string{models.InterviewsRead}, (*API).listSlots, true},
	{http.MethodPost, "/postings/:id/slots", []string{models.InterviewsWrite}, (*API).addSlots, true},
	{http.MethodDelete, "/postings/:id/slots", []string{models.InterviewsWrite}, (*API).removeSlots, true},

	{http.MethodPost, "/invites", []string{models.InvitesWrite}, (*API).sendInvite, false},

	{http.MethodGet, "/submissions/:id", []string{models.SubmissionsRead}, (*API).readSubmission, false},
}
