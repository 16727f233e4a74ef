package conform

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// A deployment may answer a run that writes with anything, too: it ends, and its report has every check.
func TestWritesAreAnsweredAnything(t *testing.T) {
	t.Parallel()
	d := document(t)
	const step = `{"round_id": "rnd_1", "type": "assessment", "delivery_mode": "sync", "bookable": true}`
	for _, body := range []string{
		`{}`, `<html>`,
		`{"roles": [null, {"id": "post_1", "status": "open"}], "tracks": [null, {"steps": [null, ` + step + `]}]}`,
		`{"roles": [{"id": "post_1", "status": "open"}], "tracks": [{"steps": [` + step + `]}], "interview": 3,
			"slots": [], "interviews": [], "interviewers": [{"slots": 3}, null], "now": "2031-01-01T00:00:00Z"}`,
		`{"roles": [{"id": "post_1", "status": "open"}], "tracks": [{"steps": [` + step + `]}],
			"interview": {"id": "int_1", "candidate": "nobody"}, "interviews": [{"id": 7}], "now": 12}`,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			report, err := Write(t.Context(), answering(t, body), d)
			if err != nil || len(report.Results) < len(WriteChecks) || report.Count(Failed) == 0 {
				t.Errorf("%d results, %v; want a report of every check", len(report.Results), err)
			}
			wantNoCode(t, report)
		})
	}
}

// A run that is told to stop ends what it has made, also where that was not answered any more, and says that it was
// stopped.
func TestWritesThatAreStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	var canceled atomic.Bool
	report, err := Write(ctx, deployment(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.Method + " " + r.URL.Path {
		case "POST " + prefix + "/interviews":
			stop()
			_, _ = io.Copy(io.Discard, r.Body) // a server notices that its client has gone once it has read the request
			<-r.Context().Done()
		case "DELETE " + prefix + "/interviews/int_1":
			canceled.Store(true)
			fmt.Fprint(w, `{"id": "int_1", "status": "canceled"}`)
		case "GET " + prefix + "/interviews":
			if r.URL.Query().Has("candidate_email") && !canceled.Load() {
				fmt.Fprint(w, `{"interviews": [{"id": "int_1", "status": "scheduled"}]}`)
				return
			}
			fmt.Fprint(w, `{"interviews": []}`)
		default:
			fmt.Fprint(w, `{"roles": [{"id": "post_1", "status": "open"}], "tracks": [{"steps": [{"round_id": "rnd_1",
				"type": "assessment", "delivery_mode": "sync", "bookable": true}]}], "slots": []}`)
		}
	}), document(t))
	if !errors.Is(err, context.Canceled) || !canceled.Load() || len(report.Results) > 4 ||
		report.Results[len(report.Results)-1].Clause != sweepCheck.Clause {
		t.Errorf("%v, canceled: %t, %+v; want the interview canceled at the end", err, canceled.Load(), report.Results)
	}
}

// The report of a run that writes has requests and answers, without addresses of others and links that work.
func TestExchangesAreMasked(t *testing.T) {
	t.Parallel()
	mine := newKit(Target{}).person("candidate")
	got := masked("GET /api/v1/interviews?candidate_email=" + escape("ann@acme.example") + ` {"email": "` + mine +
		`", "to": "bo@acme.example", "candidate_link": "https://hire.example.com/s/secret",
			"meeting_link": "https://meet.conform.example/room"} ` + strings.Repeat("x", mostAnswer))
	want := `GET /api/v1/interviews?candidate_email=(address) {"email": "` + mine +
		`", "to": "(address)", "candidate_link": "(link)",
			"meeting_link": "https://meet.conform.example/room"} xxx`
	if !strings.HasPrefix(got, want) || len(got) > mostAnswer+len(" …") {
		t.Errorf("it is %q, want %q …", got, want)
	}
}

// Of several postings the one is chosen that has most of what checks need; others are closed, a cohort, elsewhere.
func TestStage(t *testing.T) {
	t.Parallel()
	step := func(id, mode string) string {
		return fmt.Sprintf(`{"round_id": "%s", "type": "assessment", "assessment_id": "asm_%s", "delivery_mode": "%s",
			"bookable": true, "duration_minutes": 45}`, id, id, mode)
	}
	pipelines := map[string]string{
		"poor": `{"tracks": [{"is_default": true, "steps": [` + step("plain", "sync") + `]}]}`,
		"rich": `{"tracks": [{"steps": [` + step("referral", "sync") + `]}, {"is_default": true, "steps": [
			{"round_id": "review", "type": "step"}, ` + step("home", "async") + `, ` + step("main", "sync") + `,
			{"round_id": "quiz", "type": "group", "assignment_mode": "self_select", "assessment_ids": ["asm_c"]}]}]}`,
	}
	target := deployment(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		parts := strings.Split(r.URL.Path, "/")
		if parts[len(parts)-1] == "pipeline" {
			fmt.Fprint(w, pipelines[parts[len(parts)-2]])
			return
		}
		fmt.Fprint(w, `{"roles": [{"id": "none", "status": "closed", "assessment_count": 0},
			{"id": "poor", "status": "open", "kind": "cohort"}, {"id": "rich", "status": "open", "kind": "role"},
			{"id": "old", "status": "closed", "assessment_count": 2}]}`)
	})
	r := &run{ctx: t.Context(), client: http.DefaultClient, origin: target.BaseURL, document: document(t),
		kit: newKit(target), t: &result{}}
	r.try(r.findStage)
	got := r.kit.stage
	if got.round != (round{"rich", "main"}) || got.minutes != 45 || got.assessment != "asm_main" ||
		got.elsewhere != (round{"rich", "referral"}) || got.other != (round{"poor", "plain"}) ||
		!slices.Equal(got.unbookable, []string{"review", "home", "quiz"}) || got.first != "asm_home" ||
		got.selfSelect != "asm_c" || got.closed != "old" || got.cohort != "poor" || len(got.rounds) != 2 {
		t.Errorf("it chose %+v (%v)", got, r.t.findings)
	}
}

// A calendar part folds its lines, and its properties have parameters (RFC 5545 3.1).
func TestCalendarPart(t *testing.T) {
	t.Parallel()
	method, starts := message{ICS: "BEGIN:VCALENDAR\r\nMETH\r\n OD:request\r\nDTSTART;VALUE=DATE-TIME:20310101T\r\n" +
		"\t100000Z\r\nEND:VCALENDAR\r\n"}.calendar()
	if method != "REQUEST" || !slices.Equal(starts, []string{"20310101T100000Z"}) {
		t.Errorf("it reads %q, %q", method, starts)
	}
}
