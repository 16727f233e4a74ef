package cli

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	"litmus/models"
	"litmus/worker"
	"litmus/workflows"
)

type reconcileCommand struct {
	Org          string `help:"Slug of the organization; all of them without it."`
	DryRun       bool   `name:"dry-run" help:"Say what differs, and change nothing."`
	RestartStuck bool   `name:"restart-stuck" help:"Terminate workflows whose task fails, and have them begin anew."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// reconciled is what `litmus reconcile --json` prints.
type reconciled struct {
	Rows        int          `json:"rows"`      // that have something to do, or that Temporal has not heard of
	Workflows   int          `json:"workflows"` // that run beside theirs
	Differences []difference `json:"differences"`
}

// difference is a row and its workflow that differ.
type difference struct {
	Organization   string     `json:"organization"` // its slug, "" of a workflow without a row
	Workflow       string     `json:"workflow"`
	Difference     string     `json:"difference"` // unsignaled, lost, stuck, overdue, owed, no row, unread
	Database       *rowSays   `json:"database"`   // null: there is no row, or it has nothing to do
	Temporal       workflowIs `json:"temporal"`
	OverdueSeconds int64      `json:"overdue_seconds"`
	Done           string     `json:"done"`            // woken, restarted, ended, or "" for nothing
	Error          string     `json:"error,omitempty"` // why nothing could be done
}

type rowSays struct {
	Revision  int64    `json:"revision"`
	Signaled  bool     `json:"signaled"`
	Converged bool     `json:"converged"`
	ChangedAt string   `json:"changed_at"`
	DueAt     *string  `json:"due_at"` // null: nothing is to be done
	Owes      []string `json:"owes"`
}

type workflowIs struct {
	State string `json:"state"` // running, behind, failing, ended, missing
	Why   string `json:"why"`
}

// Help explains the differences.
func (reconcileCommand) Help() string {
	return `Workers mend this by themselves, within a second or a few minutes; this does it now, and says what it was.
It wakes workflows and sends nothing itself: what the ledger has as done is not done again. It needs the service's
variables, Temporal's among them. The exit status is 4 if anything differs.

  unsignaled  Temporal has not heard of the row's last change. Its workflow is woken.
  lost        Something is to be done, and no workflow that knows of it runs: Temporal lost it, or somebody ended it.
              It is started.
  overdue     Something has been owed for five minutes though the workflow runs. It is woken;
              ` + "`litmus interviews show`" + ` says what fails.
  owed        The ledger has not as done what the row says is done. The workflow is woken, and does it.
  stuck       The workflow's task fails again and again, such as after an upgrade that cannot go on with its history.
              Bring back the version that can, or give --restart-stuck: a workflow holds nothing that its row does not.
  no row      A workflow runs whose row is not there, such as after an older backup was restored. It is woken, and
              ends. One that names another database is left alone. Looked for only without --org.
  unread      The row or its workflow could not be read, so nothing is known of it. Run it again.`
}

// Run compares rows with their workflows, and wakes those that differ.
func (cmd *reconcileCommand) Run(a *app) error {
	if cmd.DryRun && cmd.RestartStuck {
		return usagef("--dry-run and --restart-stuck: give one of them")
	}
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	r := worker.Reconciliation{Store: s.Store, Mend: !cmd.DryRun, Restart: cmd.RestartStuck}
	if cmd.Org != "" {
		org, err := s.Team.Organization(a.ctx, cmd.Org)
		if err != nil {
			return err
		}
		if r.Org = org.ID; !org.Approved {
			fmt.Fprintf(a.stderr, "%s is suspended: what it owes waits on purpose\n", cmd.Org)
		}
	}
	quiet := slog.New(slog.DiscardHandler)
	temporal, namespace, err := dialTemporal(a, "", quiet)
	if err != nil {
		return err
	}
	defer temporal.Close()
	r.Client, r.Namespace = workflows.NewClient(temporal, s.Store, quiet), namespace
	defer r.Client.Close()
	if err := r.Client.Join(a.ctx, namespace); err != nil {
		return err
	}
	orgs, err := s.Team.Organizations(a.ctx)
	if err != nil {
		return err
	}
	slugs := map[string]string{}
	for _, o := range orgs {
		slugs[o.ID] = o.Slug
	}
	found, err := r.Run(a.ctx)
	out := reconciled{Rows: found.Rows, Workflows: found.Workflows, Differences: []difference{}}
	for _, f := range found.Findings {
		out.Differences = append(out.Differences, differenceOf(f, slugs))
	}
	if err := cmd.print(a, out, err == nil); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	return out.verdict()
}

// verdict is nil if nothing differs. Its exit status is [exitDiffers], or [exitFailed] if something could not be
// mended.
func (r reconciled) verdict() error {
	failed := 0
	for _, d := range r.Differences {
		if d.Error != "" {
			failed++
		}
	}
	switch differ := models.Count(len(r.Differences), "difference"); {
	case failed > 0:
		return fmt.Errorf("%d of %s could not be mended", failed, differ)
	case len(r.Differences) > 0:
		return statusError{fmt.Errorf("%s between the database and Temporal", differ), exitDiffers}
	}
	return nil
}

func differenceOf(f worker.Finding, slugs map[string]string) difference {
	d := difference{Organization: slugs[f.OrgID], Workflow: workflows.WorkflowID(f.Entity, f.ID),
		Difference: string(f.Difference), Temporal: workflowIs{string(f.Seen.State), f.Seen.Why},
		OverdueSeconds: int64(f.Overdue / time.Second), Done: string(f.Done)}
	if !f.ChangedAt.IsZero() {
		d.Database = &rowSays{Revision: f.Revision, Signaled: f.Signaled, Converged: f.Converged,
			ChangedAt: models.FormatInstant(f.ChangedAt), Owes: append([]string{}, f.Owes...)}
		if f.DueAt != nil {
			at := models.FormatInstant(*f.DueAt)
			d.Database.DueAt = &at
		}
	}
	if f.Failed != nil {
		d.Error = reason(f.Failed)
	}
	return d
}

// print prints what was found; whole says that all was looked at.
func (cmd *reconcileCommand) print(a *app, out reconciled, whole bool) error {
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	if len(out.Differences) > 0 {
		w := columns(a.stdout)
		fmt.Fprintln(w, "ORGANIZATION\tWORKFLOW\tDIFFERENCE\tTHE DATABASE SAYS\tTEMPORAL SAYS\tDONE")
		for _, d := range out.Differences {
			temporal := strings.TrimSuffix(d.Temporal.State+": "+d.Temporal.Why, ": ")
			done := d.Done
			if d.Error != "" {
				done = "failed: " + d.Error
			}
			organization := d.Organization
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", textOr(&organization, "-"), d.Workflow, d.Difference,
				d.Database.words(d.OverdueSeconds), temporal, textOr(&done, "-"))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if whole {
		fmt.Fprintf(a.stderr, "%s and %s beside theirs were looked at\n", models.Count(out.Rows, "open row"),
			models.Count(out.Workflows, "workflow"))
	}
	return nil
}

// words say what the database says of a row.
func (r *rowSays) words(overdue int64) string {
	if r == nil {
		return "nothing is to be done"
	}
	words := fmt.Sprintf("revision %d", r.Revision)
	switch {
	case r.DueAt == nil:
	case overdue > 0:
		words += fmt.Sprintf(", owed for %v", time.Duration(overdue)*time.Second)
	default:
		words += ", next at " + *r.DueAt
	}
	if len(r.Owes) > 0 {
		words += ": " + strings.Join(r.Owes, ", ")
	}
	return words
}
