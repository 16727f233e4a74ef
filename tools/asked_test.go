package tools_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"litmus/internal/verify"
)

// asking calls book_interview as a client that can ask a person. answer is what it sends back, "" for nothing, and
// state what it got with the question.
func (w *world) asking(arguments, answer, state string) *toolAnswer {
	w.T.Helper()
	w.capabilities = `{"elicitation":{}}`
	more := ""
	if answer != "" {
		more = `,"inputResponses":{"confirm":{"action":"` + answer + `","content":{}}}`
	}
	if state != "" {
		more += `,"requestState":` + strconv.Quote(state)
	}
	out := w.ask("tools/call", `{"name":"book_interview","arguments":`+w.Ours.Fill(arguments)+more+`}`, w.Key, "2026-07-28")
	if out.Error != nil {
		w.T.Fatalf("answered %q, it is an error of the protocol: %+v", answer, out.Error)
	}
	a := &toolAnswer{t: w.T, about: "book_interview, answered " + strconv.Quote(answer)}
	w.Must(json.Unmarshal(out.Result, a))
	return a
}

// question returns the question that the answer puts to a person, and the state that goes back with their answer.
func (a *toolAnswer) question() (message, state string) {
	a.t.Helper()
	var asked struct{ Params struct{ Message string } }
	err := json.Unmarshal(a.InputRequests["confirm"], &asked)
	if !verify.Each(a.t, a.about, verify.Fields{"error": {err, nil}, "ResultType": {a.ResultType, "input_required"},
		"RequestState": {a.RequestState, verify.Some}, "len(Data)": {len(a.Data), 0}, "IsError": {a.IsError, false}}) {
		a.t.FailNow()
	}
	return asked.Params.Message, a.RequestState
}

// TestPlanIsAskedFor: a client that can ask is answered with a question, and only accept with the state of that
// question carries the plan out (T4).
func TestPlanIsAskedFor(t *testing.T) {
	t.Parallel()
	w := openPlans(t)
	before := w.records()
	message, state := w.asking(bookArguments, "", "").question()
	for _, part := range []string{"Book an interview at 2032-03-02T15:00:00.000Z with ilse@ours.example.",
		"- confirmation with calendar invitation to robin@candidate.example"} {
		if !strings.Contains(message, part) {
			t.Errorf("the question is %q, want %q in it", message, part)
		}
	}
	if strings.Contains(message, "Robin Example") {
		t.Errorf("the question says what a candidate wrote: %q", message)
	}
	w.asking(bookArguments, "", state).question()         // nobody answered
	w.asking(bookArguments, "accept", "").question()      // an answer to no question
	w.asking(bookArguments, "whatever", state).question() // no answer that is known
	const another = "is not of a plan for these arguments"
	w.asking(bookArguments, "accept", "plan_AAAA").says(another) // made up
	w.asking(strings.Replace(bookArguments, "15:00", "16:00", 1), "accept", state).says(another)
	for _, no := range []string{"decline", "cancel"} {
		if got := w.asking(bookArguments, no, state).done().planned(); got.Status != "declined" {
			t.Errorf("%s is answered %+v", no, got)
		}
	}
	w.unchanged(before)
	done := w.asking(bookArguments, "accept", state).done().planned()
	again := w.asking(bookArguments, "accept", state).done().planned()
	if done.Status != "done" || done.Repeated || !again.Repeated || *again.Interview != *done.Interview {
		t.Errorf("accepted it answers %+v, and repeated %+v", done, again)
	}
}

// TestPlanIsAskedForAgain: if the plan does not hold when the person has agreed, they are told what has changed, and
// asked about the new one (T4).
func TestPlanIsAskedForAgain(t *testing.T) {
	t.Parallel()
	w := openPlans(t)
	_, state := w.asking(bookArguments, "", "").question()
	w.change("update people set meeting_link = 'https://meet.example/new' where email = ?", w.Ours.Rows["$ilse"])
	message, state := w.asking(bookArguments, "accept", state).question()
	if !strings.HasPrefix(message, "Nothing was done, since the plan does not hold any more: what would be stored") ||
		!strings.Contains(message, "confirmation with calendar invitation to robin@candidate.example") {
		t.Errorf("the person is asked %q", message)
	}
	if done := w.asking(bookArguments, "accept", state).done().planned(); done.Status != "done" {
		t.Errorf("the new plan is answered %+v", done)
	}
}
