package dashboard

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"litmus/models"
)

// TestAbsence proves that a painted interviewer who is away is offered nowhere and keeps what is painted, and that the
// form names the interviews that fall on it and leads to handing them over.
func TestAbsence(t *testing.T) { // D14, D15, ADR absences-need-no-person
	t.Parallel()
	w := newWorld(t)
	book := func(email string) models.Interview {
		b, err := w.Bookings.Book(ctx, models.By{}, w.org, models.BookingOrder{PostingID: w.posting("turbine-software"),
			RoundID:        w.round("turbine-software", "default", "design"),
			CandidateEmail: email, InterviewerEmail: jonas, Start: time.Date(2031, 3, 6, 9, 0, 0, 0, time.UTC)})
		w.must(err)
		return b.Interview
	}
	i := book("kim@candidate.example")
	const why = "/dashboard/postings/%/why?at=2031-03-05T09:00:00Z"
	asked := strings.Replace(why, "%", w.posting("turbine-software"), 1)
	painted := len(w.slotsOf("turbine-software", jonas))

	me := w.as(t, "interviewer")
	me.get("/dashboard/hours").want(http.StatusOK, "No absence is entered.").lacks("Interviews on days off")
	for wrong, fields := range map[string][]string{
		"is before":        {"from", "2031-03-06", "to", "2031-03-05"},
		"is not a date":    {"from", "tomorrow"},
		"is over already":  {"from", "2031-03-01", "to", "2031-03-02"},
		"at most 500 are ": {"from", "2031-03-05", "why", strings.Repeat("x", 501)},
	} {
		r := me.post("/dashboard/absences", fields...).want(http.StatusBadRequest, wrong)
		if len(r.all("form#absent [aria-invalid=true]")) != 1 && wrong != "is over already" {
			t.Errorf("no field is marked, want one that %s", wrong)
		}
		if got := attr(r.one("#from"), "value"); got != fields[1] {
			t.Errorf("what was typed became %q, want %q", got, fields[1])
		}
	}
	entered := me.follow(me.post("/dashboard/absences", "from", "2031-03-05", "to", "2031-03-06", "why", "Skiing in Davos"))
	entered.want(http.StatusOK, "Entered as away: Wed 5 Mar 2031 – Thu 6 Mar 2031.", "Skiing in Davos",
		"Interviews on days off", "Ask for a replacement")
	if !leadsTo(entered, interviewPath(i.ID, "replacement")) {
		t.Error("it does not lead to asking for a replacement")
	}
	if now := len(w.slotsOf("turbine-software", jonas)); now != painted {
		t.Errorf("%d starts are painted, %d were", now, painted)
	}
	me.get(w.weekPath("turbine-software", jonas)).want(http.StatusOK,
		"Jonas Brandt is away from Wed 5 Mar 00:00 to Fri 7 Mar 00:00 CET", "is not offered")
	if got := len(me.get(w.weekPath("turbine-software", jonas)).starts("was")); got != 7 {
		t.Errorf("the form shows %d painted starts of the week, want the 7 that are not booked", got)
	}

	recruiter := w.as(t, "recruiter")
	recruiter.get(asked).want(http.StatusOK, "is away from Wed 5 Mar 00:00 to Fri 7 Mar 00:00 CET")
	theirs := href("/dashboard/hours", "person", w.Availability.PersonID(w.org.ID, jonas))
	seen := recruiter.get(theirs).want(http.StatusOK, "Interviews on days off", "Change the interviewer", "Move",
		"Wed 5 Mar 2031 – Thu 6 Mar 2031").lacks("Skiing")
	if !leadsTo(seen, interviewPath(i.ID, "reassign")) || !leadsTo(seen, interviewPath(i.ID, "move")) {
		t.Error("it does not lead to handing the interview over, or to moving it")
	}
	if len(seen.all("form#absent")) > 0 {
		t.Error("a recruiter is shown a form for the absences of a member")
	}
	before := w.rows()
	for _, path := range []string{"/dashboard/absences", "/dashboard/absences/remove"} {
		recruiter.post(path, "person", w.Availability.PersonID(w.org.ID, jonas), "from", "2031-03-05", "to", "2031-03-06").
			want(http.StatusForbidden, "only if they are their own or of somebody who is no member")
	}
	w.unchanged(t, before, "a recruiter")

	admin := w.as(t, "admin")
	admin.get(theirs).want(http.StatusOK, "Skiing in Davos")
	admin.follow(admin.post("/dashboard/absences/remove", "person", w.Availability.PersonID(w.org.ID, jonas), "from", "2031-03-05",
		"to", "2031-03-06")).want(http.StatusOK, "The absence is taken back", "No absence is entered.").
		lacks("Interviews on days off")
	recruiter.get(asked).lacks("is away from")
	if strings.Contains(w.log.String(), "Skiing") {
		t.Error("the log says why")
	}
}

// TestAbsenceOfNoMember proves that recruiters enter absences of somebody who is only painted for, and who is no member
// by it.
func TestAbsenceOfNoMember(t *testing.T) { // D2
	t.Parallel()
	w := newWorld(t)
	const kit = "kit@elsewhere.example"
	_, err := w.Availability.AddSlots(ctx, models.By{}, w.org.ID, w.posting("turbine-software"), []models.SlotWrite{
		{InterviewerEmail: kit, StartAt: noon.AddDate(0, 0, 1)}})
	w.must(err)
	recruiter := w.as(t, "recruiter")
	path := href("/dashboard/hours", "person", w.Availability.PersonID(w.org.ID, kit))
	form := recruiter.get(path).want(http.StatusOK, "No absence is entered.").fields("form#absent")
	recruiter.follow(recruiter.post("/dashboard/absences", append(butField(butField(form, "from", ""), "why", ""), "from",
		"2031-03-03", "why", "a course")...)).want(http.StatusOK, "Entered as away: Mon 3 Mar 2031.", "a course")
	recruiter.get(availabilityPath).want(http.StatusOK, "away until Tue 4 Mar 2031, 00:00 CET")
	if _, err := w.Team.Member(ctx, w.org.ID, kit); models.KindOf(err) != models.NotFound {
		t.Errorf("kit is a member: %v", err)
	}
	recruiter.follow(recruiter.post("/dashboard/absences/remove", "person", w.Availability.PersonID(w.org.ID, kit), "from",
		"2031-03-03")).want(http.StatusOK, "The absence is taken back: Mon 3 Mar 2031.")

	// Hours of their own would make them a member.
	admin := w.as(t, "admin")
	if admin.get(path).want(http.StatusOK).all("form#hours") != nil {
		t.Error("there is a form for hours that would make somebody a member")
	}
	admin.post("/dashboard/dates", "person", w.Availability.PersonID(w.org.ID, kit), "first", "2031-03-03").
		want(http.StatusForbidden, "is no member")
}

// leadsTo reports whether a link of the page leads to the address.
func leadsTo(r *reply, path string) bool {
	return slices.ContainsFunc(r.all("a"), func(a *html.Node) bool { return attr(a, "href") == path })
}

// TestHoursOfWhoHasNone proves that an admin reaches the hours of a colleague who has none yet, from the overview and
// from the list of members.
func TestHoursOfWhoHasNone(t *testing.T) { // D14, D1
	t.Parallel()
	w := newWorld(t)
	_, err := w.Team.AddMember(ctx, models.By{}, models.Member{OrgID: w.org.ID, Email: "new@marlowe.example",
		Role: models.Recruiter})
	w.must(err)
	admin := w.as(t, "admin")
	for page, email := range map[string]string{availabilityPath: jonas, membersPath: "new@marlowe.example"} {
		path := href("/dashboard/hours", "person", w.Availability.PersonID(w.org.ID, email))
		if !leadsTo(admin.get(page).want(http.StatusOK), path) {
			t.Errorf("%s does not lead to the hours of %s", page, email)
		}
		if r := admin.get(path).want(http.StatusOK, "No working hours are saved."); len(r.all("form#hours")) != 1 {
			t.Errorf("there is no form for the hours of %s", email)
		}
	}
}
