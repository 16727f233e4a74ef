package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"litmus/testdb"
)

// One booking is one trace through all processes: request, wake-up, workflow, activity, and the calls to calendar and
// mail server; and so is each change of it. Log lines have the same ids. Nothing personal and no token is exported.
func TestTraces(t *testing.T) {
	t.Parallel()
	collector, d := StartCollector(t), StartDiaries(t, "kai")
	temporal := startTemporal(t, keptAddr(), filepath.Join(t.TempDir(), "temporal.db"))
	p := startParts(t, testdb.SQLite(t), temporal.Addr(), private, "OTEL_EXPORTER_OTLP_ENDPOINT="+collector.URL,
		"OTEL_BSP_SCHEDULE_DELAY=50")
	interviews, effects := p.worker(t, "interviews"), p.worker(t, "effects")
	interviews.awaitHealth(t, 200)
	effects.awaitHealth(t, 200)
	o := p.NewOrg(t, d.Edits()...)

	const booking = "POST /api/v1/interviews > "
	started := booking + "StartWorkflow:Interview > RunWorkflow:Interview"
	id := o.Book(t, "cleo", "interviewer_email", o.Email("ilse")).Text("interview.id")
	letter := p.inbox.Letters(t, o.Email("cleo"), 1)[0]
	trace := collector.Await(t, "SMTP", tracedLetters(started)...)
	const load = " > StartActivity:Load > RunActivity:Load"
	if loaded := collector.Await(t, "RunActivity:Load", started+load); loaded != trace {
		t.Errorf("the workflow loads in trace %s, its letters leave in %s", loaded, trace)
	}

	// A line about the booking, and one about its letter, in the logs of two processes.
	for _, of := range []struct {
		part *Service
		want []string
	}{
		{p.api, []string{`"msg":"request"`, `"interview":"` + id + `"`, `"request_id":"req_`,
			`"trace_id":"` + trace + `"`}},
		{effects, []string{`"msg":"letter"`, `"interview":"` + id + `"`, `"workflow_id":"interview/` + id + `"`,
			`"trace_id":"` + trace + `"`}},
	} {
		found := false
		for line := range strings.Lines(of.part.Log.String()) {
			all := true
			for _, want := range of.want {
				all = all && strings.Contains(line, want)
			}
			found = found || all
		}
		if !found {
			t.Errorf("no line of the log has %s", of.want)
		}
	}

	// The calendar's copy, for whose first attempt the answer waits.
	awaited := booking + "UpdateWithStartWorkflow:tried"
	o.Book(t, "cora", "interviewer_email", o.Email("kai"))
	copied := func(caused string) string {
		return caused + " > StartActivity:KeepEvent > RunActivity:KeepEvent > effect event > HTTP PUT"
	}
	collector.Await(t, "HTTP PUT", copied(awaited), copied(awaited+" > RunWorkflow:Interview"))

	// A change is a trace of its own, and not that of the booking weeks ago.
	o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("dora")}).Want(200)
	changed := collector.Await(t, "RunActivity:Load", "PATCH /api/v1/interviews/{id} > "+
		"SignalWithStartWorkflow:Interview"+load)
	if changed == trace {
		t.Error("the change is in the trace of the booking")
	}

	// What a candidate opens is told by its route.
	link := regexp.MustCompile(`/i/[^\s"<>]+`).FindString(letter.Text)
	o.Get(t, p.api.API+link).Want(200)
	collector.Await(t, "GET /i/{token}", "GET /i/{token}")
	token := strings.TrimPrefix(link, "/i/")
	if all := collector.String(); strings.Contains(all, token) || leaks(all) != "" ||
		strings.Contains(all, o.Slug) || strings.Contains(all, d.Radicale.User) {
		t.Errorf("what was exported tells of people or has tokens: %s", leaks(all))
	}
}

// tracedLetters are the paths of a booking's letters to the mail server, from what caused them.
func tracedLetters(caused string) (paths []string) {
	for _, activity := range []string{"SendLetterBatch", "SendLetters"} {
		for _, kind := range []string{"confirmation", "briefing"} {
			paths = append(paths, caused+" > StartActivity:"+activity+" > RunActivity:"+activity+" > letter "+kind+
				" > SMTP")
		}
	}
	return paths
}

// A wake-up that a relay brings, since the process of the request could not, is in the trace of the request.
func TestTracesOfRelay(t *testing.T) {
	t.Parallel()
	collector := StartCollector(t)
	temporal := startTemporal(t, keptAddr(), filepath.Join(t.TempDir(), "temporal.db"))
	p := startParts(t, testdb.SQLite(t), keptAddr(), "OTEL_EXPORTER_OTLP_ENDPOINT="+collector.URL,
		"OTEL_BSP_SCHEDULE_DELAY=50") // the api looks for Temporal where nobody is
	p.env = append(p.env, "TEMPORAL_ADDRESS="+temporal.Addr())
	p.worker(t, "").awaitHealth(t, 200)
	id := p.Book(t, "cleo", "interviewer_email", p.Email("ilse")).Text("interview.id")
	p.inbox.Letters(t, p.Email("cleo"), 1)
	const relayed = "POST /api/v1/interviews > StartWorkflow:Interview"
	trace := collector.Await(t, "SMTP", tracedLetters(relayed+" > RunWorkflow:Interview")...)
	if woken := collector.Await(t, "StartWorkflow:Interview", relayed); woken != trace {
		t.Errorf("the wake-up is in trace %s, the letters of %s in %s", woken, id, trace)
	}
}
