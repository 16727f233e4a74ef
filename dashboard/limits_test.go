package dashboard

import (
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// TestLimitsOfAPerson: an interviewer sets how much they interview at most, and an admin for them; a recruiter reads it
// (P5, D14).
func TestLimitsOfAPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec("update people set origin = 'dashboard'")
	path := site.Href(site.HoursPath, "person", w.person(jonas))
	own, admin := w.as(t, jonas), w.as(t, "admin")
	fields := own.get(path).want(200, "Wherever times are offered").fields("#limits")
	own.post(site.HoursPath+"/limits", having(fields, "limit_day", "51")...).
		want(400, "Interviews a day", "expected a whole number from 0 to 50")
	saved := own.post(site.HoursPath+"/limits", having(fields, "limit_day", "2", "limit_before", "15")...)
	page := own.follow(saved).want(200, "The limits are saved.",
		"limits from none to at most 2 a day, 15 minutes before")
	equal(t, "the field", typedIn(page.fields("#limits"), "limit_day"), "2")
	admin.post(site.HoursPath+"/limits", fields...).want(409, "were changed meanwhile")
	admin.get(site.AvailabilityPath).want(200, "at most 2 a day, 15 minutes before")
	admin.follow(admin.post(site.HoursPath+"/limits", having(admin.get(path).fields("#limits"), "limit_day", "")...)).
		want(200, "to 15 minutes before")

	read := w.as(t, "recruiter").get(path).want(200, "15 minutes before")
	equal(t, "forms of limits for a recruiter", len(read.all("#limits")), 0)
	w.as(t, "recruiter").post(site.HoursPath+"/limits", fields...).want(403)
	w.exec("update people set origin = 'file'")
	own.post(site.HoursPath+"/limits", page.fields("#limits")...).want(409, "kept in the organization file")
}

// TestLimitsOfTheOrganization: an admin sets them, and they stand on the pages of people's hours (P5, D23).
func TestLimitsOfTheOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	const path = site.OrganizationPath + "/limits"
	if !has(admin.get(site.OrganizationPath).one("form#limits fieldset"), "disabled") {
		t.Error("limits that the file keeps can be filled in")
	}
	w.exec("update organizations set origin = 'dashboard' where id = ?", w.org.ID)
	fields := admin.get(site.OrganizationPath).fields("#limits")
	equal(t, "no-shows count", typedIn(fields, "no_shows_count"), "on")
	admin.post(path, having(fields, "limit_row", "x")...).want(400, "Interviews in a row")
	admin.follow(admin.post(path, having(lacking(fields, "no_shows_count"), "limit_row", "3", "limit_week", "40")...)).
		want(200, "The limits are saved.")
	o, err := w.Team.OrganizationOf(ctx, w.org.ID)
	w.must(err)
	equal(t, "the limits", o.Limits, models.OrganizationLimits{NoShowsFree: true,
		InterviewLimits: models.InterviewLimits{Week: 40, Row: 3}})
	stale := admin.post(path, having(fields, "limit_row", "4")...).
		want(409, "What somebody else saved meanwhile", "at most 40 a week, at most 3 in a row")
	equal(t, "what was typed", typedIn(stale.fields("#limits"), "limit_row"), "4")
	admin.get(site.HoursPath).want(200, "Of everybody: at most 3 in a row.")
}

// TestOverALimit: an interview that was booked past a limit says so on its page and in lists, until it is over (P5).
func TestOverALimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	id := w.bookedFor("pat@example.com").ID
	mei.get("/dashboard/interviews").lacks("over a limit")
	w.exec(`update interviews set over_limits = '[{"limit":"day","most":1,"has":1,"start":"2031-03-05T09:00:00Z",
		"zone":"UTC"}]' where id = ?`, id)
	mei.get("/dashboard/interviews").want(200, "over a limit")
	mei.get("/dashboard/interviews/"+id).want(200, "has 1 interview on Wed 5 Mar, and at most 1 a day.", "so it stands")
	w.exec("update interviews set canceled_at = created_at where id = ?", id)
	mei.get("/dashboard/interviews/" + id).lacks("so it stands")
}
