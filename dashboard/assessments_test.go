package dashboard

import (
	"fmt"
	"slices"
	"strings"
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
	mei.post("/dashboard/assessments/new", having(filled, "title", "")...).want(400, "The title is required.")
	mei.post("/dashboard/assessments/new", having(filled, "limit", "soon")...).want(400, `"soon" is not right`)
	mei.post("/dashboard/assessments/new", lacking(filled, "mode")...).want(400, "delivery mode")
	shown := mei.post("/dashboard/assessments/new", append(filled, "do", "preview")...).
		want(200, "What candidates see", "1 hour 30 minutes")
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
	lines := strings.Repeat("Write tests for it.\r\n", 10_000)
	long := mei.post(path+"/edit", having(stale.fields("main form.card"), "instructions", lines, "do", "save")...).
		want(400, "at most 20000 are allowed")
	equal(t, "lines left", strings.Count(typedIn(long.fields("main form.card"), "instructions"), "Write tests"), 10_000)
	w.unchanged(t, before, "what is refused or only looked at")
	mei.post(path+"/edit", append(stale.fields("main form.card"), "do", "save")...).leadsTo(path)
	mei.get(path).want(200, "3 hours", "Telemetry", "ready for invitations", "by Mei Okafor, Mon 3 Mar 2031, 13:00 CET")
	mei.post(path+"/remove", "version", "1").want(409, "cannot be deleted")
	w.as(t, "interviewer").get(path).want(403)
}

// TestInstructionsBeyondBounds: what takes a renderer long is refused, by the form and in words; what was stored before
// is not lost, and shown as plain text.
func TestInstructionsBeyondBounds(t *testing.T) { // D18
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	path := "/dashboard/assessments/" + w.applied.Assessments["telemetry"]
	form := mei.get(path + "/edit").fields("main form.card")
	before := w.rows()
	mei.post(path+"/edit", append(having(form, "instructions", strings.Repeat("[a](", 4900)), "do", "save")...).
		want(400, "too many brackets", "divide them by blank lines")
	w.unchanged(t, before, "instructions that take a renderer long")
	stored := strings.Repeat("[a](", 24_900)
	w.exec("update assessments set instructions = ? where id = ?", stored, w.applied.Assessments["telemetry"])
	equal(t, "stored instructions", mei.get(path).want(200).text("div.instructions"), stored)
	equal(t, "the form's instructions", typedIn(mei.get(path+"/edit").fields("main form.card"), "instructions"), stored)
	// They stay while the rest is edited, and others are refused as ever.
	form = having(mei.get(path+"/edit").fields("main form.card"), "title", "Another title")
	mei.post(path+"/edit", append(slices.Clone(form), "do", "preview")...).want(200, "Another title")
	mei.post(path+"/edit", append(having(form, "instructions", stored+"b"), "do", "save")...).want(400, "at most 20000")
	mei.follow(mei.post(path+"/edit", append(form, "do", "save")...)).want(200, "The assessment is saved", "Another title")
	mei.follow(mei.post(path+"/rubric", having(mei.get(path+"/rubric").fields("form#rubric"), "text", "Run it.")...)).
		want(200, "as version 1")
	w.exec("update rubrics set text = ?", stored)
	mei.follow(mei.post(path+"/rubric", having(mei.get(path+"/rubric").fields("form#rubric"), "scale", "5: all")...)).
		want(200, "as version 2")
}

func TestAssessmentListOnItsPage(t *testing.T) { // D18
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	few := w.counted(func() { mei.get("/dashboard/assessments").want(200, "Go quiz", "30 minutes") })
	mei.get("/dashboard/assessments?mode=trial").want(200, "Paid day at the test harbour").lacks("Go quiz")
	for n := range 50 + 1 {
		w.must1(w.Pipelines.CreateAssessment(ctx, act.By{}, w.org.ID, fmt.Sprintf("asm_%032x", n),
			pipeline.AssessmentEdit{Title: "Same title", DeliveryMode: models.DeliveryAsync}))
	}
	equal(t, "statements for a full page, and for a short one",
		w.counted(func() { mei.get("/dashboard/assessments").want(200) }), few)
	seen := map[string]bool{}
	for path := "/dashboard/assessments"; path != ""; {
		r := mei.get(path).want(200)
		for _, a := range r.all("table tbody th a") {
			seen[attr(a, "href")] = true
		}
		path = ""
		if next := r.all("a[rel=next]"); len(next) == 1 {
			path = attr(next[0], "href")
		}
	}
	equal(t, "assessments on all pages", len(seen), 50+1+7)
	mei.get("/dashboard/assessments?q=nothing").want(200, "No assessment fits.")
	w.as(t, "other").get("/dashboard/assessments").want(200, "There are no assessments yet.")
}
