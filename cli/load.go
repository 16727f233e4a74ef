package cli

import (
	"fmt"
	"strings"

	"litmus/models"
	"litmus/models/figures"
	"litmus/wire"
)

type loadCommand struct {
	Org  string `help:"Slug of the organization." required:""`
	Pool string `help:"Key or id of a pool: only those who are in it."`
	CSV  bool   `name:"csv" help:"Print CSV, as the dashboard's page has it." xor:"form"`
	dataFlag
	JSON bool `name:"json" help:"Print JSON." xor:"form"`
}

// Run prints who interviews how much, the largest share first (P12).
func (cmd *loadCommand) Run(a *app) error {
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	pool := cmd.Pool
	if pool != "" {
		list, err := s.Pools.List(a.ctx, org.ID)
		if err != nil {
			return err
		}
		for _, p := range list {
			if p.Key == cmd.Pool {
				pool = p.ID
			}
		}
	}
	l, err := s.Pages.Load(a.ctx, org, pool)
	switch {
	case err != nil:
		return err
	case cmd.JSON:
		return printJSON(a.stdout, wire.LoadOf(l))
	case cmd.CSV:
		return wire.WriteCSV(a.stdout, wire.LoadHeader, wire.LoadRows(l))
	}
	w := columns(a.stdout)
	fmt.Fprintf(w, "PERSON\tLIMIT\tSHARE\tWEEKS FROM %s; THIS WEEK; TO %s\tNO-SHOWS\n", l.Mondays[0],
		l.Mondays[len(l.Mondays)-1])
	for _, p := range l.People {
		fmt.Fprintf(w, "%s\t%s\t%d %%\t%s; %d; %s\t%d\n", p.Email, limitText(p.Most), p.Percent,
			numbers(p.Weeks[:figures.LoadPast]), p.Weeks[figures.LoadPast], numbers(p.Weeks[figures.LoadPast+1:]),
			p.NoShows)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if l.More {
		fmt.Fprintf(a.stderr, "there are more people than these %d; choose a --pool\n", len(l.People))
	}
	for _, p := range l.Pools {
		even := ""
		if p.Fairness > 0 {
			even = fmt.Sprintf(", %.2f times the smallest", p.Fairness)
		}
		fmt.Fprintf(a.stdout, "%s: the largest share is %d %%%s; %d in training\n", models.Quote(p.Name), p.Largest,
			even, p.Training)
	}
	for _, t := range l.Trainees {
		far := fmt.Sprint(t.Done)
		if t.Needed > 0 {
			far = fmt.Sprintf("%d of %d", t.Done, t.Needed)
		}
		fmt.Fprintf(a.stdout, "%s in %s: %s, %s done\n", t.Email, models.Quote(t.Pool), t.State, far)
	}
	return nil
}

func limitText(week int) string {
	if week == 0 {
		return "-"
	}
	return fmt.Sprintf("%d a week", week)
}

func numbers(all []int) string { return strings.Trim(fmt.Sprint(all), "[]") }
