package cli

import (
	"context"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"

	"litmus/tracing"
)

// exportTime is how long a process that ends exports what it has traced.
const exportTime = 5 * time.Second

// trace has the process export traces as the standard OTEL_… variables say, until stop is called; without an endpoint
// it traces nothing.
func (a *app) trace(service string, log *slog.Logger) (stop func(), err error) {
	if a.traces, err = tracing.New(a.getenv, service, version()); err != nil {
		return nil, usageError{err}
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces not exported", "error", err) }))
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), exportTime)
		defer cancel()
		if err := a.traces.Stop(ctx); err != nil {
			log.Warn("traces not exported", "error", err)
		}
	}, nil
}
