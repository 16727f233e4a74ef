package tracing

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"litmus/metrics"
)

// newRequestID is the id of a request.
func newRequestID() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // it never fails
	return "req_" + hex.EncodeToString(b[:])
}

// Identified gives each request that next answers an id, unless it has one, which the answer says in X-Request-Id.
func Identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := RequestID(r.Context())
		if id == "" {
			id = newRequestID()
			given := r
			r = r.WithContext(withRequestID(r.Context(), id))
			defer func() { given.Pattern = r.Pattern }() // for whoever counts requests
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r)
	})
}

// Requests is [Identified], and makes each request the first span of a trace. A trace that the caller began is linked
// and not continued: callers are strangers, who would else decide what is sampled here.
func (p *Provider) Requests(next http.Handler) http.Handler {
	if p == nil {
		return Identified(next)
	}
	return Identified(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindServer)}
		theirs := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		if remote := trace.SpanContextFromContext(theirs); remote.IsValid() {
			options = append(options, trace.WithLinks(trace.Link{SpanContext: trace.NewSpanContext(
				trace.SpanContextConfig{TraceID: remote.TraceID(), SpanID: remote.SpanID(), Remote: true})}))
		}
		method := metrics.Method(r.Method)
		ctx, span := p.tracer().Start(r.Context(), method, options...)
		r, said := r.WithContext(ctx), metrics.Watch(w)
		defer func() { // also when next panics
			route := metrics.Route(r.Pattern)
			span.SetName(method + " " + route)
			span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", route),
				attribute.Int("http.response.status_code", said.Status()),
				attribute.String("litmus.request", RequestID(ctx)))
			if said.Status() >= http.StatusInternalServerError {
				span.SetStatus(codes.Error, http.StatusText(said.Status()))
			}
			span.End()
		}()
		next.ServeHTTP(said, r)
	}))
}
