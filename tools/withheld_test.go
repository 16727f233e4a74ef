package tools_test

import (
	"reflect"
	"strings"
	"testing"

	"litmus/models/access"
)

// writeScopes are the scope of each tool that plans, and the one by which what its plan shows can be read.
var writeScopes = map[string][2]string{
	"book_interview":       {access.InterviewsWrite, access.InterviewsRead},
	"reschedule_interview": {access.InterviewsWrite, access.InterviewsRead},
	"change_interviewer":   {access.InterviewsWrite, access.InterviewsRead},
	"change_panel":         {access.InterviewsWrite, access.InterviewsRead},
	"cancel_interview":     {access.InterviewsWrite, access.InterviewsRead},
	"send_invite":          {access.InvitesWrite, access.CandidatesRead},
	"record_decision":      {access.SubmissionsWrite, access.SubmissionsRead},
}

// TestPlanReads: what a plan shows of what is stored needs the scope that reads it, since a plan writes nothing; a key
// that may only write learns what would be sent, and can carry the plan out (§5 rule 5, T4).
func TestPlanReads(t *testing.T) {
	t.Parallel()
	for name, arguments := range planArguments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := openPlans(t)
			scopes := writeScopes[name]
			writer := w.keyOf(scopes[0])
			reader := w.NewKey(w.Ours.Organization, scopes[:])
			whole := w.plan(name, arguments, reader)
			if strings.Contains(string(w.call(name, arguments, reader).Data), `"withheld"`) ||
				whole.Plan.Candidate.Email == "" {
				t.Errorf("a key with both scopes gets %+v", whole.Plan)
			}
			a := w.call(name, arguments, writer)
			var got struct{ Plan map[string]any }
			a.done().value(&got)
			if got.Plan["withheld"] != scopes[1] {
				t.Errorf("a key with %s alone gets %s, want that %s is withheld", scopes[0], a.Data, scopes[1])
			}
			for _, field := range []string{"before", "after", "candidate", "offered", "later"} {
				if value := got.Plan[field]; value != nil && !reflect.DeepEqual(value, []any{}) {
					t.Errorf("a key with %s alone reads %s %v", scopes[0], field, value)
				}
			}
			if effects := a.planned().Plan.Effects; len(effects) != len(whole.Plan.Effects) {
				t.Errorf("a key with %s alone reads of the effects %v", scopes[0], effects)
			}
			shown := a.shown()
			for _, stored := range []string{"@ours.example", "@candidate.example", "Cleo", whole.Plan.Candidate.Email} {
				if strings.Contains(w.Ours.Fill(arguments), stored) { // the caller has it already
					shown = strings.ReplaceAll(shown, a.Content[0].Text, "")
				}
				if strings.Contains(shown, stored) {
					t.Errorf("a key with %s alone reads %q in %s", scopes[0], stored, shown)
				}
			}
			if got := w.call(name, w.with(arguments, a.planned().PlanID), writer).done().text("status"); got != "done" {
				t.Errorf("the plan is answered %s", got)
			}
		})
	}
}

// TestGradeReads: a key that may grade and not read submissions gets no candidate and no notes (§5 rule 5).
func TestGradeReads(t *testing.T) {
	t.Parallel()
	w := openPlans(t)
	grade := `{"submission_id":"$fresh","native_score":3,"notes":"Secret notes","expected":0}`
	w.call("grade_submission", grade, w.Key).shows("Secret notes", "@")
	a := w.call("grade_submission", `{"submission_id":"$fresh","native_score":4,"expected":1}`,
		w.keyOf(access.SubmissionsWrite))
	a.shows(`"candidate":null`, `"grade_version":2`)
	a.hides("Secret notes", "@")
}

// TestUnchangedReads: a call that changes nothing shows a key that may only write nothing of what there is, also when
// it repeats a plan that was carried out; with the scope that reads it the answer is whole (§5 rule 5).
func TestUnchangedReads(t *testing.T) {
	t.Parallel()
	w := openPlans(t)
	grade := `{"submission_id":"$fresh","native_score":3,"notes":"Secret notes","expected":0}`
	w.call("grade_submission", grade, w.Key).done()
	w.call("update_rubric", `{"assessment_id":"$assessment","expected":0,"text":"Secret notes"}`, w.Key).done()
	w.Ours.Rows["$quiz"] = w.newAssessment()
	w.commit("record_decision", w.Ours.Fill(`{"submission_id":"$fresh","decision":"advance"}`))
	w.commit("send_invite", w.Ours.Fill(planArguments["send_invite"]))
	for _, c := range []struct{ tool, arguments, scope, reads string }{
		{"change_interviewer", `{"id":"$interview","interviewer_email":"$ilse"}`, access.InterviewsWrite,
			access.InterviewsRead},
		{"cancel_interview", `{"id":"$canceled"}`, access.InterviewsWrite, access.InterviewsRead},
		{"send_invite", planArguments["send_invite"], access.InvitesWrite, access.CandidatesRead},
		{"record_decision", `{"submission_id":"$fresh","decision":"advance","expected":"advance"}`,
			access.SubmissionsWrite, access.SubmissionsRead},
		{"grade_submission", grade, access.SubmissionsWrite, access.SubmissionsRead}, // a version that does not count
		{"grade_submission", `{"submission_id":"$fresh","expected":9}`, access.SubmissionsWrite, access.SubmissionsRead},
		{"grade_submission", `{"submission_id":"$fresh","expected":1}`, access.SubmissionsWrite, access.SubmissionsRead},
		{"update_rubric", `{"assessment_id":"$assessment","expected":1}`, access.GradersWrite, access.GradersRead},
		{"update_assessment", `{"assessment_id":"$quiz","expected":1}`, access.AssessmentsWrite, access.AssessmentsRead},
	} {
		writer := w.keyOf(c.scope)
		a := w.call(c.tool, c.arguments, writer)
		got := map[string]any{}
		if len(a.Data) > 0 {
			a.value(&got)
		}
		delete(got, "status")
		delete(got, "clock") // the organization's time is nothing that is stored
		if text := a.shown(); !strings.Contains(text, c.reads) ||
			strings.Contains(text, "@") || len(got) > 1 || len(got) == 1 && got["withheld"] != c.reads {
			t.Errorf("%s(%s) with %s alone answers %s", c.tool, c.arguments, c.scope, text)
		}
		reader := w.keyOf(c.scope, c.reads)
		w.call(c.tool, c.arguments, reader).hides(`"withheld"`)
	}
	writer := w.keyOf(access.InterviewsWrite)
	plan := w.plan("cancel_interview", cancelArguments, writer).PlanID
	w.call("cancel_interview", w.with(cancelArguments, plan), writer).done()
	var again struct {
		Status, Withheld, ID string
		Interview            any
	}
	w.call("cancel_interview", w.with(cancelArguments, plan), writer).done().value(&again)
	if again.Status != "done" || again.Withheld != access.InterviewsRead || again.ID != w.Ours.Rows["$interview"] ||
		again.Interview != nil {
		t.Errorf("a repeated plan answers %+v", again)
	}
}
