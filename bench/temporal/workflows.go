package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	temporallog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/embedded"
)

const (
	workflowQueue = "bare"
	activityQueue = "empty"
	signalName    = "wake"
)

// bareWorkflow is baseline (b): the same server as `litmus up` embeds, in a process of its own, with workers in it that
// have fixed sizes.
type bareWorkflow struct {
	options
	temporal client.Client
	ended    chan string // ids of workflows that reached their end
	sent     int
}

// serveWorkflows serves POST /run?n=N until it is told to end. The answer is the workflows per second, from the first
// signal-with-start to the end of the last workflow.
func serveWorkflows(ctx context.Context, o options, log *slog.Logger) error {
	if o.Address == "" {
		server, err := embedded.StartTemporal(ctx, embedded.TemporalOptions{File: o.File, Logger: log})
		if err != nil {
			return err
		}
		defer server.Stop()
		o.Address = server.Addr()
	}
	c, err := client.Dial(client.Options{HostPort: o.Address, Logger: temporallog.NewStructuredLogger(log)})
	if err != nil {
		return err
	}
	defer c.Close()
	b := &bareWorkflow{options: o, temporal: c, ended: make(chan string, 1<<16)}
	worker.SetStickyWorkflowCacheSize(500)
	for _, queue := range []string{workflowQueue, activityQueue} {
		w := worker.New(c, queue, worker.Options{ // of fixed sizes; those of package worker depend on the processors
			MaxConcurrentWorkflowTaskPollers: 4, MaxConcurrentActivityTaskPollers: 4,
			MaxConcurrentActivityExecutionSize: 64, MaxConcurrentWorkflowTaskExecutionSize: 64,
			DisableWorkflowWorker: queue != workflowQueue,
		})
		if queue == workflowQueue {
			w.RegisterWorkflowWithOptions(b.workflow, workflow.RegisterOptions{Name: "Bare"})
		}
		w.RegisterActivityWithOptions(b.empty, activity.RegisterOptions{Name: "Empty"})
		if err := w.Start(); err != nil {
			return err
		}
		defer w.Stop()
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", l.Addr())
	go func() { <-ctx.Done(); l.Close() }()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /run", func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.FormValue("n"))
		rate := 0.0
		if err == nil {
			rate, err = b.run(r.Context(), n)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprint(w, rate)
	})
	if err := http.Serve(l, mux); ctx.Err() == nil {
		return err
	}
	return nil
}

// workflow takes its signal, has its empty activities done side by side on the other queue, and ends.
func (b *bareWorkflow) workflow(ctx workflow.Context) error {
	workflow.GetSignalChannel(ctx, signalName).Receive(ctx, nil)
	on := workflow.WithActivityOptions(ctx,
		workflow.ActivityOptions{TaskQueue: activityQueue, StartToCloseTimeout: 20 * time.Second})
	under := make([]workflow.Future, b.Activities)
	for n := range under {
		under[n] = workflow.ExecuteActivity(on, "Empty")
	}
	for _, f := range under {
		if err := f.Get(ctx, nil); err != nil {
			return err
		}
	}
	if !workflow.IsReplaying(ctx) {
		b.ended <- workflow.GetInfo(ctx).WorkflowExecution.ID
	}
	return nil
}

func (b *bareWorkflow) empty(context.Context) error { return nil }

// run starts n workflows from all clients and returns how many ended per second.
func (b *bareWorkflow) run(ctx context.Context, n int) (float64, error) {
	first := b.sent
	b.sent += n
	var next atomic.Int64
	var failure atomic.Pointer[error]
	var wg sync.WaitGroup
	start := time.Now()
	for range b.Clients {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if _, err := b.temporal.SignalWithStartWorkflow(ctx, fmt.Sprintf("bare/%d", first+i), signalName,
					struct{ Revision int64 }{1}, client.StartWorkflowOptions{
						TaskQueue: workflowQueue, WorkflowIDReusePolicy: enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
					}, "Bare"); err != nil {
					failure.Store(&err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := failure.Load(); err != nil {
		return 0, *err
	}
	last := ""
	for range n {
		select {
		case last = <-b.ended:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	// The last one is about to be closed by the server: wait until it is.
	if err := b.temporal.GetWorkflow(ctx, last, "").Get(ctx, nil); err != nil {
		return 0, err
	}
	return float64(n) / time.Since(start).Seconds(), nil
}
