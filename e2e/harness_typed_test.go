package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	litmusclient "litmus/client"
)

// typed sends a request through package client if that would send the very same one, else it returns nil: what is
// malformed, or takes a header of its own, goes over the wire as the test wrote it. So the client is what well-formed
// calls are made with, without a test that says so, and what it makes of each answer is checked against the answer.
func (o *Org) typed(t testing.TB, method, path string, body any, headers []string) *Response {
	t.Helper()
	call := wellFormed(t.Context(), method, path, body)
	if call.do == nil || len(headers) > 0 || !strings.HasPrefix(o.Key, "litmus_sk_") {
		return nil
	}
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	want, err := http.NewRequestWithContext(t.Context(), method, o.API+prefix+path, bytes.NewReader(content))
	if err != nil {
		return nil
	}
	w := &witness{t: t, want: want, content: content}
	c, err := litmusclient.New(o.API, o.Key, litmusclient.WithHTTPClient(&http.Client{Transport: w}),
		litmusclient.WithAttempts(1), litmusclient.WithTimeout(client.Timeout))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := call.do(c)
	r := w.answer
	if r == nil { // it refused to, or would have sent another
		return nil
	}
	typedCalls.Store(call.name, true)
	switch {
	case r.Status/100 != 2:
		if e, ok := errors.AsType[*litmusclient.Error](err); !ok || e.Status != r.Status ||
			e.RequestID != r.Header.Get("X-Request-Id") || e.Message != r.Error() {
			t.Errorf("%s: %d is %v to package client", r.about, r.Status, err)
		}
	case err != nil:
		t.Errorf("%s: package client cannot read the answer %d: %v\n%s", r.about, r.Status, err, r.Body)
	default:
		var got any
		b, err := json.Marshal(answer)
		if err == nil {
			d := json.NewDecoder(bytes.NewReader(b))
			d.UseNumber()
			err = d.Decode(&got)
		}
		if where, same := holds(call.part(r.json), got); err != nil || !same {
			t.Errorf("%s: package client makes something else of the answer at %q (%v)\n%s\n%s",
				r.about, where, err, r.Body, b)
		}
	}
	return r
}

// typedCalls are the operations that went through package client.
var typedCalls sync.Map

// errAnother says that the client would send another request than the test wrote, or a second one.
var errAnother = errors.New("another request than the test's")

// witness is a transport that lets one request through, if it is the test's, and keeps the answer, checked like any
// other.
type witness struct {
	t       testing.TB
	want    *http.Request
	content []byte
	answer  *Response
}

// RoundTrip sends the request.
func (w *witness) RoundTrip(r *http.Request) (*http.Response, error) {
	var content []byte
	if r.Body != nil {
		var err error
		if content, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body.Close()
	}
	same := r.Method == w.want.Method && r.URL.EscapedPath() == w.want.URL.EscapedPath() &&
		reflect.DeepEqual(r.URL.Query(), w.want.URL.Query()) && sameJSON(content, w.content)
	if !same || w.answer != nil {
		return nil, errAnother
	}
	again := r.Clone(r.Context())
	again.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	again.Body, _ = again.GetBody()
	again.ContentLength = int64(len(content))
	w.answer = send(w.t, again)
	return &http.Response{StatusCode: w.answer.Status, Header: w.answer.Header,
		Body: io.NopCloser(bytes.NewReader(w.answer.Body)), Request: r}, nil
}

func sameJSON(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// typedCall is a call of package client.
type typedCall struct {
	name string
	do   func(c *litmusclient.Client) (any, error) // nil: there is none for this request
	of   string                                    // the field of the answer that it returns, "" for all of it
}

func (c typedCall) part(answer any) any {
	if o, ok := answer.(Object); ok && c.of != "" {
		return o[c.of]
	}
	return answer
}

// wellFormed is the call of package client that a test may mean.
func wellFormed(ctx context.Context, method, path string, body any) typedCall {
	path, rawQuery, _ := strings.Cut(path, "?")
	query, err := url.ParseQuery(rawQuery)
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if _, text := body.(string); err != nil || text || len(parts) > 3 || strings.ContainsAny(path, "%+") {
		return typedCall{}
	}
	if _, raw := body.([]byte); raw {
		return typedCall{}
	}
	id := ""
	if len(parts) > 1 {
		id, parts[1] = parts[1], "{id}"
	}
	instant := func(name string) time.Time { at, _ := time.Parse(time.RFC3339, query.Get(name)); return at }
	switch name := method + " /" + strings.Join(parts, "/"); name {
	case "GET /roles":
		return typedCall{name, func(c *litmusclient.Client) (any, error) { return c.Roles(ctx) }, "roles"}
	case "GET /postings/{id}/pipeline":
		return typedCall{name, func(c *litmusclient.Client) (any, error) { return c.Pipeline(ctx, id) }, ""}
	case "GET /interviews":
		size, _ := strconv.Atoi(query.Get("limit"))
		f := litmusclient.Filter{PostingID: query.Get("posting_id"), RoundID: query.Get("round_id"),
			CandidateEmail: query.Get("candidate_email"), From: instant("from"), To: instant("to"),
			UpdatedSince: instant("updated_since"), ExcludeCanceled: query.Get("include_canceled") == "false",
			PageSize: size}
		return typedCall{name, func(c *litmusclient.Client) (any, error) {
			page := []litmusclient.Interview{}
			for i, err := range c.Interviews(ctx, f) {
				if errors.Is(err, errAnother) && len(page) > 0 { // the next page, which the test did not ask for
					break
				}
				if err != nil {
					return nil, err
				}
				page = append(page, i)
			}
			return page, nil
		}, "interviews"}
	case "GET /interviews/{id}":
		var include []litmusclient.Artifact
		for a := range strings.SplitSeq(query.Get("include"), ",") {
			if a != "" {
				include = append(include, litmusclient.Artifact(a))
			}
		}
		return typedCall{name, func(c *litmusclient.Client) (any, error) {
			return c.Interview(ctx, id, include...)
		}, ""}
	case "POST /interviews":
		return typedBody(name, "", body, func(c *litmusclient.Client, r litmusclient.BookingRequest) (any, error) {
			return c.Book(ctx, r)
		})
	case "PATCH /interviews/{id}":
		return typedBody(name, "", body, func(c *litmusclient.Client, r struct {
			InterviewerEmail string `json:"interviewer_email"`
		}) (any, error) {
			return c.ChangeInterviewer(ctx, id, r.InterviewerEmail)
		})
	case "DELETE /interviews/{id}":
		return typedCall{name, func(c *litmusclient.Client) (any, error) { return c.Cancel(ctx, id) }, ""}
	case "GET /postings/{id}/interviewers":
		return typedCall{name, func(c *litmusclient.Client) (any, error) {
			return c.Interviewers(ctx, id)
		}, "interviewers"}
	case "PUT /postings/{id}/interviewers":
		return typedBody(name, "interviewers", body, func(c *litmusclient.Client, r struct {
			Interviewers []litmusclient.InterviewerEntry
		}) (any, error) {
			return c.SetInterviewers(ctx, id, r.Interviewers)
		})
	case "GET /postings/{id}/slots":
		return typedCall{name, func(c *litmusclient.Client) (any, error) {
			return c.Slots(ctx, id, query.Get("round_id"), instant("from"), instant("to"))
		}, ""}
	case "POST /postings/{id}/slots":
		return typedBody(name, "interviewers", body, func(c *litmusclient.Client, r struct {
			Slots []litmusclient.SlotWrite
		}) (any, error) {
			return c.AddSlots(ctx, id, r.Slots...)
		})
	case "DELETE /postings/{id}/slots":
		return typedBody(name, "interviewers", body, func(c *litmusclient.Client, r struct {
			Slots []litmusclient.SlotWrite
		}) (any, error) {
			return c.RemoveSlots(ctx, id, r.Slots...)
		})
	case "POST /invites":
		return typedBody(name, "", body, func(c *litmusclient.Client, r litmusclient.InviteRequest) (any, error) {
			return c.Invite(ctx, r)
		})
	case "GET /submissions/{id}":
		return typedCall{name, func(c *litmusclient.Client) (any, error) { return c.Submission(ctx, id) }, ""}
	}
	return typedCall{}
}

// typedBody is a call with the body as the client has it; there is none for a body that does not fit.
func typedBody[T any](name, of string, body any, do func(*litmusclient.Client, T) (any, error)) typedCall {
	var r T
	b, err := json.Marshal(body)
	if err != nil || json.Unmarshal(b, &r) != nil {
		return typedCall{}
	}
	return typedCall{name, func(c *litmusclient.Client) (any, error) { return do(c, r) }, of}
}

// holds reports whether got holds all that want does, where nothing, null and a zero value are the same and so are two
// ways to write an instant.
func holds(want, got any) (where string, same bool) {
	switch w := want.(type) {
	case Object:
		g, _ := got.(Object)
		for _, name := range slices.Sorted(maps.Keys(w)) {
			if inner, same := holds(w[name], g[name]); !same {
				return strings.Trim(name+"."+inner, "."), false
			}
		}
		return "", true
	case []any:
		g, _ := got.([]any)
		if len(g) != len(w) {
			return "", false
		}
		for i := range w {
			if inner, same := holds(w[i], g[i]); !same {
				return strings.Trim(strconv.Itoa(i)+"."+inner, "."), false
			}
		}
		return "", true
	case string:
		g, _ := got.(string)
		if a, err := time.Parse(time.RFC3339, w); err == nil {
			b, err := time.Parse(time.RFC3339, g)
			return "", err == nil && a.Equal(b)
		}
		return "", g == w
	case json.Number:
		if g, ok := got.(json.Number); ok {
			a, _ := w.Float64()
			b, _ := g.Float64()
			return "", a == b
		}
		return "", w.String() == "0" && got == nil
	case bool:
		g, _ := got.(bool)
		return "", g == w
	}
	return "", got == nil
}

// Every operation of the interface goes through package client when it is well-formed.
func TestHarnessCallsWithTheClient(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	posting, round := o.Posting("engineer"), o.Round("engineer", "main", "systems")
	o.Do(t, "GET", "/roles", nil).Want(200)
	o.Do(t, "GET", "/postings/"+posting+"/pipeline", nil).Want(200)
	id := o.Book(t, "typed").Text("interview.id")
	o.Do(t, "GET", "/interviews?limit=1", nil).Want(200)
	o.Do(t, "GET", "/interviews/"+id+"?include=transcript", nil).Want(200)
	o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("bram")}).Want(200)
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	o.Do(t, "GET", "/postings/"+posting+"/interviewers", nil).Want(200)
	slots := Object{"slots": []Object{{"interviewer_email": o.Email("bram"), "start_at": "2032-03-08T15:00:00Z"}}}
	o.Do(t, "POST", "/postings/"+posting+"/slots", slots).Want(200)
	o.Do(t, "DELETE", "/postings/"+posting+"/slots", slots).Want(200)
	o.Do(t, "GET", "/postings/"+posting+"/slots?round_id="+round, nil).Want(200)
	o.Do(t, "PUT", "/postings/"+posting+"/interviewers",
		Object{"interviewers": []Object{{"email": o.Email("bram")}}}).Want(200)
	o.Do(t, "POST", "/invites", Object{"posting_id": posting, "candidate_email": o.Email("typed"),
		"candidate_name": "Casey Quillon"}).Want(201)
	o.Do(t, "GET", "/submissions/"+o.IDs.Submissions["judged"], nil).Want(200)

	doc, err := document()
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range doc.Operations() {
		if name := strings.Replace(operation, " "+prefix, " ", 1); !called(name) {
			t.Errorf("%s did not go through package client", name)
		}
	}
}

func called(name string) bool { _, ok := typedCalls.Load(name); return ok }
