package workflows

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"

	"litmus/store"
)

const (
	dispatchers  = 2
	dispatchRoom = 4096
	callTimeout  = 5 * time.Second
	healthEvery  = time.Second
)

// Client is the door to Temporal. Callers wake interviews and invitations; workflow ids, signal names and policies stay in here.
type Client struct {
	temporal client.Client
	store    *store.Store
	log      *slog.Logger
	queue    chan waiting
	inHand   atomic.Int64 // wake-ups taken from the queue and not sent yet
	eldest   atomic.Int64 // when the one taken last was asked for, in Unix nanoseconds
	turns    turns
	down     atomic.Bool
	stop     context.CancelFunc
	running  sync.WaitGroup
}

// NewClient starts the dispatchers of a client over a connection that may not be up yet.
func NewClient(c client.Client, s *store.Store, log *slog.Logger) *Client {
	ctx, stop := context.WithCancel(context.Background())
	w := &Client{temporal: c, store: s, log: log, queue: make(chan waiting, dispatchRoom), stop: stop}
	for range dispatchers {
		w.running.Go(func() { w.dispatch(ctx) })
	}
	w.running.Go(func() { w.watch(ctx) })
	return w
}

// Close ends the dispatchers. What they had not signalled yet, the relay of a worker will.
func (w *Client) Close() {
	w.stop()
	w.running.Wait()
}

// Wake has the interview's workflow woken for the revision, without waiting and without fail: what does not get through
// here is found by the relay, since the row says so.
func (w *Client) Wake(ref store.Ref, revision int64) {
	w.wakeLater(store.Sleeper{Entity: store.EntityInterview, OrgID: ref.OrgID, ID: ref.ID, Revision: revision})
}

// WakeInvitation has the workflow of the candidate's invitation woken for the revision, as [Client.Wake] does an
// interview's.
func (w *Client) WakeInvitation(ref store.Ref, revision int64) {
	w.wakeLater(store.Sleeper{Entity: store.EntityInvitation, OrgID: ref.OrgID, ID: ref.ID, Revision: revision})
}

func (w *Client) wakeLater(s store.Sleeper) {
	select {
	case w.queue <- waiting{s, time.Now()}:
	default: // thousands are waiting already; the relay takes it from the row
	}
}

// waiting is a wake-up that has not been sent yet.
type waiting struct {
	store.Sleeper
	since time.Time
}

// YieldToRequests has wake-ups take turns with the requests that this process answers: for a process that shares its
// processors with Temporal and the workers. Call it before the first request.
func (w *Client) YieldToRequests() { w.turns.taken = true }

// Answering says that a request is being answered until done is called.
func (w *Client) Answering() (done func()) { return w.turns.answering() }

// Turn returns when a wake-up may go beside the requests of this process, or when ctx ends.
func (w *Client) Turn(ctx context.Context) { w.turns.await(ctx) }

// WakeNow wakes the workflow and returns when Temporal has the wake-up.
func (w *Client) WakeNow(ctx context.Context, s store.Sleeper) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	k, ok := kinds[s.Entity]
	if !ok {
		return fmt.Errorf("wake: no entity %q", s.Entity)
	}
	_, err := w.temporal.SignalWithStartWorkflow(ctx, WorkflowID(s.Entity, s.ID), wakeSignal, wake{s.Revision}, startOptions(s.Entity, s.ID), k.workflow, store.Ref{OrgID: s.OrgID, ID: s.ID})
	if err != nil {
		w.down.Store(w.Check(ctx) != nil) // one entity that is refused is not Temporal away
		return fmt.Errorf("wake: %w", err)
	}
	w.down.Store(false)
	w.store.MarkWoken(s)
	return nil
}

// startOptions start the workflow of an entity unless it is running; a finished or lost one is made anew from the row.
func startOptions(e store.Entity, id string) client.StartWorkflowOptions {
	k := kinds[e]
	return client.StartWorkflowOptions{
		ID:                    WorkflowID(e, id),
		TaskQueue:             QueueInterviews,
		WorkflowIDReusePolicy: enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		StaticSummary:         k.title + " " + id,
		StaticDetails:         k.carries + " The row in the database decides; see `litmus " + strings.ReplaceAll(k.command, "ID", id) + "`.",
	}
}

// kinds are the entities as Temporal knows them.
var kinds = map[store.Entity]struct {
	workflow       any
	title, carries string
	command        string // that shows the one with ID
}{
	store.EntityInterview:  {Interview, "Interview", "Carries the interview's letters and timeline.", "interviews show ID"},
	store.EntityInvitation: {Invitation, "Invitation", "Carries the invitation's letter and its expiry.", "invitations show ID"},
	store.EntityCalendar:   {CalendarSync, "Calendar", "Reads the busy times of a connected calendar, again and again.", "calendars list"},
}

// wake is the payload of a wake-up: which revision it was sent for, for the reader of a history.
type wake struct {
	Revision int64 `json:"revision"`
}

// Reachable reports whether Temporal answered when it was last asked, at most about a second ago.
func (w *Client) Reachable() bool { return !w.down.Load() }

// Waiting is how long the eldest wake-up of this process has been waiting for its turn; 0 when none is.
func (w *Client) Waiting() time.Duration {
	if len(w.queue) == 0 && w.inHand.Load() == 0 {
		return 0
	}
	return time.Since(time.Unix(0, w.eldest.Load()))
}

// Check asks Temporal whether it is there.
func (w *Client) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := w.temporal.CheckHealth(ctx, &client.CheckHealthRequest{})
	return err
}

func (w *Client) dispatch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-w.queue:
			w.inHand.Add(1)
			w.eldest.Store(s.since.UnixNano())
			w.send(ctx, s)
			w.inHand.Add(-1)
		}
	}
}

func (w *Client) send(ctx context.Context, s waiting) {
	w.Turn(ctx)
	if w.down.Load() {
		return // do not queue behind time-outs; the relay goes on as soon as Temporal answers
	}
	if err := w.WakeNow(ctx, s.Sleeper); err != nil && ctx.Err() == nil {
		w.log.Warn("wake-up left to the relay", string(s.Entity), s.ID, "error", err)
	}
}

// watch keeps Reachable true to the facts while nobody wakes anything.
func (w *Client) watch(ctx context.Context) {
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	for {
		if err := w.Check(ctx); ctx.Err() == nil && w.down.Swap(err != nil) != (err != nil) {
			w.log.Warn("temporal", "reachable", err == nil)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Register makes sure that the namespace has the search attributes of SearchAttributes. Not every account may add them:
// the error says which are missing, and a worker goes on without.
func Register(ctx context.Context, c client.Client, namespace string) error {
	o := c.OperatorService()
	have, err := o.ListSearchAttributes(ctx, &operatorservice.ListSearchAttributesRequest{Namespace: namespace})
	if err != nil {
		return fmt.Errorf("list search attributes: %w", err)
	}
	missing := map[string]enums.IndexedValueType{}
	for name, kind := range SearchAttributes {
		if _, ok := have.CustomAttributes[name]; !ok {
			missing[name] = kind
		}
	}
	if len(missing) == 0 {
		return nil
	}
	_, err = o.AddSearchAttributes(ctx, &operatorservice.AddSearchAttributesRequest{Namespace: namespace, SearchAttributes: missing})
	if _, exists := err.(*serviceerror.AlreadyExists); err != nil && !exists {
		return fmt.Errorf("add search attributes: %w", err)
	}
	return nil
}
