package cli

import (
	"fmt"

	"litmus/activities"
	"litmus/models"
)

type retentionCommand struct {
	DryRun bool `name:"dry-run" help:"Count what would go, and delete nothing."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// keptRow is a sort of rows as `litmus retention --json` prints it.
type keptRow struct {
	What string `json:"what"`
	Days int    `json:"days"`
	Old  int64  `json:"old"`
}

// Run deletes what is older than it is kept, as a workflow does every day, or counts it.
func (cmd *retentionCommand) Run(a *app) error {
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	deleted := map[string]int64{}
	if !cmd.DryRun {
		did := func(what string, rows int64) { deleted[what] += rows }
		if err := activities.KeepOnce(a.ctx, s.Store, models.Retentions(c.AuditDays), 0, did); err != nil {
			return err
		}
	}
	var out []keptRow
	for _, r := range models.Retentions(c.AuditDays) {
		n := deleted[r.What]
		if cmd.DryRun {
			if n, err = s.CountOld(a.ctx, r.What, r.Before(s.Now())); err != nil {
				return err
			}
		}
		out = append(out, keptRow{r.What, r.Days, n})
	}
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	w, heading := columns(a.stdout), "DELETED"
	if cmd.DryRun {
		heading = "WOULD GO"
	}
	fmt.Fprintf(w, "WHAT\tDAYS\t%s\n", heading)
	for _, r := range out {
		fmt.Fprintf(w, "%s\t%d\t%d\n", r.What, r.Days, r.Old)
	}
	return w.Flush()
}
