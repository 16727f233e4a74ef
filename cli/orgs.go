package cli

import (
	"fmt"

	"litmus/models"
)

type orgsCommand struct {
	List orgsList `cmd:"" help:"List the organizations: zone, approved or not, postings, interviews to come."`
}

type orgsList struct {
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// listedOrganization is an organization as `litmus orgs list --json` prints it.
type listedOrganization struct {
	ID        string `json:"id"`
	Slug      string `json:"slug"`
	Name      string `json:"name"`
	TimeZone  string `json:"time_zone"`
	Approved  bool   `json:"approved"`
	Postings  int    `json:"postings"`
	ToCome    int    `json:"interviews_to_come"` // scheduled, and their start has not come
	CreatedAt string `json:"created_at"`
}

// Run prints all organizations, the oldest first.
func (cmd *orgsList) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	found, err := s.Team.ListedOrganizations(a.ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		out := make([]listedOrganization, len(found))
		for n, o := range found {
			out[n] = listedOrganization{ID: o.ID, Slug: o.Slug, Name: o.Name, TimeZone: o.TimeZone,
				Approved: o.Approved, Postings: o.Postings, ToCome: o.ToCome,
				CreatedAt: models.FormatInstant(o.CreatedAt)}
		}
		return printJSON(a.stdout, out)
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "SLUG\tNAME\tTIME ZONE\tAPPROVED\tPOSTINGS\tTO COME\tID")
	for _, o := range found {
		fmt.Fprintf(w, "%s\t%s\t%s\t%t\t%d\t%d\t%s\n", o.Slug, o.Name, o.TimeZone, o.Approved, o.Postings, o.ToCome,
			o.ID)
	}
	return w.Flush()
}
