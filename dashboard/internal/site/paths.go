package site

import (
	"net/url"

	"litmus/models"
)

// Addresses of pages to which pages of other nouns lead, beside those of package models.
const (
	InterviewsPath   = models.DashboardPath + "/interviews"
	BookPath         = models.DashboardPath + "/book"
	WeekPath         = models.DashboardPath + "/week"
	FiguresPath      = models.DashboardPath + "/figures"
	LoadPath         = models.DashboardPath + "/load"
	NewsPath         = models.DashboardPath + "/news"
	NoticesPath      = models.DashboardPath + "/notices" // how the member is told
	SearchPath       = models.DashboardPath + "/search"
	AvailabilityPath = models.DashboardPath + "/availability"
	CalendarPath     = models.DashboardPath + "/calendar" // of one person
	HoursPath        = models.DashboardPath + "/hours"
	PostingsPath     = models.DashboardPath + "/postings"
	AssessmentsPath  = models.DashboardPath + "/assessments"
	PoolsPath        = models.DashboardPath + "/pools"
	CandidatesPath   = models.DashboardPath + "/candidates"
	InvitePath       = models.DashboardPath + "/invite"

	InviteSeveralPath = InvitePath + "/several"

	SubmissionsPath  = models.DashboardPath + "/submissions"
	KeysPath         = models.DashboardPath + "/keys"
	AuditPath        = models.DashboardPath + "/audit"
	RequestsPath     = AuditPath + "/requests"
	MembersPath      = models.DashboardPath + "/members"
	OrganizationPath = models.DashboardPath + "/organization"
	SignInPath       = models.SignInPagePath
	PicturePath      = models.DashboardPath + "/picture"    // the member's own, to change
	PicturesPath     = models.DashboardPath + "/pictures"   // below it they are served
	ClockPath        = models.DashboardPath + "/test-clock" // exists where there is a test clock
)

// InterviewPath returns the address of an interview's page, or of a page below it.
func InterviewPath(id string, below ...string) string {
	path := InterviewsPath + "/" + id
	for _, part := range below {
		path += "/" + part
	}
	return path
}

// PostingPath returns the address of a posting's page, and of what is below it.
func PostingPath(id, below string) string { return PostingsPath + "/" + id + below }

// AssessmentPath returns the address of an assessment's page, and of what is below it.
func AssessmentPath(id, below string) string { return AssessmentsPath + "/" + id + below }

// PoolPath is the page of a pool, or what is below it.
func PoolPath(id, below string) string { return PoolsPath + "/" + id + below }

// KeyPath returns the address of a key's page.
func KeyPath(id string) string { return KeysPath + "/" + id }

// RequestPath returns the address of the page of a request in the audit.
func RequestPath(id string) string { return RequestsPath + "/" + url.PathEscape(id) }

// Href returns an address with parameters, given as name and value; empty values are left out.
func Href(path string, parameters ...string) string {
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
