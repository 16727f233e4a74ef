package dashboard

import (
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
	mei.get(page).want(200, "It is not written down yet how submissions are graded.")
	_, submission := w.handIn(rosa, time.Hour)
	report := "/dashboard/submissions/" + submission
	mei.get(report).want(200).lacks("Rubric")

	first := ines.get(path).want(200, "from 0 to 5").fields("form#rubric")
	second := mei.get(path).fields("form#rubric")
	ines.post(path, having(first, "scale", "5: all\r\n5: more")...).want(400, "says twice what 5 means")
	saved := ines.follow(ines.post(path, having(first, "text", "Look at the **tests**. <script>alert(1)</script>",
		"scale", "5: all of it\r\n0: none")...)).
		want(200, "The rubric is saved, as version 1.", "all of it", "rubric changed", "Edit the rubric")
	for _, r := range []*reply{saved, mei.get(report).want(200, "Rubric", "all of it")} {
		if len(r.all("main script")) != 0 || len(r.all("div.instructions strong")) == 0 {
			t.Error("the rubric's Markdown is not shown as harmless HTML")
		}
	}
	w.as(t, "interviewer").get(path).want(403)

	// Mei's form is from before; she sees both, and saves hers knowingly.
	stale := mei.post(path, having(second, "text", "Run it.", "scale", "")...).
		want(409, "changed meanwhile", "Look at the **tests**.", "Run it.")
	mei.follow(mei.post(path, stale.fields("form#rubric")...)).want(200, "as version 2", "Run it.").lacks("all of it")
}
