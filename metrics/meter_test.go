package metrics_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/metrics"
	"litmus/testdb"
)

// said are the lines of the meter's page, without those about the process.
func said(t *testing.T, m *metrics.Meter) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("GET /metrics: %d %s", w.Code, w.Body)
	}
	var out []string
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "litmus_") || strings.HasPrefix(line, "temporal_") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return strings.Join(out, "\n") + "\n"
}

func wants(t *testing.T, m *metrics.Meter, lines ...string) {
	t.Helper()
	got := said(t, m)
	for _, line := range lines {
		if !strings.Contains("\n"+got, "\n"+line+"\n") {
			t.Errorf("there is no line %s in\n%s", line, got)
		}
	}
}

// Requests are counted by the pattern of their route, never by what somebody typed.
func TestRequests(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /i/{token}", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusEarlyHints)
		_, _ = w.Write([]byte("page"))
	})
	mux.HandleFunc("POST /i/{token}", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusConflict)
	})
	mux.HandleFunc("/panics", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	h := m.Requests(mux)
	for _, r := range []struct{ method, path string }{{"GET", "/i/secret1"}, {"GET", "/i/secret2"},
		{"POST", "/i/secret3"}, {"GET", "/nobody@example.com"}, {"SECRET4", "/i/secret5"}} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(r.method, r.path, nil))
	}
	func() {
		defer func() { _ = recover() }()
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/panics", nil))
	}()
	wants(t, m, `litmus_http_requests_total{code="200",method="GET",route="/i/{token}"} 2`,
		`litmus_http_requests_total{code="409",method="POST",route="/i/{token}"} 1`,
		`litmus_http_requests_total{code="404",method="GET",route="none"} 1`,
		`litmus_http_requests_total{code="405",method="other",route="none"} 1`,
		`litmus_http_requests_total{code="200",method="GET",route="/panics"} 1`,
		`litmus_http_request_duration_seconds_count{method="GET",route="/i/{token}"} 2`)
	if got := said(t, m); strings.Contains(strings.ToLower(got), "secret") || strings.Contains(got, "@") {
		t.Errorf("what somebody typed is in\n%s", got)
	}
}

// A process without an address for metrics counts nothing, and its requests are served as they are.
func TestNothing(t *testing.T) {
	t.Parallel()
	var m *metrics.Meter
	m.Booking("book", "done")
	m.Effect("confirmation", "done")
	m.Letter(time.Second)
	m.LimitHit("pages")
	m.Read("database", time.Now, nil)
	if m.Temporal() != nil {
		t.Error("the Temporal SDK counts for nobody")
	}
	served := false
	m.Requests(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, served = w.(*httptest.ResponseRecorder)
	})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	if !served {
		t.Error("the request was not served as it is")
	}
}

// Samples are read at most once in ten seconds, however many ask at once. Those of a reading that failed are left out.
func TestRead(t *testing.T) {
	t.Parallel()
	m, clock := metrics.New("v1"), testdb.NewClock(time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC))
	var mu sync.Mutex
	reads, failure := 0, error(nil)
	m.Read("database", clock.Now, func(context.Context) ([]metrics.Sample, error) {
		mu.Lock()
		defer mu.Unlock()
		reads++
		return []metrics.Sample{{Name: "litmus_reads", Help: "Reads.", Value: float64(reads),
			Labels: map[string]string{"entity": "news"}}}, failure
	})
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() { said(t, m) })
	}
	asking.Wait()
	wants(t, m, `litmus_reads{entity="news"} 1`, "litmus_database_readable 1")
	clock.Set(clock.Now().Add(9 * time.Second))
	wants(t, m, `litmus_reads{entity="news"} 1`)
	clock.Set(clock.Now().Add(time.Second))
	wants(t, m, `litmus_reads{entity="news"} 2`)
	failure = errors.New("the database is away")
	clock.Set(clock.Now().Add(10 * time.Second))
	wants(t, m, "litmus_database_readable 0")
	if got := said(t, m); strings.Contains(got, "litmus_reads") {
		t.Errorf("old samples look like new in\n%s", got)
	}
}

// The SDK's metrics of one name may have different labels, and are counted from everywhere at once.
func TestTemporal(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1")
	h := m.Temporal().WithTags(map[string]string{"namespace": "default"})
	var counting sync.WaitGroup
	for range 8 {
		counting.Go(func() {
			h.Counter("temporal_request").Inc(1)
			h.WithTags(map[string]string{"status_code": "NotFound"}).Counter("temporal_request").Inc(2)
		})
	}
	counting.Wait()
	h.Counter("temporal_local_activity_total").Inc(1)
	h.Gauge("temporal_num_pollers").Update(4)
	h.Timer("temporal_request_latency").Record(30 * time.Millisecond)
	wants(t, m, `temporal_request_total{namespace="default"} 8`,
		`temporal_request_total{namespace="default",status_code="NotFound"} 16`,
		`temporal_local_activity_total{namespace="default"} 1`,
		`temporal_num_pollers{namespace="default"} 4`,
		`temporal_request_latency_seconds_bucket{namespace="default",le="0.025"} 0`,
		`temporal_request_latency_seconds_bucket{namespace="default",le="0.05"} 1`)
}

// What counting costs a request: a microsecond or two of a booking's milliseconds.
func BenchmarkRequest(b *testing.B) {
	for name, m := range map[string]*metrics.Meter{"counted": metrics.New("v1"), "not counted": nil} {
		b.Run(name, func(b *testing.B) {
			h := m.Requests(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				r.Pattern = "/api/v1/interviews"
				m.Booking("book", "done")
			}))
			w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/v1/interviews", nil)
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(w, r)
			}
		})
	}
}
