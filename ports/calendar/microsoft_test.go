package calendar

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// onGraph is a test of its own on a fake of Graph.
func onGraph(t *testing.T, name string, play func(t *testing.T, f *graphFake, p Provider)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		f := newGraphFake(t)
		play(t, f, mustNew(t, "microsoft", f.source()))
	})
}

// meets fails unless the event with this UID is an online meeting whose body has the text and what Teams wrote.
func (f *graphFake) meets(t *testing.T, uid, text string) {
	t.Helper()
	n := f.with(uid, func(e map[string]any) {
		body := e["body"].(map[string]any)["content"].(string)
		if e["isOnlineMeeting"] != true || strings.Count(body, "Join Microsoft Teams Meeting") != 1 ||
			strings.Count(body, "Round") != 1 || !strings.Contains(body, text) {
			t.Errorf("online %v, body %s", e["isOnlineMeeting"], body)
		}
	})
	if n != 1 {
		t.Errorf("%d events", n)
	}
}

func TestTeams(t *testing.T) {
	t.Parallel()
	onGraph(t, "the meeting's part of the body survives new texts", func(t *testing.T, f *graphFake, p Provider) {
		h := mustPut(t, p, meeting("m1", 1), Held{})
		for n, note := range []Held{h, {}, {ID: h.ID, Link: h.Link}, {ID: h.ID}} {
			e := meeting("m1", n+2)
			e.Text = fmt.Sprintf("Round %d\n%s\nwith <div class=\"me-email-text\"> in it", n, strings.Repeat("_", 40))
			h = mustPut(t, p, e, note)
			f.meets(t, "m1", fmt.Sprintf("Round %d", n))
		}
		e := interview("m1", 9) // there is a link already
		e.Text = "Round 9"
		mustPut(t, p, e, h)
		f.meets(t, "m1", "Round 9")
	})
	onGraph(t, "an online meeting that the owner made of it remains one", func(t *testing.T, f *graphFake, p Provider) {
		h := mustPut(t, p, interview("m1", 1), Held{})
		f.with("m1", func(e map[string]any) {
			e["isOnlineMeeting"] = true
			body := e["body"].(map[string]any)
			body["content"] = strings.Replace(body["content"].(string), "</body>", teamsPart+"</body>", 1)
			f.save(e)
		})
		mustPut(t, p, interview("m1", 2), h)
		f.meets(t, "m1", "Round")
	})
	onGraph(t, "an unknown body is left alone", func(t *testing.T, f *graphFake, p Provider) {
		h := mustPut(t, p, meeting("m1", 1), Held{})
		odd := `<html><body><p id="me-email-text">Join here</p></body></html>`
		f.with("m1", func(e map[string]any) {
			e["body"] = map[string]any{"contentType": "html", "content": odd}
			f.save(e)
		})
		in := graphEvent{IsOnlineMeeting: true, Body: graphBody{"html", odd}}
		if _, ok := in.rewritten(meeting("m1", 2)); ok {
			t.Error("the body was replaced")
		}
		mustPut(t, p, meeting("m1", 2), h)
		f.with("m1", func(e map[string]any) {
			if got := e["body"].(map[string]any)["content"]; got != odd {
				t.Errorf("body %v", got)
			}
		})
	})
}

func TestMicrosoftEvent(t *testing.T) {
	t.Parallel()
	onGraph(t, "an event that the owner moved to another calendar is found",
		func(t *testing.T, f *graphFake, p Provider) {
			move := func(to string) {
				f.with("a1", func(e map[string]any) {
					delete(f.events, e["id"].(string))
					e["id"] = to
					f.save(e)
				})
			}
			h := mustPut(t, p, interview("a1", 1), Held{})
			move("AAMkMOVED1")
			if h = mustPut(t, p, interview("a1", 2), h); h.ID != "AAMkMOVED1" || f.with("a1", nil) != 1 {
				t.Errorf("id %q, %d events", h.ID, f.with("a1", nil))
			}
			move("AAMkMOVED2")
			if err := p.Delete(t.Context(), "a1", h); err != nil || f.with("a1", nil) != 0 {
				t.Errorf("%v, %d events", err, f.with("a1", nil))
			}
		})
	onGraph(t, "a quote in a UID does not end the filter", func(t *testing.T, f *graphFake, p Provider) {
		uid := "o'hara') or (1 eq 1 + 2 & $top=5@example.com"
		mustPut(t, p, interview(uid, 1), Held{})
		mustPut(t, p, interview(uid, 2), Held{})
		if f.with(uid, nil) != 1 {
			t.Errorf("%d events", f.with(uid, nil))
		}
	})
	t.Run("a title and a place are cut to the lengths that Exchange allows", func(t *testing.T) {
		t.Parallel()
		f := newGraphFake(t)
		e := interview("a1", 1)
		e.Summary, e.Location = strings.Repeat("🙂", 200), "https://meet.example.org/"+strings.Repeat("x", 300)
		mustPut(t, mustNew(t, "microsoft", f.source()), e, Held{})
		if got := f.kept(t, "a1"); got.Summary != strings.Repeat("🙂", 127) || got.Location != "meet.example.org" {
			t.Errorf("%q at %q", got.Summary, got.Location)
		}
	})
	t.Run("an event that changes faster than it can be read is tried again later", func(t *testing.T) {
		t.Parallel()
		f := newGraphFake(t)
		p, err := New("microsoft", f.source(),
			&http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				resp, err := http.DefaultTransport.RoundTrip(r)
				if r.Method == http.MethodGet {
					f.with("a1", func(e map[string]any) { f.save(e) })
				}
				return resp, err
			})})
		if err != nil {
			t.Fatal(err)
		}
		h := mustPut(t, p, meeting("a1", 1), Held{})
		f.requests = nil
		_, err = p.Put(t.Context(), meeting("a1", 2), h)
		if e := wantError(t, &world{}, err); e.Fate != outbound.Retry || e.Code != "graph_412" || len(f.requests) != 6 {
			t.Errorf("got %s after %q", explain(err), f.requests)
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestMicrosoftBusy(t *testing.T) {
	t.Parallel()
	f := newGraphFake(t)
	f.page = 4
	hour := func(n int) time.Time { return time.Date(2031, 3, 10, n, 0, 0, 0, time.UTC) }
	add := func(uid string, n int, more map[string]any) {
		more["iCalUId"] = uid
		f.add(hour(n), hour(n+1), more)
	}
	add("busy", 1, map[string]any{"showAs": "busy"})
	add("free", 2, map[string]any{"showAs": "free"})
	add("tentative", 3, map[string]any{"showAs": "tentative"})
	add("oof", 4, map[string]any{"showAs": "oof"})
	add("elsewhere", 5, map[string]any{"showAs": "workingElsewhere"})
	add("unknown", 6, map[string]any{"showAs": "unknown"})
	add("cancelled", 7, map[string]any{"isCancelled": true})
	add("declined", 8, map[string]any{"responseStatus": map[string]any{"response": "declined"}})
	add("unanswered", 9, map[string]any{"showAs": "tentative",
		"responseStatus": map[string]any{"response": "notResponded"}})
	add("foreign", 10, map[string]any{"start": map[string]any{"dateTime": "2031-03-10T10:00:00.0000000",
		"timeZone": "Pacific Standard Time"},
		"end": map[string]any{"dateTime": "2031-03-10T11:00:00.0000000", "timeZone": "America/Los_Angeles"}})
	add("old", 11, map[string]any{"start": map[string]any{"dateTime": "2031-03-10T11:00:00.0000000",
		"timeZone": "tzone://Microsoft/Utc"}})
	midnight := func(day int) time.Time { return time.Date(2031, 3, day, 0, 0, 0, 0, time.UTC) }
	f.add(midnight(9), midnight(10), map[string]any{"iCalUId": "holiday", "isAllDay": true}) // 23 hours in New York
	f.add(midnight(4), midnight(5), map[string]any{"iCalUId": "edge", "isAllDay": true})

	s := f.source()
	s.Zone, _ = time.LoadLocation("America/New_York")
	p := mustNew(t, "microsoft", s)
	from := time.Date(2031, 3, 5, 0, 0, 0, 0, time.UTC) // it is still the 4th in New York
	b := mustBusy(t, p, from, from.AddDate(0, 0, 14), "")
	var got []string
	for _, k := range b.Blocks {
		got = append(got, fmt.Sprintf("%s %s–%s", k.UID, k.From.Format("02 15:04"), k.To.Format("02 15:04")))
	}
	slices.Sort(got)
	want := []string{
		"busy 10 01:00–10 02:00", "edge 04 05:00–05 05:00", "foreign 10 17:00–10 18:00", "holiday 09 05:00–10 04:00",
		"old 10 11:00–10 12:00", "oof 10 04:00–10 05:00", "tentative 10 03:00–10 04:00",
		"unanswered 10 09:00–10 10:00", "unknown 10 06:00–10 07:00",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if again, err := p.Busy(t.Context(), from, from.AddDate(0, 0, 14), b.Token); err != nil || !again.Unchanged {
		t.Errorf("nothing has changed: %+v %v", again, err)
	}
}

func TestMicrosoftPagesStayHome(t *testing.T) {
	t.Parallel()
	asked := 0
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer thief.Close()
	f := newGraphFake(t)
	f.page = 1
	for n := range 3 {
		f.add(begin.Add(time.Duration(n)*time.Hour), begin.Add(time.Duration(n+1)*time.Hour), nil)
	}
	p := mustNew(t, "microsoft", f.source())
	for _, next := range []string{thief.URL + "/v1.0/me/calendarView", "/v1.0/me/calendarView", f.url + "/beta/me",
		strings.Replace(f.url, "http://", "http://me@", 1) + "/v1.0/me", "://"} {
		f.next = next
		err := anyBusy(t.Context(), p)
		failsAs(t, &world{}, err, outbound.Retry, "graph_garbage")
	}
	// The next page is always the first one.
	f.next = f.url + "/v1.0/me/calendarView?startDateTime=2031-03-04T00:00:00Z&endDateTime=2031-04-04T00:00:00Z&$top=1"
	err := anyBusy(t.Context(), p)
	failsAs(t, &world{}, err, outbound.GiveUp, "graph_too_many")
	if asked != 0 {
		t.Error("the access token was sent to another server")
	}
}

func TestMicrosoftRefusals(t *testing.T) {
	t.Parallel()
	// refused is an answer with a code, which is in ours.
	refused := func(status int, after, code, message string, fate outbound.Fate, delay time.Duration) refusal {
		body := fmt.Sprintf(`{"error":{"code":%q,"message":%q,"innerError":{"request-id":"0",`+
			`"date":"2031-03-04T15:30:00"}}}`, code, message)
		return refusal{status, after, body, fate, fmt.Sprintf("graph_%d_%s", status, code), delay}
	}
	const retry, giveUp = outbound.Retry, outbound.GiveUp
	testRefusals(t, "microsoft", newGraphFake(t).source(), []refusal{
		refused(400, "", "ErrorInvalidRequest", "The request is invalid.", giveUp, 0),
		refused(401, "", "InvalidAuthenticationToken", "Access token is empty.", outbound.Revoked, 0),
		refused(403, "", "ErrorAccessDenied", "Access is denied. Check credentials and try again.", giveUp, 0),
		refused(412, "", "ErrorIrresolvableConflict", "The change key does not match.", retry, 0),
		refused(429, "10", "ApplicationThrottled", "Over its MailboxConcurrency limit.", retry, 10*time.Second),
		refused(503, "120", "serviceNotAvailable", "The service is not available.", retry, 2*time.Minute),
		refused(504, "3", "UnknownError", "", retry, 3*time.Second),
		{503, "", `<html>Bad gateway</html>`, retry, "graph_503", 0},
		{302, "", ``, retry, "graph_garbage", 0},
	})
}
