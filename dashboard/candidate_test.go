package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
)

// booked books an interview of the posting turbine-software's design round.
func (w *world) booked(email, interviewer string, start time.Time) models.Interview {
	w.t.Helper()
	return w.bookedFor(email, startingAt(start, interviewer), func(o *booking.Order) { o.CandidateName = "" })
}

func TestCandidatesPage(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	w.at(noon.Add(time.Minute))
	w.invited("telemetry", rosa)
	w.at(noon.Add(2 * time.Minute))
	w.booked("dana@candidate.example", priya, noon.AddDate(0, 0, 1))
	recruiter := w.as(t, "recruiter")
	listed := func(b *browser, query string) string {
		return strings.ReplaceAll(b.get("/dashboard/candidates"+query).want(200).text("tbody tr th small"), "\n", " ")
	}
	all := listed(recruiter, "")
	if !strings.HasPrefix(all, "dana@candidate.example rosa@candidate.example ") || !strings.Contains(all, "noor@") {
		t.Errorf("the candidates are %s, want the newest first", all)
	}
	for query, want := range map[string]string{
		"?q=LIND":                              rosa,
		"?state=invited":                       "dana@candidate.example rosa@candidate.example noor@candidate.example",
		"?q=nobody":                            "",
		"?posting=" + w.posting("apprentices"): "",
	} {
		equal(t, query, listed(recruiter, query), want)
	}
	r := recruiter.get("/dashboard/candidates?q=nobody").want(200, "No candidate matches")
	equal(t, "the search that is kept", attr(r.one("input#q"), "value"), "nobody")
	recruiter.get("/dashboard/candidates").want(200, "Invite a candidate", "Tue 4 Mar 2031, 13:00 CET",
		"System design interview")
	recruiter.get("/dashboard/candidates?state=hired").want(400)
	recruiter.get("/dashboard/candidates?after=1.x.y").want(400)
	// An interviewer sees the candidates of their own interviews, and no way to invite.
	equal(t, "what Priya sees", listed(w.as(t, priya), ""), "dana@candidate.example")
	w.as(t, priya).get("/dashboard/candidates").lacks("Invite a candidate", "Marine Biologist")
	w.as(t, "other").get("/dashboard/candidates").want(200, "No candidates yet", "Invite").lacks("rosa")

	for n := range 50 - 1 {
		w.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, created_at,
			updated_at) select org_id, 'cand_' || ?, posting_id, assessment_id, track_id, 'n' || ? || '@many.example',
			'', 'invited', created_at + 1000, updated_at from candidates where email = ?`, n, n, rosa)
	}
	next := attr(recruiter.get("/dashboard/candidates?state=invited").one("a[rel=next]"), "href")
	equal(t, "the second page of "+next, listed(recruiter, strings.TrimPrefix(next, "/dashboard/candidates")),
		"rosa@candidate.example noor@candidate.example")
}

func TestCandidatePage(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	w.at(noon.Add(time.Minute))
	ref := w.invited("telemetry", "dana@candidate.example")
	i := w.booked("dana@candidate.example", priya, noon.AddDate(0, 0, 1))
	live, home := "/dashboard/candidates/"+i.CandidateID, "/dashboard/candidates/"+ref.ID
	admin := w.as(t, "admin")
	r := admin.get(live).want(200, "dana@candidate.example", "System design interview",
		"Turbine Software Engineer", "Tue 4 Mar 2031, 13:00 CET", "scheduled", "never invited",
		"Telemetry pipeline take-home", "booked", "has an interview that is still to come")
	for _, path := range []string{home, "/dashboard/interviews/" + i.ID, "/dashboard/book?candidate=" + i.CandidateID,
		"/dashboard/invite?candidate=" + i.CandidateID} {
		if len(r.all("main a[href="+path+"]")) == 0 {
			t.Errorf("nothing leads to %s", path)
		}
	}
	admin.get(home).want(200, "on its way", "Runs out", "invited", "Revoke").lacks("Take the decision back")
	// Priya interviews her and sees that record; not the take-home, which is another record, nor what others did.
	p := w.as(t, priya)
	r = p.get(live).want(200, "dana@candidate.example", "13:00").lacks("Telemetry", "Timeline", "Reject")
	if n := len(r.all("main form")); n > 0 {
		t.Errorf("an interviewer has %d forms", n)
	}
	p.get(home).want(403, "their own").lacks("dana@")
	w.as(t, "interviewer").get(live).want(403).lacks("dana@")
	w.as(t, "other").get(live).want(404).lacks("dana@")

	few := w.counted(func() { admin.get(live) })
	for range 4 {
		w.must2(w.Bookings.Change(ctx, act.By{}, w.org.ID, i.ID, booking.Cancel))
		i = w.booked("dana@candidate.example", priya, noon.AddDate(0, 0, 1))
	}
	equal(t, "statements with one interview, and with five", few, w.counted(func() { admin.get(live) }))
	admin.get(live).want(200, "canceled")
}

func TestDecideOnCandidate(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	i := w.booked("dana@candidate.example", priya, noon.Add(time.Hour))
	path := "/dashboard/candidates/" + i.CandidateID
	recruiter := w.as(t, "recruiter")
	form := []string{"seen", "pending"}
	reject := append(form[:2:2], "decision", "reject")
	equal(t, "buttons that would be refused (D2)",
		len(recruiter.get(path).want(200, "Cancel it first").all("form#decide")), 0)
	recruiter.post(path+"/decide", reject...).want(409, "still to come")
	w.as(t, priya).post(path+"/decide", reject...).want(403)
	w.at(noon.Add(90 * time.Minute))
	if got := recruiter.get(path).fields("form#decide"); got[0] != "seen" || got[1] != "pending" {
		t.Errorf("after it the form has %q", got)
	}
	recruiter.follow(recruiter.post(path+"/decide", reject...)).want(200, "recorded: reject", "rejected")
	recruiter.follow(recruiter.post(path+"/decide", reject...)).want(200, "recorded: reject")
	recruiter.post(path+"/decide", append(form[:2:2], "decision", "advance")...).want(409, "became reject meanwhile")
	recruiter.post(path+"/decide", append(form[:2:2], "decision", "")...).want(400)
	ref := w.invited("telemetry", rosa) // a take-home is decided on by what is handed in
	r := recruiter.get("/dashboard/candidates/" + ref.ID).want(200)
	equal(t, "forms to decide on what was not handed in", len(r.all("form#decide")), 0)
	recruiter.post("/dashboard/candidates/"+ref.ID+"/decide", reject...).want(409, "Nothing was handed in")
}

// letterLeaves makes an attempt at the letter that the invitation owes, as a worker does, and settles it so.
func (w *world) letterLeaves(ref models.Ref, state, code string, permanent bool) {
	w.t.Helper()
	a, err := w.Candidates.InvitationLedger(ctx, ref)
	w.must(err)
	owed := a.Owed(w.Now())
	if owed == nil {
		w.t.Fatal("no letter is owed")
	}
	w.intended(a.Entry(*owed), a.Candidate.Revision)
	w.settled(a.Entry(*owed), state, code, permanent)
}

func TestRevokePage(t *testing.T) { // D19
	t.Parallel()
	w := newWorld(t)
	ref := w.invited("telemetry", rosa)
	w.letterLeaves(ref, effect.Done, "", false)
	path, recruiter := "/dashboard/candidates/"+ref.ID, w.as(t, "recruiter")
	recruiter.follow(recruiter.post(path+"/revoke")).want(200, "is revoked", "withdrawn", "Invitation revoked")
	w.as(t, "interviewer")
	rows := w.rows()
	recruiter.post(path + "/revoke").leadsTo(path)
	w.as(t, "interviewer").post(path + "/revoke").want(403)
	w.unchanged(t, rows, "revoking twice")
	r := recruiter.get(path+"/resend").want(200, "Send the invitation again")
	recruiter.follow(recruiter.post(path+"/resend", r.fields("form#send")...)).want(200, "on its way again", "invited")
}

// preparedCandidate is a candidate of ours, who was told of an invitation.
func (w *world) preparedCandidate() models.Ref {
	return prepared(w, "candidate", func() models.Ref {
		ref := w.invited("telemetry", rosa)
		w.letterLeaves(ref, effect.Done, "", false)
		return ref
	})
}

// ourCandidate is the row of a route below a candidate's page, for the table of TestForeign.
func ourCandidate(below string, fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		return foreign{path: "/dashboard/candidates/" + w.preparedCandidate().ID + below, fields: fields}
	}
}

// ourPosting is the row of a form that invites to a posting of ours.
func ourPosting(_ *testing.T, w *world) foreign {
	return foreign{fields: []string{"to", w.turbine() + "/" + w.applied.Assessments["telemetry"],
		"name", "Rosa", "email", "rosa@elsewhere.example"}}
}
