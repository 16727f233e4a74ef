package cli

import (
	"context"
	"log/slog"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/envconfig"
	temporallog "go.temporal.io/sdk/log"

	"litmus/workflows"
)

// dialTemporal makes a client as the standard TEMPORAL_… variables say; the connection is opened later. If address is
// given it is used instead.
func dialTemporal(a *app, address string, log *slog.Logger) (client.Client, string, error) {
	o, err := envconfig.LoadClientOptions(envconfig.LoadClientOptionsRequest{EnvLookup: sdkEnvironment{a}})
	if err != nil {
		return nil, "", usagef("the TEMPORAL_… variables cannot be read: %v", err)
	}
	if address != "" {
		o = client.Options{HostPort: address}
	}
	if o.HostPort == "" {
		o.HostPort = "127.0.0.1:7233"
	}
	if o.Namespace == "" {
		o.Namespace = "default"
	}
	o.ConnectionOptions.DialOptions = append(o.ConnectionOptions.DialOptions, workflows.DialOptions()...)
	if o.ConnectionOptions.GrpcCompression == nil {
		o.ConnectionOptions.GrpcCompression = compression(o.HostPort)
	}
	if a.meter != nil {
		o.MetricsHandler = a.meter.Temporal()
	}
	if o.Interceptors, err = a.traces.Temporal(); err != nil {
		return nil, "", err
	}
	o.Logger = quietTemporal(log)
	c, err := client.NewLazyClient(o)
	return c, o.Namespace, err
}

// quietTemporal is the log of Temporal's clients: their errors.
func quietTemporal(log *slog.Logger) temporallog.Logger {
	return temporallog.NewStructuredLogger(slog.New(quietHandler{log.Handler()}))
}

// sdkEnvironment is the environment of a command as the Temporal SDK reads it.
type sdkEnvironment struct{ a *app }

// Environ returns all variables, as "NAME=value".
func (e sdkEnvironment) Environ() []string { return e.a.environ }

// LookupEnv returns the variable's value, and whether it is set.
func (e sdkEnvironment) LookupEnv(name string) (string, bool) { return e.a.getenv(name) }

// compression returns how gRPC messages to that Temporal server are compressed. On the same machine compression saves
// nothing and costs both sides time; elsewhere the SDK's default (nil) applies.
func compression(hostPort string) client.GrpcCompression {
	if isLoopbackURL("temporal://" + hostPort) {
		return &client.GrpcCompressionNone{}
	}
	return nil
}

// quietHandler drops the Temporal SDK's log lines below error level.
type quietHandler struct{ slog.Handler }

func (quietHandler) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }

func (q quietHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quietHandler{q.Handler.WithAttrs(attrs)}
}

func (q quietHandler) WithGroup(name string) slog.Handler {
	return quietHandler{q.Handler.WithGroup(name)}
}
