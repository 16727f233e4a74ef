package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/history/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"golang.org/x/time/rate"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"litmus/models"
	"litmus/testdb"
)

// memory holds what a Temporal server has stored: the last events of each workflow, by its id, the last one first. It
// gives one at a time.
type memory struct {
	workflowservice.WorkflowServiceClient
	engine *engine
	last   map[string][]*history.HistoryEvent
	tries  map[string]int32 // attempts at the task of a workflow
}

func (m *memory) GetWorkflowExecutionHistoryReverse(_ context.Context,
	r *workflowservice.GetWorkflowExecutionHistoryReverseRequest,
	_ ...grpc.CallOption) (*workflowservice.GetWorkflowExecutionHistoryReverseResponse, error) {
	m.engine.mu.Lock()
	defer m.engine.mu.Unlock()
	if m.engine.away || r.Namespace != "interviews" || r.MaximumPageSize < 1 {
		return nil, errors.New("connection refused")
	}
	events, n := m.last[r.Execution.WorkflowId], len(r.NextPageToken)
	if len(events) == 0 {
		return nil, serviceerror.NewNotFound("workflow not found")
	}
	page := &workflowservice.GetWorkflowExecutionHistoryReverseResponse{
		History: &history.History{Events: events[n : n+1]}}
	if n+1 < len(events) {
		page.NextPageToken = make([]byte, n+1)
	}
	return page, nil
}

func (e *engine) WorkflowService() workflowservice.WorkflowServiceClient { return e.memory }

// remembers adds an event to a workflow that came that long after noon.
func (o *office) remembers(workflow string, after time.Duration, kind enums.EventType) {
	o.engine.mu.Lock()
	defer o.engine.mu.Unlock()
	e := &history.HistoryEvent{EventType: kind, EventTime: timestamppb.New(noon.Add(after))}
	o.engine.memory.last[workflow] = append([]*history.HistoryEvent{e}, o.engine.memory.last[workflow]...)
}

// heals runs one round of healing, and wants it to wake these workflows in this order.
func (o *office) heals(what string, want ...string) {
	o.t.Helper()
	o.flush()
	o.engine.mu.Lock()
	o.engine.woken = nil
	o.engine.mu.Unlock()
	h := healer{store: o.store, client: o.client, namespace: "interviews", log: slog.New(slog.DiscardHandler),
		pace: rate.NewLimiter(rate.Inf, 0)}
	n, err := h.heal(o.t.Context())
	o.must(err)
	o.engine.mu.Lock()
	defer o.engine.mu.Unlock()
	if !slices.Equal(o.engine.woken, want) || n != len(want) {
		o.t.Errorf("%s: it woke %v (%d), want %v", what, o.engine.woken, n, want)
	}
}

func TestHeal(t *testing.T) {
	t.Parallel()
	const signaled, completed = enums.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
		enums.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED
	// due books an interview that was woken and has converged, with a moment to come that long after noon.
	due := func(o *office, candidate string, d time.Duration) models.Interview {
		i := o.book(candidate)
		o.store.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: i.OrgID, ID: i.ID,
			Revision: i.Revision})
		at := noon.Add(d)
		o.store.Wakes.MarkConverged(i, &at)
		return i
	}

	inOffice(t, "wakes nothing while Temporal knows what was changed last", func(t *testing.T, o *office) {
		a, b := due(o, "a@candidate.example", time.Hour), due(o, "b@candidate.example", 2*time.Hour)
		o.remembers("interview/"+a.ID, 0, signaled)
		o.remembers("interview/"+b.ID, time.Second, signaled)
		o.book("c@candidate.example") // not woken yet, so the relay wakes it
		o.heals("all is known")
	})
	inOffice(t, "wakes all that an empty store does not know, the soonest due first", func(t *testing.T, o *office) {
		b, a := due(o, "b@candidate.example", 2*time.Hour), due(o, "a@candidate.example", time.Hour)
		c := o.invite("c@candidate.example")
		o.store.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInvitation, OrgID: c.OrgID, ID: c.ID,
			Revision: c.Revision})
		o.heals("an empty store", "invitation/"+c.ID, "interview/"+a.ID, "interview/"+b.ID)
	})
	inOffice(t, "wakes what an older store knows from before the last change, or as closed, and nothing else",
		func(t *testing.T, o *office) {
			a, b := due(o, "a@candidate.example", time.Hour), due(o, "b@candidate.example", 2*time.Hour)
			c, d := due(o, "c@candidate.example", 3*time.Hour), due(o, "d@candidate.example", 4*time.Hour)
			o.remembers("interview/"+a.ID, 0, signaled)
			o.remembers("interview/"+b.ID, -time.Millisecond, signaled)
			o.remembers("interview/"+c.ID, time.Minute, signaled)
			o.remembers("interview/"+d.ID, time.Minute, completed)
			o.heals("an older store", "interview/"+b.ID, "interview/"+d.ID)
		})
	inOffice(t, "wakes what goes on after the last change and has not loaded the row since",
		func(t *testing.T, o *office) {
			a, b := due(o, "a@candidate.example", time.Hour), due(o, "b@candidate.example", 2*time.Hour)
			for _, i := range []models.Interview{a, b} {
				o.remembers("interview/"+i.ID, -time.Second, signaled)
				o.remembers("interview/"+i.ID, time.Second, enums.EVENT_TYPE_ACTIVITY_TASK_COMPLETED)
			}
			o.remembers("interview/"+b.ID, time.Second, enums.EVENT_TYPE_MARKER_RECORDED)
			for _, i := range []models.Interview{a, b} {
				o.remembers("interview/"+i.ID, 2*time.Second, enums.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT)
			}
			o.heals("an older store whose workflows went on", "interview/"+a.ID)
		})
	t.Run("looks when it starts and when Temporal was away", func(t *testing.T) {
		t.Parallel()
		testdb.Long(t)
		o := open(t)
		a := due(o, "a@candidate.example", time.Hour)
		o.flush()
		stop := runs(t, func(ctx context.Context) {
			Heal(ctx, o.store, o.client, "interviews", slog.New(slog.DiscardHandler))
		})
		testdb.Until(t, time.Minute, "it to be woken", func() (bool, string) { return o.count() == 1, "" })
		o.remembers("interview/"+a.ID, time.Second, signaled)
		o.engine.leave(true)
		testdb.Until(t, time.Minute, "Temporal to be seen away", func() (bool, string) {
			o.engine.mu.Lock()
			defer o.engine.mu.Unlock()
			// Heal looks once a second, and a busy machine can delay a look past a shorter time away.
			return o.engine.refused > 3 && !o.client.Reachable(), fmt.Sprint(o.engine.refused, " checks were refused")
		})
		o.engine.mu.Lock()
		clear(o.engine.memory.last)
		o.engine.mu.Unlock()
		o.engine.leave(false)
		testdb.Until(t, time.Minute, "it to be woken again", func() (bool, string) { return o.count() == 2, "" })
		stop()
	})
}
