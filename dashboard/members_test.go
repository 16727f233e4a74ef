package dashboard

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/store/effects"
)

// ownMembers makes the members of the file the dashboard's.
func (w *world) ownMembers() {
	w.t.Helper()
	list, err := w.Team.Members(ctx, w.org.ID)
	w.must(err)
	for _, m := range list {
		if m.Origin == models.OriginFile {
			w.must(w.Team.TakeOver(ctx, models.By{}, w.org.ID, models.SubjectMember, m.Email))
		}
	}
}

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
	page := admin.get(membersPath).want(http.StatusOK)
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
		want(http.StatusConflict, "kept in the organization file")
	admin.post("/dashboard/members/remove", "email", mei).want(http.StatusConflict, "kept in the organization file")
	admin.follow(admin.post("/dashboard/take-over", "subject", "member", "id", mei, "back", membersPath)).
		want(http.StatusOK, "It is kept in the dashboard now.")
	if row := admin.get(membersPath).memberRowOf(mei); !strings.Contains(row, "the dashboard") {
		t.Errorf("the row of %s is %q after it was taken over", mei, row)
	}

	// Somebody is added, changed and removed.
	admin.follow(admin.post("/dashboard/members/add", "email", " New@marlowe.example ", "name", "Nia", "role",
		"recruiter")).want(http.StatusOK, "Nia is a member now. A letter to new@marlowe.example says how to sign in.")
	admin.follow(admin.post("/dashboard/members/change", "email", "new@marlowe.example", "name", "Nia Okafor", "role",
		"admin", "was", "recruiter")).want(http.StatusOK, "Nia Okafor has the role admin now.")
	nia := w.as(t, "new@marlowe.example")
	nia.get(membersPath).want(http.StatusOK)
	admin.follow(admin.post("/dashboard/members/remove", "email", "new@marlowe.example")).
		want(http.StatusOK, "is no member any more").lacks("Nia Okafor")
	nia.get(membersPath).leadsTo(signInPath)
	admin.follow(admin.post("/dashboard/members/add", "email", "visitor@marlowe.example", "name", "", "role",
		"interviewer")).want(http.StatusOK, "visitor@marlowe.example", "member by interviewing")
}

// TestMemberIsToldOnItsPage proves that the page says when no letter goes to a new member.
func TestMemberIsToldOnItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	add := func() *reply {
		return admin.follow(admin.post("/dashboard/members/add", "email", "new@marlowe.example", "name", "Nia", "role",
			"recruiter"))
	}
	for range models.MemberLetters {
		add().want(http.StatusOK, "A letter to new@marlowe.example says how to sign in.")
		admin.post("/dashboard/members/remove", "email", "new@marlowe.example")
	}
	add().want(http.StatusOK, "No letter was sent: tell them to sign in at "+w.site.BaseURL+signInPath+".")
}

// TestMemberLetterRefusedOnItsPage proves that the list says whose letter was refused, and what to do, until they sign
// in.
func TestMemberLetterRefusedOnItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const nia = "nia@marlowe.example"
	admin := w.as(t, "admin")
	wake, err := w.Team.AddMember(ctx, models.By{}, models.Member{OrgID: w.org.ID, Email: nia, Name: "Nia",
		Role:   models.Recruiter,
		Origin: models.OriginDashboard})
	w.must(err)
	settle := func(code string, permanent bool) {
		t.Helper()
		a, err := w.Team.SignInLedger(ctx, models.Ref{OrgID: wake.OrgID, ID: wake.ID})
		w.must(err)
		e := a.Entry(*a.OwedSignIn(a.Told, w.Now()))
		_, _, err = w.Effects.Intend(ctx, e, a.Revision, time.Minute)
		w.must(err)
		e.State, e.Code, e.Permanent = models.EffectFailed, code, permanent
		_, err = w.Effects.Settle(ctx, e, effects.MadeLink{})
		w.must(err)
	}
	says := func(wants ...string) {
		t.Helper()
		row := admin.get(membersPath).want(http.StatusOK).memberRowOf(nia)
		for _, want := range wants {
			if !strings.Contains(row, want) {
				t.Errorf("the row is %q, want %q in it", row, want)
			}
		}
	}
	if row := admin.get(membersPath).memberRowOf(nia); strings.Contains(row, "letter") {
		t.Errorf("before it is tried the row is %q", row)
	}
	settle("smtp_451", false)
	says("No letter has told them", "does not take the letter now", "It is tried again by itself", "tell Nia yourself",
		"They sign in at "+w.site.BaseURL+signInPath+".", "smtp_451")
	settle("smtp_550", true)
	says("does not accept letters to Nia", "remove the member and add them with the right one", "smtp_550")
	for _, email := range []string{mei, jonas} {
		if row := admin.get(membersPath).memberRowOf(email); strings.Contains(row, "letter") {
			t.Errorf("the row of %s is %q", email, row)
		}
	}
	w.as(t, nia)
	path, err := w.Team.SignInLink(ctx, w.org.ID, nia)
	w.must(err)
	_, _, err = w.Team.UseSignIn(ctx, strings.TrimPrefix(path, models.SignInPath), true, "", "")
	w.must(err)
	if row := admin.get(membersPath).memberRowOf(nia); strings.Contains(row, "smtp") {
		t.Errorf("after they signed in the row is %q", row)
	}
}

// What was typed survives a refusal, and the message says what is wrong.
func TestMembersFormRefused(t *testing.T) { // D1
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	before := w.rows()
	for says, fields := range map[string][]string{
		"is a member already, with the role recruiter": {"email", mei, "name", "Mei again", "role", "admin"},
		"is not an email address":                      {"email", "nobody", "name", "Nobody", "role", "admin"},
		"is unknown; the roles are":                    {"email", "x@marlowe.example", "name", "X", "role", "owner"},
		"at most 300 are allowed": {"email", "x@marlowe.example", "name", strings.Repeat("x", 301),
			"role", "admin"},
	} {
		r := admin.post("/dashboard/members/add", fields...)
		if r.Status != http.StatusBadRequest && r.Status != http.StatusConflict {
			t.Errorf("%v: status %d", fields, r.Status)
		}
		if problem := r.text("#problem"); !strings.Contains(problem, says) {
			t.Errorf("%v: the problem is %q, want %q", fields, problem, says)
		}
		if got := attr(r.one("form#add input#email"), "value"); got != fields[1] {
			t.Errorf("the address typed was %q, and the form shows %q", fields[1], got)
		}
		if got := attr(r.one("form#add input#name"), "value"); got != fields[3] {
			t.Errorf("the name typed was %q, and the form shows %q", fields[3], got)
		}
	}
	admin.post("/dashboard/members/change", "email", "nobody@marlowe.example", "role", "admin", "was", "recruiter").
		want(http.StatusNotFound)
	w.unchanged(t, before, "a refused form")
}

// The last admin stays, and of two tabs the second is told what the first did.
func TestMembersAtOnce(t *testing.T) { // D1
	t.Parallel()
	w := newWorld(t)
	w.ownMembers()
	admin := w.as(t, "admin")
	page := admin.get(membersPath)
	for email, why := range map[string]string{
		ines:  "Cannot be removed: " + ines + " is the only admin of the organization",
		jonas: "Cannot be removed: " + jonas + " is an interviewer of"} {
		if row := page.memberRowOf(email); !strings.Contains(row, why) || strings.Contains(row, "Remove") {
			t.Errorf("the row of %s has a button that would be refused, or no reason (D2): %q", email, row)
		}
	}
	for _, row := range page.all("table tbody tr") {
		want := len(models.MemberRoles)
		if strings.Contains(content(row), ines) {
			want = 1 // another role would be refused
		}
		offered := 0
		for d := range row.Descendants() {
			if matches(d, "option") {
				offered++
			}
		}
		if offered != want {
			t.Errorf("%d roles are offered, want %d: %s", offered, want, content(row))
		}
	}
	admin.post("/dashboard/members/remove", "email", ines).
		want(http.StatusConflict, "is the only admin of the organization; make somebody else an admin first")
	admin.post("/dashboard/members/change", "email", ines, "role", "recruiter", "was", "admin").
		want(http.StatusConflict, "is the only admin")
	admin.post("/dashboard/members/change", "email", mei, "name", "Mei", "role", "admin", "was", "recruiter").
		want(http.StatusSeeOther)
	admin.post("/dashboard/members/change", "email", mei, "name", "Mei", "role", "interviewer", "was", "recruiter").
		want(http.StatusConflict, "has the role admin by now; nothing was changed")
	// Somebody who lowers themselves does not see the list any more.
	admin.follow(admin.post("/dashboard/members/change", "email", ines, "role", "recruiter", "was", "admin")).
		want(http.StatusOK, "You are an admin no longer.")
	admin.get(membersPath).want(http.StatusForbidden)
}

func TestMembersAreForAdmins(t *testing.T) { // D2
	t.Parallel()
	w := newWorld(t)
	for _, who := range []string{"recruiter", "interviewer"} {
		b := w.as(t, who)
		before := w.rows()
		b.get(membersPath).want(http.StatusForbidden)
		b.post("/dashboard/members/add", "email", "x@x.example", "role", "admin").want(http.StatusForbidden)
		b.post("/dashboard/members/change", "email", jonas, "role", "admin", "was", "interviewer").
			want(http.StatusForbidden)
		b.post("/dashboard/members/remove", "email", ines).want(http.StatusForbidden)
		b.post("/dashboard/take-over", "subject", "member", "id", mei).want(http.StatusForbidden)
		b.post("/dashboard/take-over", "subject", "organization", "id", w.org.ID).want(http.StatusForbidden)
		b.get(organizationPath).want(http.StatusForbidden)
		w.unchanged(t, before, who)
	}
}

// TestMembersQueries: the page asks the database as often for two hundred members as for five.
func TestMembersQueries(t *testing.T) { // D1
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	few := w.counted(func() { admin.get(membersPath).want(http.StatusOK) })
	w.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
		insert into members (org_id, email, name, role, origin, created_at, updated_at)
		select '` + w.org.ID + `', 'm' || i || '@marlowe.example', 'M', 'recruiter', 'dashboard', 0, 0 from n`)
	many := w.counted(func() {
		if n := len(admin.get(membersPath).want(http.StatusOK).all("table tbody tr")); n < 200 {
			t.Errorf("the page has %d members", n)
		}
	})
	if few != many || few > 5 {
		t.Errorf("%d statements for five members, %d for two hundred", few, many)
	}
}

func TestTakeOverPage(t *testing.T) { // D24
	t.Parallel()
	w := newWorld(t)
	w.exec("update postings set origin = 'file'; update people set origin = 'file'")
	admin, recruiter, interviewer := w.as(t, "admin"), w.as(t, "recruiter"), w.as(t, "interviewer")
	recruiter.post("/dashboard/take-over", "subject", "posting", "id", w.posting("turbine-software"), "back",
		"https://evil.example/").leadsTo(models.DashboardPath)
	interviewer.post("/dashboard/take-over", "subject", "person", "id", priya).want(http.StatusForbidden)
	interviewer.post("/dashboard/take-over", "subject", "person", "id", jonas).leadsTo(models.DashboardPath)
	admin.post("/dashboard/take-over", "subject", "key", "id", "key_1").want(http.StatusBadRequest)
	admin.post("/dashboard/take-over", "subject", "posting", "id", "post_none").want(http.StatusNotFound)
	admin.post("/dashboard/take-over", "subject", "organization", "id", "org_none").want(http.StatusNotFound)
	posting, err := w.Pipelines.Pipeline(ctx, w.org.ID, w.posting("turbine-software"))
	w.must(err)
	if posting.Posting.Origin != models.OriginDashboard {
		t.Errorf("the posting's origin is %q", posting.Posting.Origin)
	}
}
