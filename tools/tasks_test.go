package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"litmus/demonstration"
	"litmus/models"
	"litmus/models/access"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// TestTasksInPeoplesWords: five tasks take an agent that knows what tools/list and the answers say, and the task's own
// words, few calls; a plan and its commit are two (T1, T4, T7, T8). The organization is the demonstration's, and it is
// Monday 3 March 2031.
func TestTasksInPeoplesWords(t *testing.T) {
	t.Parallel()
	for _, task := range []struct {
		words string
		most  int
		do    func(g *agent)
	}{
		{"Book Nora Quist, nora.quist@candidate.example, for a system design on turbine software, on Thursday " +
			"afternoon, with whoever is free.", 5, func(g *agent) {
			posting := g.posting("Turbine")
			round := g.round(posting, "design")
			found := g.list("find_slots", arguments{"posting_id": posting, "round_id": round, "from": "2031-03-06T12:00",
				"to": "2031-03-06T17:00"}, "slots")
			if len(found) == 0 {
				g.T.Fatal("nothing is offered on Thursday afternoon")
			}
			done := g.agreed("book_interview", arguments{"posting_id": posting, "round_id": round,
				"candidate_email": "nora.quist@candidate.example", "candidate_name": "Nora Quist",
				"interviewer_email": "any", "scheduled_start_at": found[0].StartAt})
			if who := done.text("interview", "interviewer_email"); !strings.Contains(who, "@marlowe.example") {
				g.T.Errorf("booked with %q", who)
			}
		}},
		{"Priya is ill tomorrow. Hand over her day.", 5, func(g *agent) {
			ids := g.dayOf("priya@marlowe.example")
			if len(ids) < 2 {
				g.T.Fatalf("Priya has %d interviews: nothing to hand over", len(ids))
			}
			g.agreed("change_interviewer", arguments{"interview_ids": ids, "interviewer_email": "any"})
			if left := g.dayOf("priya@marlowe.example"); len(left) > 0 {
				g.T.Errorf("Priya still has %v", left)
			}
			g.calls-- // what came of it is no part of the task
		}},
		{"Why is nine o'clock on Wednesday not offered with Priya?", 2, func(g *agent) {
			a := g.call("explain_slot", arguments{"interviewer_emails": []string{"priya@marlowe.example"},
				"start_at": "2031-03-05T09:00"})
			if says := a.text("explanation"); !strings.HasPrefix(says, "priya@marlowe.example ") ||
				!strings.Contains(a.text("local_time"), "09:00") {
				g.T.Errorf("it says %q of %s", says, a.text("local_time"))
			}
		}},
		{"Invite these five to choose a time for site operations: …", 3, func(g *agent) {
			var people []arguments
			for _, name := range []string{"ada", "ben", "cem", "dag", "eve"} {
				people = append(people, arguments{"candidate_name": strings.ToUpper(name),
					"candidate_email": name + ".five@candidate.example"})
			}
			done := g.agreed("send_invites", arguments{"posting_id": g.posting("Site"), "candidates": people})
			if n := strings.Count(string(done.Data), `"invite_id"`); n != 5 {
				g.T.Errorf("%d were invited: %s", n, done.Data)
			}
		}},
		{"Who has waited longest for our decision? Reject those below 2.", 3, func(g *agent) {
			waiting := g.list("list_submissions", arguments{"status": "undecided"}, "submissions")
			var below []string
			for n, s := range waiting {
				if n > 0 && s.SubmittedAt < waiting[n-1].SubmittedAt {
					g.T.Errorf("%s has waited longer than who comes before", s.Candidate.Name)
				}
				if s.NativeScore != nil && *s.NativeScore < 2 {
					below = append(below, s.Candidate.ID)
				}
			}
			if len(waiting) < 3 || len(below) != 2 {
				g.T.Fatalf("%d of %d are below 2", len(below), len(waiting))
			}
			done := g.agreed("decide_candidate", arguments{"candidate_ids": below, "decision": "reject"})
			if n := strings.Count(string(done.Data), `"decision":"reject"`); n < 2 {
				g.T.Errorf("%d are rejected: %s", n, done.Data)
			}
		}},
	} {
		t.Run(task.words, func(t *testing.T) {
			t.Parallel()
			g := newAgent(t)
			task.do(g)
			if g.calls == 0 || g.calls > task.most {
				t.Errorf("it took %d calls, want at most %d", g.calls, task.most)
			}
		})
	}
}

// arguments are those of a call.
type arguments map[string]any

// agent drives the tool server. It calls what is listed, with arguments that fit the listed type, and counts its calls.
type agent struct {
	*world
	tools map[string]listedTool
	calls int
}

// newAgent is an agent of the demonstration organization, in which two candidates who wait are graded below 2, and
// Priya has a second interview tomorrow.
func newAgent(t *testing.T) *agent {
	t.Helper()
	w := &world{World: worlds.ServeWorld(t, testdb.SQLite(t))}
	t.Cleanup(func() { w.End(t) })
	w.Must(demonstration.Load(ctx, w.Store, worlds.Noon))
	org, err := w.Store.Team.Organization(ctx, "marlowe")
	w.Must(err)
	w.Key = w.NewKey(org.ID, access.Scopes)
	g := &agent{world: w, tools: w.listed(w.Key)}
	for _, s := range g.list("list_submissions", arguments{"status": "to_grade"}, "submissions")[:2] {
		g.call("grade_submission", arguments{"submission_id": s.ID, "native_score": 1.5, "expected": 0})
	}
	g.agreed("change_interviewer", arguments{"id": g.dayOf("jonas@marlowe.example")[0],
		"interviewer_email": "priya@marlowe.example"})
	g.calls = 0
	return g
}

// call is a request of tools/call.
func (g *agent) call(name string, given arguments) *toolAnswer {
	g.T.Helper()
	g.calls++
	text, err := json.Marshal(given)
	g.Must(err)
	if err := visit(jsonSchema(g.T, name, g.tools[name].InputSchema), text); err != nil {
		g.T.Fatalf("%s %s is not as it is listed: %v", name, text, err)
	}
	return g.world.call(name, string(text), g.Key).done()
}

// agreed plans, and carries the plan out.
func (g *agent) agreed(name string, given arguments) *toolAnswer {
	g.T.Helper()
	given["plan_id"] = g.call(name, given).text("plan_id")
	done := g.call(name, given)
	if status := done.text("status"); status != "done" || strings.Contains(string(done.Data), `"left_out":[{`) {
		g.T.Fatalf("%s is %s: %s", name, status, done.Data)
	}
	return done
}

// record is what the agent reads of what a list has: a posting, an interview, a submission, a start.
type record struct {
	ID, Title, Status string
	StartAt           string `json:"start_at"`
	Candidate         struct{ ID, Name string }
	NativeScore       *float64 `json:"native_score"`
	SubmittedAt       string   `json:"submitted_at"`
}

// list calls a tool, and returns the records of one field of its answer.
func (g *agent) list(name string, given arguments, field string) []record {
	g.T.Helper()
	page := map[string]json.RawMessage{}
	g.call(name, given).value(&page)
	var records []record
	g.Must(json.Unmarshal(page[field], &records))
	return records
}

// posting is the id of the open posting whose title begins so.
func (g *agent) posting(title string) string {
	g.T.Helper()
	for _, r := range g.list("list_roles", arguments{}, "roles") {
		if strings.HasPrefix(r.Title, title) && r.Status == models.StatusOpen {
			return r.ID
		}
	}
	g.T.Fatalf("there is no open posting %q", title)
	return ""
}

// round is the id of the posting's bookable round with the word in its title.
func (g *agent) round(posting, word string) string {
	g.T.Helper()
	var pipeline struct {
		Tracks []struct {
			Steps []struct {
				ID       string `json:"round_id"`
				Title    string
				Bookable bool
			}
		}
	}
	g.call("get_pipeline", arguments{"posting_id": posting}).value(&pipeline)
	for _, t := range pipeline.Tracks {
		for _, s := range t.Steps {
			if s.Bookable && strings.Contains(strings.ToLower(s.Title), word) {
				return s.ID
			}
		}
	}
	g.T.Fatalf("no round %q in %+v", word, pipeline)
	return ""
}

// dayOf are the interviews of tomorrow that an interviewer has.
func (g *agent) dayOf(email string) (ids []string) {
	g.T.Helper()
	for _, i := range g.list("list_interviews", arguments{"interviewer_email": email, "from": "2031-03-04",
		"to": "2031-03-04", "include_canceled": false}, "interviews") {
		ids = append(ids, i.ID)
	}
	return ids
}
