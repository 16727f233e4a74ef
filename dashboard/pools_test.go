package dashboard

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/pools"
)

// TestPoolOnItsPage: a recruiter makes a pool, adds people, corrects what a trainee has done and pauses somebody; an
// interviewer reads it (P1, P7).
func TestPoolOnItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	empty := mei.get("/dashboard/pools").want(200, "There are no pools yet").fields("#new")
	filled := having(empty, "name", "Bar raisers", "shadowings", "2", "reverse", "0")
	before := w.rows()
	mei.post("/dashboard/pools", having(filled, "name", " ")...).want(400, "The name is required.")
	mei.post("/dashboard/pools", having(filled, "shadowings", "101")...).want(400, "from 0 to 100")
	w.unchanged(t, before, "what is refused")
	made := mei.post("/dashboard/pools", filled...)
	path := strings.TrimSuffix(made.Header.Get("Location"), "#members")
	page := mei.follow(made).want(200, "The pool is created.", "Nobody is in this pool yet.")
	mei.post("/dashboard/pools", filled...).leadsTo(path) // a form that is sent twice

	join := func(email, state string) []string {
		return having(page.fields("#members form.card"), "email", email, "state", state)
	}
	mei.post(path+"/members", join("nobody", "qualified")...).want(400, "nobody")
	mei.follow(mei.post(path+"/members", join("ann@acme.example", "qualified")...)).
		want(200, "ann@acme.example", "qualified")
	trainee := mei.follow(mei.post(path+"/members", join("bob@acme.example", "shadow")...)).
		want(200, "shadowing", "0 of 2 done").fields("#change-1")
	mei.follow(mei.post(path+"/members/change", having(trainee, "done", "1")...)).want(200, "1 of 2 done")
	mei.post(path+"/members/change", having(trainee, "done", "0")...).want(409, "was changed meanwhile")
	mei.follow(mei.post(path+"/members/change", having(mei.get(path).fields("#change-1"), "state", "paused")...)).
		want(200, "paused", "1 of 2 done")
	ann := mei.get(path).fields("#change-0")
	mei.post(path+"/members/change", having(ann, "state", "paused", "until", "soon")...).want(400, "date")
	mei.follow(mei.post(path+"/members/change", having(ann, "state", "paused", "until", "2031-04-01")...)).
		want(200, "paused until 2031-04-01", "by Mei Okafor")
	mei.get("/dashboard/pools").want(200, "Bar raisers").lacks("There are no pools yet")

	read := w.as(t, "interviewer").get(path).want(200, "paused until 2031-04-01", "A trainee shadows 2 times")
	equal(t, "forms for an interviewer", len(read.all("main form")), 0)
	w.as(t, "interviewer").post(path+"/members/remove", "email", "ann@acme.example").want(403)

	edit := mei.get(path).fields("form[aria-labelledby=edit-heading]")
	mei.post(path+"/members/remove", "email", "ann@acme.example").leadsTo(path + "#members")
	stale := mei.post(path, having(edit, "name", "Raisers")...).
		want(409, "Somebody saved this meanwhile", "Bar raisers")
	mei.follow(mei.post(path, having(stale.fields("form[aria-labelledby=edit-heading]"), "reverse", "3")...)).
		want(200, "The pool is saved.", "Raisers")
	remove := mei.get(path).fields("form[action=" + path + "/remove]")
	mei.follow(mei.post(path+"/remove", remove...)).want(200, "The pool is deleted.", "There are no pools yet")
}

// TestPoolOfTheFile: what the organization file keeps is shown without forms, until it is taken over (D24).
func TestPoolOfTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.poolOf(t)
	w.exec("update pools set origin = 'file'")
	path := "/dashboard/pools/" + p.ID
	mei := w.as(t, "recruiter")
	mei.get(path).want(200, "Kept in the organization file")
	mei.post(path+"/members", "email", "ann@acme.example", "state", "qualified").
		want(409, "kept in the organization file")
	mei.post("/dashboard/take-over", "subject", "pool", "id", p.ID, "back", path).leadsTo(path)
	mei.post(path+"/members", "email", "ann@acme.example", "state", "qualified").leadsTo(path + "#members")
}

// poolOf makes a pool of the world's organization.
func (w *world) poolOf(t *testing.T) models.Pool {
	t.Helper()
	p, err := w.Pools.Create(ctx, act.By{}, w.org.ID, pools.NewPoolID(), pipeline.PoolEdit{Name: "Backend"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
