package tools_test

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/testdb"
)

const (
	invitesArguments = `{"posting_id":"$posting","assessment_id":"$assessment","candidates":[
		{"candidate_email":"robin@candidate.example","candidate_name":"Robin Example"},
		{"candidate_email":"kim@candidate.example","candidate_name":"Kim Example"}]}`
	handOverArguments = `{"interview_ids":["$first","$second"],"interviewer_email":"any"}`
	rejectArguments   = `{"candidate_ids":["$submitted","$talked"],"decision":"reject"}`
)

var (
	_ = example("send_invites", invitesArguments)
	_ = exampleAfter("decide_candidate", func(w *world) string {
		w.fresh()
		w.waiting()
		return w.Ours.Fill(rejectArguments)
	})
)

// waiting makes $submitted a candidate who has handed in, $idle one who has not, and $talked one of a live interview.
func (w *world) waiting() {
	w.T.Helper()
	for name, assessment := range map[string]string{"submitted": "$assessment", "idle": "$assessment",
		"talked": "$live"} {
		w.Ours.Rows["$"+name] = w.invite(name+"@candidate.example", assessment)
	}
	w.Ours.Rows["$of_submitted"] = w.handInFor(w.Ours.Rows["$submitted"])
}

// invite invites a new candidate over REST, and returns their id.
func (w *world) invite(email, assessment string) (id string) {
	w.T.Helper()
	return w.Do("POST", "/invites", w.Ours.Fill(`{"posting_id":"$posting","assessment_id":"`+assessment+
		`","candidate_email":"`+email+`","candidate_name":"Wanda Waits"}`), w.Key).Want(http.StatusCreated).
		Text("invite_id")
}

// handInFor hands in a candidate's take-home, and returns the submission's id.
func (w *world) handInFor(candidate string) (id string) {
	w.T.Helper()
	ref := models.Ref{OrgID: w.Ours.Organization, ID: candidate}
	_, _, err := w.Candidates.StartAssessment(ctx, ref)
	w.Must(err)
	file, _, err := w.Candidates.NewFile(ctx, ref)
	w.Must(err)
	file.Name, file.Size, file.Type, file.Hash = "lens.pdf", 1200, "application/pdf", "00"
	w.Must(w.Candidates.Attach(ctx, file))
	_, s, err := w.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "A catalogue.",
		Links: []string{"https://code.example/lens"}}, nil)
	w.Must(err)
	return s.ID
}

// part is one of the acts of a tool that acts on several.
type part struct {
	For, ID   string
	Interview *struct {
		InterviewerEmail string `json:"interviewer_email"`
	}
	Invite *struct {
		InviteID string `json:"invite_id"`
	}
	Decision *struct {
		SubmissionID string `json:"submission_id"`
		Decision     string
	}
}

// partsAnswer is the answer of a tool that acts on several.
type partsAnswer struct {
	Status   string
	PlanID   string `json:"plan_id"`
	Changed  []string
	Repeated bool
	Withheld string
	Parts    []part
	LeftOut  []struct{ For, Reason string } `json:"left_out"`
}

// parts reads the answer.
func (a *toolAnswer) parts() (p partsAnswer) {
	a.t.Helper()
	a.value(&p)
	return p
}

// are fails the test unless the answer has that status, and parts about these alone.
func (p partsAnswer) are(t *testing.T, status string, whom ...string) {
	t.Helper()
	var got []string
	for _, part := range p.Parts {
		got = append(got, part.For)
	}
	if p.Status != status || !slices.Equal(got, whom) {
		t.Fatalf("it is %s for %q, want %s for %q: %+v", p.Status, got, status, whom, p)
	}
}

// leaves fails the test unless these are left out, each for a reason that begins so: whom, reason, whom, reason, ….
func (p partsAnswer) leaves(t *testing.T, pairs ...string) {
	t.Helper()
	if len(p.LeftOut) != len(pairs)/2 {
		t.Fatalf("left out are %+v, want %q", p.LeftOut, pairs)
	}
	for n, out := range p.LeftOut {
		if out.For != pairs[2*n] || !strings.HasPrefix(out.Reason, pairs[2*n+1]) {
			t.Errorf("left out is %+v, want %q", out, pairs[2*n:2*n+2])
		}
	}
}

// T4: several candidates are invited under one plan; who cannot be is named with the reason, and a plan that is sent
// again answers with what it made.
func TestSendInvites(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		w.waiting()
		noted := strings.Replace(invitesArguments, `{`, `{"note":"We met\nat the fair.",`, 1)
		arguments := strings.Replace(noted, `[`, `[
			{"candidate_email":"submitted@candidate.example","candidate_name":"Wanda Waits"},
			{"candidate_email":"Idle@candidate.example","candidate_name":"Wanda Waits"},`, 1)
		a := w.call("send_invites", arguments, w.Key)
		a.shows("Invite 2 candidates.", "- invitation to the assessment to kim@candidate.example",
			"submitted@candidate.example is left out: ALREADY_INVITED")
		p := a.parts()
		want := []string{"robin@candidate.example", "kim@candidate.example"}
		p.are(t, "planned", want...)
		p.leaves(t, "submitted@candidate.example", "ALREADY_INVITED: ", "idle@candidate.example", "it is so already")
		first := w.call("send_invites", w.with(arguments, p.PlanID), w.Key).done().parts()
		row := w.lastRow()
		again := w.call("send_invites", w.with(arguments, p.PlanID), w.Key).done().parts()
		first.are(t, "done", want...)
		if first.Repeated || !again.Repeated || !reflect.DeepEqual(again.Parts, first.Parts) {
			t.Errorf("first %+v, then %+v", first, again)
		}
		for _, part := range first.Parts {
			if part.Invite.InviteID == "" || !slices.Contains(row.ResourceIDs, part.Invite.InviteID) {
				t.Errorf("%+v is made, and the audit has %v", part.Invite, row.ResourceIDs)
			}
			ref := models.Ref{OrgID: w.Ours.Organization, ID: part.Invite.InviteID}
			i, err := w.Candidates.InvitationLedger(ctx, ref)
			if w.Must(err); i.Candidate.InviteNote != "We met\nat the fair." {
				t.Errorf("the note is %q", i.Candidate.InviteNote)
			}
		}
		p = w.call("send_invites", invitesArguments, w.Key).done().parts() // who was invited is not planned once more
		p.are(t, "unchanged")
		p.leaves(t, want[0], "it is so already", want[1], "it is so already")
		says := w.call("send_invites", strings.Replace(invitesArguments, `"$assessment"`, `"$quiz"`, 1), w.Key).refused()
		if strings.Count(says, "SELF_SELECT_UNSUPPORTED") != 2 || !strings.Contains(says, "kim@candidate.example") {
			t.Errorf("nobody can be invited: %q", says)
		}
	})
}

// T4: an invitation to pick a time says of each candidate that nobody offers one.
func TestSendInvitesWarns(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	w.Ours.Rows["$spare"] = w.Ours.Assessments["spare"]
	arguments := strings.Replace(invitesArguments, "$assessment", "$spare", 1)
	text := string(w.call("send_invites", arguments, w.Key).done().Data)
	if n := strings.Count(text, `"no_time_to_pick"`); n != 2 {
		t.Errorf("%d warnings, want 2: %s", n, text)
	}
}

// T7: interviews are handed over under one plan, and who has got one of them is busy for the next.
func TestHandOver(t *testing.T) {
	t.Parallel()
	w := openFree(t)
	for _, name := range []string{"first", "second", "third"} {
		w.Ours.Rows["$"+name] = w.book(free("robin@", name+"@", `"any"`, `"ill-`+name+`@ours.example"`))
	}
	first, second, third := w.Ours.Rows["$first"], w.Ours.Rows["$second"], w.Ours.Rows["$third"]
	arguments := strings.Replace(handOverArguments, "[", `["$third",`, 1)
	a := w.call("change_interviewer", arguments, w.Key)
	a.shows(first + ", with " + w.Ours.Rows["$ilse"])
	p := a.parts()
	p.are(t, "planned", third, first)
	p.leaves(t, second, "nobody else is free")
	done := w.call("change_interviewer", w.with(arguments, p.PlanID), w.Key).done().parts()
	done.are(t, "done", third, first)
	done.leaves(t, second, "nobody else is free")
	for n, want := range []string{w.Ours.Rows["$bram"], w.Ours.Rows["$ilse"]} {
		if got := done.Parts[n].Interview.InterviewerEmail; got != want {
			t.Errorf("part %d goes to %s, want %s", n, got, want)
		}
	}
}

// T4: what a part rests on has changed, so nothing is done, and the answer has a new plan.
func TestPartsThatDoNotHold(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	p := w.call("send_invites", invitesArguments, w.Key).done().parts()
	w.commit("send_invite", w.Ours.Fill(inviteArguments)) // Robin
	before := w.records()
	a := w.call("send_invites", w.with(invitesArguments, p.PlanID), w.Key)
	a.says("not the same ones can be done any more")
	w.unchanged(before)
	fresh := a.parts()
	fresh.are(t, "planned", "kim@candidate.example")
	if len(fresh.Changed) != 1 {
		t.Errorf("changed is %q, want one thing", fresh.Changed)
	}
	w.Advance(600)
	w.call("send_invites", w.with(invitesArguments, fresh.PlanID), w.Key).says("could be confirmed until")
	w.Advance(0)
	w.call("send_invites", w.with(invitesArguments, fresh.PlanID), w.Key).done().parts().
		are(t, "done", "kim@candidate.example")
}

// T4: candidates are decided on by their id, those of live interviews too, and go on only if that is asked for.
func TestDecideCandidates(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	w.waiting()
	reject := strings.Replace(rejectArguments, "[", `["$candidate","$idle",`, 1)
	p := w.call("decide_candidate", reject, w.Key).done().parts()
	if len(p.Parts) != 2 || len(p.LeftOut) != 2 || !strings.Contains(p.LeftOut[0].Reason, "still to come") ||
		!strings.Contains(p.LeftOut[1].Reason, "Nothing was handed in yet") {
		t.Fatalf("the plan is %+v", p)
	}
	done := w.call("decide_candidate", w.with(reject, p.PlanID), w.Key).done().parts()
	for n, submission := range []string{w.Ours.Rows["$of_submitted"], ""} {
		if got := done.Parts[n].Decision; got.SubmissionID != submission || got.Decision != "reject" {
			t.Errorf("decision %d is %+v, want reject of submission %q", n, got, submission)
		}
	}
	w.call("get_submission", `{"submission_id":"$of_submitted"}`, w.Key).shows(`"decision":"reject"`)
	// A decision that the caller has not seen is left alone.
	advance := `{"candidate_ids":["$submitted"],"decision":"advance"}`
	w.call("decide_candidate", advance, w.Key).says("became reject")
	advance = strings.Replace(advance, "{", `{"expected":"reject",`, 1)
	commit := func(records int) {
		t.Helper()
		w.commit("decide_candidate", w.Ours.Fill(advance))
		got := strings.Count(string(w.call("list_candidates", `{"limit":100}`, w.Key).done().Data),
			`"email":"submitted@candidate.example"`)
		if got != records {
			t.Errorf("after %s there are %d records, want %d", advance, got, records)
		}
	}
	commit(1)
	advance = strings.Replace(advance, "{", `{"onward":"invite",`, 1)
	w.call("decide_candidate", advance, w.Key).shows("invitation to pick a time to submitted@candidate.example")
	commit(2)
	w.call("decide_candidate", advance, w.Key).done().parts().are(t, "unchanged") // gone on already
	w.call("decide_candidate", advance, w.keyOf(access.SubmissionsWrite, access.SubmissionsRead)).says("invites:write")
}

// §5 rule 5: of several too, a key that may only write learns what would be sent and nothing of what is stored, and a
// plan that it repeats answers with ids.
func TestPartsReads(t *testing.T) {
	t.Parallel()
	w := openPlans(t)
	w.waiting()
	w.call("add_slots", `{"posting_id":"$posting","slots":[
		{"interviewer_email":"$bram","start_at":"2032-03-01T15:00:00Z"}]}`, w.Key).done()
	for _, c := range []struct{ tool, arguments, scope, reads string }{
		{"send_invites", strings.ReplaceAll(invitesArguments, "$assessment", "$live"), access.InvitesWrite,
			access.CandidatesRead},
		{"change_interviewer", `{"interview_ids":["$interview"],"interviewer_email":"any"}`, access.InterviewsWrite,
			access.InterviewsRead},
		{"decide_candidate", rejectArguments, access.SubmissionsWrite, access.SubmissionsRead},
	} {
		writer := w.keyOf(c.scope)
		a := w.call(c.tool, c.arguments, writer)
		a.hides("ours.example", "submitted@", "Wanda", "Cleo", `"before":{`, `"candidate":{`)
		a.shows(`"withheld":"` + c.reads + `"`)
		arguments := w.with(c.arguments, a.parts().PlanID)
		w.call(c.tool, arguments, writer).done()
		again := w.call(c.tool, arguments, writer).done().parts()
		got := again.Parts[0]
		if !again.Repeated || again.Withheld != c.reads || got.ID == "" || got != (part{For: got.For, ID: got.ID}) {
			t.Errorf("%s repeated is %+v", c.tool, again)
		}
	}
}
