package dashboard

import (
	"strings"
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
		want(200, "Your first interview", "Add your colleagues",
			"Create a posting with its first step", "Say when they interview", "Book the first interview").
		lacks("Everything was sent", "Done:")
	next := func(want string) {
		t.Helper()
		equal(t, "where the next step leads",
			attr(b.get(models.DashboardPath).one(".first .next a.primary"), "href"), want)
	}
	next(site.MembersPath)
	b.follow(b.post("/dashboard/members/add", "email", "kit@acme.example", "name", "Kit", "role", "interviewer"))
	next(site.PostingsPath + "/new")
	b.get(models.DashboardPath).want(200, "Done: Add your colleagues")

	// One form makes the posting, its first step with a new assessment, and who interviews.
	form := b.get(site.PostingsPath+"/new").want(200, "First step of its pipeline").fields("main form.card")
	form = having(form, "title", "Diver", "step", "First talk", "minutes", "45", "interviewers", "kit@acme.example")
	posting := site.PostingPath(typedIn(form, "id"), "")
	b.post(site.PostingsPath+"/new", having(form, "step", " ")...).want(400, "The title of the first step is required.")
	page := b.follow(b.post(site.PostingsPath+"/new", form...)).want(200, "The posting is created.", "First talk",
		"live interview", "45 minutes", "kit@acme.example", "nothing painted").lacks("Nobody interviews")
	b.post(site.PostingsPath+"/new", form...).leadsTo(posting + "#interviewers") // pressed twice
	equal(t, "assessments", len(b.get(site.AssessmentsPath).want(200, "First talk").all("table tbody tr")), 1)
	next(posting + "#interviewers")
	hours := ""
	for _, a := range page.all("#interviewers table a") {
		if strings.HasPrefix(content(a), "Set the hours of kit@") {
			hours = attr(a, "href")
		}
	}
	week := b.get(hours).want(200, "Save Monday to Friday, 9 to 17").fields("form#hours")
	b.follow(b.post(hours, append(week, "office", "yes")...)).want(200, "The working hours are saved.").
		lacks("Save Monday to Friday")
	equal(t, "days with hours", len(b.get(hours).all("form#hours input[checked]")), 5)
	next(site.BookPath)
	b.get(site.BookPath).want(200, "Diver: First talk, 45 minutes")
	equal(t, "the only round is chosen", len(b.get(site.BookPath).all("#round option[selected]")), 1)
	var err error
	w.org, err = w.Team.Organization(ctx, "acme")
	w.must(err)
	w.as(t, "kit@acme.example").get(models.DashboardPath).want(200).lacks("Your first interview")

	newWorld(t).as(t, "admin").get(models.DashboardPath).want(200, "Everything was sent").lacks("Your first interview")
}
