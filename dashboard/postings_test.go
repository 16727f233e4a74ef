package dashboard

import (
	"fmt"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
)

func TestPostingIsCreatedOnItsPage(t *testing.T) { // D17
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	empty := mei.get("/dashboard/postings/new").want(200).fields("main form.card")
	if typedIn(empty, "kind") != models.KindRole || typedIn(empty, "type") != "Full-time" {
		t.Errorf("the form begins with %v", empty)
	}
	refused := mei.post("/dashboard/postings/new", having(empty, "title", " ", "team", "Data")...)
	refused.want(400, "The title is required.")
	equal(t, "the team that was typed", typedIn(refused.fields("main form.card"), "team"), "Data")
	mei.post("/dashboard/postings/new", having(empty, "title", "x", "id", "post_1")...).want(400, "incomplete")

	filled := having(empty, "title", strings.Repeat("x", 300), "location", "Oslo")
	made := mei.post("/dashboard/postings/new", filled...)
	page := mei.follow(made).want(200, "The posting is created.", "open", "Oslo", "There is no pipeline yet")
	again := mei.post("/dashboard/postings/new", filled...)
	again.leadsTo(made.Header.Get("Location"))
	back := mei.post("/dashboard/postings/new", having(filled, "title", "Another")...).
		want(409, "save once more to make another one")
	second := mei.post("/dashboard/postings/new", back.fields("main form.card")...)
	if to := second.Header.Get("Location"); to == made.Header.Get("Location") || second.Status != 303 {
		t.Errorf("the form that says so leads to %q (%d)", to, second.Status)
	}
	equal(t, "postings made", len(mei.get("/dashboard/postings?q=Oslo").all("table tbody tr")), 2)
	mei.post(made.Header.Get("Location")+"/remove", page.fields("main form[action="+
		made.Header.Get("Location")+"/remove]")...).leadsTo("/dashboard/postings")
}

func TestPostingIsSavedInTwoTabs(t *testing.T) { // D17
	t.Parallel()
	w := newWorld(t)
	path := "/dashboard/postings/" + w.posting("site-operations")
	ines, mei := w.as(t, "admin"), w.as(t, "recruiter")
	first := ines.get(path + "/edit").want(200).fields("main form.card")
	second := mei.get(path + "/edit").fields("main form.card")
	ines.post(path+"/edit", having(first, "title", "Operations Lead")...).leadsTo(path)
	stale := mei.post(path+"/edit", having(second, "title", "Head of Operations", "team", "Sites")...).
		want(409, "Somebody saved this meanwhile", "Operations Lead", "Head of Operations", "Sites")
	typed := stale.fields("main form.card")
	if typedIn(typed, "title") != "Head of Operations" || typedIn(typed, "version") == typedIn(second, "version") {
		t.Errorf("the form has %v, want what was typed and the version that is saved", typed)
	}
	mei.post(path+"/edit", typed...).leadsTo(path)
	mei.post(path+"/edit", typed...).leadsTo(path) // pressed twice
	mei.get(path).want(200, "Head of Operations", "Sites",
		`title from "Operations Lead" to "Head of Operations" by Mei Okafor, Mon 3 Mar 2031, 13:00 CET`)
	mei.post(path+"/edit", having(typed, "version", "")...).want(400, "incomplete")
	w.as(t, "interviewer").get(path+"/edit").want(403, "Interviewers may not edit a posting")
}

func TestPostingStatesOnItsPage(t *testing.T) { // D17
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	path := "/dashboard/postings/" + w.turbine()
	set := func(state, says string) *reply {
		t.Helper()
		return mei.follow(mei.post(path+"/state", "state", state)).want(200, says)
	}
	equal(t, "buttons that delete a posting with candidates", len(mei.get(path).all("main button.danger")), 0)
	set("closed", "The posting is closed").want(200, "Reopen", "Archive")
	set("archived", "left out of the list").lacks("Reopen")
	mei.post(path+"/state", "state", "open").want(409, "restore it before you reopen it")
	mei.get("/dashboard/postings").want(200).lacks("Turbine Software Engineer")
	mei.get("/dashboard/postings?state=archived").want(200, "Turbine Software Engineer")
	mei.get("/dashboard/postings?state=closed").want(200, "Marine Biologist").lacks("Turbine Software Engineer")
	set("closed", "closed")
	set("open", "candidates can be invited")
	mei.post(path+"/remove", "version", "1").want(409, "archive it instead")
}

func TestPostingListOnItsPage(t *testing.T) { // D17
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	row := mei.get("/dashboard/postings?q=turbine").text("table tbody tr")
	if !strings.HasPrefix(row, "Turbine Software Engineer Control Systems , Rotterdam open 4 1 3") {
		t.Errorf("the row says %s", row)
	}
	for n := range 25 {
		w.must1(w.Pipelines.CreatePosting(ctx, act.By{}, w.org.ID, fmt.Sprintf("post_%032x", n),
			pipeline.PostingEdit{Kind: models.KindRole, Title: fmt.Sprintf("Role %02d", n)}, nil))
	}
	first := mei.get("/dashboard/postings").want(200)
	second := mei.get(attr(first.one("a[rel=next]"), "href")).want(200)
	equal(t, "postings on both pages", len(first.all("table tbody th a"))+len(second.all("table tbody th a")), 25+4)
	equal(t, "pages after the second", len(second.all("a[rel=next]")), 0)
	mei.get("/dashboard/postings?q=no+such+posting").want(200, "No posting fits.")
	mei.get("/dashboard/postings?after=yesterday").want(400, "no place in this list")
	w.as(t, "other").get("/dashboard/postings").want(200, "There are no postings yet.", "New posting")
	w.as(t, "interviewer").get("/dashboard/postings").want(403)
}

func TestInterviewersOfPosting(t *testing.T) { // D17
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	path := "/dashboard/postings/" + w.turbine()
	page := mei.get(path).want(200, "Jonas Brandt", "painted slots to come", "their own hours and calendar",
		"https://meet.marlowe.example/jonas")
	equal(t, "people to assign: who is not assigned yet", len(page.all("datalist[id=people] option")), 2)
	slots := ""
	for _, a := range page.all("section table tbody a") {
		if strings.HasSuffix(content(a), "painted slots to come") {
			slots = attr(a, "href")
		}
	}
	mei.get(slots).want(200, "Jonas Brandt")
	const vic, link = "vic@elsewhere.example", "https://meet.elsewhere.example/vic"
	bad := mei.post(path+"/interviewers", "email", vic, "link", "meet me").want(400, "not a web address")
	if typed := bad.fields("main form[action=" + path + "/interviewers]"); typedIn(typed, "email") != vic ||
		typedIn(typed, "link") != "meet me" {
		t.Errorf("what was typed is lost: %v", typed)
	}
	mei.follow(mei.post(path+"/interviewers", "email", " Vic@Elsewhere.example ", "link", link)).
		want(200, vic+" interviews for this posting now", "nothing painted", "Paint a week of "+vic)
	mei.post(path+"/interviewers", "email", vic, "link", link).leadsTo(path + "#interviewers")
	mei.post(path+"/interviewers/link", "email", vic, "was", "", "link", "https://meet.example/other").
		want(409, "was changed meanwhile", "Saved now: "+link)
	mei.follow(mei.post(path+"/interviewers/link", "email", vic, "was", link, "link", "")).
		want(200, "The link is saved")
	mei.follow(mei.post(path+"/interviewers/remove", "email", vic)).want(200, vic+" is not assigned any more")
	mei.post(path+"/interviewers/link", "email", vic, "was", "", "link", link).want(409, "not assigned")
}
