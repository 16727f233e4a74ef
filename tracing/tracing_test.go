package tracing_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"litmus/tracing"
)

// exported is a provider that keeps its spans.
func exported() (*tracing.Provider, *tracetest.SpanRecorder) {
	spans := tracetest.NewSpanRecorder()
	return tracing.With(sdk.WithSpanProcessor(spans)), spans
}

// pages answers as the doors do: one with a token, and one that fails.
func pages(log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /i/{token}", func(_ http.ResponseWriter, r *http.Request) {
		tracing.About(r.Context(), "interview", "int_1")
		tracing.About(r.Context(), "interview", "int_2")
		_, end := tracing.Start(r.Context(), "SMTP")
		end("smtp_550")
		log.InfoContext(r.Context(), "page", "route", r.Pattern)
	})
	mux.HandleFunc("POST /i/{token}", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
	})
	return mux
}

// A request is the first span of a trace, by its route; the caller's trace is linked, and nothing that was typed is in
// it. Its log line and its answer have the same ids.
func TestRequests(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	log := slog.New(tracing.Handler(slog.NewTextHandler(&lines, nil)))
	p, spans := exported()
	h := p.Requests(pages(log))
	for _, method := range []string{"GET", "POST", "SECRET"} {
		r := httptest.NewRequest(method, "/i/secret?secret=1", nil)
		r.Header.Set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
		r.Header.Set("baggage", "a=secret")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if id := w.Header().Get("X-Request-Id"); !strings.HasPrefix(id, "req_") ||
			method == "GET" && !strings.Contains(lines.String(), "request_id="+id) {
			t.Errorf("%s: the answer's id is %q, the log is %s", method, id, &lines)
		}
	}
	all := spans.Ended()
	if len(all) != 4 {
		t.Fatalf("%d spans, want 4", len(all))
	}
	call, page, failed, odd := all[0], all[1], all[2], all[3]
	if page.Name() != "GET /i/{token}" || page.Parent().IsValid() || len(page.Links()) != 1 ||
		page.Links()[0].SpanContext.TraceID().String() != "0af7651916cd43dd8448eb211c80319c" {
		t.Errorf("the page's span is %s within %v, linked to %v", page.Name(), page.Parent(), page.Links())
	}
	if call.Name() != "SMTP" || call.Parent().SpanID() != page.SpanContext().SpanID() ||
		call.Status().Description != "smtp_550" {
		t.Errorf("the call's span is %s within %v: %v", call.Name(), call.Parent(), call.Status())
	}
	if failed.Status().Description != "Internal Server Error" || odd.Name() != "other /i/{token}" &&
		odd.Name() != "other none" {
		t.Errorf("the others are %s %v and %s", failed.Name(), failed.Status(), odd.Name())
	}
	trace := page.SpanContext().TraceID().String()
	if got := lines.String(); !strings.Contains(got, "interview=int_2 trace_id="+trace) ||
		strings.Contains(got, "int_1") {
		t.Errorf("the log is %s", got)
	}
	for _, s := range tracetest.SpanStubsFromReadOnlySpans(all) {
		for _, a := range s.Attributes {
			if strings.Contains(strings.ToLower(s.Name+a.Value.String()), "secret") {
				t.Errorf("%s has %v", s.Name, a)
			}
		}
	}
}

// Without a provider requests have their ids, and nothing is traced.
func TestNothing(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	log := slog.New(tracing.Handler(slog.NewTextHandler(&lines, nil)))
	var p *tracing.Provider
	r, w := httptest.NewRequest("GET", "/i/secret", nil), httptest.NewRecorder()
	p.Requests(pages(log)).ServeHTTP(w, r)
	if got := lines.String(); !strings.Contains(got, "request_id="+w.Header().Get("X-Request-Id")) ||
		strings.Contains(got, "trace_id") {
		t.Errorf("the log is %s", got)
	}
	if r.Pattern != "GET /i/{token}" {
		t.Errorf("whoever counts requests sees the pattern %q", r.Pattern)
	}
	if all, err := p.Temporal(); len(all) != 0 || err != nil || p.Stop(t.Context()) != nil {
		t.Errorf("interceptors %v %v", all, err)
	}
}

// What follows from a request keeps its ids when that has ended, and a line's own ids are not said twice.
func TestOrigin(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	log := slog.New(tracing.Handler(slog.NewTextHandler(&lines, nil))).With("queue", "effects")
	p, spans := exported()
	var of tracing.Origin
	p.Requests(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		tracing.About(r.Context(), "interview", "int_1")
		of = tracing.Of(r.Context())
	})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	log.InfoContext(of.Within(context.Background()), "wake-up", "interview", "int_9")
	trace := spans.Ended()[0].SpanContext().TraceID().String()
	if got := lines.String(); !strings.Contains(got, "request_id=req_") || !strings.Contains(got, "trace_id="+trace) ||
		!strings.Contains(got, "interview=int_9") || strings.Contains(got, "int_1") {
		t.Errorf("the log is %s", got)
	}
	// Another process goes on by what was kept of it: of what is sampled, and of nothing else.
	kept := of.Parent()
	want := "00-" + trace + "-" + spans.Ended()[0].SpanContext().SpanID().String() + "-01"
	if kept == nil || *kept != want {
		t.Fatalf("kept is %v, want %s", kept, want)
	}
	unsampled, strange := strings.TrimSuffix(want, "1")+"0", "00-nothing"
	for parent, sampled := range map[*string]bool{kept: true, nil: false, &unsampled: false, &strange: false} {
		again := tracing.Of(tracing.Kept(parent).Within(context.Background())).Parent()
		if (again != nil) != sampled || sampled && *again != want {
			t.Errorf("kept again is %v, want %s: %t", again, want, sampled)
		}
	}
	lines.Reset()
	log.InfoContext(tracing.Origin{}.Within(context.Background()), "relay")
	if got := lines.String(); strings.Contains(got, "_id=") {
		t.Errorf("a line of nobody has ids: %s", got)
	}
}

// The standard variables turn tracing on and off; what there is not is refused by name, without its value.
func TestNew(t *testing.T) {
	t.Parallel()
	const endpoint, exporter, protocol = "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_EXPORTER",
		"OTEL_EXPORTER_OTLP_PROTOCOL"
	for name, c := range map[string]struct {
		set    map[string]string
		traces bool
		fault  string
	}{
		"nothing":      {nil, false, ""},
		"an endpoint":  {map[string]string{endpoint: "http://127.0.0.1:4318/"}, true, ""},
		"a whole one":  {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://a.example/x"}, true, ""},
		"disabled":     {map[string]string{endpoint: "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "True"}, false, ""},
		"no exporter":  {map[string]string{endpoint: "http://127.0.0.1:4318", exporter: "none"}, false, ""},
		"another":      {map[string]string{endpoint: "http://a", exporter: "zipkin"}, false, exporter},
		"gRPC":         {map[string]string{endpoint: "http://a", protocol: "grpc"}, false, protocol},
		"not a URL":    {map[string]string{endpoint: "hunter2:4318"}, false, endpoint},
		"only a name":  {map[string]string{"OTEL_SERVICE_NAME": "a"}, false, ""},
		"only spaces":  {map[string]string{endpoint: " "}, false, ""},
		"a protocol":   {map[string]string{endpoint: "http://a", protocol: "http/protobuf"}, true, ""},
		"gRPC, nobody": {map[string]string{protocol: "grpc"}, false, ""},
	} {
		p, err := tracing.New(func(name string) (string, bool) { v, ok := c.set[name]; return v, ok }, "litmus", "v1")
		if (p != nil) != c.traces || (err != nil) != (c.fault != "") ||
			err != nil && (!strings.HasPrefix(err.Error(), c.fault) || strings.Contains(err.Error(), "hunter2")) {
			t.Errorf("%s: traces %t, %v; want %t and a fault of %q", name, p != nil, err, c.traces, c.fault)
		}
	}
}
