package dashboard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
)

const rosa = "rosa@candidate.example"

// invited invites a candidate to an assessment of the posting turbine-software.
func (w *world) invited(assessment, email string) models.Ref {
	w.t.Helper()
	i, err := w.Candidates.Invite(ctx, act.By{}, w.org, candidacy.InviteOrder{PostingID: w.turbine(),
		AssessmentID: w.applied.Assessments[assessment], CandidateEmail: email, CandidateName: "Rosa <i>Lind</i>"})
	w.must(err)
	return models.Ref{OrgID: w.org.ID, ID: i.Candidate.ID}
}

// hostile is an answer that tries to be more than text.
var hostile = candidacy.Answer{Text: "<script>alert(1)</script>\n\n  <img src=x onerror=alert(2)> & \"so\"",
	Links: []string{"https://code.example/rosa?a=1&b=<2>", "http://x.example/" + strings.Repeat("long", 200)}}

// handIn makes a submission of an invited candidate, and moves the clock by how long it took.
func (w *world) handIn(email string, took time.Duration) (ref models.Ref, submissionID string) {
	w.t.Helper()
	ref = w.invited("telemetry", email)
	_, _, err := w.Candidates.StartAssessment(ctx, ref)
	w.must(err)
	w.at(w.Now().Add(took))
	_, s, err := w.Candidates.Submit(ctx, ref, hostile, nil)
	w.must(err)
	return ref, s.ID
}

func TestReport(t *testing.T) { // D20
	t.Parallel()
	w := newWorld(t)
	ref, id := w.handIn(rosa, 4*time.Hour+5*time.Minute)
	path := "/dashboard/submissions/" + id
	r := w.as(t, "recruiter").get(path).want(200, "Telemetry pipeline take-home", "Turbine Software Engineer",
		"Rosa <i>Lind</i>", rosa, "4 hours 5 minutes", "3 hours", "1 hour 5 minutes over", "pending",
		"fills short gaps", "From 0 to 5")
	// What was handed in is text, whatever it looks like, and a link is shown whole.
	if n := len(r.all(".handed-in script")) + len(r.all(".handed-in img")); n > 0 {
		t.Errorf("%d elements of the answer are in the page", n)
	}
	equal(t, "the answer that is shown", raw(r.one(".handed-in")), hostile.Text)
	links := r.all(".links a")
	if len(links) != 2 || content(links[0]) != hostile.Links[0] || content(links[1]) != hostile.Links[1] ||
		attr(links[1], "href") != hostile.Links[1] {
		t.Errorf("the links are %q", r.text(".links a"))
	}
	for _, a := range links {
		if attr(a, "rel") != "noopener nofollow noreferrer" || attr(a, "target") != "_blank" {
			t.Errorf("a link has rel %q and target %q", attr(a, "rel"), attr(a, "target"))
		}
	}
	if len(r.all("form#grade")) != 1 || len(r.all("a[href=/dashboard/candidates/"+ref.ID+"]")) != 1 {
		t.Error("a recruiter has no form to grade or no link to the candidate's record")
	}
	// Any member may read it, and nobody else; an interviewer who has no interview with the candidate gets no further.
	r = w.as(t, "interviewer").get(path).want(200, "Rosa", "pending").lacks("Save grade")
	if n := len(r.all("form#grade")) + len(r.all("form#decide")) +
		len(r.all("a[href=/dashboard/candidates/"+ref.ID+"]")); n > 0 {
		t.Errorf("an interviewer has %d ways on that are not theirs", n)
	}
	w.as(t, "other").get(path).want(404).lacks("Rosa")
	w.as(t, "admin").get("/dashboard/submissions/sub_none").want(404)
}

func TestGradeForm(t *testing.T) { // D20
	t.Parallel()
	w := newWorld(t)
	_, id := w.handIn(rosa, time.Hour)
	path := "/dashboard/submissions/" + id
	recruiter, admin := w.as(t, "recruiter"), w.as(t, "admin")
	before := recruiter.get(path) // in two tabs and at two desks
	fill := func(r *reply, score, notes string) []string {
		fields := r.fields("form#grade")
		return append(fields[:2:2], "score", score, "notes", notes) // seen comes first
	}
	if fields := before.fields("form#grade"); fields[0] != "seen" || fields[1] != "0" {
		t.Fatalf("the form has the fields %q", fields)
	}

	// What is wrong is said, and what was typed stays.
	for score, says := range map[string]string{"5.5": "beyond the scale", "very good": "is not a number"} {
		r := recruiter.post(path+"/grade", fill(before, score, "My notes\nof two lines")...).want(400, says)
		if got := r.fields("form#grade"); got[3] != score || got[5] != "My notes\nof two lines" || got[1] != "0" {
			t.Errorf("after %q the form has %q", score, got)
		}
	}

	recruiter.follow(recruiter.post(path+"/grade", fill(before, "3,5", "Solid.")...)).
		want(200, "The grade is saved.", "3.5 of 5", "70 of 100", "Mei Okafor", "Solid.")
	rows := w.rows()
	recruiter.follow(recruiter.post(path+"/grade", fill(before, "3.5", "Solid.")...)). // a double click
												want(200, "The grade is saved.").lacks("Version 2")
	w.unchanged(t, rows, "a double click")

	// The admin's form is from before the recruiter's grade: both stay, and the admin sees the recruiter's.
	r := admin.follow(admin.post(path+"/grade", fill(before, "2", "Too thin.")...)).
		want(200, "saved as version 2", "Mei Okafor saved version 1 (3.5)", "Too thin.", "Solid.",
			"Version 1 by Mei Okafor", "Version 2 by Inês Duarte")
	if got := r.fields("form#grade"); got[1] != "2" || got[3] != "2" || got[5] != "Too thin." {
		t.Errorf("the form shows %q, want the version that counts", got)
	}
	w.as(t, "interviewer").post(path+"/grade", fill(r, "5", "Mine")...).want(403)
}

func TestDecideForm(t *testing.T) { // D20, §3 Submission decision
	t.Parallel()
	w := newWorld(t)
	ref, id := w.handIn(rosa, time.Hour)
	path := "/dashboard/submissions/" + id
	recruiter, admin := w.as(t, "recruiter"), w.as(t, "admin")
	stale := admin.get(path).fields("form#decide")
	if fmt.Sprint(stale) != "[seen pending]" {
		t.Fatalf("the form has %q", stale)
	}
	advance, reject := append(stale[:2:2], "decision", "advance"), append(stale[:2:2], "decision", "reject")
	r := recruiter.follow(recruiter.post(path+"/decide", advance...)).
		want(200, "recorded: advance", "Take the decision back")
	equal(t, "buttons: to reject, and to take it back", len(r.all("form#decide button")), 2)
	w.as(t, "interviewer")
	recruiter.follow(recruiter.post(path+"/decide", advance...)).want(200, "recorded: advance")
	admin.post(path+"/decide", reject...).want(409, "became advance meanwhile", "advance")
	admin.post(path+"/decide", append(stale[:2:2], "decision", "hire")...).want(400, "is unknown")
	w.as(t, "interviewer").post(path+"/decide", reject...).want(403)
	admin.follow(admin.post(path+"/decide", "seen", "advance", "decision", "pending")).
		want(200, "taken back", "pending")
	admin.get("/dashboard/candidates/"+ref.ID).want(200, "handed in", "Decision taken back", "Mei Okafor", "Inês Duarte")
}

// What the organization file keeps is read-only until it is taken over; then the file leaves it alone.
func TestSubmissionOfTheFile(t *testing.T) { // D20, D24
	t.Parallel()
	w := newWorld(t)
	w.exec("update submissions set origin = 'file' where key is not null")
	path := "/dashboard/submissions/" + w.applied.Submissions["ayo-take-home"]
	recruiter := w.as(t, "recruiter")
	r := recruiter.get(path).want(200, "Kept in the organization file", "There is no answer here", "pending")
	if n := len(r.all("form#grade")) + len(r.all("form#decide")); n > 0 {
		t.Errorf("%d forms would be refused", n)
	}
	w.as(t, "interviewer").get(path).want(200, "Ayo Bankole").lacks("Take over")
	grade := []string{"seen", "0", "score", "4", "notes", "Good."}
	recruiter.post(path+"/grade", grade...).want(409, "kept in the organization file")
	recruiter.post(path+"/decide", "seen", "pending", "decision", "advance").want(409, "kept in the organization file")
	recruiter.follow(recruiter.post("/dashboard/take-over", r.fields("main form")...)).want(200, "Save grade")
	recruiter.follow(recruiter.post(path+"/grade", grade...)).want(200, "The grade is saved.", "4 of 5")
}

func TestSubmissionsPage(t *testing.T) { // D20
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	first := func(path string) string { // of the rows
		lines := strings.Split(admin.get(path).want(200).text("tbody tr th a"), "\n")
		return strings.Join(lines, ", ")
	}
	if got, want := first("/dashboard/submissions"), "Ayo Bankole, Noor van Dalen, Emil Sørby"; got != want {
		t.Errorf("the queue is %s, want what is not graded first: %s", got, want)
	}
	for path, want := range map[string]string{"?stage=to-grade": "Ayo Bankole",
		"?stage=nonsense": "Ayo Bankole, Noor van Dalen, Emil Sørby", "?posting=post_none": "",
		"?stage=decided&posting=" + w.turbine(): "Emil Sørby, Noor van Dalen"} {
		equal(t, path, first("/dashboard/submissions"+path), want)
	}
	admin.get("/dashboard/submissions?after=x").want(400)
	admin.get("/dashboard/submissions").want(200, "4.4", "2.6", "not graded", "advance", "reject", "pending")
	admin.get("/dashboard/submissions?stage=to-decide").want(200, "No submission matches")
	w.as(t, "other").get("/dashboard/submissions").want(200, "Nothing was handed in yet").lacks("Ayo")
	w.as(t, "interviewer").get("/dashboard/submissions").want(403)

	for n := range 50 + 5 {
		w.exec(`insert into submissions (org_id, id, posting_id, assessment_id, candidate_id, submitted_at, decision,
			created_at, updated_at) select org_id, ?, posting_id, assessment_id, candidate_id, submitted_at + ?,
			'pending', created_at, updated_at from submissions where id = ?`, fmt.Sprintf("sub_%03d", n), n*1000,
			w.applied.Submissions["ayo-take-home"])
	}
	r := admin.get("/dashboard/submissions").want(200, "56 waiting")
	equal(t, "rows of the first page", len(r.all("tbody tr")), 50)
	next := admin.get(attr(r.one("a[rel=next]"), "href")).want(200, "Emil Sørby", "Noor van Dalen")
	if n := len(next.all("tbody tr")); n != 8 || len(next.all("a[rel=next]")) != 0 {
		t.Errorf("the second page has %d rows, want the last 8", n)
	}
}

// ourSubmission is the row of a route below a submission's page, for the table of TestForeign.
func ourSubmission(below string, fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		id := prepared(w, "submission", func() string {
			_, id := w.handIn("second@candidate.example", time.Hour)
			return id
		})
		return foreign{path: "/dashboard/submissions/" + id + below, fields: fields}
	}
}

// TestNextInTheQueue proves that a submission says where it stands in the queue and leads to the next one that waits,
// also once it is graded (D20).
func TestNextInTheQueue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec("update submissions set decision = 'reject'")
	_, first := w.handIn(rosa, time.Hour)
	_, second := w.handIn("second@candidate.example", time.Hour)
	mei := w.as(t, "recruiter")
	const queue = "nav.queue"
	next := func(id, says, to string) {
		t.Helper()
		page := mei.get(site.SubmissionsPath + "/" + id).want(200)
		equal(t, "the queue", page.text(queue), says)
		equal(t, "what is next", attr(page.one(queue+" a"), "href"), site.SubmissionsPath+"/"+to)
		page.one("dd a[href=" + site.PostingPath(w.turbine(), "") + "]")
	}
	next(first, "1 of 2 to grade Next to grade", second)
	next(second, "2 of 2 to grade Next to grade", first)
	mei.post(site.SubmissionsPath+"/"+first+"/grade", "score", "4", "notes", "", "seen", "0").want(303)
	next(first, "1 of 1 to decide on Next to grade", second)
	w.exec("update submissions set decision = 'advance' where id = '" + first + "'")
	next(first, "Next to grade", second)
	w.as(t, "interviewer").get(site.SubmissionsPath + "/" + first).want(200).lacks("Next to grade")
}
