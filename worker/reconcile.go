package worker

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store"
	"litmus/store/wakes"
	"litmus/workflows"
)

// Reconciliation compares rows with their workflows on demand, and does what [Relay] and [Heal] do by themselves: it
// wakes. A workflow that is woken does what the ledger has not as done, and nothing else, so it may be woken for
// nothing.
type Reconciliation struct {
	Store     *store.Store
	Client    *workflows.Client
	Namespace string

	Org     string // the id of the organization whose rows are compared, "" for all
	Mend    bool   // wake; else only look
	Restart bool   // with Mend: terminate the workflows whose task fails, and have them begin anew
}

// Finding is a row and its workflow that differ.
type Finding struct {
	upkeep.OpenRow
	Difference upkeep.Difference
	Seen       workflows.Seen
	Overdue    time.Duration // see [upkeep.OpenRow.Overdue]
	Foreign    bool          // the workflow names another database: it is left alone
	Done       Mended
	Failed     error // why it could not be mended
}

// Mended says what was done about a finding.
type Mended string

// What can be done about a finding.
const (
	MendedNot     Mended = ""          // nothing was: it was not asked for, it failed, or it is for an operator
	MendedWoken   Mended = "woken"     // its workflow was started, or looks at the row again
	MendedRestart Mended = "restarted" // its workflow was terminated and started
	MendedEnded   Mended = "ended"     // its workflow was terminated: its row is not there
)

// Reconciled is what a reconciliation found.
type Reconciled struct {
	Rows      int // that were compared with their workflows
	Workflows int // that run beside those of the rows; they are looked at if all organizations are
	Findings  []Finding
}

// reconcileAtOnce is how many rows Temporal is asked about at a time.
const reconcileAtOnce = 8

var patience = upkeep.Patience{Signal: relayAfter, Sweep: sweepAfter}

// Run compares all rows that have something to do, those due soonest first, and then looks for workflows without a row
// or without anything to do that are stuck. What differs is looked at a second time before it is mended: a row and its
// workflow cannot be read at one instant.
func (r Reconciliation) Run(ctx context.Context) (out Reconciled, err error) {
	h := healer{store: r.Store, client: r.Client, namespace: r.Namespace, pace: rate.NewLimiter(healPace, healPace)}
	compared := map[string]bool{} // workflow ids
	var differ []models.PendingWake
	for last := (wakes.OpenRow{}); ; {
		page, err := r.Store.Wakes.OpenRows(ctx, r.Org, last, healBatch)
		if err != nil {
			return out, err
		}
		if len(page) == 0 {
			break
		}
		found := make([]*Finding, len(page))
		asking, ctx := errgroup.WithContext(ctx)
		asking.SetLimit(reconcileAtOnce)
		for n, row := range page {
			asking.Go(func() error {
				found[n] = r.compare(ctx, row)
				return ctx.Err()
			})
		}
		if err := asking.Wait(); err != nil {
			return out, err
		}
		unread := func(f *Finding) bool { return f != nil && f.Difference == upkeep.DifferenceUnread }
		if !slices.ContainsFunc(found, func(f *Finding) bool { return !unread(f) }) {
			return out, found[0].Failed // Temporal or the database is away
		}
		for n, row := range page {
			compared[workflows.WorkflowID(row.Entity, row.ID)] = true
			if found[n] != nil {
				differ = append(differ, row.PendingWake)
			}
		}
		last = page[len(page)-1]
	}
	out.Rows = len(compared)
	for _, one := range differ {
		row, err := r.Store.Wakes.OpenRow(ctx, one)
		if err != nil {
			return out, err
		}
		if row == nil { // it is done by now
			continue
		}
		if f := r.compare(ctx, *row); f != nil {
			r.mend(ctx, h, f)
			out.Findings = append(out.Findings, *f)
		}
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
	}
	if r.Org == "" {
		err = r.beside(ctx, h, compared, &out)
	}
	return out, err
}

// compare returns what is wrong between a row and its workflow, nil if nothing is. What cannot be read of one row does
// not hold up the others.
func (r Reconciliation) compare(ctx context.Context, row wakes.OpenRow) *Finding {
	f := Finding{OpenRow: r.Store.Wakes.ByMachine(row, nil)}
	unread := func(err error) *Finding {
		f.Difference, f.Failed = upkeep.DifferenceUnread, err
		return &f
	}
	var owes []string
	effects, _, err := owedBy(ctx, r.Store, row.PendingWake)
	switch {
	case models.KindOf(err) == models.NotFound:
		return nil // the row is gone
	case err != nil:
		return unread(err)
	}
	for _, e := range effects {
		kind, _, _ := strings.Cut(e, " ") // what follows may name a person
		owes = append(owes, kind)
	}
	f.Owes = owes
	if f.Seen, err = r.Client.See(ctx, r.Namespace, f.OpenRow); err != nil {
		return unread(err)
	}
	now := r.Store.Now()
	f.Difference, f.Overdue = f.OpenRow.Difference(f.Seen.State, patience, now), f.OpenRow.Overdue(now)
	if f.Difference == "" {
		return nil
	}
	r.own(&f)
	return &f
}

// own notes whether the workflow is another database's.
func (r Reconciliation) own(f *Finding) {
	if owner := f.Seen.Owner; owner != "" && owner != r.Client.Database() {
		f.Foreign, f.Seen.Why = true, "it names the database "+owner
	}
}

// mend does what can be done about a finding.
func (r Reconciliation) mend(ctx context.Context, h healer, f *Finding) {
	switch {
	case !r.Mend || f.Foreign || f.Difference == upkeep.DifferenceUnread ||
		f.Difference == upkeep.DifferenceStuck && !r.Restart:
		return
	case f.Difference == upkeep.DifferenceNoRow:
		f.Failed, f.Done = r.Client.Signal(ctx, f.PendingWake), MendedWoken
	case f.Difference == upkeep.DifferenceStuck:
		f.Failed = r.Client.Terminate(ctx, f.PendingWake, "litmus reconcile: its task failed")
		if f.Done = MendedEnded; f.Failed == nil && f.OrgID != "" {
			f.Failed, f.Done = h.wake(ctx, f.PendingWake), MendedRestart
		}
	default:
		f.Failed, f.Done = h.wake(ctx, f.PendingWake), MendedWoken
	}
	if f.Failed != nil {
		f.Done = MendedNot
	}
}

// beside looks at the workflows that run and are those of no row that was compared.
func (r Reconciliation) beside(ctx context.Context, h healer, compared map[string]bool, out *Reconciled) error {
	return r.Client.EachRunning(ctx, r.Namespace, func(page []workflows.Running) error {
		running := map[models.Entity][]workflows.Running{}
		for _, one := range page {
			if id := workflows.WorkflowID(one.Entity, one.ID); !compared[id] {
				compared[id] = true
				out.Workflows++
				running[one.Entity] = append(running[one.Entity], one)
			}
		}
		for _, entity := range slices.Sorted(maps.Keys(running)) {
			var ids []string
			for _, one := range running[entity] {
				ids = append(ids, one.ID)
			}
			stored, err := r.Store.Wakes.Stored(ctx, entity, ids)
			if err != nil {
				return err
			}
			for _, one := range running[entity] {
				f, err := r.lonely(ctx, one, stored[one.ID])
				if err != nil {
					return err
				}
				if f != nil {
					r.mend(ctx, h, f)
					out.Findings = append(out.Findings, *f)
				}
			}
		}
		return nil
	})
}

// lonely returns what is wrong with a workflow whose row has nothing to do, or is nil, nil if nothing is.
func (r Reconciliation) lonely(ctx context.Context, one workflows.Running, row *models.PendingWake) (*Finding, error) {
	f := Finding{OpenRow: upkeep.OpenRow{PendingWake: models.PendingWake{Entity: one.Entity, ID: one.ID}}}
	if row != nil {
		f.PendingWake = *row
	}
	var err error
	if f.Seen, err = r.Client.See(ctx, r.Namespace, f.OpenRow); err != nil {
		return nil, err
	}
	switch state := f.Seen.State; {
	case state == upkeep.WorkflowEnded || state == upkeep.WorkflowMissing: // meanwhile
		return nil, nil
	case state == upkeep.WorkflowFails:
		f.Difference = upkeep.DifferenceStuck
	case row == nil:
		f.Difference = upkeep.DifferenceNoRow
	default:
		return nil, nil
	}
	r.own(&f)
	return &f, nil
}
