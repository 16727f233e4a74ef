package dashboard

import (
	"slices"

	"litmus/dashboard/audit"
	"litmus/dashboard/availability"
	"litmus/dashboard/candidates"
	"litmus/dashboard/internal/site"
	"litmus/dashboard/interviews"
	"litmus/dashboard/news"
	"litmus/dashboard/pipelines"
	"litmus/dashboard/signin"
	"litmus/dashboard/team"
	"litmus/models"
	"litmus/models/access"
)

// routes are the pages and forms for members; each noun has its own. HEAD is served like GET. Each has its row in the
// table of TestForeign, which walks all of them as a member of another organization (D3).
func (s *Site) routes() []site.Route {
	return slices.Concat([]site.Route{
		site.Get(models.DashboardPath, site.AnyMember, home),
		site.Get(site.SearchPath, site.AnyMember, search),
		site.Get("/dashboard/zone", site.AnyMember, allZones),
		site.Post("/dashboard/zone", site.AnyMember, chooseZone),
		site.Post("/dashboard/take-over", site.AnyMember, takeOver),
		site.Get(site.ClockPath, access.ActionEditOrganization, testClock),
		site.Post(site.ClockPath, access.ActionEditOrganization, s.moveClock),
	}, interviews.Routes, availability.Routes, s.Calendars.Routes(), candidates.Routes, pipelines.Routes, team.Routes,
		audit.Routes, news.Routes, signin.Routes)
}

// openRoutes are those for whoever is not signed in.
func (s *Site) openRoutes() []site.Route {
	return append(s.SignIn.OpenRoutes(), site.Get(models.DashboardPath+"/{$}", site.AnyMember, slash))
}
