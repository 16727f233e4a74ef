package cli

import (
	"fmt"

	"litmus/models"
)

type membersCommand struct {
	List membersList `cmd:"" help:"List the members of an organization: email, name, role, where they are kept."`
}

type membersList struct {
	Org string `help:"Slug of the organization." required:""`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// listedMember is a member as `litmus members list --json` prints them.
type listedMember struct {
	Email  string  `json:"email"`
	Name   string  `json:"name"` // "" if none is known
	Role   string  `json:"role"`
	Origin *string `json:"origin"` // file or dashboard; null: a member by being an interviewer
}

// Run lists the members by email, interviewers included (D1).
func (cmd *membersList) Run(a *app) error {
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	members, err := s.Team.Members(a.ctx, org.ID)
	if err != nil {
		return err
	}
	if cmd.JSON {
		out := make([]listedMember, len(members))
		for i, m := range members {
			out[i] = listedMember{Email: m.Email, Name: m.Name, Role: string(m.Role), Origin: originText(m)}
		}
		return printJSON(a.stdout, out)
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "EMAIL\tNAME\tROLE\tORIGIN")
	for _, m := range members {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", m.Email, textOr(&m.Name, "-"), m.Role, textOr(originText(m), "-"))
	}
	return w.Flush()
}

// originText is where the member is kept, nil if they are a member by being an interviewer.
func originText(m models.Member) *string {
	if m.Origin == "" {
		return nil
	}
	return &m.Origin
}
