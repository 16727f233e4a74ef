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

// onGoogle is a test of its own on a fake of Google.
func onGoogle(t *testing.T, name string, play func(t *testing.T, f *googleFake, p Provider)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		f := newGoogleFake(t)
		play(t, f, mustNew(t, "google", f.source()))
	})
}

func TestGoogleMeet(t *testing.T) {
	t.Parallel()
	onGoogle(t, "a link that failed is asked for by the next revision", func(t *testing.T, f *googleFake, p Provider) {
		f.meet = "failure"
		h := mustPut(t, p, meeting("m1", 1), Held{})
		f.meet = "success"
		if h = mustPut(t, p, meeting("m1", 2), h); h.Link == "" {
			t.Error("no link")
		}
	})
}

func TestGoogleEvent(t *testing.T) {
	t.Parallel()
	onGoogle(t, "an id that is neither found nor released is avoided", func(t *testing.T, f *googleFake, p Provider) {
		f.purged[googleID("p1")] = true
		h := mustPut(t, p, interview("p1", 1), Held{})
		h = mustPut(t, p, interview("p1", 2), h)
		if f.with("p1", nil) != 1 {
			t.Errorf("%d events", f.with("p1", nil))
		}
		if err := p.Delete(t.Context(), "p1", h); err != nil || f.with("p1", nil) != 0 {
			t.Errorf("%v, %d events", err, f.with("p1", nil))
		}
	})
	onGoogle(t, "an event that the owner made a whole day gets its time again",
		func(t *testing.T, f *googleFake, p Provider) {
			h := mustPut(t, p, interview("d1", 1), Held{})
			f.with("d1", func(e map[string]any) {
				e["start"], e["end"] = map[string]any{"date": "2031-03-05"}, map[string]any{"date": "2031-03-06"}
				e["transparency"], e["colorId"] = "transparent", "11"
			})
			mustPut(t, p, interview("d1", 2), h)
			if got, want := f.kept(t, "d1").Start, interview("d1", 2).Start; !got.Equal(want) {
				t.Errorf("starts %s, want %s", got, want)
			}
			f.with("d1", func(e map[string]any) {
				if e["transparency"] != "opaque" || e["colorId"] != "11" {
					t.Errorf("got %v and %v, want busy time and the owner's colour", e["transparency"], e["colorId"])
				}
			})
		})
	t.Run("ids are base32hex", func(t *testing.T) {
		t.Parallel()
		for _, uid := range []string{"", "iv_01@example.com", strings.Repeat("ü", 5000)} {
			if id := googleID(uid); !googleIDs.MatchString(id) || id != googleID(uid) {
				t.Errorf("id %q", id)
			}
		}
	})
}

func TestGoogleBusy(t *testing.T) {
	t.Parallel()
	f := newGoogleFake(t)
	f.zone, f.page = "America/New_York", 4
	at := func(from, to string) map[string]any {
		return map[string]any{"start": map[string]any{"dateTime": from}, "end": map[string]any{"dateTime": to}}
	}
	add := func(id, from, to string, more map[string]any) {
		e := at(from, to)
		for k, v := range more {
			e[k] = v
		}
		f.add(id, e)
	}
	self := func(answer string) map[string]any {
		return map[string]any{"attendees": []any{map[string]any{"self": true, "responseStatus": answer}}}
	}
	add("offset", "2031-03-10T09:00:00+01:00", "2031-03-10T10:00:00+01:00", nil)
	add("transparent", "2031-03-10T10:00:00Z", "2031-03-10T11:00:00Z", map[string]any{"transparency": "transparent"})
	add("cancelled", "2031-03-10T11:00:00Z", "2031-03-10T12:00:00Z", map[string]any{"status": "cancelled"})
	add("declined", "2031-03-10T12:00:00Z", "2031-03-10T13:00:00Z", self("declined"))
	add("unanswered", "2031-03-10T13:00:00Z", "2031-03-10T14:00:00Z", self("needsAction"))
	add("maybe", "2031-03-10T14:00:00Z", "2031-03-10T15:00:00Z", self("tentative"))
	add("unsure", "2031-03-10T15:00:00Z", "2031-03-10T16:00:00Z", map[string]any{"status": "tentative"})
	add("away", "2031-03-10T16:00:00Z", "2031-03-10T17:00:00Z", map[string]any{"eventType": "outOfOffice"})
	add("focus", "2031-03-10T17:00:00Z", "2031-03-10T18:00:00Z", map[string]any{"eventType": "focusTime"})
	add("office", "2031-03-10T00:00:00Z", "2031-03-11T00:00:00Z", map[string]any{"eventType": "workingLocation"})
	add("nothing", "2031-03-10T18:00:00Z", "2031-03-10T18:00:00Z", nil)
	// 23 hours
	f.add("holiday", map[string]any{"start": map[string]any{"date": "2031-03-09"},
		"end": map[string]any{"date": "2031-03-10"}})
	f.add("birthday", map[string]any{"eventType": "birthday", "start": map[string]any{"date": "2031-03-11"},
		"end": map[string]any{"date": "2031-03-12"}})

	s := f.source()
	s.Zone = time.FixedZone("elsewhere", 5*3600)
	p := mustNew(t, "google", s)
	b := mustBusy(t, p, begin, begin.AddDate(0, 0, 14), "")
	var got []string
	for _, k := range b.Blocks {
		got = append(got, fmt.Sprintf("%s %s–%s",
			strings.TrimSuffix(k.UID, "@google.com"), k.From.Format("02 15:04"), k.To.Format("02 15:04")))
	}
	slices.Sort(got)
	want := []string{
		"away 10 16:00–10 17:00", "focus 10 17:00–10 18:00", "holiday 09 05:00–10 04:00", "maybe 10 14:00–10 15:00",
		"offset 10 08:00–10 09:00", "unanswered 10 13:00–10 14:00", "unsure 10 15:00–10 16:00",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestGoogleSync(t *testing.T) {
	t.Parallel()
	f := newGoogleFake(t)
	p := mustNew(t, "google", f.source())
	from, to := begin, begin.AddDate(0, 0, 14)
	event := map[string]any{"start": map[string]any{"dateTime": "2031-03-10T09:00:00Z"},
		"end": map[string]any{"dateTime": "2031-03-10T10:00:00Z"}}
	f.add("one", event)
	read := func(token string) (Busy, int) {
		t.Helper()
		before := len(f.requests)
		b := mustBusy(t, p, from, to, token)
		return b, len(f.requests) - before
	}
	first, _ := read("")
	second, n := read(first.Token)
	if !second.Unchanged || n != 1 || second.Token == first.Token {
		t.Errorf("nothing has changed: %+v with %d requests", second, n)
	}
	event["summary"] = "Another title"
	f.add("one", event)
	third, n := read(second.Token)
	if !third.Unchanged || n != 2 {
		t.Errorf("a title has changed: %+v with %d requests", third, n)
	}
	if again, n := read(third.Token); !again.Unchanged || n != 1 {
		t.Errorf("after the change was read: %+v with %d requests", again, n)
	}
	for _, c := range []struct {
		earlier, later time.Duration
		unchanged      bool
	}{{-time.Hour, -time.Hour, true}, {time.Hour, 0, false}, {0, time.Hour, false}} {
		b, err := p.Busy(t.Context(), from.Add(-c.earlier), to.Add(c.later), third.Token)
		if err != nil || b.Unchanged != c.unchanged {
			t.Errorf("a window from %s earlier to %s later: unchanged %v, %v", c.earlier, c.later, b.Unchanged, err)
		}
	}
	event["transparency"] = "transparent"
	f.add("one", event)
	if fourth, _ := read(third.Token); fourth.Unchanged || len(fourth.Blocks) != 0 {
		t.Errorf("a block is gone: %+v", fourth)
	}
	if b, n := read(strings.Replace(first.Token, `"sync":"s`, `"sync":"s-`, 1)); b.Unchanged || n != 2 {
		t.Errorf("after an expired token (410) all must be read: %+v with %d requests", b, n)
	}
	if b, n := read(strings.Replace(first.Token, `"sync":"s`, `"sync":"x`, 1)); b.Unchanged || n != 2 {
		t.Errorf("after an invalid token (400) all must be read: %+v with %d requests", b, n)
	}
}

func TestGoogleEndlessPages(t *testing.T) {
	t.Parallel()
	f := newGoogleFake(t)
	pages := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pages++
		fmt.Fprint(w, `{"kind":"calendar#events","items":[],"nextPageToken":"more"}`)
	}))
	defer s.Close()
	source := f.source()
	source.API = s.URL
	err := anyBusy(t.Context(), mustNew(t, "google", source))
	if e := wantError(t, &world{source: source}, err); e.Fate != outbound.GiveUp || e.Code != "google_too_many" ||
		pages != googlePages {
		t.Errorf("got %s after %d pages", explain(err), pages)
	}
}

// refusal is an error body as shown in a reference, and its expected failure.
type refusal struct {
	status int
	after  string
	body   string
	fate   outbound.Fate
	code   string
	delay  time.Duration
}

// testRefusals answers Busy with each refusal.
func testRefusals(t *testing.T, driver string, s Source, all []refusal) {
	t.Helper()
	for _, c := range all {
		t.Run(c.code, func(t *testing.T) {
			asked := 0
			api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				if c.after != "" {
					w.Header().Set("Retry-After", c.after)
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			}))
			defer api.Close()
			s := s
			s.API = api.URL
			err := anyBusy(t.Context(), mustNew(t, driver, s))
			if e := wantError(t, &world{source: s}, err); e.Fate != c.fate || e.Code != c.code || e.After != c.delay ||
				e.Text == "" {
				t.Errorf("got %s, want fate %d, %s after %s", explain(err), c.fate, c.code, c.delay)
			}
			want := 1
			if c.status == http.StatusUnauthorized || c.status >= 500 && c.after == "" { // the call is repeated
				want = 2
			}
			if asked != want {
				t.Errorf("%d requests, want %d", asked, want)
			}
		})
	}
}

func TestGoogleRefusals(t *testing.T) {
	t.Parallel()
	// refused is an answer with a reason, which is in the code.
	refused := func(status int, after, domain, reason, message string, fate outbound.Fate,
		delay time.Duration) refusal {
		body := fmt.Sprintf(`{"error":{"errors":[{"domain":%q,"reason":%q,"message":%q,"locationType":"header",`+
			`"location":"Authorization"}],"code":%d,"message":%q}}`, domain, reason, message, status, message)
		return refusal{status, after, body, fate, fmt.Sprintf("google_%d_%s", status, reason), delay}
	}
	const retry, giveUp = outbound.Retry, outbound.GiveUp
	long := refused(400, "", "global", "bad reason\n of "+strings.Repeat("x", 90), "No", giveUp, 0)
	long.code = "google_400_badreasonof" + strings.Repeat("x", 29)
	testRefusals(t, "google", newGoogleFake(t).source(), []refusal{
		refused(400, "", "calendar", "timeRangeEmpty", "The specified time range is empty.", giveUp, 0),
		refused(401, "", "global", "authError", "Invalid Credentials", outbound.Revoked, 0),
		refused(403, "", "usageLimits", "userRateLimitExceeded", "User Rate Limit Exceeded", retry, 0),
		refused(403, "30", "usageLimits", "rateLimitExceeded", "Rate Limit Exceeded", retry, 30*time.Second),
		refused(403, "", "usageLimits", "quotaExceeded", "Calendar usage limits exceeded.", retry, 0),
		refused(403, "", "usageLimits", "dailyLimitExceeded", "Daily Limit Exceeded", retry, 0),
		refused(403, "", "calendar", "forbiddenForNonOrganizer", "Only the organizer can change this.", giveUp, 0),
		{403, "", `{"error":{"code":403,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}`, retry,
			"google_403_RESOURCE_EXHAUSTED", 0},
		refused(429, "60", "usageLimits", "rateLimitExceeded", "Rate Limit Exceeded", retry, time.Minute),
		{503, "5", `<html>`, retry, "google_503", 5 * time.Second},
		{302, "", ``, retry, "google_garbage", 0},
		long,
	})
}
