package dashboard

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/pipeline"
)

// pipelinePage is the page of a posting in a recruiter's browser.
type pipelinePage struct {
	*browser
	w    *world
	path string
}

func openPipeline(t *testing.T, posting string) pipelinePage {
	w := newWorld(t)
	return pipelinePage{w.as(t, "recruiter"), w, "/dashboard/postings/" + w.posting(posting)}
}

// steps returns the titles of a track's steps as the page shows them.
func (p pipelinePage) steps(track int) string {
	p.t.Helper()
	r := p.get(p.path).want(200)
	lists := r.all("section.track")
	var titles []string
	for n := range lists[track].Descendants() {
		if n.Data == "b" {
			titles = append(titles, content(n))
		}
	}
	return strings.Join(titles, ", ")
}

// press submits the form of the page that goes to an address below the posting's, as a browser does with one of its
// buttons.
func (p pipelinePage) press(below string, button ...string) *reply {
	p.t.Helper()
	fields := p.get(p.path).fields("main form[action=" + p.path + below + "]")
	return p.post(p.path+below, having(fields, button...)...)
}

func TestPipelineOnItsPage(t *testing.T) { // D17
	t.Parallel()
	p := openPipeline(t, "turbine-software")
	few := p.w.counted(func() { p.get(p.path).want(200, "Applicants", "default", "Candidates choose one of") })
	const before = "CV review, Language quiz, Take-home, System design, Pairing"
	if got := p.steps(0); got != before {
		t.Fatalf("the steps are %s", got)
	}
	track := attr(p.get(p.path).all("section.track")[0], "id")
	form := p.get(p.path+"/steps/new?type=assessment&track="+track).want(200, "System design interview").
		fields("main form.card")
	filled := having(form, "title", "Second talk", "assessment", p.w.applied.Assessments["conversation"],
		"minutes", "45", "recipients", "lead@marlowe.example\r\nInes@marlowe.example\r\n")
	made := p.post(p.path+"/steps/new", filled...)
	p.follow(made).want(200, "The step is added.", "45 minutes", "lead@marlowe.example", "ines@marlowe.example")
	p.post(p.path+"/steps/new", filled...).leadsTo(made.Header.Get("Location")) // pressed twice
	equal(t, "the steps", p.steps(0), before+", Second talk")
	id := typedIn(filled, "id")
	p.press("/steps/"+id+"/move", "to", "4").leadsTo(p.path + "#" + id)
	equal(t, "the steps", p.steps(0), "CV review, Language quiz, Take-home, System design, Second talk, Pairing")
	p.press("/steps/"+id+"/move", "to", "up").want(409, "no place")

	// A second tab shows the order of before.
	stale := p.get(p.path).fields("main form[action=" + p.path + "/steps/" + id + "/move]")
	p.press("/steps/"+id+"/move", "to", "0")
	p.post(p.path+"/steps/"+id+"/move", append(stale, "to", "3")...).want(409, "changed meanwhile")
	equal(t, "statements with a step more, and without", p.w.counted(func() { p.get(p.path) }), few)
}

func TestGroupOnItsPage(t *testing.T) { // D17, §2 Step
	t.Parallel()
	p := openPipeline(t, "site-operations")
	form := p.get(p.path+"/steps/new?type=group").want(200, "One at random").fields("main form.card")
	p.post(p.path+"/steps/new", having(form, "title", "Quiz")...).want(400, "a group has at least one")
	both := append(having(form, "title", "Quiz", "mode", "self_select"), "assessments",
		p.w.applied.Assessments["quiz-go"], "assessments", p.w.applied.Assessments["quiz-rust"])
	p.follow(p.post(p.path+"/steps/new", both...)).want(200, "Candidates choose one of", "Go quiz", "Rust quiz")
	edit := p.get(p.path + "/steps/" + typedIn(both, "id")).want(200).fields("main form.card")
	if typedIn(edit, "mode") != "self_select" || strings.Count(strings.Join(edit, " "), "asm_") != 2 {
		t.Errorf("the form shows %v", edit)
	}
	p.get(p.path+"/steps/new?type=step").want(200, "a plain one")
}

func TestTracksOnTheirPages(t *testing.T) { // D17
	t.Parallel()
	p := openPipeline(t, "turbine-software")
	form := p.get(p.path + "/tracks/new").want(200).fields("main form.card")
	made := p.post(p.path+"/tracks/new", having(form, "name", "Rehired")...)
	p.follow(made).want(200, "The track is added.", "This track has no steps yet.")
	p.post(p.path+"/tracks/new", having(form, "name", "Rehired")...).leadsTo(made.Header.Get("Location"))
	id := typedIn(form, "id")
	track := p.path + "/tracks/" + id
	version := func() string { return typedIn(p.get(track).fields("main form.card"), "version") }
	first := p.get(track).fields("main form.card")
	p.post(track, having(first, "name", "Back again")...).leadsTo(p.path + "#" + id)
	p.post(track, having(first, "name", "Returned")...).want(409, "Somebody saved this meanwhile", "Back again")
	p.post(track+"/move", "version", version(), "to", "0").leadsTo(p.path + "#" + id)
	p.follow(p.post(track+"/default", "version", version())).want(200, "New candidates join this track")
	p.get(track).want(200, "This is the default track", "make another track the default first")
	p.post(track+"/remove", "version", version()).want(409, "make another track the default first")
	applicants := attr(p.get(p.path).all("section.track")[1], "id")
	p.get(p.path+"/tracks/"+applicants).want(200, "so it cannot be removed")
	p.post(p.path+"/tracks/"+applicants+"/default", "version", version()).leadsTo(p.path + "#" + applicants)
	p.post(track+"/remove", "version", version()).leadsTo(p.path)
	p.get(track).want(404)
}

func TestUnstagedOnThePage(t *testing.T) { // D17, §2 Pipeline
	t.Parallel()
	p := openPipeline(t, "site-operations")
	quiz := p.w.applied.Assessments["quiz-go"]
	p.press("/attach", "assessment", quiz).leadsTo(p.path + "#unstaged")
	whole, err := p.w.Pipelines.Pipeline(ctx, p.w.org.ID, p.w.posting("site-operations"))
	p.w.must(err)
	if len(whole.Unstaged) != 1 || whole.Unstaged[0] != (pipeline.UnstagedAssessment{AssessmentID: quiz,
		Title: "Go quiz", DeliveryMode: models.DeliveryAsync}) {
		t.Errorf("REST shows %+v", whole.Unstaged)
	}
	p.follow(p.press("/detach")).want(200, "The assessment is detached.")
	p.post(p.path+"/attach", "version", "1", "assessment", p.w.applied.Assessments["conversation"]).
		want(409, "in a step of the pipeline already")
}
