package meeting

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/ports/outbound"
)

func mustNew(t *testing.T, value string, s Source) Provider {
	t.Helper()
	p, err := New(value, s, http.DefaultClient)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// onZoom is a test of its own on a fake of Zoom.
func onZoom(t *testing.T, name string, play func(t *testing.T, f *zoomFake, p Provider)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		f := newZoomFake(t)
		play(t, f, mustNew(t, "zoom", f.source()))
	})
}

func TestZoomToken(t *testing.T) {
	t.Parallel()
	onZoom(t, "concurrent calls get a token once, and replace one that another process ended",
		func(t *testing.T, f *zoomFake, p Provider) {
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() {
					if err := p.Delete(t.Context(), newKey(), Made{}); err != nil {
						t.Error(explain(err))
					}
				})
			}
			all.Wait()
			if f.tokens != 1 {
				t.Errorf("%d exchanges", f.tokens)
			}
			q := mustNew(t, "zoom", f.source())
			for _, p := range []Provider{q, p, q, p} {
				mustMake(t, p, interview(newKey(), 1))
			}
			if f.tokens != 5 {
				t.Errorf("%d exchanges", f.tokens)
			}
		})
	onZoom(t, "a token that is ended again and again is tried again", func(t *testing.T, f *zoomFake, p Provider) {
		f.refuse = func(w http.ResponseWriter, _ *http.Request) { fail(w, 401, 124, "Invalid access token.") }
		_, err := p.Make(t.Context(), interview("k", 1))
		if e := wantError(t, &world{source: f.source()}, err); e.Fate != outbound.Retry || e.Code != "zoom_401_124" ||
			f.tokens != 2 || len(f.requests) != 2 {
			t.Errorf("%s after %d exchanges and %q", explain(err), f.tokens, f.requests)
		}
	})
	for _, c := range []struct {
		name   string
		status int
		after  string
		body   string
		fate   outbound.Fate
		code   string
		delay  time.Duration
	}{
		{"wrong secret", 401, "",
			`{"reason":"Invalid client_id or client_secret zoom-secret","error":"invalid_client"}`, outbound.Revoked,
			"zoom_token_401_invalid_client", 0},
		{"wrong account", 400, "", `{"reason":"Bad Request","error":"invalid_request"}`, outbound.Revoked,
			"zoom_token_400_invalid_request", 0},
		{"slow down", 429, "9", `{"reason":"Rate limit","error":"rate_limited"}`, outbound.Retry,
			"zoom_token_429_rate_limited", 9 * time.Second},
		{"a login page", 200, "", `<html>zoom-secret`, outbound.Retry, "zoom_token_garbage", 0},
		{"elsewhere", 307, "", ``, outbound.Retry, "zoom_token_garbage", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, asked := newZoomFake(t), 0
			f.grant = func(w http.ResponseWriter, _ *http.Request) {
				asked++
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Location", "/elsewhere")
				if c.after != "" {
					w.Header().Set("Retry-After", c.after)
				}
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			}
			_, err := mustNew(t, "zoom", f.source()).Make(t.Context(), interview("k", 1))
			if e := wantError(t, &world{source: f.source()}, err); e.Fate != c.fate || e.Code != c.code ||
				e.After != c.delay || asked != 1 {
				t.Errorf("%s after %d requests", explain(err), asked)
			}
		})
	}
}

func TestZoomRefusals(t *testing.T) {
	t.Parallel()
	date := http.Header{"Date": {"Sat, 30 May 2031 22:30:00 GMT"}}
	with := func(k, v string) http.Header {
		h := date.Clone()
		h.Set(k, v)
		return h
	}
	const perDay = `{"code":429,"message":"You have exceeded the daily rate limit (100) of Meeting Create/Update API requests permitted for this particular user. You may resume these requests at GMT 00:00:00."}`
	for _, c := range []struct {
		status int
		header http.Header
		body   string
		fate   outbound.Fate
		code   string
		after  time.Duration
	}{
		{400, date,
			`{"code":300,"message":"Validation Failed.","errors":[{"field":"settings.jbh_time","message":"Invalid field."}]}`, outbound.GiveUp, "zoom_400_300", 0},
		{400, date,
			`{"code":4711,"message":"Invalid access token, does not contain scopes:[meeting:read:list_meetings:admin]."}`, outbound.GiveUp, "zoom_400_4711", 0},
		{401, date, `{"code":200,"message":"No permission."}`, outbound.Revoked, "zoom_401_200", 0},
		{429, with("Retry-After", "2"),
			`{"code":429,"message":"You have reached the maximum per-second rate limit for this API. Try again later."}`, outbound.Retry, "zoom_429", 2 * time.Second},
		{429, date, perDay, outbound.Retry, "zoom_429", 90 * time.Minute},
		{429, with("Retry-After", "2031-05-31T00:00:00Z"), perDay, outbound.Retry, "zoom_429", 90 * time.Minute},
		{429, with("X-Ratelimit-Type", "Daily-limit"), `{"code":429,"message":"Too many"}`, outbound.Retry, "zoom_429",
			90 * time.Minute},
		{400, date, strings.Replace(perDay, `"code":429`, `"code":300`, 1), outbound.Retry, "zoom_400_300",
			90 * time.Minute},
		{500, date, `{"code":500,"message":"Internal error"}`, outbound.Retry, "zoom_500", 0},
		{503, with("Retry-After", "5"), `down for ann@example.com, see https://status.zoom.us`, outbound.Retry,
			"zoom_503", 5 * time.Second},
		{200, date, `{"page_size":300}`, outbound.Retry, "zoom_garbage", 0},
		{200, date, `["no"]`, outbound.Retry, "zoom_garbage", 0},
	} {
		t.Run(c.code, func(t *testing.T) {
			t.Parallel()
			f := newZoomFake(t)
			f.refuse = func(w http.ResponseWriter, _ *http.Request) {
				for k, v := range c.header {
					w.Header()[k] = v
				}
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			}
			_, err := mustNew(t, "zoom", f.source()).Make(t.Context(), interview("k", 1))
			if e := wantError(t, &world{source: f.source()}, err); e.Fate != c.fate || e.Code != c.code ||
				e.After != c.after || e.Text == "" {
				t.Errorf("got %s, want fate %d, %s after %s", explain(err), c.fate, c.code, c.after)
			}
		})
	}
}

func TestZoomDelete(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"code":3007,"message":"Sorry, you cannot delete this meeting since it has ended."}`:     "",
		`{"code":3002,"message":"Sorry, you cannot delete this meeting since it's in progress."}`: "zoom_400_3002 0 10m0s",
		`{"code":3003,"message":"You are not the meeting host."}`:                                 "zoom_400_3003 1 0s",
		`{"code":300,"message":"Invalid meeting id."}`:                                            "zoom_400_300 1 0s",
	} {
		f := newZoomFake(t)
		f.refuse = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400); fmt.Fprint(w, body) }
		err := mustNew(t, "zoom", f.source()).Delete(t.Context(), "k", Made{ID: "1"})
		got := ""
		if err != nil {
			e := wantError(t, &world{}, err)
			got = fmt.Sprint(e.Code, " ", int(e.Fate), " ", e.After)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

func TestZoomMeeting(t *testing.T) {
	t.Parallel()
	onZoom(t, "a zone that Zoom does not know becomes UTC", func(t *testing.T, f *zoomFake, p Provider) {
		m := interview("k", 1)
		m.Zone = "Antarctica/Troll"
		made := mustMake(t, p, m)
		if _, err := p.Move(t.Context(), made, m); err != nil {
			t.Error(explain(err))
		}
		m.Zone = ""
		if _, err := p.Move(t.Context(), made, m); err != nil {
			t.Error(explain(err))
		}
		if got := f.with("k")[0]; got["timezone"] != "UTC" || got["start_time"] != "2031-03-05T15:30:00Z" ||
			got["duration"] != 45.0 {
			t.Errorf("%v", got)
		}
	})
	onZoom(t, "nothing is written if nothing has changed", func(t *testing.T, f *zoomFake, p Provider) {
		mustMake(t, p, interview("k", 1))
		f.requests = nil
		mustMake(t, p, interview("k", 1))
		if !slices.Equal(f.requests, []string{"GET /v2/users/me/meetings"}) {
			t.Errorf("%q", f.requests)
		}
	})
	onZoom(t, "the older of two is returned, and Delete without an id removes both",
		func(t *testing.T, f *zoomFake, p Provider) {
			first := mustMake(t, p, interview("k", 1))
			f.hidden = 1 // the answer was lost and the list is behind, as doc.go describes
			second := mustMake(t, p, interview("k", 1))
			f.hidden = 0
			if again := mustMake(t, p, interview("k", 1)); first == second || again != first {
				t.Errorf("%+v, made %+v and %+v", again, first, second)
			}
			if err := p.Delete(t.Context(), "k", Made{}); err != nil || len(f.with("k")) != 0 {
				t.Errorf("%s, %d left", explain(err), len(f.with("k")))
			}
		})
	t.Run("a POST is repeated only if it surely was not processed", func(t *testing.T) {
		t.Parallel()
		for status, posts := range map[int]int{500: 1, 502: 1, 504: 1, 503: 2} {
			f := newZoomFake(t)
			f.refuse = func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					w.WriteHeader(status)
					return
				}
				f.list(w, r)
			}
			_, err := mustNew(t, "zoom", f.source()).Make(t.Context(), interview("k", 1))
			n := 0
			for _, r := range f.requests {
				if strings.HasPrefix(r, "POST") {
					n++
				}
			}
			if wantError(t, &world{}, err).Fate != outbound.Retry || n != posts {
				t.Errorf("%d: %d posts, want %d", status, n, posts)
			}
		}
	})
	onZoom(t, "an endless list is cut off", func(t *testing.T, f *zoomFake, p Provider) {
		f.refuse = func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				f.create(w, r)
				return
			}
			fmt.Fprint(w, `{"next_page_token":"more","meetings":[]}`)
		}
		mustMake(t, p, interview("k", 1))
		if len(f.requests) != zoomPages+1 {
			t.Errorf("%d requests", len(f.requests))
		}
	})
	t.Run("a meeting without a valid link is not accepted", func(t *testing.T) {
		t.Parallel()
		for _, link := range []string{"", "javascript:alert(1)", "/j/1", "https://zoom.us/" +
			strings.Repeat("x", 2100)} {
			f := newZoomFake(t)
			f.refuse = func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					w.WriteHeader(201)
					fmt.Fprintf(w, `{"id":1,"join_url":%q}`, link)
					return
				}
				fmt.Fprintf(w, `{"meetings":[{"id":1,"agenda":"litmus-key:k","join_url":%q}]}`, link)
			}
			made, err := mustNew(t, "zoom", f.source()).Make(t.Context(), interview("k", 1))
			if e := wantError(t, &world{}, err); e.Code != "zoom_garbage" || made != (Made{}) {
				t.Errorf("%q: %+v %s", link, made, explain(err))
			}
		}
	})
	t.Run("redirects are not followed", func(t *testing.T) {
		t.Parallel()
		asked := 0
		thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
		defer thief.Close()
		f := newZoomFake(t)
		f.refuse = func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, thief.URL, http.StatusTemporaryRedirect)
		}
		_, err := mustNew(t, "zoom", f.source()).Make(t.Context(), interview("k", 1))
		if e := wantError(t, &world{}, err); e.Fate != outbound.Retry || asked != 0 {
			t.Errorf("%s after %d requests", explain(err), asked)
		}
	})
}
