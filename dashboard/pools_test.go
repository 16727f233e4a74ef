package dashboard

import (
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/pools"
)

// TestPoolOnItsPage: a recruiter makes a pool, adds people, corrects what a trainee has done, pauses somebody and sets
// limits; an interviewer reads it (P1, P5, P7).
func TestPoolOnItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	empty := mei.get("/dashboard/pools").want(200, "There are no pools yet").fields("#new")
	filled := having(empty, "name", "Bar raisers", "shadowings", "2", "reverse", "0")
	mei.post("/dashboard/pools", having(filled, "shadowings", "101")...).want(400, "from 0 to 100")
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
	again := having(stale.fields("form[aria-labelledby=edit-heading]"), "reverse", "3", "limit_day", "2")
	mei.follow(mei.post(path, again...)).
		want(200, "The pool is saved.", "Raisers", "limits from none to at most 2 a day")
	w.as(t, "interviewer").get(path).want(200, "Limits of the pool: at most 2 a day.")
	remove := mei.get(path).fields("form[action=" + path + "/remove]")
	mei.follow(mei.post(path+"/remove", remove...)).want(200, "The pool is deleted.", "There are no pools yet")
}

// TestPoolOfRoomsOnItsPage: a recruiter makes a pool of rooms, adds a room, changes and removes it; an interviewer
// reads it (P1).
func TestPoolOfRoomsOnItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	filled := having(mei.get("/dashboard/pools").want(200).fields("#new"), "name", "Rooms Berlin", "kind", "rooms")
	made := mei.post("/dashboard/pools", filled...)
	path := made.Header.Get("Location")
	page := mei.follow(made).want(200, "Add its rooms next.", "There are no rooms in this pool yet.").
		lacks("Shadowings", "Email of somebody")
	mei.post(path+"/members", "email", "ann@acme.example", "state", "qualified").want(409, "is a pool of rooms")

	three := having(page.fields("#new-room"), "name", "Berlin 3", "capacity", "6", "zone", "Europe/Berlin", "hours-1",
		"8-12, 13-18")
	again := mei.post(path+"/rooms", having(three, "capacity", "0")...).want(400, "1 to 1000").
		fields("#new-room")
	mei.post(path+"/rooms", having(three, "hours-1", "1-5")...).want(400, "1-5")
	mei.post(path+"/rooms", having(three, "room", "room_1")...).want(400, "The form is incomplete")
	equal(t, "what was typed", slices.Contains(again, "8-12, 13-18"), true)
	saved := mei.post(path+"/rooms", three...).leadsTo(path + "#rooms")
	mei.post(path+"/rooms", three...).leadsTo(path + "#rooms") // a form that is sent twice
	page = mei.follow(saved).want(200, "Berlin 3", "6 people", "Mon 8–12, 13–18", "Europe/Berlin",
		"holds 6 people, is open Mon 8–12, 13–18, Europe/Berlin")
	equal(t, "rooms", len(page.all("#rooms tbody tr")), 1)
	mei.post(path+"/rooms", having(page.fields("#new-room"), "name", "Berlin 3", "capacity", "2")...).
		want(409, "has a room")

	one := page.fields("#room-1")
	mei.follow(mei.post(path+"/rooms", having(one, "capacity", "8")...)).want(200, "8 people")
	mei.post(path+"/rooms", having(one, "capacity", "9", "hours-1", "")...).
		want(409, "Somebody saved this meanwhile", "People whom it holds")
	mei.follow(mei.post(path+"/rooms", having(mei.get(path).fields("#room-1"), "hours-1", "")...)).
		want(200, "at any time")
	mei.get("/dashboard/pools").want(200, "Paused Rooms Rooms Berlin 1")

	// Its own calendar is connected from there, by whoever may edit the pool, and shown as it is.
	calendar := attr(mei.get(path).all("#rooms tbody a")[0], "href")
	account := having(mei.get(calendar).want(200, "Calendar of Berlin 3", "Connect a calendar").fields("#connect"),
		"provider", "ics", "url", "https://rooms.example/berlin.ics", "act", "anyway")
	mei.follow(mei.post("/dashboard/calendar", account...)).want(200, "not read yet", "Read it now")
	mei.get(path).want(200, "not read yet", "Manage", "Berlin 3: provider")
	mei.get("/dashboard/calendars").want(200, "Berlin 3 room")
	mei.follow(mei.post("/dashboard/calendar/read", mei.get(calendar).fields("#read")...)).want(200, "is read now")
	ann := w.as(t, "interviewer")
	ann.get(calendar).want(403)
	ann.post("/dashboard/calendar", account...).want(403)
	mei.follow(mei.post("/dashboard/calendar/disconnect", mei.get(calendar).fields("#disconnect")...)).
		want(200, "The calendar is disconnected.")

	read := w.as(t, "interviewer").get(path).want(200, "Berlin 3", "8 people").lacks("trainee")
	equal(t, "forms for an interviewer", len(read.all("main form")), 0)
	w.as(t, "interviewer").post(path+"/rooms", three...).want(403)
	mei.follow(mei.post(path+"/rooms/remove", mei.get(path).fields("form[action="+path+"/rooms/remove]")...)).
		want(200, "There are no rooms in this pool yet.", "Interviews in it stay there.")
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
