package e2e

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// toolAnswer is the answer of a tool that plans.
type toolAnswer struct {
	IsError bool
	Content []struct{ Text string }
	Data    struct {
		Status    string
		PlanID    string `json:"plan_id"`
		Repeated  bool
		Interview struct{ ID string }
	} `json:"structuredContent"`
}

// toolCall is a call of a tool, as a client that cannot ask a person sends it.
func (o *Org) toolCall(t testing.TB, name string, arguments Object) *http.Request {
	t.Helper()
	body, err := json.Marshal(Object{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": Object{"name": name, "arguments": arguments}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, o.Ready.API+"/mcp", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+o.Key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	return r
}

// tool calls a tool.
func (o *Org) tool(t testing.TB, name string, arguments Object) (a toolAnswer) {
	t.Helper()
	var out struct{ Result *toolAnswer }
	answer := send(t, o.toolCall(t, name, arguments))
	if err := json.Unmarshal(answer.Body, &out); err != nil || out.Result == nil || len(out.Result.Content) == 0 {
		t.Fatalf("%s(%v) answers %d, %v", name, arguments, answer.Status, err)
	}
	return *out.Result
}

// notetakerOfPlans is T4 for [TestNotetaker]: a plan leaves the notetaker where it is, one that does not hold too, and
// one that is carried out dismisses it before it is decided, also where the new session has no place for another.
func notetakerOfPlans(t *testing.T, o *Org, scribe *Scribe) {
	t.Helper()
	link := "https://meet." + o.Slug + ".example/room"
	booked := o.Book(t, "nia", "meeting_link", link, "scheduled_start_at", "2032-06-01T10:00:00Z")
	id := booked.Text("interview.id")
	scribe.attends(t, id, "2032-06-01T10:00:00.000Z")
	o.Converged(t, id)
	scribe.asked()
	move := Object{"id": id, "interviewer_email": o.Email("dora"), "externally_scheduled": true}
	plan := o.tool(t, "reschedule_interview", move)
	if plan.IsError || plan.Data.Status != "planned" || !strings.Contains(plan.Content[0].Text, "notetaker dismissed") {
		t.Fatalf("the plan is %+v", plan)
	}
	o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("omar")}).Want(200)
	o.Converged(t, id)
	confirmed := maps.Clone(move)
	confirmed["plan_id"] = plan.Data.PlanID
	refused := o.tool(t, "reschedule_interview", confirmed)
	if !refused.IsError || refused.Data.Status != "planned" ||
		!strings.Contains(refused.Content[0].Text, "the interview was changed") {
		t.Fatalf("a plan that does not hold is answered %+v", refused)
	}
	if got := scribe.asked(); slices.Contains(got, http.MethodDelete) {
		t.Errorf("the notetaker was asked %v", got)
	}
	confirmed["plan_id"] = refused.Data.PlanID
	done := o.tool(t, "reschedule_interview", confirmed)
	if done.IsError || done.Data.Status != "done" || done.Data.Interview.ID != id {
		t.Fatalf("the new plan is answered %+v", done)
	}
	scribe.attends(t, id, "")
	if got := scribe.asked(); !slices.Equal(got, []string{http.MethodDelete}) {
		t.Errorf("the notetaker was asked %v", got)
	}
}
