package tools_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
	"litmus/store/pools"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

var (
	_ = example("get_pipeline", `{"posting_id":"$posting"}`)
	_ = example("get_pipeline_status", `{"posting_id":"$posting"}`)
	_ = example("list_interviews", `{"posting_id":"$posting","from":"2032-01-01","include_canceled":true,"limit":2}`)
	_ = example("list_interviewers", `{"posting_id":"$posting"}`)
	_ = example("find_slots", `{"posting_id":"$posting","round_id":"$round","from":"2032-03-01","to":"2032-03-04",`+
		`"interviewer_emails":["$ilse","$bram"],"time_zone":"America/New_York","limit":1}`)
	_ = example("explain_slot", `{"posting_id":"$posting","round_id":"$round","start_at":"2032-03-01T15:00:00Z",`+
		`"interviewer_emails":["$ilse"],"time_zone":"Asia/Kathmandu"}`)
	_ = example("add_slots", `{"posting_id":"$posting","slots":[{"interviewer_email":"$bram",`+
		`"start_at":"2032-04-01T15:00:00Z"}]}`)
	_ = example("remove_slots", `{"posting_id":"$posting","slots":[{"interviewer_email":"$ilse",`+
		`"start_at":"2032-03-02T15:00:00Z"}]}`)
	_ = example("list_candidates", `{"posting_id":"$posting","state":"invited","limit":1}`)
	_ = example("get_candidate_status", `{"candidate_id":"$candidate"}`)
	_ = example("list_submissions", `{"posting_id":"$posting","status":"decided","limit":1}`)
	_ = example("get_submission", `{"submission_id":"$submission"}`)
	_ = example("list_assessments", `{"delivery_mode":"async","limit":2}`)
	_ = example("get_assessment", `{"assessment_id":"$assessment"}`)
	_ = example("create_assessment", `{"title":"Optics quiz","delivery_mode":"async","time_limit_minutes":45,`+
		`"instructions":"Answer **all** questions."}`)
	_ = example("get_rubric", `{"assessment_id":"$assessment"}`)
	_ = example("update_rubric", `{"assessment_id":"$assessment","expected":0,"text":"Look at the tests.",`+
		`"scale":[{"score":0,"meaning":"none"},{"score":5,"meaning":"all"}]}`)
	_ = example("report", `{"posting_id":"$posting","interviewer_email":"$ilse","to":"2032-03-07","weeks":2}`)
	_ = example("load_report", `{}`)
	_ = exampleAfter("get_answer", func(w *world) string {
		return `{"submission_id":"` + w.handIn() + `"}`
	})
	_ = exampleAfter("grade_submission", func(w *world) string {
		return `{"submission_id":"` + w.handIn() + `","native_score":3.5,"notes":"Sound.","expected":0}`
	})
	_ = exampleAfter("update_assessment", func(w *world) string {
		return `{"assessment_id":"` + w.newAssessment() + `","expected":1,"ready":false,"title":"Optics quiz 2"}`
	})
)

// handIn hands in the take-home of the invited candidate and returns the submission's id, the same one each time.
func (w *world) handIn() string {
	w.T.Helper()
	if w.Ours.Rows["$handed_in"] == "" {
		w.Ours.Rows["$handed_in"] = w.handInFor(w.Ours.Rows["$invited"])
	}
	return w.Ours.Rows["$handed_in"]
}

// TestHandedInFiles: both tools about a submission name its files, with where a member downloads each; lists do not.
func TestHandedInFiles(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	id := w.handIn()
	files, err := w.Candidates.SubmittedFiles(ctx, w.Ours.Organization, id)
	w.Must(err)
	named := `"files":[{"id":"` + files[0].ID + `","name":"lens.pdf","size":1200,"type":"application/pdf","href":"`
	address := `/dashboard/submissions/` + id + `/files/` + files[0].ID + `"}]`
	for _, tool := range []string{"get_submission", "get_answer"} {
		w.call(tool, `{"submission_id":"`+id+`"}`, w.Key).shows(named, address)
	}
	if list := w.call("list_submissions", `{}`, w.Key).done(); strings.Contains(string(list.Data), "lens.pdf") {
		t.Errorf("the list has files: %s", list.Data)
	}
}

// newAssessment makes an assessment that the organization file does not keep.
func (w *world) newAssessment() string {
	w.T.Helper()
	a, err := w.Pipelines.CreateAssessment(ctx, act.By{}, w.Ours.Organization, pipelines.NewAssessmentID(),
		pipeline.AssessmentEdit{Title: "Optics quiz", DeliveryMode: models.DeliveryAsync, Ready: true})
	w.Must(err)
	return a.ID
}

// TestToolsForeign proves for every argument that names something that what another organization has cannot be told
// from what never was: the answer, except for the id that it repeats, and the number of queries are the same (T1, T2,
// §5 rule 3).
func TestToolsForeign(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	const slots = `"slots":[{"interviewer_email":"$bram","start_at":"2032-03-01T15:00:00Z"}]`
	const booked = `"round_id":"$round","candidate_email":"someone@ours.example",` +
		`"scheduled_start_at":"2032-06-01T10:00:00Z"`
	const invited = `"candidate_email":"someone@ours.example","candidate_name":"Some Quillon"`
	const asked = `"round_id":"$round","start_at":"2032-03-01T15:00:00Z"`
	w.Theirs.Rows["$pool"] = pools.NewPoolID()
	_, err := w.Pools.Create(ctx, act.By{}, w.Theirs.Organization, w.Theirs.Rows["$pool"],
		pipeline.PoolEdit{Name: "Theirs"})
	w.Must(err)
	before := w.Everything(w.Theirs)
	covered := map[string]bool{}
	for _, c := range []struct {
		tool, arguments string
		ref             string // what of theirs the call names
		refused         bool
	}{
		{"get_pipeline", `{"posting_id":"$their_posting"}`, "$posting", true},
		{"get_pipeline_status", `{"posting_id":"$their_posting"}`, "$posting", true},
		{"list_interviews", `{"posting_id":"$their_posting"}`, "$posting", false},
		{"list_interviews", `{"round_id":"$their_round"}`, "$round", false},
		{"list_interviews", `{"candidate_email":"$their_cleo"}`, "$cleo", false},
		{"get_interview", `{"id":"$their_interview"}`, "$interview", true},
		{"get_interview", `{"id":"$their_import","include":["transcript","recording","notes"]}`, "$import", true},
		{"list_interviewers", `{"posting_id":"$their_posting"}`, "$posting", true},
		{"list_pools", `{"pool_id":"$their_pool"}`, "$pool", true},
		{"find_slots", `{"posting_id":"$their_posting","round_id":"$round"}`, "$posting", true},
		{"find_slots", `{"posting_id":"$posting","round_id":"$their_round"}`, "$round", true},
		{"find_slots", `{"posting_id":"$posting","round_id":"$round","interviewer_emails":["$their_ilse"]}`,
			"$ilse", false},
		{"find_slots", `{"posting_id":"$their_posting"}`, "$posting", true},
		{"find_slots", `{"posting_id":"$their_posting","round_id":"$round","limit":0}`, "$posting", true},
		{"explain_slot", `{"posting_id":"$their_posting",` + asked + `}`, "$posting", true},
		{"explain_slot", `{"posting_id":"$their_posting"}`, "$posting", true},
		{"explain_slot", `{"posting_id":"$posting","round_id":"$their_round","start_at":"2032-03-01T15:00:00Z"}`,
			"$round", true},
		{"explain_slot", `{"posting_id":"$posting",` + asked + `,"moved_interview_id":"$their_interview"}`,
			"$interview", true},
		// Ilse is booked in their organization then, and unknown in ours.
		{"explain_slot", `{"posting_id":"$posting",` + asked + `,"interviewer_emails":["$their_ilse"]}`,
			"$ilse", false},
		{"report", `{"posting_id":"$their_posting"}`, "$posting", true},
		{"report", `{"interviewer_email":"$their_ilse"}`, "$ilse", false},
		{"load_report", `{"pool_id":"$their_posting"}`, "$posting", true},
		{"add_slots", `{"posting_id":"$their_posting",` + slots + `}`, "$posting", true},
		{"add_slots", `{"posting_id":"$their_posting","slots":[]}`, "$posting", true},
		{"remove_slots", `{"posting_id":"$their_posting",` + slots + `}`, "$posting", true},
		{"list_candidates", `{"posting_id":"$their_posting"}`, "$posting", false},
		{"get_candidate_status", `{"candidate_id":"$their_candidate"}`, "$candidate", true},
		{"list_submissions", `{"posting_id":"$their_posting"}`, "$posting", false},
		{"list_submissions", `{"candidate_id":"$their_candidate"}`, "$candidate", false},
		{"get_submission", `{"submission_id":"$their_submission"}`, "$submission", true},
		{"get_answer", `{"submission_id":"$their_submission"}`, "$submission", true},
		{"grade_submission", `{"submission_id":"$their_submission","expected":1,"notes":"x"}`, "$submission", true},
		{"grade_submission", `{"submission_id":"$their_submission"}`, "$submission", true},
		{"get_assessment", `{"assessment_id":"$their_assessment"}`, "$assessment", true},
		{"update_assessment", `{"assessment_id":"$their_assessment","expected":1,"title":"Ours"}`, "$assessment",
			true},
		{"update_assessment", `{"assessment_id":"$their_assessment"}`, "$assessment", true},
		{"get_rubric", `{"assessment_id":"$their_assessment"}`, "$assessment", true},
		{"update_rubric", `{"assessment_id":"$their_assessment","expected":0,"text":"Ours"}`, "$assessment", true},
		{"update_rubric", `{"assessment_id":"$their_assessment"}`, "$assessment", true},
		{"book_interview", `{"posting_id":"$their_posting",` + booked + `}`, "$posting", true},
		{"book_interview", `{"posting_id":"$posting",` + booked + `,"round_id":"$their_round"}`, "$round", true},
		{"book_interview", `{"posting_id":"$posting",` + booked + `,"candidate_id":"$their_candidate"}`,
			"$candidate", true},
		{"reschedule_interview", `{"id":"$their_interview","scheduled_start_at":"2032-03-01T16:00:00Z"}`,
			"$interview", true},
		{"reschedule_interview", `{"id":"$interview","round_id":"$their_round","interviewer_email":"any",
			"scheduled_start_at":"2032-03-01T16:00:00Z"}`, "$round", true},
		{"change_interviewer", `{"id":"$their_interview","interviewer_email":"$bram"}`, "$interview", true},
		{"change_interviewer", `{"interview_ids":["$their_interview"],"interviewer_email":"$bram"}`, "$interview", true},
		{"change_panel", `{"id":"$their_interview","joins":"any"}`, "$interview", true},
		{"cancel_interview", `{"id":"$their_interview"}`, "$interview", true},
		{"cancel_interview", `{"id":"$their_canceled"}`, "$canceled", true},
		{"send_invite", `{"posting_id":"$their_posting",` + invited + `}`, "$posting", true},
		{"send_invite", `{"posting_id":"$posting","assessment_id":"$their_assessment",` + invited + `}`,
			"$assessment", true},
		{"send_invites", `{"posting_id":"$their_posting","candidates":[{` + invited + `}]}`, "$posting", true},
		{"send_invites", `{"posting_id":"$posting","assessment_id":"$their_assessment","candidates":[{` + invited +
			`}]}`, "$assessment", true},
		{"decide_candidate", `{"candidate_ids":["$their_candidate"],"decision":"reject"}`, "$candidate", true},
		{"record_decision", `{"submission_id":"$their_submission","decision":"reject","expected":"advance"}`,
			"$submission", true},
	} {
		covered[c.tool] = true
		named := w.Theirs.Rows[c.ref]
		ask := func(value string) (a *toolAnswer, queries int) {
			arguments := strings.ReplaceAll(c.arguments, "$their_"+c.ref[1:], value)
			queries = w.Statements(func() { a = w.call(c.tool, arguments, w.Key) })
			return a, queries
		}
		was := worlds.NeverWas(named)
		foreign, queries := ask(named)
		unknown, unknownQueries := ask(was)
		about := c.tool + " " + c.arguments
		if foreign.IsError != c.refused || unknown.IsError != c.refused {
			t.Errorf("%s: refused %t, and %t for what never was; want %t\n%+v\n%+v", about, foreign.IsError,
				unknown.IsError, c.refused, foreign.Content, unknown.Content)
			continue
		}
		got := worlds.Alike([]byte(string(foreign.Data)+foreign.Content[0].Text), named)
		want := worlds.Alike([]byte(string(unknown.Data)+unknown.Content[0].Text), was)
		if got != want {
			t.Errorf("%s\nanswers %s\nwant as for what never was,\n%s", about, got, want)
		}
		if queries != unknownQueries || queries == 0 {
			t.Errorf("%s: %d queries, and %d for what never was", about, queries, unknownQueries)
		}
	}
	if after := w.Everything(w.Theirs); after != before {
		t.Errorf("what is theirs is no longer as it was:\n%s\nwas\n%s", after, before)
	}
	for _, unnamed := range []string{"list_roles", "list_assessments", "create_assessment"} {
		covered[unnamed] = true // they name nothing
	}
	for name := range w.listed(w.Key) {
		if !covered[name] {
			t.Errorf("%s has no row here", name)
		}
	}
}

// TestToolWithEachScope proves that each of a tool's scopes suffices by itself, and that all other scopes together do
// not open it (T1, §5 rule 5). A key whose scopes are taken away in between is refused at its next call, and no longer
// sees the tool (§5 rule 4).
func TestToolWithEachScope(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	paper := paperScopes(t)
	examples := map[string]string{} // made before any is called, since a call may change what they name
	for name, arguments := range toolExamples {
		examples[name] = arguments(w)
	}
	for name, arguments := range examples {
		scopes := paper[name]
		if len(scopes) == 0 {
			t.Errorf("%s is not in docs/tools-list.md", name)
		}
		for _, scope := range scopes {
			key, made, err := w.Team.CreateKey(ctx, act.By{}, w.Ours.Organization, "of one scope", []string{scope})
			w.Must(err)
			if a := w.call(name, arguments, key); strings.HasPrefix(a.Content[0].Text, "missing required scope") {
				t.Errorf("%s with %s: %s", name, scope, a.Content[0].Text)
			}
			if w.listed(key)[name].Name == "" {
				t.Errorf("%s is not listed with %s", name, scope)
			}
			others := slices.DeleteFunc(slices.Clone(access.Scopes), func(s string) bool {
				return slices.Contains(scopes, s)
			})
			w.Must(w.Team.SetScopes(ctx, act.By{}, w.Ours.Organization, made.ID, others))
			want := "missing required scope: " + strings.Join(scopes, " or ")
			if got := w.call(name, arguments, key).refused(); got != want {
				t.Errorf("%s with everything but its scope: %q, want %q", name, got, want)
			}
			if got := w.listed(key); len(got) == 0 || got[name].Name != "" {
				t.Errorf("%s is one of %d that are listed with everything but its scope", name, len(got))
			}
		}
	}
}

// TestToolRefusals proves that arguments without sense are refused with a sentence that names them (T2).
func TestToolRefusals(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	handedIn := w.handIn()
	var many []string
	for n := range act.MaxParts + 1 {
		many = append(many, fmt.Sprintf(`"int_%d"`, n))
	}
	for _, c := range []struct{ tool, arguments, want string }{
		{"find_slots", `{"posting_id":"$posting","round_id":"$round","limit":501}`, "limit 501"},
		{"find_slots", `{"posting_id":"$posting","round_id":"$round","interviewer_emails":["ilse"]}`,
			"interviewer_emails[0]"},
		{"explain_slot", `{"posting_id":"$posting","round_id":"$round","start_at":"0000-01-01T00:00:00+14:00"}`,
			"years 1 and 2200"},
		{"explain_slot", `{"posting_id":"$posting","round_id":"$round","start_at":"2032-03-01T15:00:00Z",` +
			`"interviewer_emails":["a@b.example"` + strings.Repeat(`,"a@b.example"`, 20) + `]}`, "at most 20"},
		{"list_candidates", `{"state":"gone"}`, `state "gone"`},
		{"report", `{"weeks":27}`, "from 1 to 26"},
		{"report", `{"to":"soon"}`, `to "soon"`},
		{"grade_submission", `{"submission_id":"` + handedIn + `","native_score":3}`, "expected is required"},
		{"grade_submission", `{"submission_id":"` + handedIn + `","native_score":"3","expected":0}`,
			"must be a number"},
		{"grade_submission", `{"submission_id":"` + handedIn + `","native_score":3,"expected":1.5}`, "whole number"},
		{"update_rubric", `{"assessment_id":"$assessment","text":"x"}`, "expected is required"},
		{"update_rubric", `{"assessment_id":"$assessment","scale":[{"meaning":"x"}],"expected":0}`,
			"scale[0].score must be a number"},
		// Tools that act on several.
		{"change_interviewer", `{"interviewer_email":"any"}`, "id is missing"},
		{"change_interviewer", `{"id":"$interview","interview_ids":["$interview"],"interviewer_email":"any"}`,
			"send one of"},
		{"change_interviewer", `{"interview_ids":[` + strings.Join(many, ",") + `],"interviewer_email":"any"}`,
			"from 1 to 50"},
		{"change_interviewer", `{"interview_ids":"int_1","interviewer_email":"any"}`, "must be a list"},
		{"send_invites", `{"posting_id":"$posting","candidates":["a@b.example"]}`, "list of objects"},
		{"send_invites", `{"posting_id":"$posting","candidates":[{"candidate_email":"a@b.example"}]}`,
			"candidates[0].candidate_name is required"},
		{"send_invites", strings.Replace(invitesArguments, "robin@", "KIM@", 1), "twice"},
		{"decide_candidate", `{"candidate_ids":["$candidate"],"decision":"reject","onward":"invite"}`, "are advanced"},
		{"decide_candidate", `{"candidate_ids":["$candidate"],"decision":"advance","onward":"soon"}`, "invite or record"},
	} {
		w.call(c.tool, c.arguments, w.Key).says(c.want)
	}
}

// TestToolSlots walks from a time that is wanted to one that is offered, in the candidate's zone (D15).
func TestToolSlots(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	type slot struct {
		StartAt           string   `json:"start_at"`
		LocalTime         string   `json:"local_time"`
		InterviewerEmails []string `json:"interviewer_emails"`
	}
	find := func(from string, limit int) (slots []slot, next string) {
		var found struct {
			Slots    []slot
			NextFrom *string `json:"next_from"`
		}
		w.call("find_slots", fmt.Sprintf(`{"posting_id":"$posting","round_id":"$round","from":%q,"to":"2032-03-04",
			"interviewer_emails":["$ilse","$bram"],"time_zone":"Asia/Kathmandu","limit":%d}`, from, limit), w.Key).done().
			value(&found)
		if found.NextFrom != nil {
			next = *found.NextFrom
		}
		return found.Slots, next
	}
	all, next := find("2032-03-01", 500)
	if len(all) < 4 || all[0].LocalTime != "Mon 1 Mar 2032 20:45 UTC+05:45" || next != "" {
		t.Fatalf("found %+v, then %q", all, next)
	}
	paged, next := find("2032-03-01", 1)
	for next != "" {
		var more []slot
		more, next = find(next, 1)
		paged = append(paged, more...)
	}
	if !reflect.DeepEqual(paged, all) {
		t.Errorf("by ones %+v, at once %+v", paged, all)
	}

	type explained struct {
		Offered             bool
		Reason, Explanation string
		Interviewers        []struct {
			Reason, Explanation string
			InterviewID         string `json:"interview_id"`
		}
	}
	ask := func(start, more string) (why explained) {
		t.Helper()
		a := w.call("explain_slot", `{"posting_id":"$posting","round_id":"$round","start_at":"`+start+
			`","time_zone":"Europe/Berlin"`+more+`}`, w.Key).done()
		a.value(&why)
		if a.Content[0].Text != why.Explanation {
			t.Errorf("the text is %q, want %q", a.Content[0].Text, why.Explanation)
		}
		return why
	}
	why := ask("2032-03-01T15:00:00Z", `,"interviewer_emails":["$ilse"]`)
	if len(why.Interviewers) != 1 || why.Interviewers[0].Reason != "booked" ||
		why.Interviewers[0].InterviewID != w.Ours.Rows["$interview"] ||
		!strings.Contains(why.Interviewers[0].Explanation, "from 16:00 to 17:00 CET") {
		t.Errorf("ilse, who is booked: %+v", why)
	}
	why = ask("2032-03-01T15:00:00Z", `,"interviewer_emails":["$ilse"],"moved_interview_id":"$interview"`)
	if why.Interviewers[0].Reason != "free" {
		t.Errorf("ilse, whose interview is moved: %+v", why)
	}
	if why = ask(all[1].StartAt, ""); !why.Offered || why.Reason != "free" {
		t.Errorf("a start that was found: %+v", why)
	}
}

// TestToolReport proves that the report counts what there is, and shows the steps to a key that may read candidates
// (T1, D26).
func TestToolReport(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	w.commit("cancel_interview", w.Ours.Fill(`{"id":"$interview","reason":"Ilse is ill"}`))
	type report struct {
		From, To   string
		Interviews struct {
			ByWeek []struct {
				From                 string
				Interviews, Canceled int
			} `json:"by_week"`
			ByInterviewer []struct {
				Offered int   `json:"minutes_offered"`
				ByWeek  []int `json:"interviews_by_week"`
			} `json:"by_interviewer"`
		}
		Steps    *struct{ Counts []struct{ Reached int } }
		Withheld *string
		Reasons  *struct {
			Counts []struct {
				Reason   string
				Canceled int
			}
			Latest []struct {
				What, Reason string
				InterviewID  string `json:"interview_id"`
			}
		}
	}
	ask := func(key string) (r report) {
		t.Helper()
		w.call("report", `{"to":"2032-03-07","weeks":1,"interviewer_email":"$ilse"}`, key).done().value(&r)
		return r
	}
	got := ask(w.Key)
	week := got.Interviews.ByWeek
	if len(week) != 1 {
		t.Fatalf("the weeks are %+v", got)
	}
	verify.Each(t, "the weeks", verify.Fields{"got.From": {got.From, "2032-03-01"}, "To": {got.To, "2032-03-07"},
		"week[0].From": {week[0].From, got.From}, "Canceled": {week[0].Canceled, 1},
		"Interviews": {week[0].Interviews, 0}})
	if who := got.Interviews.ByInterviewer; len(who) != 1 || who[0].Offered == 0 || len(who[0].ByWeek) != 1 {
		t.Errorf("the interviewers are %+v", who)
	}
	why := got.Reasons
	if why == nil || len(why.Counts) != 1 || len(why.Latest) != 1 {
		t.Fatalf("the reasons are %+v", why)
	}
	verify.Each(t, "the reasons", verify.Fields{"why.Counts[0].Reason": {why.Counts[0].Reason, "Ilse is ill"},
		"Canceled": {why.Counts[0].Canceled, 1}, "What": {why.Latest[0].What, "canceled"},
		"why.Latest[0].Reason": {why.Latest[0].Reason, "Ilse is ill"},
		"InterviewID":          {why.Latest[0].InterviewID, w.Ours.Rows["$interview"]}})
	if got.Steps == nil || got.Withheld != nil {
		t.Errorf("a key with all scopes gets the steps %v, withheld %v", got.Steps, got.Withheld)
	}
	if got = ask(w.keyOf(access.InterviewsRead)); got.Steps != nil || got.Reasons != nil || got.Withheld == nil ||
		*got.Withheld != access.CandidatesRead {
		t.Errorf("a key that may not read candidates gets the steps %v and reasons %v, withheld %v", got.Steps,
			got.Reasons, got.Withheld)
	}
}

// TestToolEdits proves that a change says what it is based on and keeps what it leaves out.
func TestToolEdits(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	id := w.handIn()
	type grade struct {
		Version  int
		Notes    string
		GradedBy string `json:"graded_by"`
	}
	type graded struct {
		Status       string
		NativeScore  float64 `json:"native_score"`
		GradeVersion int     `json:"grade_version"`
		Grade        grade
	}
	for _, c := range []struct {
		arguments, notes string
		native           float64
		version          int
	}{
		{`"native_score":3.5,"notes":"Sound.","expected":0`, "Sound.", 3.5, 1},
		{`"native_score":3.5,"notes":"Sound.","expected":0`, "Sound.", 3.5, 1}, // a repeat
		{`"native_score":4.25,"expected":1`, "Sound.", 4.25, 2},                // the notes stay
		{`"notes":"Better.","expected":2`, "Better.", 4.25, 3},                 // the score stays
	} {
		var got graded
		w.call("grade_submission", `{"submission_id":"`+id+`",`+c.arguments+`}`, w.Key).done().value(&got)
		if want := (graded{"to_decide", c.native, c.version, grade{c.version, c.notes, "key"}}); got != want {
			t.Errorf("%s makes %+v, want %+v", c.arguments, got, want)
		}
	}
	var made, edited map[string]any
	w.call("create_assessment", `{"title":"Optics quiz","delivery_mode":"async","instructions":"All."}`,
		w.Key).done().value(&made)
	if made["ready"] != true || made["version"] != 1.0 || made["origin"] != models.OriginDashboard {
		t.Errorf("made %v", made)
	}
	w.call("update_assessment", `{"assessment_id":"`+made["id"].(string)+`","expected":1,"ready":false}`,
		w.Key).done().value(&edited)
	want := maps.Clone(made)
	want["ready"], want["version"], want["updated_at"] = false, 2.0, edited["updated_at"]
	if !reflect.DeepEqual(edited, want) {
		t.Errorf("edited to\n%v, want\n%v", edited, want)
	}
	type rubric struct {
		Version int
		Text    string
		Scale   []pipeline.ScaleLevel
	}
	none, scale := []pipeline.ScaleLevel{}, []pipeline.ScaleLevel{{Score: 0, Meaning: "none"},
		{Score: 5, Meaning: "all"}}
	for _, c := range []struct {
		arguments string
		want      rubric
	}{
		{`"text":"Look at the tests.","expected":0`, rubric{1, "Look at the tests.", none}},
		{`"scale":[{"score":5,"meaning":"all"},{"score":0,"meaning":"none"}],"expected":1`,
			rubric{2, "Look at the tests.", scale}},
		{`"scale":[],"expected":2`, rubric{3, "Look at the tests.", none}},
	} {
		var got, read rubric
		w.call("update_rubric", `{"assessment_id":"$assessment",`+c.arguments+`}`, w.Key).done().value(&got)
		w.call("get_rubric", `{"assessment_id":"$assessment"}`, w.Key).done().value(&read)
		if !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(read, c.want) {
			t.Errorf("%s makes %+v, and it reads %+v, want %+v", c.arguments, got, read, c.want)
		}
	}
}
