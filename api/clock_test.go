package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"litmus/api"
	"litmus/models"
	"litmus/testdb"
)

// atOrigin answers a request to a path at the origin, beside /api/v1.
func (w *world) atOrigin(method, path, body, key string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	headers := []string{}
	if key != "" {
		headers = append(headers, "Authorization", "Bearer "+key)
	}
	w.handler.ServeHTTP(rec, request(method, path, body, headers...))
	return rec
}

// withClock gives the API a test clock that jumps.
func withClock(a *api.API) {
	a.AdvanceClock = func(ctx context.Context, orgID string, m models.ClockMove) (time.Time, error) {
		if err := a.Store.ServeClocks(ctx); err != nil {
			return time.Time{}, err
		}
		asked, err := a.Store.AskClock(ctx, orgID, m)
		if err == nil {
			err = a.Store.MoveClock(ctx, orgID, asked.Wanted)
		}
		return a.Store.NowOf(orgID), err
	}
}

// The test clock over HTTP, which only `litmus up --test-clock` has.
func TestClock(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t), withClock)
	shows := func(a *httptest.ResponseRecorder, d time.Duration) {
		t.Helper()
		want := fmt.Sprintf(`{"now":%q,"ahead_seconds":%g}`+"\n", models.FormatInstant(noon.Add(d)), d.Seconds())
		if got := a.Body.String(); a.Code != http.StatusOK || got != want {
			t.Errorf("%d %s, want %s", a.Code, got, want)
		}
	}
	refuses := func(a *httptest.ResponseRecorder, status int, why string) {
		t.Helper()
		if got := a.Body.String(); a.Code != status || !strings.Contains(got, why) {
			t.Errorf("%d %s, want %d because %q", a.Code, got, status, why)
		}
	}
	shows(w.atOrigin("GET", "/test-clock", "", w.key), 0)
	shows(w.atOrigin("POST", "/test-clock", `{"seconds": 777600}`, w.key), 9*24*time.Hour)
	shows(w.atOrigin("POST", "/test-clock", `{"seconds": 0.5}`, w.key), 9*24*time.Hour+500*time.Millisecond)
	to := noon.Add(10 * 24 * time.Hour)
	shows(w.atOrigin("POST", "/test-clock", `{"to": "`+models.FormatInstant(to)+`"}`, w.key), 10*24*time.Hour)
	shows(w.atOrigin("POST", "/test-clock", `{"to": "`+models.FormatInstant(to)+`"}`, w.key), 10*24*time.Hour)
	shows(w.atOrigin("POST", "/test-clock", `{"seconds": 0}`, w.key), 10*24*time.Hour)
	shows(w.atOrigin("GET", "/test-clock/", "", w.key), 10*24*time.Hour)
	if !w.NowOf(w.theirs.Organization).Equal(noon) {
		t.Errorf("for another organization it is %s", w.NowOf(w.theirs.Organization))
	}

	for body, why := range map[string]string{
		``: "the body is empty", `{}`: "give one of seconds",
		`{"seconds": 1, "to": "2031-03-30T00:00:00Z"}`: "give one of",
		`{"seconds": -1}`: "only goes forward", `{"seconds": -0.001}`: "only goes forward",
		`{"seconds": 1e300}`: "366 days at most", `{"seconds": "9d"}`: "seconds must be a number",
		`{"to": "2031-03-03T12:00:00Z"}`: "only goes forward", `{"to": "tomorrow"}`: "is not an instant",
		`{"to": 7}`: "to must be a string", `{"to": "2200-01-01T00:00:00Z"}`: "366 days at most",
	} {
		refuses(w.atOrigin("POST", "/test-clock", body, w.key), http.StatusBadRequest, why)
	}
	refuses(w.atOrigin("POST", "/test-clock", `{"seconds": 1}`, ""), http.StatusUnauthorized, "")
	reader := w.newKey(w.ours.Organization, []string{models.InterviewsRead})
	shows(w.atOrigin("GET", "/test-clock", "", reader), 10*24*time.Hour)
	refuses(w.atOrigin("POST", "/test-clock", `{"seconds": 1}`, reader), http.StatusForbidden, models.InterviewsWrite)

	without := open(t, testdb.SQLite(t))
	for _, method := range []string{"GET", "POST"} {
		refuses(without.atOrigin(method, "/test-clock", `{"seconds": 1}`, without.key), http.StatusNotFound,
			"no such endpoint")
	}
}

// The test clock as a tool, which only keys that may move it see, where there is one (T1).
func TestClockTool(t *testing.T) {
	t.Parallel()
	const name = "advance_clock"
	w := open(t, testdb.SQLite(t), withClock)
	l, ok := w.listed(w.key)[name]
	if !ok {
		t.Fatal("the tool is not listed")
	}
	if h := l.Annotations; h.ReadOnlyHint || h.IdempotentHint || !*h.DestructiveHint || !*h.OpenWorldHint {
		t.Errorf("its hints are %+v", h)
	}
	in, out := jsonSchema(t, name+" arguments", l.InputSchema), jsonSchema(t, name+" answer", l.OutputSchema)
	for _, arguments := range []string{`{"seconds":86400}`, `{"to":"2031-03-30T00:00:00Z"}`} {
		if err := visit(in, []byte(arguments)); err != nil {
			t.Errorf("%s is not of its type: %v", arguments, err)
		}
		if err := visit(out, w.call(name, arguments, w.key).done().Data); err != nil {
			t.Errorf("the answer to %s is not of its type: %v", arguments, err)
		}
	}
	if now := models.FormatInstant(w.NowOf(w.ours.Organization)); now != "2031-03-30T00:00:00.000Z" {
		t.Errorf("it is %s", now)
	}
	why := w.call(name, `{"to":"2031-03-29T00:00:00Z"}`, w.key).refused()
	if !strings.Contains(why, "only goes forward") {
		t.Errorf("back: %q", why)
	}
	reader := w.newKey(w.ours.Organization, []string{models.InterviewsRead})
	if _, ok := w.listed(reader)[name]; ok {
		t.Error("a key that may not move the clock sees the tool")
	}
	without := open(t, testdb.SQLite(t))
	if _, ok := without.listed(without.key)[name]; ok {
		t.Error("it is listed without a test clock")
	}
}
