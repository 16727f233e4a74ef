package metrics

import (
	"net/http"
	"net/http/pprof"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Meter is what a process counts. All methods may be called on nil, which counts nothing: a process without an address
// for metrics.
type Meter struct {
	registry *prometheus.Registry

	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	bookings  *prometheus.CounterVec
	effects   *prometheus.CounterVec
	letters   prometheus.Histogram
	limits    *prometheus.CounterVec
}

// Buckets in seconds. Answers are to take less than a second; letters a few, and hours where a mail server was away.
var (
	answerBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15, 60}
	letterBuckets = []float64{.25, .5, 1, 2, 5, 10, 30, 60, 300, 900, 3600, 14400}
)

// New makes the meter of a process of that version.
func New(version string) *Meter {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Meter{
		registry: prometheus.NewRegistry(),
		requests: counter("litmus_http_requests_total", "Requests that were answered, by the pattern of their route.",
			"method", "route", "code"),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "litmus_http_request_duration_seconds",
			Help: "How long answers took.", Buckets: answerBuckets}, []string{"method", "route"}),
		bookings: counter("litmus_bookings_total", "Bookings, picked times and moves by candidates, by outcome.",
			"act", "outcome"),
		effects: counter("litmus_effect_attempts_total", "Attempts at letters and other effects, by outcome.",
			"kind", "outcome"),
		letters: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "litmus_letter_delay_seconds",
			Help:    "From the change that owes a letter until the mail server accepted it. Reminders do not count.",
			Buckets: letterBuckets}),
		limits: counter("litmus_limit_hits_total", "Requests that were refused because a limit was reached.", "limit"),
	}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "litmus_build_info",
		Help: "The version of the program and of Go; always 1."}, []string{"version", "goversion"})
	build.WithLabelValues(version, runtime.Version()).Set(1)
	m.registry.MustRegister(m.requests, m.durations, m.bookings, m.effects, m.letters, m.limits, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler serves /metrics, and Go's profiles below /debug/pprof/. Neither asks for a password, so the address that it
// is served on must be out of reach for strangers.
func (m *Meter) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	for path, profile := range map[string]http.HandlerFunc{"": pprof.Index, "cmdline": pprof.Cmdline,
		"profile": pprof.Profile, "symbol": pprof.Symbol, "trace": pprof.Trace} {
		mux.HandleFunc("GET /debug/pprof/"+path, profile)
	}
	return mux
}

// Booking counts the outcome of an act that gives an interview its time.
func (m *Meter) Booking(act, outcome string) {
	if m != nil {
		m.bookings.WithLabelValues(act, outcome).Inc()
	}
}

// Effect counts an attempt at an effect.
func (m *Meter) Effect(kind, outcome string) {
	if m != nil {
		m.effects.WithLabelValues(kind, outcome).Inc()
	}
}

// Letter observes how long a letter took from the change that owes it until it was accepted. A clock that was set back
// makes it negative, which counts as none.
func (m *Meter) Letter(delay time.Duration) {
	if m != nil {
		m.letters.Observe(max(0, delay).Seconds())
	}
}

// LimitHit counts a refusal by a limit.
func (m *Meter) LimitHit(limit string) {
	if m != nil {
		m.limits.WithLabelValues(limit).Inc()
	}
}
