package workflows

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"litmus/fair"
	"litmus/models"
	"litmus/store"
	"litmus/tracing"
)

const (
	dispatchRoom = 4096 // wake-ups that wait in the process
	healthEvery  = time.Second
	callTimeout  = 5 * time.Second // of one call to Temporal

	// WakeTime is how long the process that changed a row tries to get its wake-up to Temporal. Only after that a
	// relay claims the row, so that a row is woken by one process at a time.
	WakeTime = 2 * time.Second

	// RelayTime is how long the relay tries, from when it claimed the row.
	RelayTime = 10 * time.Second
)

// Client is the typed door to Temporal: callers name rows, and workflow ids, signals, updates and policies are its own.
// It sends wake-ups from a queue of bounded length, organizations in turn.
type Client struct {
	temporal client.Client
	store    *store.Store
	log      *slog.Logger
	queue    *fair.Queue[pending]
	down     atomic.Bool
	patient  bool // see [Client.WithoutEagerStart]

	guard    atomic.Pointer[guard]  // nil: the namespace is taken as it is
	held     atomic.Bool            // nothing is sent: the namespace is not known to be the database's
	database atomic.Pointer[string] // its identity, from when the namespace was claimed

	bareUntil atomic.Int64 // in Unix nanoseconds: until then workflows start without search attributes

	stop    context.CancelFunc
	running sync.WaitGroup
}

// WithoutEagerStart has workflows begin on a worker that the server chooses: an eager start gives the first task to
// this process's own, though its version may not be the one that gets the work. It is called before anything is
// sent.
func (w *Client) WithoutEagerStart() { w.patient = true }

// NewClient returns a client over a connection that need not be up yet, and starts its dispatchers.
func NewClient(c client.Client, s *store.Store, log *slog.Logger) *Client {
	ctx, stop := context.WithCancel(context.Background())
	w := &Client{temporal: c, store: s, log: log, queue: fair.NewQueue[pending](dispatchRoom), stop: stop}
	for range Dispatchers() {
		w.running.Go(func() { w.dispatch(ctx) })
	}
	w.running.Go(func() { w.watch(ctx) })
	return w
}

// Dispatchers is how many wake-ups a process sends at a time. Temporal accepts one in 1 to 4 ms, so these are hundreds
// a second.
func Dispatchers() int { return 2 * runtime.GOMAXPROCS(0) }

// Close stops the dispatchers. The relay of a worker sends the wake-ups that they had not sent.
func (w *Client) Close() {
	w.stop()
	w.running.Wait()
}

// Wake sends a wake-up for the interview's revision, without waiting for Temporal. It cannot be lost: the row says that
// it was not accepted yet, and the relay sends it again. ctx is of the request that changed the interview, whose trace
// goes on; it may have ended when the wake-up is sent.
func (w *Client) Wake(ctx context.Context, i models.Interview) {
	w.wakeLater(ctx, pendingWake(i), ofInterview(i, w.store.Policy(), w.store.NowOf(i.OrgID)))
}

// pendingWake is the wake-up for the interview's revision.
func pendingWake(i models.Interview) models.PendingWake {
	return models.PendingWake{Entity: models.EntityInterview, OrgID: i.OrgID, ID: i.ID, Revision: i.Revision}
}

// WakeInvitation sends a wake-up for the revision of the candidate's invitation, as [Client.Wake] does for an
// interview.
func (w *Client) WakeInvitation(ctx context.Context, c models.Candidate) {
	pending := models.PendingWake{Entity: models.EntityInvitation, OrgID: c.OrgID, ID: c.ID, Revision: c.Revision}
	w.wakeLater(ctx, pending, ofInvitation(c, w.store.NowOf(c.OrgID)))
}

// wakeLater hands the wake-up to the dispatchers. When thousands wait already it is dropped: the relay sends it.
func (w *Client) wakeLater(ctx context.Context, s models.PendingWake, given *temporal.SearchAttributes) {
	tracing.About(ctx, string(s.Entity), s.ID)
	p := pending{wake: s, given: given, until: time.Now().Add(WakeTime), of: tracing.Of(ctx)}
	w.queue.Push(fairnessKey(s.Entity, s.OrgID), false, p)
}

// WakeAll sends the wake-ups in the fair order of this process, and returns those that Temporal did not accept by the
// time that all were tried, or ctx ended.
func (w *Client) WakeAll(ctx context.Context, all []models.PendingWake) (failed []models.PendingWake) {
	var mu sync.Mutex
	var sent sync.WaitGroup
	miss := func(s models.PendingWake) {
		mu.Lock()
		failed = append(failed, s)
		mu.Unlock()
	}
	for _, s := range all {
		sent.Add(1)
		p := pending{wake: s, until: time.Now().Add(RelayTime), of: tracing.Kept(s.WakeTrace), ended: func(err error) {
			if err != nil {
				miss(s)
			}
			sent.Done()
		}}
		if !w.queue.Push(fairnessKey(s.Entity, s.OrgID), false, p) {
			p.ended(errNoRoom)
		}
	}
	done := make(chan struct{})
	go func() { sent.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(failed)
}

// pending is a wake-up that has not been sent yet.
type pending struct {
	wake  models.PendingWake
	given *temporal.SearchAttributes // of a workflow that it starts; nil where they are not known
	until time.Time                  // after this it is not sent any more
	of    tracing.Origin             // the request that it follows from; a relay knows only its trace, or nothing
	ended func(error)                // called with how it ended; nil where nobody waits
}

// WakeNow sends a wake-up and returns when Temporal has accepted it, or ctx has ended.
func (w *Client) WakeNow(ctx context.Context, s models.PendingWake) error {
	return w.wakeNow(ctx, s, nil)
}

// firstRevision is that of a row whose workflow was never started. It is started without a signal, since a workflow
// loads its row first, and eagerly: where a worker of this process has a free slot, the answer brings the first
// workflow task, which saves its way through the queue.
const firstRevision = 1

func (w *Client) wakeNow(ctx context.Context, s models.PendingWake, given *temporal.SearchAttributes) error {
	k, ok := kinds[s.Entity]
	if !ok {
		return fmt.Errorf("wake: no entity %q", s.Entity)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	ref := models.Ref{OrgID: s.OrgID, ID: s.ID}
	err := w.startWith(s, given, func(o client.StartWorkflowOptions) error {
		if s.Revision == firstRevision {
			o.EnableEagerStart = !w.patient
			o.WorkflowExecutionErrorWhenAlreadyStarted = true
			_, err := w.temporal.ExecuteWorkflow(ctx, o, k.workflow, ref)
			if !temporal.IsWorkflowExecutionAlreadyStartedError(err) {
				return err
			}
		}
		_, err := w.temporal.SignalWithStartWorkflow(ctx, o.ID, wakeSignal, wake{s.Revision}, o, k.workflow, ref)
		return err
	})
	if err != nil {
		w.down.Store(w.Check(context.WithoutCancel(ctx)) != nil) // it may have refused this one workflow alone
		return fmt.Errorf("wake: %w", err)
	}
	w.down.Store(false)
	w.store.Wakes.MarkWoken(s)
	return nil
}

// startOptions start the workflow of an entity unless it is running. One that completed, or that Temporal lost, starts
// again and goes on from the row.
func startOptions(e models.Entity, ref models.Ref) client.StartWorkflowOptions {
	k := kinds[e]
	return client.StartWorkflowOptions{
		ID:                    WorkflowID(e, ref.ID),
		Priority:              ofEntity(e, ref.OrgID),
		TaskQueue:             QueueInterviews,
		WorkflowIDReusePolicy: enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		StaticSummary:         k.title + " " + ref.ID,
		StaticDetails: k.does + " The row in the database decides; see `litmus " +
			strings.ReplaceAll(k.command, "ID", ref.ID) + "`.",
	}
}

// kinds are the entities as Temporal knows them.
var kinds = map[models.Entity]struct {
	workflow    any
	title, does string
	command     string // that shows the one with ID
}{
	models.EntityInterview: {Interview, "Interview", "Sends the interview's letters and follows its timeline.",
		"interviews show ID"},
	models.EntityInvitation: {Invitation, "Invitation", "Sends the invitation's letter and waits for its expiry.",
		"invitations show ID"},
	models.EntityCalendar: {CalendarSync, "Calendar", "Reads the busy times of a connected calendar, again and again.",
		"calendars list"},
	models.EntitySignIn: {SignIn, "Sign-in", "Sends a member a letter: a link to sign in, or that they are one.",
		"members list"},
	models.EntityNews: {News, "News", "Tells a member what candidates did in the postings that they watch.",
		"members list"},
}

// wake is the payload of a wake-up: the revision that it was sent for. Only readers of a history use it.
type wake struct {
	Revision int64 `json:"revision"`
}

// Reachable reports whether Temporal answered the last check, which was about a second ago at most, and is the
// database's.
func (w *Client) Reachable() bool { return !w.down.Load() && !w.held.Load() }

// Check returns nil when Temporal answers within 2 s.
func (w *Client) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := w.temporal.CheckHealth(ctx, &client.CheckHealthRequest{})
	return err
}

func (w *Client) dispatch(ctx context.Context) {
	for {
		p, ok := w.queue.Pop(ctx)
		if !ok {
			return
		}
		ctx := p.of.Within(ctx)
		err := w.send(ctx, p)
		if p.ended != nil {
			p.ended(err)
		} else if err != nil && !errors.Is(err, ErrUnreachable) && ctx.Err() == nil {
			w.log.WarnContext(ctx, "wake-up left to the relay", string(p.wake.Entity), p.wake.ID, "error", err)
		}
	}
}

// send sends a wake-up in the time that it has left. While Temporal is away it fails at once, so that wake-ups do not
// queue behind time-outs; the relay sends them when Temporal answers again.
func (w *Client) send(ctx context.Context, p pending) error {
	if !w.Reachable() {
		return ErrUnreachable
	}
	ctx, cancel := context.WithDeadline(ctx, p.until)
	defer cancel()
	if ctx.Err() != nil {
		return errLate
	}
	return w.wakeNow(ctx, p.wake, p.given)
}

// Why a wake-up was not sent.
var (
	ErrUnreachable = errors.New("temporal does not answer")

	errLate   = errors.New("the wake-up waited too long for its turn")
	errNoRoom = errors.New("too many wake-ups wait already")
)

// watch checks Temporal every second, so that Reachable is right while no wake-ups are sent, and now and then whose it
// is.
func (w *Client) watch(ctx context.Context) {
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	var confirmed time.Time
	for {
		err := w.Check(ctx)
		changed := ctx.Err() == nil && w.down.Swap(err != nil) != (err != nil)
		if changed {
			w.log.Warn("temporal", "reachable", err == nil)
		}
		if w.guard.Load() != nil && err == nil && (changed || time.Since(confirmed) >= confirmEvery) {
			confirmed = time.Now()
			w.confirm(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Register adds the search attributes of [SearchAttributes] that the namespace lacks. Some accounts may not add them: a
// worker goes on without when it gets an error.
func Register(ctx context.Context, c client.Client, namespace string) error {
	missing, err := Unregistered(ctx, c, namespace)
	if err != nil || len(missing) == 0 {
		return err
	}
	_, err = c.OperatorService().AddSearchAttributes(ctx, &operatorservice.AddSearchAttributesRequest{
		Namespace: namespace, SearchAttributes: missing})
	if exists := (*serviceerror.AlreadyExists)(nil); err != nil && !errors.As(err, &exists) {
		return fmt.Errorf("add search attributes: %w", err)
	}
	return nil
}

// Unregistered are the search attributes of [SearchAttributes] that the namespace lacks.
func Unregistered(ctx context.Context, c client.Client, namespace string) (map[string]enums.IndexedValueType, error) {
	have, err := c.OperatorService().ListSearchAttributes(ctx,
		&operatorservice.ListSearchAttributesRequest{Namespace: namespace})
	if err != nil {
		return nil, fmt.Errorf("list search attributes: %w", err)
	}
	missing := map[string]enums.IndexedValueType{}
	for name, kind := range SearchAttributes {
		if _, ok := have.CustomAttributes[name]; !ok {
			missing[name] = kind
		}
	}
	return missing, nil
}
