package tracing

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"go.opentelemetry.io/otel/trace"
	"go.temporal.io/sdk/activity"
)

// ids are what is known of what a context is about, in the order in which it became known.
type ids struct {
	mu  sync.Mutex
	all []slog.Attr
}

type known struct{}

// set notes an id; a later one of the same sort takes its place.
func (k *ids) set(what, id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = slices.DeleteFunc(k.all, func(a slog.Attr) bool { return a.Key == what })
	k.all = append(k.all, slog.String(what, id))
}

func (k *ids) list() []slog.Attr {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.all)
}

// requestKey is the attribute of a log line that has the id of a request.
const requestKey = "request_id"

// RequestID is the id of the request that ctx is of, "" for none.
func RequestID(ctx context.Context) string {
	if k, ok := ctx.Value(known{}).(*ids); ok {
		for _, a := range k.list() {
			if a.Key == requestKey {
				return a.Value.String()
			}
		}
	}
	return ""
}

// withRequestID begins the ids of a request; [About] adds others.
func withRequestID(ctx context.Context, id string) context.Context {
	k := &ids{}
	k.set(requestKey, id)
	return context.WithValue(ctx, known{}, k)
}

// Handler adds to each line the ids that its context knows, where the line does not have them itself: of the request,
// of what it is about, of the workflow whose activity runs, and of the trace.
func Handler(next slog.Handler) slog.Handler { return handler{next} }

type handler struct{ slog.Handler }

// Handle implements [slog.Handler].
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	var more []slog.Attr
	if k, ok := ctx.Value(known{}).(*ids); ok {
		more = k.list()
	}
	if activity.IsActivity(ctx) {
		if info := activity.GetInfo(ctx); info.WorkflowExecution.ID != "" {
			more = append(more, slog.String("workflow_id", info.WorkflowExecution.ID))
		}
	}
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		more = append(more, slog.String("trace_id", span.TraceID().String()))
	}
	if len(more) == 0 {
		return h.Handler.Handle(ctx, r)
	}
	r.Attrs(func(a slog.Attr) bool {
		more = slices.DeleteFunc(more, func(m slog.Attr) bool { return m.Key == a.Key })
		return true
	})
	r = r.Clone()
	r.AddAttrs(more...)
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements [slog.Handler].
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }

// sdkNames are the names that the Temporal SDK gives to ids, by ours.
var sdkNames = map[string]string{"WorkflowID": "workflow_id", "RunID": "run_id", "WorkflowType": "workflow_type",
	"ActivityID": "activity_id", "ActivityType": "activity_type", "TraceID": "trace_id", "SpanID": "span_id"}

// Named gives ids in lines of the Temporal SDK the names that they have in our lines; it is a
// [slog.HandlerOptions.ReplaceAttr].
func Named(_ []string, a slog.Attr) slog.Attr {
	if ours, ok := sdkNames[a.Key]; ok {
		a.Key = ours
	}
	return a
}
