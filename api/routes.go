package api

import (
	"net/http"

	"litmus/models"
)

// route is a line of §4.
type route struct {
	method, path string
	anyOf        []string // scopes, one of which is needed
	do           operation
}

// operation serves a call: a status and a body to render as JSON, or an error.
type operation func(a *API, c *call) (status int, body any, err error)

const prefix = "/api/v1"

var routes = []route{
	{http.MethodGet, "/roles", []string{models.RolesRead}, (*API).listRoles},
	{http.MethodGet, "/postings/:id/pipeline", []string{models.RolesRead, models.InterviewsRead}, (*API).readPipeline},

	{http.MethodGet, "/interviews", []string{models.InterviewsRead}, (*API).listInterviews},
	{http.MethodGet, "/interviews/:id", []string{models.InterviewsRead}, (*API).readInterview},
	{http.MethodPost, "/interviews", []string{models.InterviewsWrite}, (*API).bookInterview},
	{http.MethodPatch, "/interviews/:id", []string{models.InterviewsWrite}, (*API).changeInterviewer},
	{http.MethodDelete, "/interviews/:id", []string{models.InterviewsWrite}, (*API).cancelInterview},

	{http.MethodGet, "/postings/:id/interviewers", []string{models.InterviewsRead}, (*API).listInterviewers},
	{http.MethodPut, "/postings/:id/interviewers", []string{models.InterviewsWrite}, (*API).setInterviewers},
	{http.MethodGet, "/postings/:id/slots", []string{models.InterviewsRead}, (*API).listSlots},
	{http.MethodPost, "/postings/:id/slots", []string{models.InterviewsWrite}, (*API).addSlots},
	{http.MethodDelete, "/postings/:id/slots", []string{models.InterviewsWrite}, (*API).removeSlots},

	{http.MethodPost, "/invites", []string{models.InvitesWrite}, (*API).sendInvite},

	{http.MethodGet, "/submissions/:id", []string{models.SubmissionsRead}, (*API).readSubmission},
}
