package dashboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"litmus/models"
)

func TestAssessmentIsCreatedOnItsPage(t *testing.T) { // D18
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	empty := mei.get("/dashboard/assessments/new").want(200, "Take-home", "Live interview", "Work trial").
		fields("main form.card")
	filled := fillIn(empty, "title", "Sketch", "mode", "sync", "limit", "90",
		"instructions", "# Draw\r\n\r\n**Something** <script>alert(1)</script>")
	before := w.rows()
	mei.post("/dashboard/assessments/new", fillIn(filled, "title", "")...).want(400, "The title is required.")
	mei.post("/dashboard/assessments/new", fillIn(filled, "limit", "soon")...).want(400, `"soon" is not right`)
	mei.post("/dashboard/assessments/new", leaveOut(filled, "mode")...).want(400, "delivery mode")
	shown := mei.post("/dashboard/assessments/new", append(filled, "do", "preview")...).
		want(200, "What candidates see", "1 hour 30 minutes")
	if got := shown.text("div.instructions h3") + "|" + shown.text("div.instructions strong"); got != "Draw|Something" {
		t.Errorf("the preview shows %q of the instructions", got)
	}
	if len(shown.all("div.instructions script")) != 0 {
		t.Error("the preview has a script of the instructions")
	}
	w.unchanged(t, before, "what is refused or only looked at")

	again := shown.fields("main form.card")
	made := mei.post("/dashboard/assessments/new", append(again, "do", "save")...)
	page := mei.follow(made).want(200, "The assessment is created.", "ready", "live interview", "Sketch",
		"No posting uses it")
	mei.post("/dashboard/assessments/new", append(again, "do", "save")...).leadsTo(made.Header.Get("Location"))
	mei.post("/dashboard/assessments/new", append(fillIn(again, "title", "Other"), "do", "save")...).
		want(409, "save once more to make another one")
	if n := len(mei.get("/dashboard/assessments?q=sketch").all("table tbody tr")); n != 1 {
		t.Errorf("%d assessments were made, want 1", n)
	}
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
	ines.post(path+"/edit", append(fillIn(leaveOut(first, "ready"), "limit", "240"), "do", "save")...).leadsTo(path)
	mei.get(path).want(200, "4 hours", "not ready")
	before := w.rows()
	looked := mei.post(path+"/edit", append(fillIn(second, "title", "Telemetry"), "do", "preview")...).
		want(200, "What candidates see").fields("main form.card")
	stale := mei.post(path+"/edit", append(looked, "do", "save")...).
		want(409, "Somebody saved this meanwhile", "not ready", "240", "Telemetry")
	mei.post(path+"/edit", append(fillIn(stale.fields("main form.card"), "mode", "sync"), "do", "save")...).
		want(409, "so it stays async")
	lines := strings.Repeat("Write tests for it.\r\n", 10_000)
	long := mei.post(path+"/edit", fillIn(stale.fields("main form.card"), "instructions", lines, "do", "save")...).
		want(400, "at most 20000 are allowed")
	if got := typedIn(long.fields("main form.card"), "instructions"); strings.Count(got, "Write tests") != 10_000 {
		t.Errorf("%d of 10,000 lines are left", strings.Count(got, "Write tests"))
	}
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
	mei.post(path+"/edit", append(fillIn(form, "instructions", strings.Repeat("[a](", 4900)), "do", "save")...).
		want(400, "too many brackets", "divide them by blank lines")
	w.unchanged(t, before, "instructions that take a renderer long")
	stored := strings.Repeat("[a](", 24_900)
	w.exec("update assessments set instructions = ? where id = ?", stored, w.applied.Assessments["telemetry"])
	if got := mei.get(path).want(200).text("div.instructions"); got != stored {
		t.Errorf("stored instructions are shown as %.60q", got)
	}
	if got := typedIn(mei.get(path+"/edit").fields("main form.card"), "instructions"); got != stored {
		t.Errorf("the form has %.60q of them", got)
	}
	// They stay while the rest is edited, and others are refused as ever.
	form = fillIn(mei.get(path+"/edit").fields("main form.card"), "title", "Another title")
	mei.post(path+"/edit", append(slices.Clone(form), "do", "preview")...).want(200, "Another title")
	mei.post(path+"/edit", append(fillIn(form, "instructions", stored+"b"), "do", "save")...).want(400, "at most 20000")
	mei.follow(mei.post(path+"/edit", append(form, "do", "save")...)).want(200, "The assessment is saved", "Another title")
	mei.follow(mei.post(path+"/rubric", fillIn(mei.get(path+"/rubric").fields("form#rubric"), "text", "Run it.")...)).
		want(200, "as version 1")
	w.exec("update rubrics set text = ?", stored)
	mei.follow(mei.post(path+"/rubric", fillIn(mei.get(path+"/rubric").fields("form#rubric"), "scale", "5: all")...)).
		want(200, "as version 2")
}

func TestAssessmentListOnItsPage(t *testing.T) { // D18
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	few := w.counted(func() { mei.get("/dashboard/assessments").want(200, "Go quiz", "30 minutes") })
	mei.get("/dashboard/assessments?mode=trial").want(200, "Paid day at the test harbour").lacks("Go quiz")
	for n := range assessmentsPage + 1 {
		_, err := w.Pipelines.CreateAssessment(ctx, models.By{}, w.org.ID, fmt.Sprintf("asm_%032x", n),
			models.AssessmentEdit{
				Title: "Same title", DeliveryMode: models.DeliveryAsync})
		w.must(err)
	}
	if many := w.counted(func() { mei.get("/dashboard/assessments").want(200) }); many != few {
		t.Errorf("%d statements for a full page, %d for a short one", many, few)
	}
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
	if want := assessmentsPage + 1 + 7; len(seen) != want {
		t.Errorf("the pages have %d assessments, want %d", len(seen), want)
	}
	mei.get("/dashboard/assessments?q=nothing").want(200, "No assessment fits.")
	w.as(t, "other").get("/dashboard/assessments").want(200, "There are no assessments yet.")
}

func TestTimeLimitsInWords(t *testing.T) { // D18
	t.Parallel()
	for minutes, want := range map[int]string{0: "", 1: "1 minute", 45: "45 minutes", 60: "1 hour",
		90: "1 hour 30 minutes", 240: "4 hours", 1440: "1 day", 10080: "7 days", 1500: "25 hours"} {
		if got := limitWords(minutes); got != want {
			t.Errorf("%d minutes are %q, want %q", minutes, got, want)
		}
	}
}
