package dashboard

import (
	"slices"

	"litmus/models"
	"litmus/models/access"
)

// routes are the pages and forms for members; each noun has its own. HEAD is served like GET. Each has its row in the
// table of TestForeign, which walks all of them as a member of another organization (D3).
func (s *Site) routes() []route {
	return slices.Concat([]route{
		get(models.DashboardPath, anyMember, home),
		get("/dashboard/zone", anyMember, allZones),
		post("/dashboard/zone", anyMember, chooseZone),
		post("/dashboard/take-over", anyMember, takeOver),
		get(clockPath, access.ActionEditOrganization, testClock),
		post(clockPath, access.ActionEditOrganization, s.moveClock),
	}, interviewRoutes, availabilityRoutes, s.Calendars.Routes(), candidateRoutes, pipelineRoutes, teamRoutes,
		auditRoutes,
		sessionRoutes)
}

// openRoutes are those for whoever is not signed in.
func (s *Site) openRoutes() []route {
	return append(s.SignIn.OpenRoutes(), get(models.DashboardPath+"/{$}", anyMember, slash))
}
