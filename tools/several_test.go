package tools_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"litmus/models"
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
	invite := func(name, assessment string) {
		w.Ours.Rows["$"+name] = w.Do("POST", "/invites", w.Ours.Fill(`{"posting_id":"$posting","assessment_id":"`+
			assessment+`","candidate_email":"`+name+`@candidate.example","candidate_name":"Wanda Waits"}`), w.Key).
			Want(http.StatusCreated).Text("invite_id")
	}
	invite("submitted", "$assessment")
	invite("idle", "$assessment")
	invite("talked", "$live")
	ref := models.Ref{OrgID: w.Ours.Organization, ID: w.Ours.Rows["$submitted"]}
	_, _, err := w.Candidates.StartAssessment(ctx, ref)
	w.Must(err)
	_, s, err := w.Candidates.Submit(ctx, ref, models.Answer{Text: "A lens."}, nil)
	w.Must(err)
	w.Ours.Rows["$of_submitted"] = s.ID
}

// partsAnswer is the answer of a tool that acts on several.
type partsAnswer struct {
	Status   string
	PlanID   string `json:"plan_id"`
	Changed  []string
	Repeated bool
	Withheld string
	Parts    []struct {
		For, ID   string
		Plan      *json.RawMessage
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
	LeftOut []struct{ For, Reason string } `json:"left_out"`
}

// parts reads the answer.
func (a *toolAnswer) parts() (p partsAnswer) {
	a.t.Helper()
	a.value(&p)
	return p
}

// forWhom are what the parts are about.
func (p partsAnswer) forWhom() (out []string) {
	for _, part := range p.Parts {
		out = append(out, part.For)
	}
	return out
}

// T4: several candidates are invited under one plan; who cannot be is named with the reason, and a plan that is sent
// again answers with what it made.
func TestSendInvites(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		w.waiting()
		arguments := strings.Replace(invitesArguments, `[`, `[
			{"candidate_email":"submitted@candidate.example","candidate_name":"Wanda Waits"},
			{"candidate_email":"Idle@candidate.example","candidate_name":"Wanda Waits"},`, 1)
		a := w.call("send_invites", arguments, w.Key).done()
		p := a.parts()
		want := []string{"robin@candidate.example", "kim@candidate.example"}
		if p.Status != "planned" || len(p.LeftOut) != 2 || !slices.Equal(p.forWhom(), want) ||
			!strings.HasPrefix(p.LeftOut[0].Reason, "ALREADY_INVITED: ") || p.LeftOut[1].For != "idle@candidate.example" ||
			p.LeftOut[1].Reason != "it is so already" {
			t.Fatalf("the plan is %+v", p)
		}
		for _, part := range []string{"Invite 2 candidates.", "- invitation to the assessment to kim@candidate.example",
			"submitted@candidate.example is left out: ALREADY_INVITED"} {
			if !strings.Contains(a.Content[0].Text, part) {
				t.Errorf("the text has no %q: %s", part, a.Content[0].Text)
			}
		}
		first := w.call("send_invites", w.with(arguments, p.PlanID), w.Key).done().parts()
		row := w.lastRow()
		again := w.call("send_invites", w.with(arguments, p.PlanID), w.Key).done().parts()
		if first.Status != "done" || first.Repeated || !again.Repeated || !slices.Equal(first.forWhom(), want) ||
			!slices.Equal(again.forWhom(), want) {
			t.Fatalf("first %+v, then %+v", first, again)
		}
		for n, part := range first.Parts {
			if part.Invite.InviteID == "" || *part.Invite != *again.Parts[n].Invite ||
				!slices.Contains(row.ResourceIDs, part.Invite.InviteID) {
				t.Errorf("%+v is made, then %+v; the audit has %v", part.Invite, again.Parts[n].Invite, row.ResourceIDs)
			}
		}
		if p := w.call("send_invites", invitesArguments, w.Key).done().parts(); p.Status != "unchanged" ||
			len(p.LeftOut) != 2 {
			t.Errorf("who was invited is planned once more: %+v", p)
		}
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
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		w.call("add_slots", `{"posting_id":"$posting","slots":[
			{"interviewer_email":"$ilse","start_at":"2031-03-09T15:00:00Z"},
			{"interviewer_email":"$bram","start_at":"2031-03-09T15:00:00Z"}]}`, w.Key).done()
		for _, name := range []string{"first", "second", "third"} {
			w.Ours.Rows["$"+name] = w.Do("POST", "/interviews", w.Ours.Fill(fmt.Sprintf(`{"posting_id":"$posting",
				"round_id":"$round","candidate_email":"%[1]s@candidate.example","interviewer_email":"ill-%[1]s@ours.example",
				"scheduled_start_at":"2031-03-09T15:00:00Z"}`, name)), w.Key).Want(http.StatusCreated).
				Text("interview", "id")
		}
		arguments := strings.Replace(handOverArguments, "[", `["$third",`, 1)
		a := w.call("change_interviewer", arguments, w.Key).done()
		p := a.parts()
		if !slices.Equal(p.forWhom(), []string{w.Ours.Rows["$third"], w.Ours.Rows["$first"]}) || len(p.LeftOut) != 1 ||
			p.LeftOut[0].For != w.Ours.Rows["$second"] || !strings.HasPrefix(p.LeftOut[0].Reason, "nobody else is free") ||
			!strings.Contains(a.Content[0].Text, w.Ours.Rows["$first"]+", with "+w.Ours.Rows["$ilse"]) {
			t.Fatalf("the plan is %+v: %s", p, a.Content[0].Text)
		}
		done := w.call("change_interviewer", w.with(arguments, p.PlanID), w.Key).done().parts()
		if len(done.Parts) != 2 || done.Parts[0].Interview.InterviewerEmail != w.Ours.Rows["$bram"] ||
			done.Parts[1].Interview.InterviewerEmail != w.Ours.Rows["$ilse"] || len(done.LeftOut) != 1 {
			t.Errorf("carried out it answers %+v", done)
		}
		// One of them is canceled before the plan is confirmed, so neither is changed.
		back := `{"interview_ids":["$first","$third"],"interviewer_email":"dora@ours.example"}`
		one := `{"interview_ids":["$first"],"interviewer_email":"dora@ours.example"}`
		p = w.call("change_interviewer", back, w.Key).done().parts()
		if len(p.Parts) != 1 || len(p.LeftOut) != 1 { // Dora cannot have two at once
			t.Fatalf("the plan is %+v", p)
		}
		p = w.call("change_interviewer", one, w.Key).done().parts()
		w.Do("DELETE", "/interviews/"+w.Ours.Rows["$first"], "", w.Key).Want(http.StatusOK)
		if says := w.call("change_interviewer", w.with(one, p.PlanID), w.Key).refused(); !strings.Contains(says,
			"none of it can be done. "+w.Ours.Rows["$first"]) {
			t.Errorf("a canceled interview: %q", says)
		}
	})
}

// T4: what a part rests on has changed, so nothing is done, and the answer has a new plan.
func TestPartsThatDoNotHold(t *testing.T) {
	t.Parallel()
	url := testdb.SQLite(t)
	w := open(t, url)
	p := w.call("send_invites", invitesArguments, w.Key).done().parts()
	w.commit("send_invite", w.Ours.Fill(inviteArguments)) // Robin
	before := w.records(url)
	a := w.call("send_invites", w.with(invitesArguments, p.PlanID), w.Key)
	if says := a.refused(); !strings.Contains(says, "not the same ones can be done any more") {
		t.Errorf("it says %q", says)
	}
	fresh := a.parts()
	if written, lost := compared(before, w.records(url)); len(written)+len(lost) > 0 {
		t.Errorf("it wrote %q and removed %q", written, lost)
	}
	if len(fresh.Changed) != 1 || !slices.Equal(fresh.forWhom(), []string{"kim@candidate.example"}) {
		t.Fatalf("the new plan is %+v", fresh)
	}
	w.Advance(600)
	if says := w.call("send_invites", w.with(invitesArguments, fresh.PlanID), w.Key).refused(); !strings.Contains(says,
		"could be confirmed until") {
		t.Errorf("too late: %q", says)
	}
	w.Advance(0)
	done := w.call("send_invites", w.with(invitesArguments, fresh.PlanID), w.Key).done().parts()
	if done.Status != "done" || len(done.Parts) != 1 {
		t.Errorf("the new plan is answered %+v", done)
	}
}

// T4: where none of several acts can be done any more, the refusal says what to do next, as that of one does.
func TestPartsThatAreDoneMeanwhile(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	const arguments = `{"interview_ids":["$interview"],"interviewer_email":"any"}`
	p := w.call("change_interviewer", arguments, w.Key).done().parts()
	w.Do("DELETE", "/interviews/"+w.Ours.Rows["$interview"], "", w.Key).Want(http.StatusOK)
	says := w.call("change_interviewer", w.with(arguments, p.PlanID), w.Key).refused()
	if !strings.HasPrefix(says, "none of it can be done. ") || !strings.HasSuffix(says, ". Nothing was done. Look at "+
		"what has changed, and call change_interviewer without plan_id for a new plan") {
		t.Errorf("it says %q", says)
	}
}

// T4: candidates are decided on by their id, those of live interviews too, and go on only if that is asked for.
func TestDecideCandidates(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		w.waiting()
		reject := strings.Replace(rejectArguments, "[", `["$candidate","$idle",`, 1)
		p := w.call("decide_candidate", reject, w.Key).done().parts()
		if len(p.Parts) != 2 || len(p.LeftOut) != 2 || !strings.Contains(p.LeftOut[0].Reason, "still to come") ||
			!strings.Contains(p.LeftOut[1].Reason, "Nothing was handed in yet") {
			t.Fatalf("the plan is %+v", p)
		}
		done := w.call("decide_candidate", w.with(reject, p.PlanID), w.Key).done().parts()
		if done.Parts[0].Decision.SubmissionID != w.Ours.Rows["$of_submitted"] ||
			done.Parts[0].Decision.Decision != "reject" || done.Parts[1].Decision.SubmissionID != "" ||
			done.Parts[1].Decision.Decision != "reject" {
			t.Errorf("carried out it answers %+v", done)
		}
		if got := w.call("get_submission", `{"submission_id":"$of_submitted"}`, w.Key).done().text("decision"); got !=
			"reject" {
			t.Errorf("the submission has the decision %s", got)
		}
		// A decision that the caller has not seen is left alone.
		advance := `{"candidate_ids":["$submitted"],"decision":"advance"}`
		if says := w.call("decide_candidate", advance, w.Key).refused(); !strings.Contains(says, "became reject") {
			t.Errorf("a decision that was not seen: %q", says)
		}
		advance = strings.Replace(advance, "{", `{"expected":"reject",`, 1)
		records := func() int {
			return strings.Count(string(w.call("list_candidates", `{"limit":100}`, w.Key).done().Data),
				`"email":"submitted@candidate.example"`)
		}
		w.commit("decide_candidate", w.Ours.Fill(advance))
		if n := records(); n != 1 {
			t.Errorf("advanced without onward there are %d records", n)
		}
		advance = strings.Replace(advance, "{", `{"onward":"invite",`, 1)
		a := w.call("decide_candidate", advance, w.Key).done()
		if !strings.Contains(a.Content[0].Text, "invitation to pick a time to submitted@candidate.example") {
			t.Errorf("onward the plan says %s", a.Content[0].Text)
		}
		w.commit("decide_candidate", w.Ours.Fill(advance))
		if n := records(); n != 2 {
			t.Errorf("gone on there are %d records", n)
		}
		if p := w.call("decide_candidate", advance, w.Key).done().parts(); p.Status != "unchanged" {
			t.Errorf("gone on already: %+v", p)
		}
		narrow := w.NewKey(w.Ours.Organization, []string{models.SubmissionsWrite, models.SubmissionsRead})
		if says := w.call("decide_candidate", advance, narrow).refused(); !strings.Contains(says, "invites:write") {
			t.Errorf("onward without the scope: %q", says)
		}
	})
}

// §5 rule 5: of several too, a key that may only write learns what would be sent and nothing of what is stored, and a
// plan that it repeats answers with ids.
func TestPartsReads(t *testing.T) {
	t.Parallel()
	w, _ := openPlans(t)
	w.waiting()
	w.call("add_slots", `{"posting_id":"$posting","slots":[
		{"interviewer_email":"$bram","start_at":"2032-03-01T15:00:00Z"}]}`, w.Key).done()
	for _, c := range []struct{ tool, arguments, scope, reads string }{
		{"send_invites", strings.ReplaceAll(invitesArguments, "$assessment", "$live"), models.InvitesWrite,
			models.CandidatesRead},
		{"change_interviewer", `{"interview_ids":["$interview"],"interviewer_email":"any"}`, models.InterviewsWrite,
			models.InterviewsRead},
		{"decide_candidate", rejectArguments, models.SubmissionsWrite, models.SubmissionsRead},
	} {
		writer := w.NewKey(w.Ours.Organization, []string{c.scope})
		a := w.call(c.tool, c.arguments, writer).done()
		shown := string(a.Data) + a.Content[0].Text
		for _, stored := range []string{"ours.example", "submitted@", "Wanda", "Cleo", `"before":{`, `"candidate":{`} {
			if strings.Contains(shown, stored) {
				t.Errorf("%s shows %q to a key with %s alone: %s", c.tool, stored, c.scope, shown)
			}
		}
		if !strings.Contains(shown, `"withheld":"`+c.reads+`"`) {
			t.Errorf("%s does not say what is withheld: %s", c.tool, shown)
		}
		p := a.parts()
		w.call(c.tool, w.with(c.arguments, p.PlanID), writer).done()
		again := w.call(c.tool, w.with(c.arguments, p.PlanID), writer).done().parts()
		if !again.Repeated || again.Withheld != c.reads || again.Parts[0].ID == "" || again.Parts[0].Interview != nil ||
			again.Parts[0].Invite != nil || again.Parts[0].Decision != nil {
			t.Errorf("%s repeated is %+v", c.tool, again)
		}
	}
}

// T2: mistakes in the arguments of tools that act on several.
func TestPartsRefuse(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	ids := make([]string, models.MostParts+1)
	for n := range ids {
		ids[n] = fmt.Sprintf(`"int_%d"`, n)
	}
	many := strings.Join(ids, ",")
	for _, c := range []struct{ tool, arguments, want string }{
		{"change_interviewer", `{"interviewer_email":"any"}`, "id is missing"},
		{"change_interviewer", `{"id":"$interview","interview_ids":["$interview"],"interviewer_email":"any"}`, "send one of"},
		{"change_interviewer", `{"interview_ids":[],"interviewer_email":"any"}`, "from 1 to 50"},
		{"change_interviewer", `{"interview_ids":[` + many + `],"interviewer_email":"any"}`, "from 1 to 50"},
		{"change_interviewer", `{"interview_ids":["int_1","int_1"],"interviewer_email":"any"}`, `"int_1" twice`},
		{"change_interviewer", `{"interview_ids":["int_1"],"interviewer_email":"me"}`, "interviewer_email"},
		{"change_interviewer", `{"interview_ids":"int_1","interviewer_email":"any"}`, "must be a list"},
		{"change_interviewer", `{"interview_ids":["int_1"],"interviewer_email":"any"}`, "int_1"},
		{"send_invites", `{"posting_id":"$posting","candidates":[]}`, "from 1 to 50"},
		{"send_invites", `{"posting_id":"$posting","candidates":["a@b.example"]}`, "list of objects"},
		{"send_invites", `{"posting_id":"$posting","candidates":[{"candidate_email":"a@b.example"}]}`,
			"candidates[0].candidate_name is required"},
		{"send_invites", strings.Replace(invitesArguments, "robin@", "KIM@", 1), "twice"},
		{"send_invites", `{"candidates":[{}]}`, "posting_id is required: take it from list_roles"},
		{"decide_candidate", `{"candidate_ids":["$candidate"],"decision":"hire"}`, "choose advance"},
		{"decide_candidate", `{"candidate_ids":["$candidate"],"decision":"reject","onward":"invite"}`, "are advanced"},
		{"decide_candidate", `{"candidate_ids":["$candidate"],"decision":"advance","onward":"soon"}`, "invite or record"},
		{"decide_candidate", `{"candidate_ids":["cand_none"],"decision":"reject"}`, "cand_none"},
	} {
		if says := w.call(c.tool, c.arguments, w.Key).refused(); !strings.Contains(says, c.want) {
			t.Errorf("%s(%s) says %q, want %q", c.tool, c.arguments, says, c.want)
		}
	}
}
