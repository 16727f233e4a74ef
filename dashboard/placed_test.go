package dashboard

import (
	"crypto/rand"
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/store/pipelines"
)

// TestNotesArePlaced proves D17: after a track or a step was moved, what was done is said where the page is looked at,
// in what was moved, and once; a note about the whole page stays above it.
func TestNotesArePlaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin, path := w.as(t, "admin"), site.PostingPath(w.turbine(), "")
	page := admin.get(path).want(200)
	var action string
	for _, form := range page.all("li.step form.move") {
		for _, b := range page.all("button[name=to]") {
			if action == "" && b.Parent == form {
				action = attr(form, "action")
				moved := admin.follow(admin.post(action, append(fieldsOf(form), "to", attr(b, "value"))...))
				note := moved.want(200, "moved").one("#note")
				if li := note.Parent; li.Data != "li" || !strings.Contains(action, attr(li, "id")) {
					t.Errorf("the note of %s stands in <%s id=%s>", action, li.Data, attr(li, "id"))
				}
			}
		}
	}
	if action == "" {
		t.Fatal("no step can be moved")
	}
	closed := admin.follow(admin.post(path+"/state", "state", "closed")).want(200, "The posting is closed")
	equal(t, "where a note about the posting stands", closed.one("#note").Parent.Data, "main")
}

// TestWrongFields proves that a form that is refused names its wrong field: the field says that it is invalid and why,
// has the focus, and the problem above leads to it. It is one mechanism for all forms of the dashboard.
func TestWrongFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	posting, assessment := w.turbine(), w.applied.Assessments["conversation"]
	jonasID := w.person(jonas)
	round := w.design()
	i := w.bookedFor(cleo)
	form, err := models.NewFormID(rand.Reader)
	w.must(err)
	person, err := w.Availability.Person(ctx, w.org.ID, jonas)
	w.must(err)
	shown := person.HoursVersion()
	for _, c := range []struct {
		path, control string
		fields        []string
	}{
		{site.PostingPath(posting, "/interviewers"), "email", []string{"email", "nobody", "link", ""}},
		{site.PostingPath(posting, "/interviewers"), "link", []string{"email", "x@marlowe.example", "link", "meet"}},
		{site.PostingPath(posting, "/interviewers/link"), "link-of-" + jonas, []string{"email", jonas, "link", "meet.example"}},
		{site.PostingPath(posting, "/edit"), "title", []string{"kind", "role", "title", "", "version", "1"}},
		{site.PostingPath(posting, "/tracks/new"), "name", []string{"id", pipelines.NewTrackID(), "name", "", "version", "1"}},
		{site.PostingPath(posting, "/steps/new"), "minutes", []string{"id", pipelines.NewRoundID(), "type", "assessment", "title", "x",
			"assessment", assessment, "minutes", "9999", "version", "1"}},
		{site.AssessmentsPath + "/new", "title", []string{"id", pipelines.NewAssessmentID(), "title", "", "mode", "async"}},
		{site.AssessmentsPath + "/new", "limit", []string{"id", pipelines.NewAssessmentID(), "title", "x", "mode", "async", "limit", "soon"}},
		{site.AssessmentPath(assessment, "/rubric"), "scale", []string{"text", "", "scale", "good", "version", "0"}},
		{site.OrganizationPath, "name", []string{"name", "", "time_zone", "UTC"}},
		{site.OrganizationPath, "invite_days", []string{"name", "Marlowe", "time_zone", "UTC", "invite_days", "many"}},
		{"/dashboard/organization/brand", "accent", []string{"accent", "green"}},
		{"/dashboard/members/add", "email", []string{"email", "nobody", "name", "", "role", "recruiter"}},
		{"/dashboard/keys", "name", []string{"form", form, "name", "", "access", "full"}},
		{"/dashboard/hours", "monday_0_from", []string{"person", jonasID, "shown", shown, "zone", "UTC", "on_1", "yes",
			"monday_0_from", "nine to five"}},
		{"/dashboard/hours", "friday_1_to", []string{"person", jonasID, "shown", shown, "zone", "UTC", "on_5", "yes",
			"friday_0_from", "9", "friday_0_to", "12", "friday_1_from", "1pm", "friday_1_to", "25"}},
		{"/dashboard/hours", "zone", []string{"person", jonasID, "shown", shown, "zone", "Mars"}},
		{"/dashboard/dates", "first", []string{"person", jonasID, "first", "soon", "hours", ""}},
		{"/dashboard/calendar", "url", []string{"provider", "ics", "url", "calendar", "act", "try"}},
		{site.InvitePath, "email", []string{"to", posting + "/" + assessment, "name", "Ida", "email", "ida"}},
		{site.BookPath, "round", []string{"email", "ida@x.example"}},
		{site.BookPath, "date", []string{"round", round, "email", "ida@x.example", "date", "soon", "clock", "10:00"}},
		{site.BookPath, "clock", []string{"round", round, "email", "ida@x.example", "date", "2031-03-05", "clock", "ten"}},
		{site.BookPath, "link", []string{"round", round, "email", "ida@x.example", "date", "2031-03-05", "clock", "10:00",
			"link", "meet"}},
		{site.BookPath, "interviewer", []string{"round", round, "email", "ida@x.example", "date", "2031-03-05", "clock",
			"10:00", "interviewer", "jonas"}},
		{site.BookPath, "runs", []string{"round", round, "email", "ida@x.example", "external", "yes", "link",
			"https://meet.example/x"}},
		{site.InterviewPath(i.ID, "reassign"), "other", []string{"person", "other", "other", "nobody", "revision", "1"}},
		{"/dashboard/zone", "zone", []string{"zone", "Mars"}},
	} {
		t.Run(c.path+" "+c.control, func(t *testing.T) {
			b := *admin
			b.t = t
			r := b.post(c.path, c.fields...).want(400)
			problem := content(r.one("#problem"))
			wrong := r.all("main [aria-invalid]")
			if len(wrong) != 1 || attr(wrong[0], "id") != c.control || attr(wrong[0], "aria-invalid") != "true" ||
				!has(wrong[0], "autofocus") {
				t.Fatalf("%d fields are wrong, the page says: %s", len(wrong), problem)
			}
			described := strings.Fields(attr(wrong[0], "aria-describedby"))
			if len(described) == 0 || described[0] != "wrong" || content(r.one("#wrong")) != problem {
				t.Errorf("the field is described by %q, which says %q; the page says: %s", described,
					content(r.one("#wrong")), problem)
			}
			equal(t, "where the problem leads", attr(r.one("#problem a"), "href"), "#"+c.control)
		})
	}
}
