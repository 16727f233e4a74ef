package metrics

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Sample is one value that is read when somebody asks for it.
type Sample struct {
	Name, Help string
	Counter    bool // it only rises; else it is a gauge
	Labels     map[string]string
	Value      float64
}

// Bounds of a reading.
const (
	samplesLast = 10 * time.Second
	readTime    = 3 * time.Second
)

// Read has samples read when metrics are asked for, at most once in ten seconds however many ask: what they cost the
// database does not depend on who scrapes. name says whether the last reading succeeded, as the gauge
// litmus_NAME_readable; where it failed its samples are left out, because old ones would look like new.
func (m *Meter) Read(name string, now func() time.Time, read func(ctx context.Context) ([]Sample, error)) {
	if m == nil {
		return
	}
	m.registry.MustRegister(&reader{now: now, read: read, readable: prometheus.NewDesc("litmus_"+name+"_readable",
		"1 if the last reading of the other gauges of this sort succeeded.", nil, nil)})
}

// reader is a collector of samples. It describes none of them beforehand, so their names need not be known.
type reader struct {
	now      func() time.Time
	read     func(ctx context.Context) ([]Sample, error)
	readable *prometheus.Desc

	mu      sync.Mutex // held while they are read: others wait for the same reading
	at      time.Time  // zero: never
	metrics []prometheus.Metric
}

// Describe implements [prometheus.Collector] with nothing: see [reader].
func (*reader) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector].
func (r *reader) Collect(out chan<- prometheus.Metric) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := r.now().Sub(r.at); r.metrics == nil || age < 0 || age >= samplesLast {
		r.metrics, r.at = r.collect(), r.now()
	}
	for _, one := range r.metrics {
		out <- one
	}
}

func (r *reader) collect() []prometheus.Metric {
	ctx, cancel := context.WithTimeout(context.Background(), readTime)
	defer cancel()
	samples, err := r.read(ctx)
	if err != nil {
		return []prometheus.Metric{prometheus.MustNewConstMetric(r.readable, prometheus.GaugeValue, 0)}
	}
	out := []prometheus.Metric{prometheus.MustNewConstMetric(r.readable, prometheus.GaugeValue, 1)}
	for _, s := range samples {
		out = append(out, s.metric())
	}
	return out
}

func (s Sample) metric() prometheus.Metric {
	names := slices.Sorted(maps.Keys(s.Labels))
	values := make([]string, len(names))
	for n, name := range names {
		values[n] = s.Labels[name]
	}
	kind := prometheus.GaugeValue
	if s.Counter {
		kind = prometheus.CounterValue
	}
	return prometheus.MustNewConstMetric(prometheus.NewDesc(s.Name, s.Help, names, nil), kind, s.Value, values...)
}
