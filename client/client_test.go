package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"litmus/internal/verify"
)

const (
	roles = `{"roles": [{"id": "post_1", "title": "Engineer", "added_later": true}]}`
	list  = "GET /api/v1/roles"
)

func TestNew(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "hire.acme.example", "ftp://hire.acme.example", "http://", "https://%"} {
		if _, err := New(bad, "key"); err == nil {
			t.Errorf("base URL %q is accepted", bad)
		}
	}
	if _, err := New("https://hire.acme.example", ""); err == nil {
		t.Error("an empty key is accepted")
	}
	for _, bad := range []string{"litmus_sk_secret\n", "litmus_sk_\x00secret", "litmus_sk_secret\r\nX: y",
		"litmus_sk_secret\x7f"} {
		if _, err := New("https://hire.acme.example", bad); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("key %q: %v, want it refused without showing the key", bad, err)
		}
	}
}

// §7: reads are repeated with back-off.
func TestReads(t *testing.T) {
	t.Parallel()
	read := func(s *script) ([]Role, error) { return s.Roles(s.t.Context()) }

	const ms = time.Millisecond
	at := func(d time.Duration) string { return noon.Add(d).Format(http.TimeFormat) }
	for name, c := range map[string]struct {
		answers []answer
		jitter  float64
		slept   []time.Duration
	}{
		"are repeated after temporary errors": {[]answer{hangsUp, refuses(500, "internal error"), says(503, "<html>"),
			breaksOff}, 1, []time.Duration{250 * ms, 500 * ms, 1000 * ms, 2000 * ms}},
		"wait at least half of the delay": {[]answer{hangsUp}, 0, []time.Duration{125 * ms}},
		"wait at most 8 s": {slices.Repeat([]answer{hangsUp}, 7), 1,
			[]time.Duration{250 * ms, 500 * ms, 1000 * ms, 2000 * ms, 4000 * ms, 8000 * ms, 8000 * ms}},
		"wait as long as Retry-After says": {[]answer{says(429, "", "Retry-After", "7"),
			says(503, "", "Retry-After", at(30*time.Second)), says(503, "", "Retry-After", at(-time.Hour)),
			says(429, "", "Retry-After", "soon")}, 1,
			[]time.Duration{7 * time.Second, 30 * time.Second, time.Second, 2 * time.Second}},
		"are not taken from an answer without the required fields": {[]answer{says(200, `{}`),
			says(200, `{"roles": null}`)}, 1, []time.Duration{250 * ms, 500 * ms}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, append(c.answers, says(200, roles))...)
			WithAttempts(8)(s.Client)
			s.jitter = func() float64 { return c.jitter }
			got, err := read(s)
			if err != nil || len(got) != 1 || got[0].Title != "Engineer" {
				t.Fatalf("%v, %v", got, err)
			}
			s.want(slices.Repeat([]string{list}, len(c.slept)+1)...)
			if !slices.Equal(s.slept, c.slept) {
				t.Errorf("slept %v, want %v", s.slept, c.slept)
			}
		})
	}

	t.Run("return the last error after the last attempt", func(t *testing.T) {
		t.Parallel()
		s := play(t, hangsUp, hangsUp, hangsUp, hangsUp, refuses(500, "internal error; quote the request_id when you "+
			"report it"))
		_, err := read(s)
		e, ok := errors.AsType[*Error](err)
		if !ok {
			t.Fatalf("%v, want the last error", err)
		}
		verify.Each(t, "the last error", verify.Fields{"Status": {e.Status, 500}, "Kind": {e.Kind, KindInternal},
			"RequestID": {e.RequestID, "req_1"}, "Error": {err.Error(), verify.Says{"quote the request_id"}}})
		s.want(list, list, list, list, list)
	})

	t.Run("return the error if Retry-After is more than a minute, or overflows", func(t *testing.T) {
		t.Parallel()
		for value, kind := range map[string]Kind{"3600": KindThrottled, "9223372037": KindUnavailable,
			"9223372036854775807": KindUnavailable, "99999999999999999999": KindUnavailable} {
			status := map[Kind]int{KindThrottled: 429, KindUnavailable: 503}[kind]
			s := play(t, says(status, "", "Retry-After", value))
			_, err := read(s)
			e, ok := errors.AsType[*Error](err)
			if !ok {
				t.Fatalf("Retry-After %s: %v after %v, want the error at once", value, err, s.slept)
			}
			verify.Each(t, "Retry-After "+value, verify.Fields{"Kind": {e.Kind, kind},
				"len(s.slept) > 0":         {len(s.slept) > 0, false},
				"e.RetryAfter < time.Hour": {e.RetryAfter < time.Hour, false},
				"RetryAfter":               {value != "3600" || e.RetryAfter == time.Hour, true}})
		}
	})

	t.Run("take the request id from the body if a proxy removed the header", func(t *testing.T) {
		t.Parallel()
		s := play(t, func(w http.ResponseWriter) {
			w.WriteHeader(404)
			fmt.Fprint(w, `{"error": "posting \"post_1\" not found", "request_id": "req_2"}`)
		})
		_, err := read(s)
		if e, ok := errors.AsType[*Error](err); !ok || e.RequestID != "req_2" {
			t.Errorf("%+v, want req_2", err)
		}
	})

	// The query of a list may contain an address, and errors are written to logs.
	t.Run("do not show their query if the connection is lost", func(t *testing.T) {
		t.Parallel()
		s := play(t, hangsUp)
		WithAttempts(1)(s.Client)
		for _, err := range s.Interviews(t.Context(), Filter{CandidateEmail: "robin@candidate.example"}) {
			if err == nil || strings.Contains(err.Error(), "robin") ||
				!strings.Contains(err.Error(), "GET /api/v1/interviews") {
				t.Errorf("%v, want the path without the query", err)
			}
		}
	})

	t.Run("do not wait beyond the context's deadline", func(t *testing.T) {
		t.Parallel()
		s := play(t, says(503, "", "Retry-After", "30"))
		s.now = time.Now
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		if _, err := s.Roles(ctx); KindOf(err) != KindUnavailable || len(s.slept) > 0 {
			t.Errorf("%v after %v, want the error at once", err, s.slept)
		}
	})

	t.Run("end when the context is canceled while they wait", func(t *testing.T) {
		t.Parallel()
		s := play(t, hangsUp)
		ctx, cancel := context.WithCancel(t.Context())
		s.sleep = func(ctx context.Context, _ time.Duration) error {
			cancel()
			return sleep(ctx, time.Hour)
		}
		if _, err := s.Roles(ctx); err == nil {
			t.Error("no error")
		}
		s.want(list)
	})

	t.Run("end an attempt that takes too long, and try again", func(t *testing.T) {
		t.Parallel()
		gone := make(chan struct{})
		s := &script{t: t}
		first := true
		s.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if first {
				first = false
				<-r.Context().Done()
				close(gone)
				return
			}
			says(200, roles)(w)
		}))
		WithTimeout(2 * time.Second)(s.Client) // long enough for the service to get the request
		s.sleep = func(context.Context, time.Duration) error { <-gone; WithTimeout(time.Minute)(s.Client); return nil }
		if _, err := read(s); err != nil {
			t.Error(err)
		}
	})

	t.Run("are not repeated if they are refused", func(t *testing.T) {
		t.Parallel()
		for status, kind := range map[int]Kind{400: KindInvalid, 401: KindUnauthenticated, 403: KindForbidden,
			404: KindNotFound, 409: KindConflict, 413: KindTooLarge, 418: KindUnexpected} {
			s := play(t, refuses(status, "no"))
			if _, err := read(s); KindOf(err) != kind {
				t.Errorf("%d is %v, want kind %s", status, err, kind)
			}
			s.want(list)
		}
	})
}

// A redirect would send the key elsewhere, and the interface has none.
func TestRedirects(t *testing.T) {
	t.Parallel()
	elsewhere := play(t)
	s := play(t, redirects(elsewhere.operations.Server))
	if _, err := s.Roles(t.Context()); KindOf(err) != KindUnexpected {
		t.Errorf("%v, want an unexpected answer", err)
	}
	elsewhere.want()
}

// Writes that are not safe to repeat are sent once. Cancellations may be repeated (§7).
func TestWrites(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for name, w := range map[string]struct {
		send    func(c *Client) error
		request string
		times   int
	}{
		"change interviewer": {func(c *Client) error {
			_, err := c.ChangeInterviewer(ctx, "int_1", "a@b.example")
			return err
		}, "PATCH /api/v1/interviews/int_1", 1},
		"invite": {func(c *Client) error { _, err := c.Invite(ctx, InviteRequest{}); return err },
			"POST /api/v1/invites", 1},
		"set interviewers": {func(c *Client) error { _, err := c.SetInterviewers(ctx, "post_1", nil); return err },
			"PUT /api/v1/postings/post_1/interviewers", 1},
		"add slots": {func(c *Client) error {
			_, err := c.AddSlots(ctx, "post_1", SlotWrite{StartAt: start})
			return err
		}, "POST /api/v1/postings/post_1/slots", 1},
		"remove slots": {func(c *Client) error {
			_, err := c.RemoveSlots(ctx, "post_1", SlotWrite{StartAt: start})
			return err
		}, "DELETE /api/v1/postings/post_1/slots", 1},
		"cancel": {func(c *Client) error { _, err := c.Cancel(ctx, "int_1"); return err },
			"DELETE /api/v1/interviews/int_1", 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, slices.Repeat([]answer{hangsUp}, w.times)...)
			if err := w.send(s.Client); err == nil {
				t.Error("no error")
			}
			s.want(slices.Repeat([]string{w.request}, w.times)...)
		})
	}
}

func TestRequests(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := play(t, says(200, `{"id": "int_/1"}`), says(200, `{"slots": []}`),
		says(200, `{"interviews": [], "next_cursor": null}`), says(200, `{"interviews": [], "next_cursor": null}`),
		says(200, `{"id": "sub_1"}`))
	if _, err := s.Interview(ctx, "int_/1", ArtifactTranscript, ArtifactNotes); err != nil {
		t.Error(err)
	}
	if _, err := s.Slots(ctx, "post_1", "rnd_1", start.In(time.FixedZone("", 3600)), time.Time{}); err != nil {
		t.Error(err)
	}
	for range s.Interviews(ctx, Filter{}) {
		t.Error("an interview, want none")
	}
	for range s.Interviews(ctx, Filter{CandidateEmail: "a+b@c.example", UpdatedSince: noon, ExcludeCanceled: true,
		PageSize: 7}) {
		t.Error("an interview, want none")
	}
	if _, err := s.Submission(ctx, "sub_1"); err != nil {
		t.Error(err)
	}
	s.want("GET /api/v1/interviews/int_%2F1?include=transcript,notes",
		"GET /api/v1/postings/post_1/slots?round_id=rnd_1&from=2031-03-04T15%3A00%3A00Z", "GET /api/v1/interviews",
		"GET /api/v1/interviews?candidate_email=a%2Bb%40c.example&updated_since=2031-03-03T12%3A00%3A00Z"+
			"&include_canceled=false&limit=7", "GET /api/v1/submissions/sub_1")

	nowhere := play(t)
	for _, id := range []string{"", ".", ".."} {
		_, err1 := nowhere.Cancel(ctx, id)
		_, err2 := nowhere.Pipeline(ctx, id)
		_, err3 := nowhere.AddSlots(ctx, id)
		if err1 == nil || err2 == nil || err3 == nil {
			t.Errorf("id %q was accepted", id)
		}
	}
	// A missing StartAt would be a slot in the year 1.
	for _, send := range []func() error{
		func() error {
			_, err := nowhere.AddSlots(ctx, "post_1", SlotWrite{InterviewerEmail: "a@b.example"})
			return err
		},
		func() error {
			_, err := nowhere.RemoveSlots(ctx, "post_1", SlotWrite{StartAt: start}, SlotWrite{})
			return err
		},
		func() error {
			_, err := nowhere.SetInterviewers(ctx, "post_1",
				[]InterviewerEntry{{Email: "a@b.example", Slots: []SlotInstant{start, {}}}})
			return err
		},
	} {
		if send() == nil {
			t.Error("a slot without its start is accepted")
		}
	}
	nowhere.want()
}

// TestTypes checks that the hand-written types have the fields of the document.
func TestTypes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ours    any
		schemas []string
	}{
		{Step{}, []string{"AssessmentStep", "GroupStep", "PlainStep"}},
		{Invitation{}, []string{"Invite", "InviteRepeat"}},
	} {
		want := map[string]bool{}
		for _, name := range c.schemas {
			for field := range doc.Components.Schemas[name].Properties {
				want[field] = true
			}
		}
		for _, field := range reflect.VisibleFields(reflect.TypeOf(c.ours)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if !want[name] {
				t.Errorf("%T has %s, which none of %v has", c.ours, name, c.schemas)
			}
			delete(want, name)
		}
		for name := range want {
			t.Errorf("%T lacks %s of %v", c.ours, name, c.schemas)
		}
	}
}

func TestCanBeBooked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		step Step
		want bool
	}{
		{Step{Type: StepAssessment, DeliveryMode: DeliverySync, Bookable: true}, true},
		{Step{Type: StepAssessment, DeliveryMode: DeliverySync}, false},
		{Step{Type: StepAssessment, DeliveryMode: DeliveryAsync, Bookable: true}, false},
		{Step{Type: StepGroup, Bookable: true, DeliveryMode: DeliverySync}, false},
	} {
		if got := c.step.CanBeBooked(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.step, got, c.want)
		}
	}
}
