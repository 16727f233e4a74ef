package dashboard

import (
	"net/http"
	"testing"
	"time"
)

// TestRubricOnItsPage writes a rubric in two tabs; whoever grades finds it beside the answer.
func TestRubricOnItsPage(t *testing.T) { // D18, D20
	t.Parallel()
	w := newWorld(t)
	id := w.applied.Assessments["telemetry"]
	page, path := "/dashboard/assessments/"+id, "/dashboard/assessments/"+id+"/rubric"
	ines, mei := w.as(t, "admin"), w.as(t, "recruiter")
	mei.get(page).want(http.StatusOK, "It is not written down yet how submissions are graded.")
	_, submission := w.handIn(rosa, time.Hour)
	report := "/dashboard/submissions/" + submission
	mei.get(report).want(http.StatusOK).lacks("Rubric")

	first := ines.get(path).want(http.StatusOK, "from 0 to 5").fields("form#rubric")
	second := mei.get(path).fields("form#rubric")
	before := w.rows()
	ines.post(path, fillIn(first, "scale", "best: all of it")...).want(http.StatusBadRequest, "is not a number")
	ines.post(path, fillIn(first, "scale", "5: all\r\n5: more")...).
		want(http.StatusBadRequest, "says twice what 5 means")
	w.unchanged(t, before, "what is refused")
	saved := ines.follow(ines.post(path, fillIn(first, "text", "Look at the **tests**. <script>alert(1)</script>",
		"scale", "5: all of it\r\n0: none")...)).
		want(http.StatusOK, "The rubric is saved, as version 1.", "all of it", "rubric changed", "Edit the rubric")
	for _, r := range []*reply{saved, mei.get(report).want(http.StatusOK, "Rubric", "all of it")} {
		if len(r.all("main script")) != 0 || len(r.all("div.instructions strong")) == 0 {
			t.Error("the rubric's Markdown is not shown as harmless HTML")
		}
	}
	w.as(t, "interviewer").get(path).want(http.StatusForbidden)

	// Mei's form is from before; she sees both, and saves hers knowingly.
	before = w.rows()
	stale := mei.post(path, fillIn(second, "text", "Run it.", "scale", "")...).
		want(http.StatusConflict, "changed meanwhile", "Look at the **tests**.", "Run it.")
	w.unchanged(t, before, "a form from before")
	mei.follow(mei.post(path, stale.fields("form#rubric")...)).want(http.StatusOK, "as version 2", "Run it.").
		lacks("all of it")
}
