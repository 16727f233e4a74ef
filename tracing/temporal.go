package tracing

import (
	"context"
	"strings"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.temporal.io/sdk/contrib/opentelemetry"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/workflow"
)

// cause is how long what a workflow starts belongs to the trace of its last wake-up. Later it is a reminder's or
// another instant of the timeline, which begins a trace of its own: a trace of weeks is of use to nobody.
const cause = 10 * time.Minute

// Names of Temporal's interceptor.
const (
	headerKey   = "_tracer-data"
	runWorkflow = "RunWorkflow:"
)

// spanKey is the key of the span in the context of a workflow.
type spanKey struct{}

// Temporal are the interceptors of a client and its workers, none where nothing is traced: Temporal's own, and one by
// which activities belong to the trace of the wake-up that they answer. Temporal's would give them that of whoever
// started the workflow, perhaps weeks ago.
func (p *Provider) Temporal() ([]interceptor.ClientInterceptor, error) {
	if p == nil {
		return nil, nil
	}
	t, err := opentelemetry.NewTracer(opentelemetry.TracerOptions{Tracer: p.tracer(), SpanStarter: startSpan,
		TextMapPropagator: propagation.TraceContext{}, DisableBaggage: true, DisableQueryTracing: true,
		AllowInvalidParentSpans: true, SpanContextKey: spanKey{}, HeaderKey: headerKey})
	if err != nil {
		return nil, err
	}
	return []interceptor.ClientInterceptor{both{interceptor.NewTracingInterceptor(t), t}}, nil
}

// startSpan starts the spans of Temporal's interceptor. That of a workflow would end with it, in weeks, and its
// children would have no parent until then: it ends at once and says when the workflow began. A worker that replays an
// older workflow makes none.
func startSpan(ctx context.Context, t trace.Tracer, name string, options ...trace.SpanStartOption) trace.Span {
	config := trace.NewSpanStartConfig(options...)
	runs := strings.HasPrefix(name, runWorkflow)
	if runs && time.Since(config.Timestamp()) > cause {
		return trace.SpanFromContext(ctx)
	}
	_, span := t.Start(ctx, name, options...)
	if runs {
		span.End()
	}
	return span
}

// both is Temporal's interceptor with [follower] within it.
type both struct {
	interceptor.Interceptor
	tracer interceptor.Tracer
}

// InterceptWorkflow implements [interceptor.WorkerInterceptor].
func (b both) InterceptWorkflow(ctx workflow.Context,
	next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	f := &follower{tracer: b.tracer}
	f.Next = next
	return b.Interceptor.InterceptWorkflow(ctx, f)
}

// follower remembers the last wake-up of a workflow. It changes no command, so workflows replay with and without it.
type follower struct {
	interceptor.WorkflowInboundInterceptorBase
	tracer interceptor.Tracer
	last   interceptor.TracerSpan // nil for none
	at     time.Time              // of the workflow
}

// Init implements [interceptor.WorkflowInboundInterceptor].
func (f *follower) Init(outbound interceptor.WorkflowOutboundInterceptor) error {
	o := &following{follower: f}
	o.Next = outbound
	return f.Next.Init(o)
}

// ExecuteWorkflow implements [interceptor.WorkflowInboundInterceptor].
func (f *follower) ExecuteWorkflow(ctx workflow.Context, in *interceptor.ExecuteWorkflowInput) (any, error) {
	f.last, _ = ctx.Value(spanKey{}).(interceptor.TracerSpan)
	f.at = workflow.GetInfo(ctx).WorkflowStartTime
	return f.Next.ExecuteWorkflow(ctx, in)
}

// HandleSignal implements [interceptor.WorkflowInboundInterceptor].
func (f *follower) HandleSignal(ctx workflow.Context, in *interceptor.HandleSignalInput) error {
	f.woken(ctx)
	return f.Next.HandleSignal(ctx, in)
}

// ExecuteUpdate implements [interceptor.WorkflowInboundInterceptor].
func (f *follower) ExecuteUpdate(ctx workflow.Context, in *interceptor.UpdateInput) (any, error) {
	f.woken(ctx)
	return f.Next.ExecuteUpdate(ctx, in)
}

// woken reads from its header where a wake-up comes from, also when it is replayed. One that comes from nowhere, such
// as an older program, ends the former trace.
func (f *follower) woken(ctx workflow.Context) {
	f.last, f.at = nil, workflow.Now(ctx)
	var carrier propagation.MapCarrier
	payload := interceptor.WorkflowHeader(ctx)[headerKey]
	if payload == nil || converter.GetDefaultDataConverter().FromPayload(payload, &carrier) != nil {
		return
	}
	f.last = f.tracer.SpanFromContext(propagation.TraceContext{}.Extract(context.Background(), carrier))
}

// following starts activities in the trace of the last wake-up.
type following struct {
	interceptor.WorkflowOutboundInterceptorBase
	*follower
}

func (f *following) within(ctx workflow.Context) workflow.Context {
	if f.last == nil || workflow.Now(ctx).Sub(f.at) > cause {
		return workflow.WithValue(ctx, spanKey{}, nil)
	}
	return workflow.WithValue(ctx, spanKey{}, f.last)
}

// ExecuteActivity implements [interceptor.WorkflowOutboundInterceptor].
func (f *following) ExecuteActivity(ctx workflow.Context, name string, args ...any) workflow.Future {
	return f.WorkflowOutboundInterceptorBase.ExecuteActivity(f.within(ctx), name, args...)
}

// ExecuteLocalActivity implements [interceptor.WorkflowOutboundInterceptor].
func (f *following) ExecuteLocalActivity(ctx workflow.Context, name string, args ...any) workflow.Future {
	return f.WorkflowOutboundInterceptorBase.ExecuteLocalActivity(f.within(ctx), name, args...)
}
