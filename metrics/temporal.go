package metrics

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.temporal.io/sdk/client"
)

// Temporal is what the Temporal SDK counts by: its names, with _total and _seconds as its own exporter for Prometheus
// has them. nil for a nil meter: the SDK counts nothing then.
func (m *Meter) Temporal() client.MetricsHandler {
	if m == nil {
		return nil
	}
	all := &series{known: map[string]prometheus.Metric{}}
	m.registry.MustRegister(all)
	return temporal{all: all}
}

// series are the metrics of one library, which come into being when they are first counted. It describes none of them
// beforehand: those of one name may have different labels, as the SDK's have.
type series struct {
	mu    sync.RWMutex
	known map[string]prometheus.Metric
}

// Describe implements [prometheus.Collector] with nothing: see [series].
func (*series) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector].
func (s *series) Collect(out chan<- prometheus.Metric) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, one := range s.known {
		out <- one
	}
}

// of returns the metric of that name and those labels, and makes it if it is new.
func of[M prometheus.Metric](s *series, name string, labels map[string]string, create func() M) M {
	var key strings.Builder
	key.WriteString(name)
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		key.WriteString("\x00" + label + "\x00" + labels[label])
	}
	s.mu.RLock()
	known, ok := s.known[key.String()]
	s.mu.RUnlock()
	if ok {
		return known.(M)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.known[key.String()]; ok {
		return known.(M)
	}
	made := create()
	s.known[key.String()] = made
	return made
}

// temporal implements [client.MetricsHandler].
type temporal struct {
	all    *series
	labels map[string]string
}

// WithTags implements [client.MetricsHandler].
func (t temporal) WithTags(tags map[string]string) client.MetricsHandler {
	labels := maps.Clone(t.labels)
	if labels == nil {
		labels = map[string]string{}
	}
	maps.Copy(labels, tags)
	return temporal{t.all, labels}
}

// Counter implements [client.MetricsHandler].
func (t temporal) Counter(name string) client.MetricsCounter {
	name = strings.TrimSuffix(name, "_total") + "_total"
	return counted{of(t.all, name, t.labels, func() prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: sdkHelp, ConstLabels: t.labels})
	})}
}

// Gauge implements [client.MetricsHandler].
func (t temporal) Gauge(name string) client.MetricsGauge {
	return measured{of(t.all, name, t.labels, func() prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: sdkHelp, ConstLabels: t.labels})
	})}
}

// Timer implements [client.MetricsHandler].
func (t temporal) Timer(name string) client.MetricsTimer {
	name += "_seconds"
	return timed{of(t.all, name, t.labels, func() prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: sdkHelp, ConstLabels: t.labels,
			Buckets: answerBuckets})
	})}
}

// sdkHelp is the same for all: those of one name must have the same, and the SDK gives none.
const sdkHelp = "Of the Temporal SDK, see its reference of metrics."

type counted struct{ prometheus.Counter }

// Inc implements [client.MetricsCounter].
func (c counted) Inc(n int64) { c.Add(float64(n)) }

type measured struct{ prometheus.Gauge }

// Update implements [client.MetricsGauge].
func (g measured) Update(value float64) { g.Set(value) }

type timed struct{ prometheus.Histogram }

// Record implements [client.MetricsTimer].
func (h timed) Record(took time.Duration) { h.Observe(took.Seconds()) }
