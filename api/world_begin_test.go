package api_test

import (
	"bytes"
	"maps"
	"net/http"
	"os"

	"litmus/models"
	"litmus/orgfile"
	"litmus/store"
	"litmus/testdb"
)

// begun is what worlds begin with: two organizations.
type begun struct {
	ours, theirs organization
	key          string // full access to ours
}

var beginnings testdb.Beginnings[begun]

// copied is the organization with rows of its own, to which a test may add.
func (o organization) copied() organization {
	o.rows = maps.Clone(o.rows)
	return o
}

// settleBoth makes the two organizations.
func (w *world) settleBoth() (b begun) {
	w.t.Helper()
	b.ours, b.key = w.settle("ours")
	b.theirs, _ = w.settle("theirs")
	return b
}

// settle applies the organization file of the end-to-end tests, and makes an interview and an invitation over REST.
func (w *world) settle(slug string) (o organization, key string) {
	w.t.Helper()
	file, err := os.ReadFile("../e2e/testdata/northwind.yaml")
	w.must(err)
	setup, err := orgfile.Parse("northwind.yaml", bytes.ReplaceAll(file, []byte("northwind"), []byte(slug)))
	w.must(err)
	applied, err := w.Apply(ctx, setup, store.ApplyOptions{})
	w.must(err)
	key = w.newKey(applied.Organization, models.Scopes)
	engineer := applied.Postings["engineer"]
	o = organization{applied, slug, map[string]string{
		"$posting":    engineer.ID,
		"$cohort":     applied.Postings["graduates"].ID,
		"$closed":     applied.Postings["analyst"].ID,
		"$empty":      applied.Postings["empty"].ID,
		"$round":      engineer.Tracks["main"].Steps["systems"],
		"$long":       engineer.Tracks["main"].Steps["pairing"],
		"$take":       engineer.Tracks["main"].Steps["lens"],
		"$group":      engineer.Tracks["main"].Steps["quizzes"],
		"$step":       engineer.Tracks["main"].Steps["review"],
		"$other":      engineer.Tracks["referral"].Steps["systems"],
		"$track":      engineer.Tracks["main"].ID,
		"$assessment": applied.Assessments["lens"],
		"$live":       applied.Assessments["systems"],
		"$quiz":       applied.Assessments["quiz-c"],
		"$import":     applied.Imports["gh"],
		"$submission": applied.Submissions["judged"],
		"$ilse":       "ilse@" + slug + ".example",
		"$bram":       "bram@" + slug + ".example",
		"$petra":      "petra@" + slug + ".example",
		"$cleo":       "cleo@" + slug + ".example",
	}}
	booked := w.do("POST", "/interviews", o.fill(
		`{"posting_id":"$posting","round_id":"$round","candidate_email":"$cleo","candidate_name":"Cleo Quillon",
		"interviewer_email":"$ilse","scheduled_start_at":"2032-03-01T15:00:00Z"}`), key).want(http.StatusCreated)
	o.rows["$interview"], o.rows["$candidate"] = booked.text("interview", "id"),
		booked.text("interview", "candidate", "id")
	canceled := w.do("POST", "/interviews", o.fill(
		`{"posting_id":"$posting","round_id":"$round","candidate_email":"gone@`+slug+
			`.example","scheduled_start_at":"2032-03-09T15:00:00Z"}`), key).want(http.StatusCreated)
	o.rows["$canceled"] = canceled.text("interview", "id")
	w.do("DELETE", "/interviews/"+o.rows["$canceled"], "", key).want(http.StatusOK)
	pending := w.do("POST", "/interviews", o.fill(
		`{"posting_id":"$posting","round_id":"$round","candidate_email":"away@`+slug+
			`.example","externally_scheduled":true,
		"interviewer_email":"$bram","meeting_link":"https://meet.example/own"}`), key).want(http.StatusCreated)
	o.rows["$pending"] = pending.text("interview", "id")
	invited := w.do("POST", "/invites", o.fill(
		`{"posting_id":"$posting","assessment_id":"$assessment","candidate_email":"$cleo","candidate_name":"Cleo Quillon"}`), key).want(http.StatusCreated)
	o.rows["$invited"] = invited.text("invite_id")
	o.rows["$cursor"] = w.do("GET", "/interviews?limit=1", "", key).want(http.StatusOK).text("next_cursor")
	return o, key
}
