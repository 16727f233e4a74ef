package conform

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Target is a deployment and an API key of it.
type Target struct {
	BaseURL string // the origin: https://hire.example.com
	Key     string // with any scopes; checks for which it lacks a scope are skipped
	Inbox   string // for [Write]: the address of a mail catcher's page, "" without one
	Only    string // the clause whose checks are run, such as "§3 T6"; "" for all
}

// wants reports whether a check of this clause is to be run.
func (t Target) wants(clause string) bool { return t.Only == "" || t.Only == clause }

const (
	prefix    = "/api/v1"
	patience  = 30 * time.Second // for one answer
	maxAnswer = 64 << 20         // bytes
)

// origin returns the target's origin without a path.
func (t Target) origin() (string, error) {
	u, err := url.Parse(t.BaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" || u.User != nil {
		return "", fmt.Errorf("the base URL is the origin of a deployment, such as https://hire.example.com")
	}
	return u.Scheme + "://" + u.Host, nil
}

// object is a JSON object.
type object = map[string]any

// answer is a response with its whole body.
type answer struct {
	about  string // method and path of the request, for messages
	status int
	header http.Header
	body   object
}

func (a answer) text(field string) string { return text(a.body, field) }

// object is a field of the answer, without any fields if it is no object.
func (a answer) object(field string) object { return part(a.body, field) }

func (a answer) list(field string) (out []object) {
	all, _ := a.body[field].([]any)
	for _, x := range all {
		o, _ := x.(object)
		out = append(out, o)
	}
	return out
}

// ask sends a request below /api/v1 with the target's key, and checks what all answers have in common: they are
// declared by the document, JSON, not to be cached, and have a request id. body is marshaled to JSON, or sent as it is
// if it is a string; nil means none. headers are pairs of name and value; the value "" removes a header.
func (r *run) ask(method, path string, body any, headers ...string) answer {
	var b []byte
	switch v := body.(type) {
	case nil:
	case string:
		b = []byte(v)
	default:
		b, _ = json.Marshal(v) // bodies of checks are always valid
	}
	ctx, cancel := context.WithTimeout(r.ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, r.origin+prefix+path, bytes.NewReader(b))
	if err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Del(headers[i])
		if headers[i+1] != "" {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	a := answer{about: method + " " + req.URL.Path}
	resp, raw, err := fetch(r.client, req)
	if err != nil {
		if r.kit != nil {
			r.kit.remember(method, path, body, answer{})
		}
		if resp != nil {
			err = fmt.Errorf("read the answer: %w", err)
		}
		r.t.Fatalf("%s: %v", a.about, err)
	}
	a.status, a.header = resp.StatusCode, resp.Header
	if r.kit != nil {
		_ = json.Unmarshal(raw, &a.body) // what is wrong with it is said below
		r.kit.remember(method, path, body, a)
		r.heard(method, path, b, a.status, raw)
	}
	if got := resp.Header.Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		r.t.Fatalf("%s: %d with Content-Type %q, want JSON", a.about, a.status, got)
	}
	if err := json.Unmarshal(raw, &a.body); err != nil || a.body == nil {
		r.t.Fatalf("%s: %d whose body is no JSON object", a.about, a.status)
	}
	if resp.Header.Get("X-Request-Id") == "" {
		r.t.Errorf("%s: no X-Request-Id", a.about)
	}
	if got := resp.Header.Get("Cache-Control"); got != "no-store" {
		r.t.Errorf("%s: Cache-Control %q, want no-store", a.about, got)
	}
	if a.status >= 400 && a.text("error") == "" {
		r.t.Errorf("%s: %d without a text field error (§7)", a.about, a.status)
	}
	if err := r.document.Check(req, a.status, a.header, raw); err != nil {
		r.t.Errorf("%s: %d is not what the document declares: %v", a.about, a.status, err)
	}
	return a
}

// fetch sends a request and reads the answer to its end; resp is nil if there was none.
func fetch(client *http.Client, req *http.Request) (resp *http.Response, body []byte, err error) {
	if resp, err = client.Do(req); err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	return resp, body, err
}

// read sends a GET that should be answered 200. If the key lacks the scope, it skips the check, after checking the 403
// (§7).
func (r *run) read(path string) answer {
	return r.must(http.StatusOK, http.MethodGet, path, nil)
}

// refused sends a request that must be refused with this status.
func (r *run) refused(status int, method, path string, body any, headers ...string) answer {
	a := r.ask(method, path, body, headers...)
	if status != http.StatusUnauthorized {
		r.allowed(a)
	}
	if a.status != status {
		r.t.Errorf("%s: %d %s, want %d", a.about, a.status, a.text("error"), status)
	}
	return a
}

// allowed skips the check if the key lacks the scope. A 403 must name the scope (§7).
func (r *run) allowed(a answer) {
	if a.status != http.StatusForbidden {
		return
	}
	for _, scope := range []string{
		"roles:read", "interviews:read", "interviews:write", "invites:write", "submissions:read",
	} {
		if strings.Contains(a.text("error"), scope) {
			r.t.Skipf("the key lacks %s", scope)
		}
	}
	r.t.Fatalf("%s: 403 %q names no scope", a.about, a.text("error"))
}
