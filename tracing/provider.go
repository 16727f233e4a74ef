package tracing

import (
	"context"
	"fmt"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// scope is the name under which spans are made.
const scope = "litmus"

const endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"

// Provider exports the spans of a process. All methods may be called on nil, which traces nothing.
type Provider struct{ sdk *sdk.TracerProvider }

// New returns the provider that the standard variables ask for, nil for none: with an endpoint spans are exported there
// by OTLP over HTTP. The error says which variable asks for what there is not. service is the name of the process where
// OTEL_SERVICE_NAME gives none.
func New(getenv func(string) (string, bool), service, version string) (*Provider, error) {
	value := func(name string) string { v, _ := getenv(name); return strings.TrimSpace(v) }
	url := value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if base := value(endpoint); url == "" && base != "" {
		url = strings.TrimRight(base, "/") + "/v1/traces"
	}
	exporter := value("OTEL_TRACES_EXPORTER")
	if url == "" || strings.EqualFold(value("OTEL_SDK_DISABLED"), "true") || exporter == "none" {
		return nil, nil
	}
	if exporter != "" && exporter != "otlp" {
		return nil, fmt.Errorf("OTEL_TRACES_EXPORTER: expected otlp or none")
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if v := value(name); v != "" && v != "http/protobuf" {
			return nil, fmt.Errorf("%s: expected http/protobuf, which is all that there is", name)
		}
	}
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return nil, fmt.Errorf("%s: expected an absolute http or https URL", endpoint)
	}
	ctx := context.Background()
	client, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(url)) // it connects when it first exports
	if err != nil {
		return nil, fmt.Errorf("%s: %w", endpoint, err)
	}
	// No detector of hosts or processes: a command line may have a password.
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", service),
		attribute.String("service.version", version)), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return With(sdk.WithBatcher(client), sdk.WithResource(about)), nil
}

// With makes a provider by the SDK's options.
func With(options ...sdk.TracerProviderOption) *Provider {
	return &Provider{sdk.NewTracerProvider(options...)}
}

// Stop exports what has not been exported yet, until ctx ends.
func (p *Provider) Stop(ctx context.Context) error {
	if p == nil {
		return nil
	}
	return p.sdk.Shutdown(ctx)
}

func (p *Provider) tracer() trace.Tracer { return p.sdk.Tracer(scope) }
