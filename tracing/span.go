package tracing

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Start begins a span within that of ctx; where there is none nothing is traced. The caller ends it by end with the
// code of what failed, "" for nothing.
func Start(ctx context.Context, name string) (spanned context.Context, end func(code string)) {
	ctx, span := trace.SpanFromContext(ctx).TracerProvider().Tracer(scope).Start(ctx, name)
	return ctx, func(code string) {
		if code != "" {
			span.SetStatus(codes.Error, code)
		}
		span.End()
	}
}

// About notes the id of what ctx is about, such as of an interview: on its span, and for its log lines that follow.
func About(ctx context.Context, what, id string) {
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		span.SetAttributes(attribute.String("litmus."+what, id))
	}
	if k, ok := ctx.Value(known{}).(*ids); ok {
		k.set(what, id)
	}
}

// Origin is what something follows from that goes on when its context has ended: a request's ids and its place in a
// trace. The zero value is of nothing.
type Origin struct {
	span  trace.SpanContext
	known *ids
}

// Of is the origin of what ctx does.
func Of(ctx context.Context) Origin {
	k, _ := ctx.Value(known{}).(*ids)
	return Origin{trace.SpanContextFromContext(ctx), k}
}

// traceparent is the field of W3C's Trace Context that has a trace, a span and whether they are sampled.
const traceparent = "traceparent"

// Parent is the origin's place in a trace in the words of W3C's Trace Context, to be kept for another process; nil
// where nothing is traced or sampled.
func (o Origin) Parent() *string {
	if !o.span.IsSampled() {
		return nil
	}
	into := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(trace.ContextWithSpanContext(context.Background(), o.span), into)
	kept, ok := into[traceparent]
	if !ok {
		return nil
	}
	return &kept
}

// Kept is the origin whose [Origin.Parent] was kept, the one of nothing for nil and for what no traceparent is.
func Kept(parent *string) Origin {
	if parent == nil {
		return Origin{}
	}
	from := propagation.MapCarrier{traceparent: *parent}
	return Origin{span: trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), from))}
}

// Within returns ctx with what follows from the origin.
func (o Origin) Within(ctx context.Context) context.Context {
	if o.known != nil {
		ctx = context.WithValue(ctx, known{}, o.known)
	}
	if o.span.IsValid() {
		ctx = trace.ContextWithSpanContext(ctx, o.span)
	}
	return ctx
}
