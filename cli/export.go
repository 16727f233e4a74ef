package cli

import (
	"litmus/orgfile"
)

type exportCommand struct {
	Org string `help:"Slug of the organization." required:"" placeholder:"SLUG"`
	dataFlag
}

// Run prints the organization as a file that `litmus apply` accepts (D24).
func (cmd *exportCommand) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	setup, err := s.Setups.Export(a.ctx, cmd.Org)
	if err != nil {
		return err
	}
	b, err := orgfile.Write(setup)
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(b)
	return err
}
