package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
)

// memberRowOf returns the text of a member's row in the list.
func (r *reply) memberRowOf(email string) string {
	r.t.Helper()
	for row := range strings.SplitSeq(r.text("table tbody tr"), "\n") {
		if strings.Contains(row, email) {
			return row
		}
	}
	r.t.Fatalf("%s: no row of %s on the page\n%s", r.about, email, r.text("main"))
	return ""
}

func TestMembersPage(t *testing.T) { // D1, D24
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	page := admin.get(site.MembersPath).want(200)
	for email, wants := range map[string][]string{
		ines:  {"you", "admin", "the organization file", "Take over"},
		mei:   {"recruiter", "the organization file", "Take over"},
		jonas: {"interviewer", "member by interviewing", "Change"},
	} {
		for _, want := range wants {
			if row := page.memberRowOf(email); !strings.Contains(row, want) {
				t.Errorf("the row of %s is %q, want %q in it", email, row, want)
			}
		}
	}
	// What the file keeps is read-only, whatever a form says, and can be taken over.
	admin.post("/dashboard/members/change", "email", mei, "name", "M", "role", "admin", "was", "recruiter").
		want(409, "kept in the organization file")
	admin.post("/dashboard/members/remove", "email", mei).want(409, "kept in the organization file")
	admin.follow(admin.post("/dashboard/take-over", "subject", "member", "id", mei, "back", site.MembersPath)).
		want(200, "It is kept in the dashboard now.")
	if row := admin.get(site.MembersPath).memberRowOf(mei); !strings.Contains(row, "the dashboard") {
		t.Errorf("the row of %s is %q after it was taken over", mei, row)
	}

	// Somebody is added, changed and removed.
	admin.follow(admin.post("/dashboard/members/add", "email", " New@marlowe.example ", "name", "Nia", "role",
		"recruiter")).want(200, "Nia is a member now. A letter to new@marlowe.example says how to sign in.")
	admin.follow(admin.post("/dashboard/members/change", "email", "new@marlowe.example", "name", "Nia Okafor", "role",
		"admin", "was", "recruiter")).want(200, "Nia Okafor has the role admin now.")
	nia := w.as(t, "new@marlowe.example")
	nia.get(site.MembersPath).want(200)
	admin.follow(admin.post("/dashboard/members/remove", "email", "new@marlowe.example")).
		want(200, "is no member any more").lacks("Nia Okafor")
	nia.get(site.MembersPath).leadsTo(site.SignInPath)
}

// TestMemberLetterRefusedOnItsPage proves that the list says whose letter was refused, and what to do.
func TestMemberLetterRefusedOnItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const nia = "nia@marlowe.example"
	admin := w.as(t, "admin")
	wake, err := w.Team.AddMember(ctx, act.By{}, models.Member{OrgID: w.org.ID, Email: nia, Name: "Nia",
		Role:   models.Recruiter,
		Origin: models.OriginDashboard})
	w.must(err)
	settle := func(code string, permanent bool) {
		t.Helper()
		a, err := w.Team.SignInLedger(ctx, models.Ref{OrgID: wake.OrgID, ID: wake.ID})
		w.must(err)
		e := a.Entry(*a.OwedSignIn(a.Told, w.Now()))
		w.intended(e, a.Revision)
		w.settled(e, effect.Failed, code, permanent)
	}
	says := func(wants ...string) {
		t.Helper()
		row := admin.get(site.MembersPath).want(200).memberRowOf(nia)
		for _, want := range wants {
			if !strings.Contains(row, want) {
				t.Errorf("the row is %q, want %q in it", row, want)
			}
		}
	}
	settle("smtp_451", false)
	says("No letter has told them", "does not take the letter now", "It is tried again by itself", "tell Nia yourself",
		"They sign in at "+w.site.BaseURL+site.SignInPath+".", "smtp_451")
	settle("smtp_550", true)
	says("does not accept letters to Nia", "remove the member and add them with the right one", "smtp_550")
}

// The last admin stays, and of two tabs the second is told what the first did.
func TestMembersAtOnce(t *testing.T) { // D1
	t.Parallel()
	w := newWorld(t)
	w.exec("update members set origin = 'dashboard'")
	admin := w.as(t, "admin")
	page := admin.get(site.MembersPath)
	for email, why := range map[string]string{
		ines:  "Cannot be removed: " + ines + " is the only admin of the organization",
		jonas: "Cannot be removed: " + jonas + " is an interviewer of"} {
		if row := page.memberRowOf(email); !strings.Contains(row, why) || strings.Contains(row, "Remove") {
			t.Errorf("the row of %s has a button that would be refused, or no reason (D2): %q", email, row)
		}
	}
	admin.post("/dashboard/members/remove", "email", ines).
		want(409, "is the only admin of the organization; make somebody else an admin first")
	admin.post("/dashboard/members/change", "email", mei, "name", "Mei", "role", "admin", "was", "recruiter").want(303)
	admin.post("/dashboard/members/change", "email", mei, "name", "Mei", "role", "interviewer", "was", "recruiter").
		want(409, "has the role admin by now; nothing was changed")
	// Somebody who lowers themselves does not see the list any more.
	admin.follow(admin.post("/dashboard/members/change", "email", ines, "role", "recruiter", "was", "admin")).
		want(200, "You are an admin no longer.")
	admin.get(site.MembersPath).want(403)
}

func TestTakeOverPage(t *testing.T) { // D24
	t.Parallel()
	w := newWorld(t)
	w.exec("update postings set origin = 'file'; update people set origin = 'file'")
	admin, recruiter, interviewer := w.as(t, "admin"), w.as(t, "recruiter"), w.as(t, "interviewer")
	recruiter.post("/dashboard/take-over", "subject", "posting", "id", w.turbine(), "back",
		"https://evil.example/").leadsTo(models.DashboardPath)
	interviewer.post("/dashboard/take-over", "subject", "person", "id", priya).want(403)
	for _, b := range []*browser{recruiter, interviewer} { // D2
		b.post("/dashboard/take-over", "subject", "member", "id", mei).want(403)
		b.post("/dashboard/take-over", "subject", "organization", "id", w.org.ID).want(403)
	}
	interviewer.post("/dashboard/take-over", "subject", "person", "id", jonas).leadsTo(models.DashboardPath)
	admin.post("/dashboard/take-over", "subject", "key", "id", "key_1").want(400)
	admin.post("/dashboard/take-over", "subject", "posting", "id", "post_none").want(404)
	admin.post("/dashboard/take-over", "subject", "organization", "id", "org_none").want(404)
	posting, err := w.Pipelines.Pipeline(ctx, w.org.ID, w.turbine())
	w.must(err)
	equal(t, "the posting's origin", posting.Posting.Origin, models.OriginDashboard)
}
