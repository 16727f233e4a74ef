package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"litmus/testdb"
)

// conformed is an organization on a service with a test clock and a catcher, as `litmus conform --write` is given it:
// all of it stands behind one front, and the links of answers and letters lead there, too.
type conformed struct {
	*Org
	front, inbox string
}

// breaks changes an answer before it leaves the front; body is nil for one that is no object.
type breaks func(r *http.Request, status *int, h http.Header, body Object)

// newConformed makes an organization on the service and the front.
func newConformed(t *testing.T, s *Service, does breaks) *conformed {
	t.Helper()
	mux := http.NewServeMux()
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	c := &conformed{Org: s.NewOrg(t), front: front.URL, inbox: front.URL + inboxPath}
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

// Decision 176: with a clock and a catcher the whole contract is checked, and kept. Decision 177: nothing is left of
// it.
func TestConformWrites(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	c := newConformed(t, Serve(t, WithTestClock()), whole)
	posting := c.Posting("engineer")
	interviewers := func() string {
		return string(c.Do(t, "GET", "/postings/"+posting+"/interviewers", nil).Want(200).Body)
	}
	mine := c.Book(t, "stays").Text("interview.id")
	before := interviewers()

	out := c.conform(t, "--inbox", c.inbox)
	if out.Status != 0 || !strings.Contains(out.Stdout, " passed, 0 failed, 0 skipped") {
		t.Errorf("exit status %d\n%s%s", out.Status, out.Stdout, out.Stderr)
	}
	if strings.Contains(out.Stdout, c.Key) || strings.Contains(out.Stdout, c.Slug+".example") {
		t.Errorf("the report tells what is nobody's business:\n%s", out.Stdout)
	}
	if after := interviewers(); after != before {
		t.Errorf("the interviewers were\n%s\nand are\n%s", before, after)
	}
	stand := c.Do(t, "GET", "/interviews?include_canceled=false&limit=100", nil).Want(200)
	if ids := stand.Texts("interviews", "id"); !slices.Contains(ids, mine) {
		t.Errorf("an interview that stood before is not there any more: %v", ids)
	}
	if strings.Contains(string(stand.Body), "conform.example") {
		t.Errorf("something of the run stands:\n%s", stand.Body)
	}
}

// Decision 176: what is not there is named, and the exit status says that not everything was checked.
func TestConformWritesInPart(t *testing.T) {
	t.Parallel()
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
	for _, x := range r.Results {
		if x.Clause == "§3 T7" && x.Outcome == "pass" && (len(x.Requests) < 2 ||
			!strings.HasPrefix(x.Requests[0].Request, "GET /api/v1/postings/") || x.Requests[0].Status != 200) {
			t.Errorf("the requests of %q are %+v", x.Title, x.Requests)
		}
	}
	if n := len(o.Do(t, "GET", "/interviews?include_canceled=false&limit=100", nil).Want(200).
		List("interviews")); n == 0 || strings.Contains(out.Stdout, o.Slug+".example") {
		t.Errorf("%d interviews stand, and the report is\n%s", n, out.Stdout)
	}

	t.Run("a key that must not write", func(t *testing.T) {
		key := o.Scoped(t, "roles:read", "interviews:read").Key
		out := Command(t, nil, append(base, key, "--only", "§3 T1")...)
		if r := conformReport(t, out); out.Status != 3 || len(r.outcomes("FAIL")) > 0 ||
			!slices.Contains(r.outcomes("skip"), "§3 T1") {
			t.Errorf("%+v", out)
		}
	})
	t.Run("usage", func(t *testing.T) {
		for want, args := range map[int][]string{
			2: {"conform", "--base-url", o.API, "--key", o.Key, "--inbox", "http://127.0.0.1:1"},
			1: {"conform", "--base-url", o.API, "--key", o.Key, "--only", "never"},
		} {
			if out := Command(t, nil, args...); out.Status != want || out.Stdout != "" {
				t.Errorf("%v: %+v, want exit status %d", args, out, want)
			}
		}
		out := Command(t, nil, append(base, o.Key, "--inbox", o.API)...)
		if out.Status != 1 || out.Stdout != "" || !strings.Contains(out.Stderr, "mail catcher") {
			t.Errorf("an inbox that is none: %+v", out)
		}
	})
}

// Each of these deployments breaks one promise that only shows when something is written, and is found out by name.
func TestConformWritesFindWhatIsBroken(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	s := Serve(t, WithTestClock()) // each organization has a time of its own
	var canceled sync.Map          // how often an interview was canceled
	var shown sync.Map             // the link of an external session
	for name, f := range map[string]struct {
		clause, title string // of a check that fails
		breaks        breaks
	}{
		"forgets the zone": {"§3 T1", "a booking is scheduled as it was asked for",
			func(r *http.Request, _ *int, _ http.Header, body Object) {
				if i, ok := body["interview"].(Object); ok {
					i["time_zone"] = "UTC"
				}
			}},
		"loses letters": {"§3 T1", "the candidate gets a confirmation",
			func(_ *http.Request, _ *int, _ http.Header, body Object) {
				if _, ok := body["letters"]; ok {
					body["letters"] = []any{}
				}
			}},
		"invites by mail twice": {"§4 Invites", "the email is sent, and once",
			func(_ *http.Request, _ *int, _ http.Header, body Object) {
				if l, ok := body["letters"].([]any); ok {
					body["letters"] = append(l, l...)
				}
			}},
		"calls a refusal something else": {"§4 rule 1", "a second booking of a candidate is 409",
			func(r *http.Request, status *int, _ http.Header, _ Object) {
				if r.Method == http.MethodPost && *status == http.StatusConflict {
					*status = http.StatusBadRequest
				}
			}},
		"takes who is booked": {"§4 rule 2", "an interviewer who is already booked",
			func(r *http.Request, status *int, _ http.Header, _ Object) {
				if r.Method == http.MethodPost && *status == http.StatusConflict {
					*status = http.StatusNotFound
				}
			}},
		"moves by half an hour": {"§2 Times", "a start with an offset",
			func(_ *http.Request, _ *int, _ http.Header, body Object) {
				if i, ok := body["interview"].(Object); ok && i["scheduled_start_at"] != nil {
					i["scheduled_start_at"] = strings.Replace(i["scheduled_start_at"].(string), ":00:", ":30:", 1)
				}
			}},
		"keeps what it should replace": {"§3 T4", "replace_existing puts a booking in the place",
			func(r *http.Request, _ *int, _ http.Header, body Object) {
				if l, ok := body["interviews"].([]any); ok && r.URL.Query().Has("candidate_email") {
					body["interviews"] = append(l, l...)
				}
			}},
		"cancels anew each time": {"§3 T3", "a cancellation is kept, can be repeated",
			func(r *http.Request, _ *int, _ http.Header, body Object) {
				if r.Method == http.MethodDelete && body["canceled_at"] != nil {
					times, _ := canceled.LoadOrStore(r.URL.Path, new(int))
					*times.(*int)++
					body["canceled_at"] = fmt.Sprintf("2031-01-01T00:00:00.%03dZ", *times.(*int))
				}
			}},
		"leaves the interviewer": {"§3 T7", "another interviewer takes over",
			func(r *http.Request, _ *int, _ http.Header, body Object) {
				if r.Method == http.MethodPatch && body["interviewer_email"] != nil {
					body["interviewer_email"] = "who-was@conform.example"
				}
			}},
		"hides starts": {"§4 Slots rule 2", "POST adds starts",
			func(r *http.Request, _ *int, _ http.Header, body Object) {
				if l, ok := body["interviewers"].([]any); ok && r.Method == http.MethodPost {
					for _, x := range l {
						x.(Object)["slots"] = []any{}
					}
				}
			}},
		"has places without end": {"§4 Slots rule 7", "all rounds draw on one capacity",
			func(_ *http.Request, _ *int, _ http.Header, body Object) {
				if l, ok := body["slots"].([]any); ok {
					for _, x := range l {
						x.(Object)["capacity"] = 7
					}
				}
			}},
		"invites anew": {"§4 Invites", "a new invitation is 201",
			func(r *http.Request, status *int, _ http.Header, body Object) {
				if body["reused"] == true {
					*status, body["reused"] = http.StatusCreated, false
					body["invite_url"] = "http://127.0.0.1/t/again"
				}
			}},
		"words of its own": {"§7 POSTING_CLOSED", "a closed posting is 400",
			func(_ *http.Request, _ *int, _ http.Header, body Object) {
				if body["error"] == "POSTING_CLOSED" {
					body["error"] = "the posting is closed"
				}
			}},
		"answers anybody who has the link": {"§4 rule 7", "the candidate's link works once",
			func(r *http.Request, status *int, _ http.Header, _ Object) {
				if strings.HasPrefix(r.URL.Path, "/s/") && *status == http.StatusGone {
					*status = http.StatusOK
				}
			}},
		"shows a link again": {"§3 T2", "an external session is pending",
			func(r *http.Request, _ *int, _ http.Header, body Object) {
				if i, ok := body["interview"].(Object); ok && body["candidate_link"] != nil {
					shown.Store(i["id"], body["candidate_link"])
				}
				if link, ok := shown.Load(body["id"]); ok {
					body["meeting_link"] = link
				}
			}},
		"completes nothing": {"§3 T5", "an interview is completed when its window closes",
			func(_ *http.Request, _ *int, _ http.Header, body Object) {
				if body["status"] == "completed" {
					body["status"] = "scheduled"
				}
			}},
		"lets nothing expire": {"§3 T6", "an external session that nobody started expires",
			func(_ *http.Request, _ *int, _ http.Header, body Object) {
				if body["status"] == "expired" {
					body["status"] = "pending"
				}
			}},
		"leaves what was canceled": {"decision 177", "what the run made has ended",
			func(r *http.Request, _ *int, _ http.Header, body Object) {
				if r.Method == http.MethodGet && body["status"] == "canceled" {
					body["status"], body["canceled_at"] = "scheduled", nil
				}
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newConformed(t, s, f.breaks)
			only := f.clause
			if only == "decision 177" { // which every run ends with
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

// A deployment that keeps the promises that are broken above passes each of their checks alone.
func TestConformOnly(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	c := newConformed(t, Serve(t, WithTestClock()), whole)
	for _, clause := range []string{"§3 T7", "§3 T6"} {
		out := c.conform(t, "--inbox", c.inbox, "--json", "--only", clause)
		r := conformReport(t, out)
		if got := len(r.outcomes("pass")); out.Status != 0 || got != len(r.Results) || got < 3 {
			t.Errorf("%s: exit status %d\n%s%s", clause, out.Status, out.Stdout, out.Stderr)
		}
	}
}
