package workflows

import (
	"encoding/base64"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
)

// Histories of real runs are in testdata, named <what happened>.<release>.json. Every later version must replay them,
// since interviews outlive releases. A release that changes a workflow adds its own: see record_test.go.

func TestReplay(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded histories: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			// a busy machine is none
			r, err := worker.NewWorkflowReplayerWithOptions(
				worker.WorkflowReplayerOptions{DisableDeadlockDetection: true})
			if err != nil {
				t.Fatal(err)
			}
			r.RegisterWorkflowWithOptions(Interview, workflow.RegisterOptions{Name: "Interview"})
			r.RegisterWorkflowWithOptions(Invitation, workflow.RegisterOptions{Name: "Invitation"})
			r.RegisterWorkflowWithOptions(CalendarSync, workflow.RegisterOptions{Name: "CalendarSync"})
			r.RegisterWorkflowWithOptions(SignIn, workflow.RegisterOptions{Name: "SignIn"})
			r.RegisterWorkflowWithOptions(News, workflow.RegisterOptions{Name: "News"})
			r.RegisterWorkflowWithOptions(Retention, workflow.RegisterOptions{Name: "Retention"})
			if err := r.ReplayWorkflowHistoryFromJSONFile(quiet{}, file); err != nil {
				t.Errorf("this version cannot go on with what an older one began: %v", err)
			}
		})
	}
}

// recorded are the histories by the state that an interview is in by one of their plans. A state without a
// history is one of which nobody knows whether this version can go on with it.
var recorded = map[string]struct {
	files []string
	is    func(activities.Plan) bool
}{
	models.StatusScheduled: {[]string{"changes.v1", "changes.v4", "changes.v7", "copies.v3", "notetaker.v3"},
		hasStatus(models.StatusScheduled)},
	models.StatusCompleted: {[]string{"completed.v5", "completed.v7"}, hasStatus(models.StatusCompleted)},
	models.StatusCanceled: {[]string{"changes.v1", "changes.v4", "changes.v7", "hurry.v1", "hurry.v4", "hurry.v7",
		"copies.v3", "notetaker.v3", "failing.v5", "failing.v7"}, hasStatus(models.StatusCanceled)},
	models.StatusPending: {[]string{"external.v2", "external.v4"}, hasStatus(models.StatusPending)},
	models.StatusExpired: {[]string{"external.v2", "external.v4"}, hasStatus(models.StatusExpired)},
	"indefinite": {[]string{"indefinite.v5", "indefinite.v7"}, func(p activities.Plan) bool {
		return p.Status == models.StatusScheduled && p.Next == nil // no clock ends it
	}},
	"replaced": {[]string{"changes.v1", "changes.v4", "changes.v7", "notetaker.v3"}, func(p activities.Plan) bool {
		return p.Status == models.StatusScheduled && hasDone(p, effect.LetterChangedTime)
	}},
	"reassigned": {[]string{"changes.v1", "changes.v4", "changes.v7"}, func(p activities.Plan) bool {
		return p.Status == models.StatusScheduled && hasDone(p, effect.LetterCancellation) // to who had it before
	}},
	"failing": {[]string{"failing.v5", "failing.v7"}, func(p activities.Plan) bool { return len(p.Failing) > 0 }},
}

func hasStatus(status string) func(activities.Plan) bool {
	return func(p activities.Plan) bool { return p.Status == status }
}

func hasDone(p activities.Plan, kind string) bool {
	return slices.ContainsFunc(p.Done, func(what string) bool { return strings.HasPrefix(what, kind+" ") })
}

// TestEveryStateIsRecorded: each status, and each other state in which a workflow acts differently, has a history.
func TestEveryStateIsRecorded(t *testing.T) {
	t.Parallel()
	for _, status := range statuses(t) {
		if len(recorded[status].files) == 0 {
			t.Errorf("no history of an interview that is %s: record one (record_test.go)", status)
		}
	}
	for _, state := range slices.Sorted(maps.Keys(recorded)) {
		for _, name := range recorded[state].files {
			plans := plansOf(t, filepath.Join("testdata", name+".json"))
			if !slices.ContainsFunc(plans, recorded[state].is) {
				t.Errorf("%s has %d loads, and the interview is %s in none of them", name, len(plans), state)
			}
		}
	}
}

// statuses are those that package models has for an interview, read from its source: a new one is among them.
func statuses(t *testing.T) (out []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../models/interview.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(v.Names[0].Name, "Status") {
			return true
		}
		if status, ok := v.Values[0].(*ast.BasicLit); ok {
			text, err := strconv.Unquote(status.Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, text)
		}
		return true
	})
	if !slices.Contains(out, models.StatusScheduled) || !slices.Contains(out, models.StatusExpired) {
		t.Fatalf("../models/interview.go names the statuses %v", out)
	}
	return out
}

// plansOf are the plans that the loads of a recorded history returned, in order.
func plansOf(t *testing.T, file string) (out []activities.Plan) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h, err := client.HistoryFromJSON(f, client.HistoryJSONOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range h.Events {
		var done activities.Batch // an activity that is none has no plan
		if r := e.GetActivityTaskCompletedEventAttributes().GetResult(); r != nil &&
			converter.GetDefaultDataConverter().FromPayloads(r, &done) == nil && done.Plan != nil {
			out = append(out, *done.Plan)
		}
		result := e.GetMarkerRecordedEventAttributes().GetDetails()["result"]
		if result == nil {
			continue
		}
		var p activities.Plan
		if err := converter.GetDefaultDataConverter().FromPayloads(result, &p); err != nil {
			t.Fatalf("%s: a load that cannot be read: %v", file, err)
		}
		out = append(out, p)
	}
	return out
}

// TestRecordedNothingPersonal: no payload of a real run names anybody.
func TestRecordedNothingPersonal(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/*.json")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var recorded any
		if err := json.Unmarshal(b, &recorded); err != nil {
			t.Fatal(err)
		}
		payloads := 0
		walk(recorded, func(key string, value *any) {
			text, ok := (*value).(string)
			if !ok {
				return
			}
			if key == "data" {
				payloads++
				if raw, err := base64.StdEncoding.DecodeString(text); err == nil {
					text = string(raw)
				}
			}
			if strings.Contains(text, "@") || strings.Contains(text, "http") {
				t.Errorf("%s: %s is %s", file, key, text)
			}
		})
		if payloads < 5 {
			t.Errorf("%s: only %d payloads were looked at", file, payloads)
		}
	}
}

// walk visits every value of a JSON document with the key it stands under; the visitor may replace it.
func walk(v any, visit func(key string, value *any)) {
	switch v := v.(type) {
	case map[string]any:
		for k, one := range v {
			visit(k, &one)
			v[k] = one
			walk(one, visit)
		}
	case []any:
		for _, one := range v {
			walk(one, visit)
		}
	}
}
