package dashboard

import (
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/store/pages"
)

// going are the fields of the page before an advance, with the way to go on.
func (r *reply) going(onward string) []string {
	return append(r.fields("form#advance"), "onward", onward)
}

// records returns the ids of a person's records by the title of their assessment.
func (w *world) records(email string) map[string]pages.ListedCandidate {
	w.t.Helper()
	list, _, err := w.Pages.Candidates(ctx, w.org.ID, candidacy.CandidateFilter{Text: email}, nil, 50)
	w.must(err)
	out := map[string]pages.ListedCandidate{}
	for _, c := range list {
		out[c.AssessmentTitle] = c
	}
	return out
}

const live = "System design interview" // what follows the take-home in the demonstration

// Whoever is advanced after a take-home is invited to the interview in the same act, by the letter that was shown.
func TestAdvanceAndInvite(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	ref, id := w.handIn(rosa, time.Hour)
	path := "/dashboard/submissions/" + id
	recruiter := w.as(t, "recruiter")
	rows := w.rows()
	r := recruiter.get(path).want(200, "In the track Applicants", "Take-home")
	page := attr(r.one("a[href="+path+"/advance]"), "href")
	r = recruiter.get(page).want(200, "Advance Rosa <i>Lind</i>", "Next in the track: System design",
		"live interview", "Invite them to choose a time", "Book a time", "Nothing yet",
		"Invitation to pick a time to "+rosa, "Hi Rosa <i>Lind</i>,", "https://hire.marlowe.example"+models.SchedulePath)
	w.unchanged(t, rows, "the page before an advance")
	form := r.going("invite")
	to := recruiter.post(path+"/decide", form...)
	recruiter.follow(to).want(200, "recorded: advance", "The invitation to System design is on its way",
		"advance").lacks("Go on")
	next := w.records(rosa)[live]
	if next.InvitedAt == nil || next.AdvancedFrom != ref.ID || next.State != models.CandidateInvited {
		t.Fatalf("the record of the interview is %+v", next)
	}
	letter, err := w.Candidates.InvitationLedger(ctx, models.Ref{OrgID: w.org.ID, ID: next.ID})
	w.must(err)
	if owed := letter.Owed(w.Now()); owed == nil || owed.Kind != effect.LetterSchedulingInvitation {
		t.Errorf("%+v is owed", owed)
	}
	rows = w.rows()
	recruiter.post(path+"/decide", form...).leadsTo(path) // a double click
	w.unchanged(t, rows, "the same form again")

	// The pages say where she stands; the way on from here is done.
	recruiter.get("/dashboard/candidates/"+next.ID).want(200, "In the track Applicants", "advanced", "invited")
	recruiter.get("/dashboard/candidates").want(200, "Applicants, step 4 of 5: System design",
		"Applicants, next is step 4 of 5: System design")
	recruiter.get(page).want(200, "Go on with", "Their record for it", "invited", "Book a time").
		lacks("Invite them to choose")

	// The decision is taken back: what was sent stays, is named, and can be revoked.
	r = recruiter.follow(recruiter.post(path+"/decide", "seen", "advance", "decision", "pending")).
		want(200, "taken back", "What was sent before", live, "invited on", "Revoke the invitation")
	equal(t, "the state of what was sent", w.records(rosa)[live].State, models.CandidateInvited)
	recruiter.get("/dashboard/candidates/"+ref.ID).want(200, "What was sent before")
	recruiter.follow(recruiter.post(attr(r.one("#left form"), "action"))).want(200, "is revoked", "withdrawn")
	recruiter.get(path).want(200).lacks("What was sent before")
}

// Whoever is to be booked is found by the form that books, at once or later.
func TestAdvanceAndBook(t *testing.T) { // D12, D19
	t.Parallel()
	w := newWorld(t)
	_, id := w.handIn(rosa, time.Hour)
	path := "/dashboard/submissions/" + id
	recruiter := w.as(t, "recruiter")
	recruiter.get("/dashboard/book?q=rosa").want(200, "No candidate with a live interview", "look among all candidates")
	to := recruiter.post(path+"/decide", recruiter.get(path+"/advance").going("book")...)
	next := w.records(rosa)[live]
	book := site.Href(site.BookPath, "candidate", next.ID, "round", w.design())
	to.leadsTo(book)
	r := recruiter.follow(to).want(200, "Nothing is sent for System design yet", "Rosa <i>Lind</i>")
	if n := len(r.all("form button[name=pick]")) + len(r.all("input[name=pick]")); n == 0 {
		t.Error("no time can be chosen")
	}
	recruiter.get("/dashboard/book?q=rosa").want(200, "System design interview", "Choose").lacks("No candidate")
	recruiter.get("/dashboard/candidates").want(200, "nothing sent yet")
	recruiter.get("/dashboard/candidates/"+next.ID).want(200, "went on to here", "Book an interview",
		"Close the record")
}

// Each thing that keeps somebody from going on is said, and the decision can be made all the same.
func TestAdvanceElsewhere(t *testing.T) { // D19
	t.Parallel()
	for about, c := range map[string]struct {
		change  func(*world)
		says    []string
		lacks   []string
		refused bool // the decision can be made, and nothing more
	}{
		"the last step": {func(w *world) { w.exec("delete from rounds where key in ('design', 'pairing')") },
			[]string{"Nothing follows", "This is the last step of the track"}, nil, true},
		"nobody offers a time": {func(w *world) {
			w.exec("delete from slots")
			w.exec("update people set working_hours = null, calendar_connected = false")
		},
			[]string{"Nobody offers a free time now", "Open the posting's times", "The letter below"}, nil, false},
		"a record there": {func(w *world) {
			w.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state,
				created_at, updated_at) select c.org_id, 'cand_there', c.posting_id, a.id, c.track_id, c.email, '',
				'rejected', 0, 0 from candidates c, assessments a where c.email = ? and a.org_id = c.org_id
				and a.key = 'design'`, rosa)
		}, []string{"has a record for System design interview already, which is rejected", "Open it"}, nil, true},
		"an interview there": {func(w *world) { w.booked(rosa, priya, noon.AddDate(0, 0, 1)) },
			[]string{"Their record for it", "an interview"}, []string{"How do they go on"}, false},
	} {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			_, id := w.handIn(rosa, time.Hour)
			c.change(w)
			path := "/dashboard/submissions/" + id
			recruiter := w.as(t, "recruiter")
			r := recruiter.get(path+"/advance").want(200, c.says...).lacks(c.lacks...)
			if ways := len(r.all("input[name=onward]")); (ways == 0) != (c.refused || c.lacks != nil &&
				c.lacks[0] == "How do they go on") {
				t.Errorf("%d ways on are offered", ways)
			}
			rows := len(w.records(rosa))
			recruiter.follow(recruiter.post(path+"/decide", r.fields("form#advance")...)).want(200, "recorded: advance")
			equal(t, "records after the decision", len(w.records(rosa)), rows)
		})
	}
}

// A take-home that follows an interview, in the record's own track of two; and what is refused leaves the page as it
// was, with what was typed.
func TestAdvanceToATakeHome(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	w.exec("update rounds set position = 100 where key = 'take-home'")
	w.exec("update rounds set position = 99 where key = 'design'")
	i := w.booked(rosa, priya, noon.Add(-30*time.Minute)) // by an address alone: she has no name
	path := "/dashboard/candidates/" + i.CandidateID
	recruiter := w.as(t, "recruiter")
	r := recruiter.get(path+"/advance").want(200, "Next in the track: Take-home", "take-home",
		"Send the invitation to the assessment", "Candidate's name", "Hi …,").lacks("Book a time")
	recruiter.post(path+"/decide", r.going("invite")...).want(400, "Enter the candidate", "How do they go on")
	recruiter.post(path+"/decide", r.going("elsewhere")...).want(400, "Choose how the candidate")
	stale := append([]string{"seen", "pending", "decision", "advance", "assessment", "asm_x"}, "onward", "later")
	recruiter.post(path+"/decide", stale...).want(409, "became Telemetry pipeline take-home meanwhile")
	w.as(t, "interviewer").get(path + "/advance").want(403)
	recruiter.follow(recruiter.post(path+"/decide", "seen", "pending", "decision", "advance", "onward", "invite", "name",
		"Rosa Lind")).want(200, "The invitation to Take-home is on its way")
	next := w.records(rosa)["Telemetry pipeline take-home"]
	if next.Name != "Rosa Lind" || next.InvitedAt == nil || next.TrackID != i.TrackID {
		t.Errorf("the record is %+v", next)
	}
}
