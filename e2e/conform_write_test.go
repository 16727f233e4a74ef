package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"litmus/conform"
	"litmus/testdb"
)

// conformed is an organization on a service with a test clock and a catcher, as `litmus conform --write` is given it:
// all of it stands behind one front, and the links of answers and letters lead there, too.
type conformed struct {
	*Org
	front, inbox string
}

// ownPosting gives the posting of the organization that has no interviewers, and so becomes the kit's own, a second
// round.
var ownPosting = []string{"portfolio, title: Portfolio, duration_minutes: 30}\n\n", "portfolio, title: Portfolio, " +
	"duration_minutes: 30}\n          - {key: systems, type: assessment, assessment: systems, title: Systems}\n\n"}

// aJudge is why tests of what `litmus conform` finds need no process: what is broken stands in front of the service.
// The whole one is checked in both lanes.
const aJudge = "what conform makes of answers"

// breaks changes an answer before it leaves the front; body is nil for one that is no object.
type breaks func(r *http.Request, status *int, h http.Header, body Object)

// newConformed makes an organization on the service and the front.
func newConformed(t *testing.T, s *Service, does breaks) *conformed {
	t.Helper()
	mux := http.NewServeMux()
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	c := &conformed{Org: s.NewOrg(t, ownPosting...), front: front.URL, inbox: front.URL + inboxPath}
	leads := func(o Object, fields ...string) {
		for _, name := range fields {
			if v, ok := o[name].(string); ok {
				o[name] = strings.ReplaceAll(v, s.API, front.URL)
			}
		}
	}
	mux.Handle("/", brokenProxy(t, s.API, func(r *http.Request, status *int, h http.Header, body Object) {
		leads(body, "candidate_link", "invite_url")
		does(r, status, h, body)
	}))
	mux.Handle(inboxPath+"/", brokenInbox(t, s, func(r *http.Request, status *int, h http.Header, body Object) {
		for _, letter := range body["letters"].([]any) {
			leads(letter.(Object), "text", "html")
		}
		does(r, status, h, body)
	}))
	return c
}

// brokenInbox hands requests on to the inbox. What breaks gets its list as the field letters of an object.
func brokenInbox(t *testing.T, s *Service, does breaks) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.converge(t)
		list := s.AskInbox(t, strings.TrimPrefix(r.URL.RequestURI(), inboxPath)).Want(200)
		var letters []any
		if err := json.Unmarshal(list.Body, &letters); err != nil {
			t.Errorf("the inbox: %v", err)
		}
		body, status := Object{"letters": letters}, http.StatusOK
		does(r, &status, w.Header(), body)
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body["letters"])
	})
}

func whole(*http.Request, *int, http.Header, Object) {}

// conform runs `litmus conform --write` with these flags besides.
func (c *conformed) conform(t *testing.T, flags ...string) Output {
	t.Helper()
	return Command(t, nil, append([]string{"conform", "--write", "--base-url", c.front, "--key", c.Key}, flags...)...)
}

// With a clock and a catcher the whole contract is checked, and kept. Nothing is left of it, and every row that was
// there is what it was.
func TestConformWrites(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	s := Serve(t, WithTestClock())
	c := newConformed(t, s, whole)
	mine := c.Book(t, "stays").Text("interview.id")
	// Somebody is only painted for, and so no member: a list that is put complete would make them one.
	c.Do(t, "POST", "/postings/"+c.Posting("engineer")+"/slots",
		slotBody(c.Email("painted"), "2032-03-08T10:00:00Z")).Want(200)
	c.Converged(t, mine)
	before := s.rows(t)

	out := c.conform(t, "--inbox", c.inbox)
	if out.Status != 0 || !strings.Contains(out.Stdout, " passed, 0 failed, 0 skipped") {
		t.Errorf("exit status %d\n%s%s", out.Status, out.Stdout, out.Stderr)
	}
	if strings.Contains(out.Stdout, c.Key) || strings.Contains(out.Stdout, c.Slug+".example") {
		t.Errorf("the report tells what is nobody's business:\n%s", out.Stdout)
	}
	s.kept(t, before, "the run")
	stand := c.Do(t, "GET", "/interviews?include_canceled=false&limit=100", nil).Want(200)
	if ids := stand.Texts("interviews", "id"); !slices.Contains(ids, mine) {
		t.Errorf("an interview that stood before is not there any more: %v", ids)
	}
	if strings.Contains(string(stand.Body), "conform.example") {
		t.Errorf("something of the run stands:\n%s", stand.Body)
	}
}

// Nobody is removed who was assigned to the kit's posting while the run goes on.
func TestConformWritesToNobodysPosting(t *testing.T) {
	t.Parallel()
	needsNoProcess(t, aJudge)
	var puts atomic.Int64
	c := newConformed(t, Serve(t, WithTestClock()), func(r *http.Request, _ *int, _ http.Header, body Object) {
		if r.Method == http.MethodPut {
			puts.Add(1)
		}
		if all, ok := body["interviewers"].([]any); ok && r.Method == http.MethodGet && puts.Load() > 0 {
			body["interviewers"] = append(all, Object{"email": "ilse@example.com", "slots": []any{}})
		}
	})
	out := c.conform(t, "--json", "--only", "§4 Slots rule 1")
	r := conformReport(t, out)
	if out.Status != 1 || !slices.Contains(r.outcomes("FAIL"), "clean-up") ||
		!strings.Contains(out.Stdout, "somebody else assigned an interviewer to posting") || puts.Load() != 1 {
		t.Errorf("exit status %d after %d lists were put, want 1 and 1\n%s", out.Status, puts.Load(), out.Stdout)
	}
}

// What is not there is named, and the exit status says that not everything was checked.
func TestConformWritesInPart(t *testing.T) {
	t.Parallel()
	needsNoProcess(t, aJudge)
	testdb.Long(t)
	o := conformOrg(t)
	base := []string{"conform", "--write", "--base-url", o.API, "--json", "--key"}

	out := Command(t, nil, append(base, o.Key)...)
	r := conformReport(t, out)
	if failed := r.outcomes("FAIL"); out.Status != 3 || len(failed) > 0 {
		t.Errorf("exit status %d, failed %v\n%s", out.Status, failed, out.Stdout)
	}
	for clause, needs := range map[string]string{
		"§3 T1": "it needs a mail catcher (--inbox)",
		"§3 T6": "it needs a test clock (GET /test-clock is answered 404)",
	} {
		if !slices.ContainsFunc(r.Results, func(x result) bool {
			return x.Clause == clause && x.Outcome == "skip" && slices.Contains(x.Findings, "not run: "+needs)
		}) {
			t.Errorf("no check of %s says that it was not run: %s", clause, needs)
		}
	}
	if strings.Contains(out.Stdout, o.Slug+".example") {
		t.Errorf("the report tells what is nobody's business:\n%s", out.Stdout)
	}
}

// Each of the deployments of [faults] breaks one promise that only shows when something is written, and is found out by
// name. Every clause of the checks that write has one.
func TestConformWritesFindWhatIsBroken(t *testing.T) {
	t.Parallel()
	needsNoProcess(t, aJudge)
	testdb.Long(t)
	for _, c := range conform.WriteChecks {
		if !slices.ContainsFunc(faults, func(f fault) bool { return f.clause == c.Clause }) {
			t.Errorf("no deployment breaks a promise of %s, %q", c.Clause, c.Title)
		}
	}
	s := Serve(t, WithTestClock()) // each organization has a time of its own
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			c := newConformed(t, s, f.breaks)
			only := f.clause
			if only == "clean-up" { // which every run ends with
				only = "§3 T7"
			}
			out := c.conform(t, "--inbox", c.inbox, "--json", "--only", only)
			r := conformReport(t, out)
			if out.Status != 1 || !slices.ContainsFunc(r.Results, func(x result) bool {
				return x.Clause == f.clause && strings.HasPrefix(x.Title, f.title) && x.Outcome == "FAIL"
			}) {
				t.Errorf("exit status %d, want %s %q among those that fail\n%s%s", out.Status, f.clause, f.title,
					out.Stdout, out.Stderr)
			}
		})
	}
}
