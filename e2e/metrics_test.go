package e2e

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Metrics are on their own address, count what happened by names that the program knows, tell nobody's name, and are
// as Prometheus wants them.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s := Serve(t, Env("LITMUS_METRICS_ADDR=127.0.0.1:0"))
	o := s.NewOrg(t)
	o.Book(t, "cleo")
	o.Do(t, "POST", "/interviews", o.Booking("cleo")).Want(409)
	o.Do(t, "GET", "/interviews/", nil).Want(200)
	o.Do(t, "GET", "/interviews/int_nobody", nil).Want(404)
	s.Letters(t, o.Email("cleo"), 1)
	address := ""
	Until(t, time.Minute, "the address of the metrics", func() (bool, string) {
		var said bool
		address, said = s.Log.listens("metrics")
		return said, s.Log.String()
	})
	page := get(t, "http://"+address+"/metrics")
	for _, want := range []string{
		`litmus_http_requests_total{code="201",method="POST",route="/api/v1/interviews"} 1`,
		`litmus_http_requests_total{code="409",method="POST",route="/api/v1/interviews"} 1`,
		`litmus_http_requests_total{code="200",method="GET",route="/api/v1/interviews"} 1`,
		`litmus_http_requests_total{code="404",method="GET",route="/api/v1/interviews/{id}"} 1`,
		`litmus_bookings_total{act="book",outcome="done"} 1`,
		`litmus_bookings_total{act="book",outcome="conflict"} 1`,
		`litmus_database_readable 1`,
	} {
		if !strings.Contains(page, "\n"+want+"\n") {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	for _, name := range []string{"litmus_owing_oldest_age_seconds", "litmus_unsignaled_rows", "litmus_calendars",
		"litmus_database_connections_in_use", "litmus_schema_version", "litmus_build_info", "temporal_request_total",
		"go_goroutines"} {
		if !strings.Contains(page, "\n"+name) {
			t.Errorf("the page lacks %s", name)
		}
	}
	if processes { // in the other lane the letters are not the api's
		for _, want := range []string{`litmus_effect_attempts_total{kind="confirmation",outcome="done"} 1`,
			"litmus_letter_delay_seconds_count 3"} {
			if !strings.Contains(page, "\n"+want+"\n") {
				t.Errorf("the page lacks %s:\n%s", want, page)
			}
		}
	}
	personal := regexp.MustCompile(`@|\b(int|org|cand|key)_[0-9a-f]{8}|cleo`)
	if found := personal.FindString(page); found != "" {
		t.Errorf("the page has %q", found)
	}
	checkMetrics(t, page)
	if profiles := get(t, "http://"+address+"/debug/pprof/"); !strings.Contains(profiles, "goroutine") {
		t.Errorf("profiles are %s", profiles)
	}
	for _, path := range []string{"/metrics", "/debug/pprof/"} { // where candidates are is neither
		if r := s.Get(t, s.API+path); r.Status != 404 {
			t.Errorf("%s of the api: %d, want 404", path, r.Status)
		}
	}
}

// get is the body of a page that must be there.
func get(t testing.TB, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d %v", url, resp.StatusCode, err)
	}
	return string(b)
}

// checkMetrics has promtool read the page.
func checkMetrics(t *testing.T, page string) {
	t.Helper()
	promtool, err := exec.LookPath("promtool")
	if err != nil && os.Getenv("CI") != "true" {
		t.Skip("promtool is not installed: apt-get install prometheus")
	}
	if err != nil {
		t.Fatal(err)
	}
	check := exec.CommandContext(t.Context(), promtool, "check", "metrics")
	check.Stdin = strings.NewReader(page)
	var said bytes.Buffer
	check.Stdout, check.Stderr = &said, &said
	if err := check.Run(); err != nil || said.Len() > 0 {
		t.Errorf("promtool check metrics: %v\n%s", err, &said)
	}
}
