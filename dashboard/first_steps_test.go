package dashboard

import (
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// TestFirstSteps proves D10: a new team is led from its organization to its first interview, and from then on no more.
func TestFirstSteps(t *testing.T) {
	t.Parallel()
	w := newEmptyWorld(t)
	path := access.PathToWelcome(secret, noon.Add(15*time.Minute))
	b := w.browser(t)
	b.follow(b.post(path, having(b.get(path).fields("form#welcome"), "name", "Acme", "slug", "acme", "time_zone",
		"UTC", "admin_name", "Ada", "admin_email", ada)...)).
		want(200, "Your first interview", "Add your colleagues", "Write an assessment",
			"Create a posting with its pipeline", "Say who interviews, and when", "Book the first interview").
		lacks("Everything was sent", "Done:")
	next := func(want string) {
		t.Helper()
		equal(t, "where the next step leads",
			attr(b.get(models.DashboardPath).one(".first .next a.primary"), "href"), want)
	}
	next(site.MembersPath)
	b.follow(b.post("/dashboard/members/add", "email", "kit@acme.example", "name", "Kit", "role", "interviewer"))
	next(site.AssessmentsPath + "/new")
	b.get(models.DashboardPath).want(200, "Done: Add your colleagues")
	var err error
	w.org, err = w.Team.Organization(ctx, "acme")
	w.must(err)
	w.as(t, "kit@acme.example").get(models.DashboardPath).want(200).lacks("Your first interview")

	newWorld(t).as(t, "admin").get(models.DashboardPath).want(200, "Everything was sent").lacks("Your first interview")
}
