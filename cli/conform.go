package cli

import (
	"encoding/json"
	"fmt"
	"sync"

	"litmus/api"
	"litmus/conform"
)

type conformCommand struct {
	BaseURL string `name:"base-url" required:"" placeholder:"URL" help:"Origin of the deployment."`
	Key     string `required:"" env:"LITMUS_KEY" help:"An API key of it. Checks that its scopes do not allow are skipped."`
	Write   bool   `help:"Also book, offer, invite and move its test clock, and end all that was made. Never where people work."`
	Inbox   string `placeholder:"URL" help:"With --write: page of the mail catcher that gets the deployment's letters."`
	Only    string `placeholder:"CLAUSE" help:"Run the checks of one clause, such as '§3 T6'."`
	JSON    bool   `name:"json" help:"Print JSON."`
}

// contract is the document that answers are checked against. It is parsed once, for programs that check twice.
var contract = sync.OnceValues(func() (*conform.Document, error) { return conform.ParseDocument(api.OpenAPI()) })

// Run checks a deployment against the contract and prints a report: by requests that change nothing, with --write by
// all that the contract allows. The exit status is 1 if the deployment breaks the contract or if nothing could be
// checked, and with --write 3 if it kept what was checked and something was not.
func (cmd *conformCommand) Run(a *app) error {
	if cmd.Inbox != "" && !cmd.Write {
		return usagef("--inbox is for --write: without it nothing sends letters")
	}
	document, err := contract()
	if err != nil {
		return err
	}
	check := conform.Run
	if cmd.Write {
		check = conform.Write
	}
	report, err := check(a.ctx, conform.Target{BaseURL: cmd.BaseURL, Key: cmd.Key, Inbox: cmd.Inbox, Only: cmd.Only},
		document)
	if len(report.Results) > 0 { // also of a run that was told to stop: it says what is left
		if err := cmd.print(a, report); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	switch failed, skipped := report.Count(conform.Failed), report.Count(conform.Skipped); {
	case failed > 0:
		return fmt.Errorf("%d of %d checks failed", failed, len(report.Results))
	case report.Count(conform.Passed) == 0:
		return fmt.Errorf("every check was skipped; the report says why")
	case cmd.Write && skipped > 0:
		return statusError{fmt.Errorf("%d of %d checks were not run; the report says what they need", skipped,
			len(report.Results)), exitPartly}
	}
	return nil
}

func (cmd *conformCommand) print(a *app, report conform.Report) error {
	if cmd.JSON {
		return json.NewEncoder(a.stdout).Encode(report)
	}
	report.Print(a.stdout)
	return nil
}
