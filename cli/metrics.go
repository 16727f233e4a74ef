package cli

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"time"

	"go.temporal.io/sdk/client"

	"litmus/metrics"
	"litmus/models/upkeep"
	"litmus/store"
	"litmus/worker"
)

// measure has the process count what it does and serve that on LITMUS_METRICS_ADDR until stop is called; url is where.
// Without the variable it counts nothing.
func (a *app) measure(c config, s *store.Store, log *slog.Logger) (url string, stop func(), err error) {
	if c.MetricsAddr == "" {
		return "", func() {}, nil
	}
	l, err := listening{"LITMUS_METRICS_ADDR", c.MetricsAddr}.listen()
	if err != nil {
		return "", nil, err
	}
	a.meter = metrics.New(version())
	a.meter.Read("database", time.Now, func(ctx context.Context) ([]metrics.Sample, error) { return samples(ctx, s) })
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() {
		defer close(served)
		if err := serve(ctx, l, a.meter.Handler(), log); err != nil {
			log.Warn("metrics are served no more", "error", err)
		}
	}()
	log.Info("metrics", "address", l.Addr().String())
	return urlOf(l) + "/metrics", func() { cancel(); <-served }, nil
}

// measureQueues has the process say what waits in the task queues, as the Temporal server knows it.
func (a *app) measureQueues(c client.Client, namespace string) {
	a.meter.Read("temporal", time.Now, func(ctx context.Context) (out []metrics.Sample, err error) {
		for _, name := range worker.Queues {
			q, err := worker.DescribeQueue(ctx, c, namespace, name)
			if err != nil {
				return nil, err
			}
			labels := map[string]string{"queue": q.Name}
			out = append(out,
				metrics.Sample{Name: "litmus_queue_tasks", Help: "Tasks that wait for a worker, about.", Labels: labels,
					Value: float64(q.Tasks)},
				metrics.Sample{Name: "litmus_queue_oldest_age_seconds", Help: "For how long the oldest task waits.",
					Labels: labels, Value: q.Oldest.Seconds()})
		}
		return out, nil
	})
}

// samples are what the database says of the service, and the process's connections to it.
func samples(ctx context.Context, s *store.Store) (out []metrics.Sample, err error) {
	schema, needed, err := s.Versions(ctx)
	if err != nil {
		return nil, err
	}
	b, err := s.Wakes.Backlog(ctx)
	if err != nil {
		return nil, err
	}
	gauge := func(name, help string, value float64, labels map[string]string) {
		out = append(out, metrics.Sample{Name: name, Help: help, Labels: labels, Value: value})
	}
	gauge("litmus_schema_version", "The version of the database's schema.", float64(schema), nil)
	gauge("litmus_schema_version_needed", "The version that this program needs.", float64(needed), nil)
	waiting := func(rows, age, what string, all []upkeep.Waiting) {
		for _, w := range all {
			labels := map[string]string{"entity": string(w.Entity)}
			gauge(rows, "Rows that "+what+".", float64(w.Rows), labels)
			gauge(age, "For how long the oldest of the rows did that "+what+".", w.Oldest.Seconds(), labels)
		}
	}
	waiting("litmus_owing_rows", "litmus_owing_oldest_age_seconds", "owe a letter or another effect now", b.Owing)
	waiting("litmus_unsignaled_rows", "litmus_unsignaled_oldest_age_seconds", "Temporal has not heard of",
		b.Unsignaled)
	for _, f := range b.Failing {
		gauge("litmus_failing_effects", "Effects whose last attempt failed, within a day.", float64(f.Effects),
			map[string]string{"kind": f.Kind, "given_up": strconv.FormatBool(f.GivenUp)})
	}
	for _, state := range slices.Sorted(maps.Keys(b.Calendars)) {
		gauge("litmus_calendars", "Connected calendars.", float64(b.Calendars[state]),
			map[string]string{"state": state})
	}
	return append(out, connections(s)...), nil
}

// connections are those of the process's pools.
func connections(s *store.Store) (out []metrics.Sample) {
	for name, pool := range s.Connections() {
		labels := map[string]string{"pool": name}
		out = append(out,
			metrics.Sample{Name: "litmus_database_connections_in_use", Help: "Connections that work.", Labels: labels,
				Value: float64(pool.InUse)},
			metrics.Sample{Name: "litmus_database_connections_idle", Help: "Open connections that rest.",
				Labels: labels, Value: float64(pool.Idle)},
			metrics.Sample{Name: "litmus_database_connections_most", Help: "The most connections of the pool.",
				Labels: labels, Value: float64(pool.MaxOpenConnections)},
			metrics.Sample{Name: "litmus_database_waits_total", Help: "How often a connection was waited for.",
				Labels: labels, Value: float64(pool.WaitCount), Counter: true},
			metrics.Sample{Name: "litmus_database_wait_seconds_total", Help: "How long connections were waited for.",
				Labels: labels, Value: pool.WaitDuration.Seconds(), Counter: true})
	}
	return out
}
