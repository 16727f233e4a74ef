package dashboard

import (
	"net/url"

	"litmus/models"
)

// Addresses of pages to which pages of other nouns lead, beside those of package models.
const (
	interviewsPath   = models.DashboardPath + "/interviews"
	bookPath         = models.DashboardPath + "/book"
	availabilityPath = models.DashboardPath + "/availability"
	calendarPath     = models.DashboardPath + "/calendar" // of one person
	hoursPath        = models.DashboardPath + "/hours"
	postingsPath     = models.DashboardPath + "/postings"
	assessmentsPath  = models.DashboardPath + "/assessments"
	candidatesPath   = models.DashboardPath + "/candidates"
	invitePath       = models.DashboardPath + "/invite"
	submissionsPath  = models.DashboardPath + "/submissions"
	keysPath         = models.DashboardPath + "/keys"
	auditPath        = models.DashboardPath + "/audit"
	requestsPath     = auditPath + "/requests"
	membersPath      = models.DashboardPath + "/members"
	organizationPath = models.DashboardPath + "/organization"
	signInPath       = models.SignInPagePath
	clockPath        = models.DashboardPath + "/test-clock" // exists where there is a test clock
)

// interviewPath returns the address of an interview's page, or of a page below it.
func interviewPath(id string, below ...string) string {
	path := interviewsPath + "/" + id
	for _, part := range below {
		path += "/" + part
	}
	return path
}

// postingPath returns the address of a posting's page, and of what is below it.
func postingPath(id, below string) string { return postingsPath + "/" + id + below }

// assessmentPath returns the address of an assessment's page, and of what is below it.
func assessmentPath(id, below string) string { return assessmentsPath + "/" + id + below }

// keyPath returns the address of a key's page.
func keyPath(id string) string { return keysPath + "/" + id }

// requestPath returns the address of the page of a request in the audit.
func requestPath(id string) string { return requestsPath + "/" + url.PathEscape(id) }

// href returns an address with parameters, given as name and value; empty values are left out.
func href(path string, parameters ...string) string {
	q := url.Values{}
	for n := 0; n+1 < len(parameters); n += 2 {
		if parameters[n+1] != "" {
			q.Add(parameters[n], parameters[n+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
