package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"litmus/models"
	"litmus/models/upkeep"
	"litmus/store"
	"litmus/workflows"
)

type adoptCommand struct {
	dataFlag
	Moved bool   `help:"It is the database itself: it was moved or restored, or Temporal was lost. Nobody else runs it."`
	As    string `help:"With --moved: it is that database, as the refusal names it." placeholder:"DATABASE"`
	Copy  bool   `help:"It is a copy: it gets an identity of its own, and needs a namespace of its own."`
	JSON  bool   `name:"json" help:"Print JSON."`
}

// adopted is what `litmus adopt --json` prints.
type adopted struct {
	Database string `json:"database"`
	Was      string `json:"was"`
}

// Help explains the choice.
func (adoptCommand) Help() string {
	return `A process refuses to start where a database may be a copy of another one: two that run would write to the
same people twice, and on one namespace of Temporal would take each other's work. Only you know which it is.

  --moved  There is no other: the database was moved or restored from a backup, or its Temporal was moved, restored or
           lost. It keeps its identity. Of a copy whose Temporal was copied with it, say this too. A backup from before
           databases had identities is taken for another database, which its namespace refuses: --as says which it is.
  --copy   The other one still runs, as production does beside staging. This one becomes another database, whose
           workers start the workflows of all its rows in a namespace that is nobody's. They write to the same people,
           so have its letters caught first. It deletes none of the original's files: give it a LITMUS_FILES of its own.

The next process that starts claims the namespace that it is pointed to. Without a choice nothing is changed.`
}

// Run notes the operator's choice, which the next process that starts goes by.
func (cmd *adoptCommand) Run(a *app) error {
	if cmd.Moved && cmd.Copy {
		return usagef("--moved and --copy: give one of them")
	}
	if cmd.As != "" && !cmd.Moved {
		return usagef("--as needs --moved")
	}
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	was, err := s.Identity(a.ctx)
	if err != nil {
		return err
	}
	if !cmd.Moved && !cmd.Copy {
		fmt.Fprintln(a.stderr, cmd.standing(a, s.Store, was))
		return usagef("say --moved if no other copy of this database runs, or --copy if one does " +
			"(see litmus adopt --help)")
	}
	var now upkeep.Identity
	if cmd.As != "" {
		now, err = s.AdoptAs(a.ctx, cmd.As)
	} else {
		now, err = s.Adopt(a.ctx, cmd.Copy)
	}
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(a.stdout, adopted{now.ID, was.ID})
	}
	_, err = fmt.Fprintf(a.stdout, "The database is %s. The next process that starts claims its namespace.\n", now.ID)
	return err
}

// standing says how the database stands to the Temporal that the variables name, as far as it can be reached.
func (cmd *adoptCommand) standing(a *app, s *store.Store, who upkeep.Identity) string {
	ctx, cancel := context.WithTimeout(a.ctx, doctorPatience)
	defer cancel()
	c, namespace, err := dialTemporal(a, "", slog.New(slog.DiscardHandler))
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	at, err := workflows.Look(ctx, c, namespace)
	if err != nil {
		return "Temporal cannot be asked: " + reason(err)
	}
	at.Place = s.Place(ctx)
	if err := who.Belongs(at); err != nil {
		if refused, ok := errors.AsType[*models.Error](err); ok {
			return refused.Message
		}
		return err.Error()
	}
	return "Nothing speaks against the database " + who.ID + " on the namespace " + namespace + "."
}
