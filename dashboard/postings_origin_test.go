package dashboard

import (
	"testing"

	"litmus/dashboard/internal/site"
)

// TestPostingOfTheFile proves D24 for postings and assessments: what the organization file keeps is read-only here
// until it is taken over.
func TestPostingOfTheFile(t *testing.T) { // D17, D18, D24
	t.Parallel()
	w := newWorld(t)
	w.exec("update postings set origin = 'file'")
	w.exec("update assessments set origin = 'file'")
	mei := w.as(t, "recruiter")
	path := site.PostingPath(w.turbine(), "")
	step := path + "/steps/" + w.round("turbine-software", "default", "review")
	page := mei.get(path).want(200, "Kept in the organization file", "Take over")
	for _, form := range page.all("main form") {
		equal(t, "a form of a posting of the file", attr(form, "action"), "/dashboard/take-over")
	}
	for _, form := range []string{path + "/edit", path + "/tracks/new", path + "/steps/new", step} {
		mei.get(form).want(409, "is kept in the organization file; take it over", "Take over")
	}
	mei.post(path+"/edit", "version", "1", "title", "x", "kind", "role").want(409, "kept in the organization file")
	mei.post(path+"/interviewers", "email", "vic@elsewhere.example").want(409, "kept in the organization file")
	exercise := site.AssessmentPath(w.applied.Assessments["quiz-go"], "")
	mei.get(exercise).want(200, "Kept in the organization file").lacks("/edit")
	mei.get(exercise+"/edit").want(409, "kept in the organization file")

	mei.follow(mei.post("/dashboard/take-over", page.fields("main form[action=/dashboard/take-over]")...)).
		want(200, "It is kept in the dashboard now.", "Edit").lacks("Take over")
	mei.get(path + "/edit").want(200)
	mei.follow(mei.post("/dashboard/take-over", mei.get(exercise).fields("main form[action=/dashboard/take-over]")...)).
		want(200, "It is kept in the dashboard now.", "Edit").lacks("Take over")
}
