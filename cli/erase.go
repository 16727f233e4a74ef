package cli

import (
	"encoding/json"
	"fmt"
	"os"

	"litmus/models"
	"litmus/models/erasure"
	"litmus/scheduling"
	"litmus/store/erasures"
)

type eraseCommand struct {
	Org    string `help:"Slug of the organization." required:""`
	Email  string `help:"Address of the candidate." required:""`
	DryRun bool   `name:"dry-run" help:"Print what would go, and change nothing."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// erasePrinted is what `litmus erase --json` prints.
type erasePrinted struct {
	ID         string           `json:"id,omitempty"` // of the erasure; "" with --dry-run
	Records    []string         `json:"candidate_ids"`
	Canceled   []string         `json:"canceled_interview_ids"`
	Interviews int              `json:"interviews"`
	Outside    int              `json:"taken_away_outside"`
	Rows       map[string]int64 `json:"rows"`
	FileKeys   []string         `json:"organization_file_keys"`
	OutOfReach []string         `json:"out_of_reach"`
}

// Run prints what goes and what is out of reach, and asks for it. Workers carry it out.
func (cmd *eraseCommand) Run(a *app) error {
	email, err := models.ParseEmail("--email", cmd.Email)
	if err != nil {
		return err
	}
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	by := scheduling.By{By: byOperator, Org: org}
	p, err := s.acts().Preview.Erase(a.ctx, by, email)
	if err != nil {
		return err
	}
	out := erasePrinted{Canceled: p.Ahead, Interviews: p.Interviews, Outside: p.Copies, Rows: map[string]int64{},
		FileKeys: p.Entries, OutOfReach: erasure.OutOfReach(s.OnPostgres())}
	for _, c := range p.Records {
		out.Records = append(out.Records, c.ID)
	}
	for _, r := range p.Rows {
		out.Rows[r.Table] = r.N
	}
	if !cmd.DryRun {
		e, err := s.acts().Erasures.Erase(a.ctx, by, email)
		if err != nil {
			return err
		}
		out.ID = e.ID
	}
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "WHAT\tROWS")
	for _, r := range p.Rows {
		fmt.Fprintf(w, "%s\t%d\n", r.Table, r.N)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s canceled, %s taken away outside\n", models.Count(len(p.Ahead), "interview"),
		models.Count(p.Copies, "object"))
	if p.Member {
		fmt.Fprintln(a.stdout, "the address is a member's or an interviewer's as well; those records stay")
	}
	fmt.Fprintln(a.stdout, "out of reach:")
	for _, line := range out.OutOfReach {
		fmt.Fprintln(a.stdout, "-", line)
	}
	if out.ID == "" {
		fmt.Fprintln(a.stderr, "nothing was changed, since --dry-run was given")
		return nil
	}
	fmt.Fprintf(a.stderr, "%s is asked for; workers carry it out: `litmus erasures list --org %s`\n", out.ID, cmd.Org)
	return nil
}

type erasuresCommand struct {
	List   erasuresList   `cmd:"" help:"List erasures: when, whether done, what could not be taken away outside."`
	Export erasuresExport `cmd:"" help:"Print all erasures with the keys of their hashes, to be kept beside backups."`
	Apply  erasuresApply  `cmd:"" help:"Erase again, after a backup was restored, who is in such a file."`
}

type erasuresList struct {
	Org string `help:"Slug of the organization." required:""`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// listedErasure is an erasure as `litmus erasures list --json` prints it. It says nothing of whom it was about.
type listedErasure struct {
	ID        string              `json:"id"`
	AskedAt   string              `json:"asked_at"`
	DoneAt    *string             `json:"done_at"`
	Remaining []erasure.Remaining `json:"remaining"` // outside
}

// Run lists the erasures of an organization, the newest first.
func (cmd *erasuresList) Run(a *app) error {
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	list, err := s.Erasures.List(a.ctx, org.ID)
	if err != nil {
		return err
	}
	out := make([]listedErasure, len(list))
	for n, e := range list {
		out[n] = listedErasure{ID: e.ID, AskedAt: models.FormatInstant(e.AskedAt), Remaining: e.Remaining}
		if e.DoneAt != nil {
			at := models.FormatInstant(*e.DoneAt)
			out[n].DoneAt = &at
		}
	}
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "ID\tASKED\tDONE\tREMAINING OUTSIDE")
	for _, e := range out {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\n", e.ID, e.AskedAt, textOr(e.DoneAt, "-"), len(e.Remaining))
	}
	return w.Flush()
}

type erasuresExport struct{ dataFlag }

// Run prints the register of erasures.
func (cmd *erasuresExport) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.Erasures.Register(a.ctx)
	if err != nil {
		return err
	}
	return printJSON(a.stdout, r)
}

type erasuresApply struct {
	File string `help:"What litmus erasures export printed." required:"" placeholder:"FILE"`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// Run asks to erase everybody whom the register names and the database still has, from before their erasure.
func (cmd *erasuresApply) Run(a *app) error {
	b, err := os.ReadFile(cmd.File)
	if err != nil {
		return usagef("--file cannot be read: %v", err)
	}
	var r erasures.Register
	if err := json.Unmarshal(b, &r); err != nil {
		return usagef("--file %s is not what `litmus erasures export` prints: %v", cmd.File, err)
	}
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	again, err := s.Erasures.ApplyRegister(a.ctx, r)
	if err != nil {
		return err
	}
	ids := []string{}
	for _, one := range again {
		e, err := s.acts().Erasures.Erase(a.ctx, operatorOf(models.Ref{OrgID: one.OrgID}), one.Email)
		if err != nil {
			return err
		}
		ids = append(ids, e.ID)
	}
	if cmd.JSON {
		return printJSON(a.stdout, map[string][]string{"erasures": ids})
	}
	_, err = fmt.Fprintf(a.stdout, "%s asked for again\n", models.Count(len(ids), "erasure"))
	return err
}

type personCommand struct {
	Export personExport `cmd:"" help:"Print what is stored of a candidate, as JSON."`
}

type personExport struct {
	Org   string `help:"Slug of the organization." required:""`
	Email string `help:"Address of the candidate." required:""`
	dataFlag
}

// Run prints what is stored of a candidate.
func (cmd *personExport) Run(a *app) error {
	email, err := models.ParseEmail("--email", cmd.Email)
	if err != nil {
		return err
	}
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	p, err := s.Erasures.Person(a.ctx, org.ID, email)
	if err != nil {
		return err
	}
	return printJSON(a.stdout, p)
}
