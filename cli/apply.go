package cli

import (
	"encoding/json"
	"fmt"
	"os"

	"litmus/models/setup"
	"litmus/orgfile"
	"litmus/store"
	"litmus/store/setups"
)

type migrateCommand struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Run applies the migrations.
func (cmd migrateCommand) Run(a *app) error {
	c, err := loadConfig(a.getenv)
	if err == nil {
		err = c.require("LITMUS_DATABASE_URL")
	}
	if err != nil {
		return err
	}
	s, err := store.Open(a.ctx, c.DatabaseURL, store.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	applied, err := s.Migrate(a.ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(a.stdout, map[string]int{"applied": len(applied)})
	}
	_, err = fmt.Fprintf(a.stdout, "applied %d migrations; the schema is up to date\n", len(applied))
	return err
}

type applyCommand struct {
	File  []string `help:"Organization file; may be repeated." required:""`
	Prune bool     `help:"Remove what the file no longer has and nothing refers to. Slots stay."`
	dataFlag
	JSON bool `name:"json" help:"Print the identifiers as JSON."`
}

// Run applies the files, each in one transaction; all are read before the first is applied.
func (cmd *applyCommand) Run(a *app) error {
	files, err := readOrganizations(cmd.File)
	if err != nil {
		return err
	}
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, setup := range files {
		if c.Secret == "" && hasCalendars(setup) {
			return usagef("LITMUS_SECRET is required: calendar credentials are stored sealed under it")
		}
		applied, err := s.Setups.Apply(a.ctx, setup, setups.Options{Prune: cmd.Prune})
		if err != nil {
			return err
		}
		if cmd.JSON {
			if err := json.NewEncoder(a.stdout).Encode(applied); err != nil {
				return err
			}
			continue
		}
		for _, line := range applied.Changes {
			fmt.Fprintln(a.stdout, line)
		}
	}
	return nil
}

// readOrganizations reads organization files.
func readOrganizations(names []string) (files []setup.Setup, err error) {
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		setup, err := orgfile.Parse(name, b)
		if err != nil {
			return nil, err
		}
		files = append(files, setup)
	}
	return files, nil
}

func hasCalendars(s setup.Setup) bool {
	for _, p := range s.Interviewers {
		if p.Calendar != nil {
			return true
		}
	}
	return false
}
