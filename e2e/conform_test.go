package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/testdb"
)

// report is what `litmus conform --json` prints.
type report struct{ Results []result }

// result is that of one check.
type result struct {
	Clause, Title, Outcome string
	Findings               []string
	Requests               []struct {
		Request, Answer string
		Status          int
	}
}

func conformReport(t testing.TB, out Output) (r report) {
	t.Helper()
	if err := json.Unmarshal([]byte(out.Stdout), &r); err != nil || len(r.Results) == 0 {
		t.Fatalf("got %+v: %v", out, err)
	}
	return r
}

// outcomes are the clauses of the checks that ended so.
func (r report) outcomes(outcome string) (clauses []string) {
	for _, x := range r.Results {
		if x.Outcome == outcome {
			clauses = append(clauses, x.Clause)
		}
	}
	return clauses
}

// conformOrg is an organization with something to look at for every check: interviews of each status, times to offer.
func conformOrg(t testing.TB) *Org {
	t.Helper()
	o := NewOrg(t)
	for n := range 8 {
		day := fmt.Sprintf("2032-06-%02d", n+1)
		o.Book(t, "con"+day, "scheduled_start_at", day+"T10:00:00Z", "meeting_link", roomOfTheirOwn)
	}
	id := o.Book(t, "called-off", "scheduled_start_at", "2032-06-03T12:00:00Z").Text("interview.id")
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	o.Offer(t, "engineer", "noor", time.Date(2032, 7, 1, 10, 0, 0, 0, time.UTC),
		time.Date(2032, 7, 2, 10, 0, 0, 0, time.UTC))
	o.Do(t, "POST", "/interviews", o.External("external")).Want(201)
	o.Book(t, "named", "interviewer_email", o.Email("ilse"), "scheduled_start_at", "2032-06-20T10:00:00Z")
	return o
}

// Package conform, by `litmus conform`: a deployment that keeps the contract passes. The objects of §2 are checked as
// they are read: §2 Role, §2 unstaged_assessments, §2 Interviewer entry, §2 Available slot entry.
func TestConform(t *testing.T) {
	t.Parallel()
	o := conformOrg(t)
	base := []string{"conform", "--base-url", o.API, "--key", o.Key}

	t.Run("our own service keeps the contract, and nothing is changed in it", func(t *testing.T) {
		before := o.Do(t, "GET", "/interviews?limit=100", nil).Want(200).Body
		out := Command(t, nil, base...)
		if out.Status != 0 || strings.Contains(out.Stdout, "FAIL") || strings.Contains(out.Stdout, "skip  ") ||
			!strings.Contains(out.Stdout, "0 failed, 0 skipped") {
			t.Errorf("exit status %d\n%s%s", out.Status, out.Stdout, out.Stderr)
		}
		if strings.Contains(out.Stdout+out.Stderr, o.Key) || strings.Contains(out.Stdout, "@") {
			t.Errorf("the report tells what is nobody's business:\n%s", out.Stdout)
		}
		if after := o.Do(t, "GET", "/interviews?limit=100", nil).Want(200).Body; !bytes.Equal(before, after) {
			t.Errorf("the interviews were\n%s\nand are\n%s", before, after)
		}
	})
	t.Run("a key without scopes for it skips, by name", func(t *testing.T) {
		key := o.Scoped(t, "roles:read").Key
		out := Command(t, nil, "conform", "--base-url", o.API, "--key", key, "--json")
		r := conformReport(t, out)
		if out.Status != 0 || len(r.outcomes("FAIL")) > 0 || !slices.Contains(r.outcomes("skip"), "§4 List") ||
			!slices.Contains(r.outcomes("pass"), "§4 Roles") {
			t.Errorf("%+v", out)
		}
	})
}

// A report that always says pass proves nothing: each of these deployments breaks one promise, and is found out.
func TestConformFindsWhatIsBroken(t *testing.T) {
	t.Parallel()
	needsNoProcess(t, aJudge)
	testdb.Long(t)
	o := conformOrg(t)
	for name, c := range map[string]struct {
		clause string
		breaks breaks
	}{
		"lets anybody in": {"§5.1", func(r *http.Request, status *int, _ http.Header, body Object) {
			if *status == 401 && r.URL.Path == prefix+"/roles" {
				*status = 200
				delete(body, "error")
				delete(body, "request_id")
				body["roles"] = []any{}
			}
		}},
		"hides Allow": {"§7 404", func(_ *http.Request, _ *int, h http.Header, _ Object) { h.Del("Allow") }},
		"turns the list around": {"§4 List", inList("interviews", func(l []any) []any {
			slices.Reverse(l)
			return l
		})},
		"reads otherwise than it lists": {"§4 Read", func(r *http.Request, _ *int, _ http.Header, body Object) {
			if body["duration_minutes"] != nil && r.URL.RawQuery == "" {
				body["duration_minutes"] = 61
			}
		}},
		"leaves milliseconds out": {"§2 Interview", inList("interviews", func(l []any) []any {
			for _, x := range l {
				x.(Object)["created_at"] = strings.Replace(x.(Object)["created_at"].(string), ".", "", 1)
			}
			return l
		})},
		"offers what is full": {"§4 Slots rule 7", inList("slots", func(l []any) []any {
			for _, x := range l {
				x.(Object)["capacity"] = 0
			}
			return l
		})},
		"words of its own for invites": {"§7 posting_id not found", func(r *http.Request, status *int, _ http.Header,
			body Object) {
			if r.URL.Path == prefix+"/invites" && *status == 404 {
				body["error"] = "not found"
			}
		}},
		"lets itself be stored": {"§4 Roles", func(_ *http.Request, _ *int, h http.Header, _ Object) {
			h.Set("Cache-Control", "max-age=60")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			front := httptest.NewServer(brokenProxy(t, o.API, c.breaks))
			defer front.Close()
			out := Command(t, nil, "conform", "--base-url", front.URL, "--key", o.Key, "--json")
			if r := conformReport(t, out); out.Status != 1 || !slices.Contains(r.outcomes("FAIL"), c.clause) {
				t.Errorf("exit status %d, failed %v, want %s among them", out.Status, r.outcomes("FAIL"), c.clause)
			}
		})
	}
}

// brokenProxy hands requests on and breaks the answers.
func brokenProxy(t testing.TB, api string, does breaks) http.Handler {
	to, err := url.Parse(api)
	if err != nil {
		t.Fatal(err)
	}
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host // forms of pages are of the origin that was asked
		},
		ModifyResponse: func(r *http.Response) error {
			raw, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			var body Object
			_ = json.Unmarshal(raw, &body)
			if does(r.Request, &r.StatusCode, r.Header, body); body != nil {
				if raw, err = json.Marshal(body); err != nil {
					return err
				}
			}
			r.Header.Del("Content-Length")
			r.ContentLength = -1
			r.Body = io.NopCloser(bytes.NewReader(raw))
			return nil
		},
	}
}
