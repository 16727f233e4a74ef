package worlds

import (
	"bytes"
	"maps"
	"net/http"
	"os"

	"litmus/models/access"
	"litmus/orgfile"
	"litmus/store/setups"
	"litmus/testdb"
)

// begun is what worlds begin with: two organizations.
type begun struct {
	ours, theirs Organization
	key          string // full access to ours
}

var beginnings testdb.Beginnings[begun]

// copied is the organization with rows of its own, to which a test may add.
func (o Organization) copied() Organization {
	o.Rows = maps.Clone(o.Rows)
	return o
}

// settleBoth makes the two organizations.
func (w *World) settleBoth() (b begun) {
	w.T.Helper()
	b.ours, b.key = w.settle("ours")
	b.theirs, _ = w.settle("theirs")
	return b
}

// settle applies the organization file of the end-to-end tests, and makes an interview and an invitation over REST.
func (w *World) settle(slug string) (o Organization, key string) {
	w.T.Helper()
	file, err := os.ReadFile("../e2e/testdata/northwind.yaml")
	w.Must(err)
	setup, err := orgfile.Parse("northwind.yaml", bytes.ReplaceAll(file, []byte("northwind"), []byte(slug)))
	w.Must(err)
	applied, err := w.Setups.Apply(ctx, setup, setups.Options{})
	w.Must(err)
	key = w.NewKey(applied.Organization, access.Scopes)
	engineer := applied.Postings["engineer"]
	o = Organization{applied, slug, map[string]string{
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
	booked := w.Do("POST", "/interviews", o.Fill(
		`{"posting_id":"$posting","round_id":"$round","candidate_email":"$cleo","candidate_name":"Cleo Quillon",
		"interviewer_email":"$ilse","scheduled_start_at":"2032-03-01T15:00:00Z"}`), key).Want(http.StatusCreated)
	o.Rows["$interview"], o.Rows["$candidate"] = booked.Text("interview", "id"),
		booked.Text("interview", "candidate", "id")
	canceled := w.Do("POST", "/interviews", o.Fill(
		`{"posting_id":"$posting","round_id":"$round","candidate_email":"gone@`+slug+
			`.example","scheduled_start_at":"2032-03-09T15:00:00Z"}`), key).Want(http.StatusCreated)
	o.Rows["$canceled"] = canceled.Text("interview", "id")
	w.Do("DELETE", "/interviews/"+o.Rows["$canceled"], "", key).Want(http.StatusOK)
	pending := w.Do("POST", "/interviews", o.Fill(
		`{"posting_id":"$posting","round_id":"$round","candidate_email":"away@`+slug+
			`.example","externally_scheduled":true,
		"interviewer_email":"$bram","meeting_link":"https://meet.example/own"}`), key).Want(http.StatusCreated)
	o.Rows["$pending"] = pending.Text("interview", "id")
	invited := w.Do("POST", "/invites", o.Fill(
		`{"posting_id":"$posting","assessment_id":"$assessment","candidate_email":"$cleo",
		"candidate_name":"Cleo Quillon"}`), key).Want(http.StatusCreated)
	o.Rows["$invited"] = invited.Text("invite_id")
	o.Rows["$cursor"] = w.Do("GET", "/interviews?limit=1", "", key).Want(http.StatusOK).Text("next_cursor")
	return o, key
}
