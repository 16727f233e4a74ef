package workflows

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"litmus/models"
	"litmus/models/upkeep"
)

// A namespace is claimed by a workflow of a well-known id that never runs: Temporal allows one of them, so of two
// databases that claim at once one does, and its memo says whose the namespace is. Nobody polls its queue, and its
// first task would come after a lifetime.
const (
	claimID    = "litmus/database"
	claimQueue = "litmus-database"
	claimType  = "Database"
	claimDelay = 200 * 365 * 24 * time.Hour

	memoDatabase = "litmus_database" // of the claim, and of every workflow since there are claims
	memoClaims   = "litmus_claims"   // of the claim
)

// confirmEvery is how often a process that runs asks whose the namespace is.
const confirmEvery = 30 * time.Second

// claimTries bounds how often a claim is begun anew because other processes of the database claim as well.
const claimTries = 5

// Guard has the client send nothing before the namespace is known to belong to the database ([Client.Claim]), and stop
// when it no longer does. own says that database and Temporal live in one folder.
func (w *Client) Guard(namespace string, own bool) {
	w.guard.Store(&guard{namespace: namespace, own: own, lost: make(chan struct{})})
	w.held.Store(true)
}

// guard is what a guarded client knows.
type guard struct {
	namespace string
	own       bool
	lost      chan struct{} // closed when the namespace no longer belongs to the database
	tell      sync.Once     // closes it
}

// Lost is closed when a namespace that was claimed turns out to belong to another database, or to an adopted copy. It
// is nil, and never closed, for a client without [Client.Guard].
func (w *Client) Lost() <-chan struct{} {
	if g := w.guard.Load(); g != nil {
		return g.lost
	}
	return nil
}

// Claimed says whether the namespace is known to belong to the database; without [Client.Guard] it is.
func (w *Client) Claimed() bool { return !w.held.Load() }

// Claim finds out whose the namespace is and claims it for the database. From then on wake-ups are sent. A refusal is
// of kind [models.Conflict]; see [upkeep.Identity.Belongs]. Other errors mean that Temporal or the database did not
// answer.
func (w *Client) Claim(ctx context.Context) error {
	g := w.guard.Load()
	return w.claim(ctx, g.namespace, g.own)
}

func (w *Client) claim(ctx context.Context, namespace string, own bool) error {
	for try := 1; ; try++ {
		at, who, err := w.Surroundings(ctx, namespace, own)
		if err == nil {
			err = who.Belongs(at)
		}
		if err != nil {
			return err
		}
		known := int64(0)
		if at.Claim != nil {
			known = at.Claim.Count
		}
		claims, err := w.store.Claimed(ctx, who.ID, at.Namespace, at.Place, known)
		if err != nil {
			return err
		}
		err = w.writeClaim(ctx, upkeep.Claim{Database: who.ID, Count: claims}, at.Claim != nil)
		switch {
		case err == nil:
			w.database.Store(&who.ID)
			w.held.Store(false)
			return nil
		case !temporal.IsWorkflowExecutionAlreadyStartedError(err) || try == claimTries:
			return fmt.Errorf("claim the namespace %s: %w", namespace, err)
		}
	}
}

// Surroundings reads whose the namespace is and who the database is. Without an identity yet it gives it one.
func (w *Client) Surroundings(ctx context.Context, namespace string, own bool) (at upkeep.Surroundings,
	who upkeep.Identity, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if at, err = Look(ctx, w.temporal, namespace); err != nil {
		return at, who, err
	}
	// The row is read after the claim, which is written after the row: a claim that is ahead is another database's.
	if who, err = w.store.Identity(ctx); err != nil {
		return at, who, err
	}
	at.Place, at.Own = w.store.Place(ctx), own
	return at, who, nil
}

// Look reads which namespace of Temporal that is and whose.
func Look(ctx context.Context, c client.Client, namespace string) (at upkeep.Surroundings, err error) {
	d, err := c.WorkflowService().DescribeNamespace(ctx,
		&workflowservice.DescribeNamespaceRequest{Namespace: namespace})
	if err != nil {
		return at, fmt.Errorf("look at the namespace %s: %w", namespace, err)
	}
	at.Name, at.Namespace = namespace, d.GetNamespaceInfo().GetId()
	at.Claim, err = readClaim(ctx, c)
	return at, err
}

// readClaim reads whose the namespace is, nil if nobody's: the claim is not there, or an operator ended it.
func readClaim(ctx context.Context, c client.Client) (*upkeep.Claim, error) {
	d, err := c.DescribeWorkflowExecution(ctx, claimID, "")
	var missing *serviceerror.NotFound
	switch {
	case errors.As(err, &missing):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read whose the namespace is: %w", err)
	case d.GetWorkflowExecutionInfo().GetStatus() != enums.WORKFLOW_EXECUTION_STATUS_RUNNING:
		return nil, nil
	}
	var out upkeep.Claim
	fields := d.GetWorkflowExecutionInfo().GetMemo().GetFields()
	for name, to := range map[string]any{memoDatabase: &out.Database, memoClaims: &out.Count} {
		if err := converter.GetDefaultDataConverter().FromPayload(fields[name], to); err != nil {
			return nil, fmt.Errorf("read whose the namespace is: %w", err)
		}
	}
	return &out, nil
}

// writeClaim writes the claim, in the place of the one that there is or, without replace, as the first.
func (w *Client) writeClaim(ctx context.Context, c upkeep.Claim, replace bool) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	o := client.StartWorkflowOptions{
		ID: claimID, TaskQueue: claimQueue, StartDelay: claimDelay,
		WorkflowIDReusePolicy:                    enums.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		WorkflowIDConflictPolicy:                 enums.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
		WorkflowExecutionErrorWhenAlreadyStarted: true,
		Memo:                                     map[string]any{memoDatabase: c.Database, memoClaims: c.Count},
		StaticSummary:                            "This namespace belongs to the database " + c.Database,
		StaticDetails: "It does nothing: it says whose this namespace is, so that no other database works on it. " +
			"Leave it running. Terminate it only if that database is gone for good.",
	}
	if replace {
		o.WorkflowIDConflictPolicy = enums.WORKFLOW_ID_CONFLICT_POLICY_TERMINATE_EXISTING
	}
	_, err := w.temporal.ExecuteWorkflow(ctx, o, claimType)
	return err
}

// confirm asks again whose the namespace is: a process that could not ask when it began claims it, and one that did
// finds out if the namespace was taken. A Temporal that was lost or restored while this process ran has no claim any
// more, and is claimed again.
func (w *Client) confirm(ctx context.Context) {
	g := w.guard.Load()
	err := error(nil)
	if w.database.Load() == nil {
		err = w.Claim(ctx)
	} else if at, who, failed := w.Surroundings(ctx, g.namespace, true); failed != nil {
		err = failed
	} else if at.Claim == nil {
		if err = w.claim(ctx, g.namespace, true); err == nil {
			w.log.Warn("Temporal had lost whose it is; it was claimed again", "namespace", g.namespace)
		}
	} else if at.Own = g.own; *w.database.Load() != who.ID {
		err = models.Conflictf("the database is %s now, and was %s: this process works for it no more; start it again",
			who.ID, *w.database.Load())
	} else {
		who.Adopted, who.Namespace, who.Place = false, at.Namespace, at.Place
		err = who.Belongs(at)
	}
	if err == nil && w.held.Swap(false) { // such as an api that went on, once the database was adopted
		w.log.Warn("this Temporal is this database's again: wake-ups are sent to it", "namespace", g.namespace)
	}
	if err == nil || models.KindOf(err) != models.Conflict {
		return // what does not answer is told elsewhere
	}
	w.log.Error("this Temporal is not this database's: nothing is sent to it", "error", err)
	if !w.held.Swap(true) {
		g.tell.Do(func() { close(g.lost) })
	}
}

// Database is the identity of the database that the namespace was claimed for, "" before it was.
func (w *Client) Database() string {
	if id := w.database.Load(); id != nil {
		return *id
	}
	return ""
}

// memo says whose a workflow is; nil before the namespace was claimed.
func (w *Client) memo() map[string]any {
	id := w.database.Load()
	if id == nil {
		return nil
	}
	return map[string]any{memoDatabase: *id}
}
