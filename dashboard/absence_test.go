package dashboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// TestAbsence proves that a painted interviewer who is away is offered nowhere and keeps what is painted, and that the
// form names the interviews that fall on it and leads to handing them over.
func TestAbsence(t *testing.T) { // D14, D15, ADR absences-need-no-person
	t.Parallel()
	w := newWorld(t)
	i := w.booked("kim@candidate.example", jonas, time.Date(2031, 3, 6, 9, 0, 0, 0, time.UTC))
	asked := site.PostingPath(w.turbine(), "/why") + "?at=2031-03-05T09:00:00Z"
	painted := len(w.slotsOf("turbine-software", jonas))

	me := w.as(t, "interviewer")
	me.get("/dashboard/hours").want(200, "No absence is entered.").lacks("Interviews on days off")
	wrong := me.post("/dashboard/absences", "from", "2031-03-06", "to", "2031-03-05").want(400, "is before")
	equal(t, "what was typed", attr(wrong.one("#from"), "value"), "2031-03-06")
	equal(t, "fields that are marked", len(wrong.all("form#absent [aria-invalid=true]")), 1)
	entered := me.follow(me.post("/dashboard/absences", "from", "2031-03-05", "to", "2031-03-06", "why", "Skiing in Davos"))
	entered.want(200, "Entered as away: Wed 5 Mar 2031 – Thu 6 Mar 2031.", "Skiing in Davos",
		"Interviews on days off", "Ask for a replacement")
	if !leadsTo(entered, site.InterviewPath(i.ID, "replacement")) {
		t.Error("it does not lead to asking for a replacement")
	}
	equal(t, "painted starts while away", len(w.slotsOf("turbine-software", jonas)), painted)
	me.get(w.weekPath("turbine-software", jonas)).want(200,
		"Jonas Brandt is away from Wed 5 Mar 00:00 to Fri 7 Mar 00:00 CET", "is not offered")
	equal(t, "painted starts that the form shows, without the booked one",
		len(me.get(w.weekPath("turbine-software", jonas)).starts("was")), 7)

	recruiter := w.as(t, "recruiter")
	recruiter.get(asked).want(200, "is away from Wed 5 Mar 00:00 to Fri 7 Mar 00:00 CET")
	theirs := site.Href("/dashboard/hours", "person", w.person(jonas))
	seen := recruiter.get(theirs).want(200, "Interviews on days off", "Change the interviewer", "Move",
		"Wed 5 Mar 2031 – Thu 6 Mar 2031").lacks("Skiing")
	if !leadsTo(seen, site.InterviewPath(i.ID, "reassign")) || !leadsTo(seen, site.InterviewPath(i.ID, "move")) {
		t.Error("it does not lead to handing the interview over, or to moving it")
	}
	if len(seen.all("form#absent")) > 0 {
		t.Error("a recruiter is shown a form for the absences of a member")
	}
	for _, path := range []string{"/dashboard/absences", "/dashboard/absences/remove"} {
		recruiter.post(path, "person", w.person(jonas), "from", "2031-03-05", "to", "2031-03-06").
			want(403, "only if they are their own or of somebody who is no member")
	}

	admin := w.as(t, "admin")
	admin.get(theirs).want(200, "Skiing in Davos")
	admin.follow(admin.post("/dashboard/absences/remove", "person", w.person(jonas), "from", "2031-03-05", "to",
		"2031-03-06")).want(200, "The absence is taken back", "No absence is entered.").lacks("Interviews on days off")
	recruiter.get(asked).lacks("is away from")
	if strings.Contains(w.log.String(), "Skiing") {
		t.Error("the log says why")
	}
}

// TestAbsenceFromTheGrid proves that the names of days above the free times lead to the form of an absence: the first
// begins it, a later one ends it, and days that are over and weeks of others enter none.
func TestAbsenceFromTheGrid(t *testing.T) { // D14
	t.Parallel()
	w := newWorld(t)
	me := w.as(t, "interviewer")
	named := func(r *reply, day string) string {
		t.Helper()
		for _, a := range r.all(".week thead a") {
			if strings.HasSuffix(attr(a, "title"), day) {
				return attr(a, "href")
			}
		}
		t.Fatalf("%s leads nowhere", day)
		return ""
	}
	page := me.get("/dashboard/hours?week=2031-03-03").want(200)
	begun := me.get(named(page, "Away on Wednesday 5 March"))
	equal(t, "from", attr(begun.one("form#absent #from"), "value"), "2031-03-05")
	ended := me.get(named(begun, "Away until Friday 7 March"))
	equal(t, "from", attr(ended.one("form#absent #from"), "value"), "2031-03-05")
	equal(t, "to", attr(ended.one("form#absent #to"), "value"), "2031-03-07")
	named(ended, "Away on Saturday 8 March")
	me.follow(me.post("/dashboard/absences", ended.fields("form#absent")...)).
		want(200, "Entered as away: Wed 5 Mar 2031 – Fri 7 Mar 2031.")
	equal(t, "days of a past week that enter an absence",
		len(me.get("/dashboard/hours?week=2031-02-24").all(".week thead a")), 0)
	theirs := site.Href("/dashboard/hours", "person", w.person(jonas))
	equal(t, "days of others that enter an absence", len(w.as(t, "recruiter").get(theirs).all(".week thead a")), 0)
	me.get("/dashboard/hours?away=soon").want(200)
}

// TestAbsenceOfNoMember proves that recruiters enter absences of somebody who is only painted for, and who is no member
// by it.
func TestAbsenceOfNoMember(t *testing.T) { // D2
	t.Parallel()
	w := newWorld(t)
	const kit = "kit@elsewhere.example"
	w.paint(w.turbine(), noon.AddDate(0, 0, 1), kit)
	recruiter := w.as(t, "recruiter")
	path := site.Href("/dashboard/hours", "person", w.person(kit))
	form := recruiter.get(path).want(200, "No absence is entered.").fields("form#absent")
	recruiter.follow(recruiter.post("/dashboard/absences", append(butField(butField(form, "from", ""), "why", ""), "from",
		"2031-03-03", "why", "a course")...)).want(200, "Entered as away: Mon 3 Mar 2031.", "a course")
	recruiter.get(site.AvailabilityPath).want(200, "now Mon 3 Mar", "away Mon 3 Mar")
	if _, err := w.Team.Member(ctx, w.org.ID, kit); models.KindOf(err) != models.NotFound {
		t.Errorf("kit is a member: %v", err)
	}
	recruiter.follow(recruiter.post("/dashboard/absences/remove", "person", w.person(kit), "from",
		"2031-03-03")).want(200, "The absence is taken back: Mon 3 Mar 2031.")
}

// leadsTo reports whether a link of the page leads to the address.
func leadsTo(r *reply, path string) bool {
	return slices.ContainsFunc(r.all("a"), func(a *html.Node) bool { return attr(a, "href") == path })
}
