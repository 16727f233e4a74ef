package dashboard

import (
	"fmt"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
)

func TestAssessmentIsCreatedOnItsPage(t *testing.T) { // D18
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	empty := mei.get("/dashboard/assessments/new").want(200, "Take-home", "Live interview", "Work trial").
		fields("main form.card")
	filled := having(empty, "title", "Sketch", "mode", "sync", "limit", "90",
		"instructions", "# Draw\r\n\r\n**Something** <script>alert(1)</script>")
	before := w.rows()
	mei.post("/dashboard/assessments/new", having(filled, "limit", "4")...).want(400, "The length", "from 5 to 480")
	mei.post("/dashboard/assessments/new", lacking(filled, "mode")...).want(400, "delivery mode")
	shown := mei.post("/dashboard/assessments/new", append(filled, "do", "preview")...).
		want(200, "What candidates see").lacks("Time limit 1 hour")
	if got := shown.text("div.instructions h3") + "|" + shown.text("div.instructions strong"); got != "Draw|Something" {
		t.Errorf("the preview shows %q of the instructions", got)
	}
	equal(t, "scripts in the preview", len(shown.all("div.instructions script")), 0)
	w.unchanged(t, before, "what is refused or only looked at")

	again := shown.fields("main form.card")
	made := mei.post("/dashboard/assessments/new", append(again, "do", "save")...)
	page := mei.follow(made).want(200, "The assessment is created.", "ready", "live interview", "Sketch",
		"No posting uses it")
	mei.post("/dashboard/assessments/new", append(again, "do", "save")...).leadsTo(made.Header.Get("Location"))
	mei.post("/dashboard/assessments/new", append(having(again, "title", "Other"), "do", "save")...).
		want(409, "save once more to make another one")
	equal(t, "assessments made", len(mei.get("/dashboard/assessments?q=sketch").all("table tbody tr")), 1)
	remove := made.Header.Get("Location") + "/remove"
	mei.post(remove, page.fields("main form[action="+remove+"]")...).leadsTo("/dashboard/assessments")
}

func TestAssessmentIsSavedInTwoTabs(t *testing.T) { // D18
	t.Parallel()
	w := newWorld(t)
	path := "/dashboard/assessments/" + w.applied.Assessments["telemetry"]
	ines, mei := w.as(t, "admin"), w.as(t, "recruiter")
	mei.get(path).want(200, "Turbine Software Engineer", "Take-home", "3 hours", "cannot be deleted",
		"fills short gaps")
	first := ines.get(path+"/edit").want(200, "so this stays as it is").fields("main form.card")
	second := mei.get(path + "/edit").fields("main form.card")
	ines.post(path+"/edit", append(having(lacking(first, "ready"), "limit", "240"), "do", "save")...).leadsTo(path)
	mei.get(path).want(200, "4 hours", "not ready")
	before := w.rows()
	looked := mei.post(path+"/edit", append(having(second, "title", "Telemetry"), "do", "preview")...).
		want(200, "What candidates see").fields("main form.card")
	stale := mei.post(path+"/edit", append(looked, "do", "save")...).
		want(409, "Somebody saved this meanwhile", "not ready", "240", "Telemetry")
	mei.post(path+"/edit", append(having(stale.fields("main form.card"), "mode", "sync"), "do", "save")...).
		want(409, "so it stays async")
	w.unchanged(t, before, "what is refused or only looked at")
	mei.post(path+"/edit", append(stale.fields("main form.card"), "do", "save")...).leadsTo(path)
	mei.get(path).want(200, "3 hours", "Telemetry", "ready for invitations", "by Mei Okafor, Mon 3 Mar 2031, 13:00 CET")
	mei.post(path+"/remove", "version", "1").want(409, "cannot be deleted")
	w.as(t, "interviewer").get(path).want(403)
}

func TestAssessmentListOnItsPage(t *testing.T) { // D18
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	mei.get("/dashboard/assessments").want(200, "Go quiz", "30 minutes")
	mei.get("/dashboard/assessments?mode=trial").want(200, "Paid day at the test harbour").lacks("Go quiz")
	for n := range 50 + 1 {
		w.must1(w.Pipelines.CreateAssessment(ctx, act.By{}, w.org.ID, fmt.Sprintf("asm_%032x", n),
			pipeline.AssessmentEdit{Title: "Same title", DeliveryMode: models.DeliveryAsync}))
	}
	next := mei.get(attr(mei.get("/dashboard/assessments").one("a[rel=next]"), "href")).want(200)
	equal(t, "assessments on the second page", len(next.all("table tbody tr")), 8)
	mei.get("/dashboard/assessments?q=nothing").want(200, "No assessment fits.")
	w.as(t, "other").get("/dashboard/assessments").want(200, "There are no assessments yet.")
}
