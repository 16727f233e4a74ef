package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// The test clock over HTTP, which only `litmus up --test-clock` has.
func TestClock(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t), worlds.WithClock)
	shows := func(a *httptest.ResponseRecorder, d time.Duration) {
		t.Helper()
		want := fmt.Sprintf(`{"now":%q,"ahead_seconds":%g}`+"\n", models.FormatInstant(worlds.Noon.Add(d)), d.Seconds())
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
	shows(w.AtOrigin("GET", "/test-clock", "", w.Key), 0)
	shows(w.AtOrigin("POST", "/test-clock", `{"seconds": 777600}`, w.Key), 9*24*time.Hour)
	shows(w.AtOrigin("POST", "/test-clock", `{"seconds": 0.5}`, w.Key), 9*24*time.Hour+500*time.Millisecond)
	to := worlds.Noon.Add(10 * 24 * time.Hour)
	shows(w.AtOrigin("POST", "/test-clock", `{"to": "`+models.FormatInstant(to)+`"}`, w.Key), 10*24*time.Hour)
	shows(w.AtOrigin("POST", "/test-clock", `{"to": "`+models.FormatInstant(to)+`"}`, w.Key), 10*24*time.Hour)
	shows(w.AtOrigin("POST", "/test-clock", `{"seconds": 0}`, w.Key), 10*24*time.Hour)
	shows(w.AtOrigin("GET", "/test-clock/", "", w.Key), 10*24*time.Hour)
	if !w.NowOf(w.Theirs.Organization).Equal(worlds.Noon) {
		t.Errorf("for another organization it is %s", w.NowOf(w.Theirs.Organization))
	}

	for body, why := range map[string]string{
		``: "the body is empty", `{}`: "give one of seconds",
		`{"seconds": 1, "to": "2031-03-30T00:00:00Z"}`: "give one of",
		`{"seconds": -1}`: "only goes forward", `{"seconds": -0.001}`: "only goes forward",
		`{"seconds": 1e300}`: "366 days at most", `{"seconds": "9d"}`: "seconds must be a number",
		`{"to": "2031-03-03T12:00:00Z"}`: "only goes forward", `{"to": "tomorrow"}`: "is not an instant",
		`{"to": 7}`: "to must be a string", `{"to": "2200-01-01T00:00:00Z"}`: "366 days at most",
	} {
		refuses(w.AtOrigin("POST", "/test-clock", body, w.Key), http.StatusBadRequest, why)
	}
	refuses(w.AtOrigin("POST", "/test-clock", `{"seconds": 1}`, ""), http.StatusUnauthorized, "")
	reader := w.NewKey(w.Ours.Organization, []string{access.InterviewsRead})
	shows(w.AtOrigin("GET", "/test-clock", "", reader), 10*24*time.Hour)
	refuses(w.AtOrigin("POST", "/test-clock", `{"seconds": 1}`, reader), http.StatusForbidden, access.InterviewsWrite)

	without := open(t, testdb.SQLite(t))
	for _, method := range []string{"GET", "POST"} {
		refuses(without.AtOrigin(method, "/test-clock", `{"seconds": 1}`, without.Key), http.StatusNotFound,
			"no such endpoint")
	}
}
