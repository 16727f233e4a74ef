package cli

import (
	"encoding/json"
	"fmt"

	"litmus/api"
	"litmus/conform"
)

type conformCommand struct {
	BaseURL string `name:"base-url" required:"" placeholder:"URL" help:"Origin of the deployment."`
	Key     string `required:"" env:"LITMUS_KEY" help:"An API key of it. Checks that its scopes do not allow are skipped."`
	JSON    bool   `name:"json" help:"Print JSON."`
}

// Run checks a deployment against the contract with requests that change nothing, and prints a report. The exit status
// is 1 if the deployment breaks the contract or if nothing could be checked.
func (cmd *conformCommand) Run(a *app) error {
	document, err := conform.ParseDocument(api.OpenAPI())
	if err != nil {
		return err
	}
	report, err := conform.Run(a.ctx, conform.Target{BaseURL: cmd.BaseURL, Key: cmd.Key}, document)
	if err != nil {
		return err
	}
	if cmd.JSON {
		if err := json.NewEncoder(a.stdout).Encode(report); err != nil {
			return err
		}
	} else {
		report.Print(a.stdout)
	}
	switch failed := report.Count(conform.Failed); {
	case failed > 0:
		return fmt.Errorf("%d of %d checks failed", failed, len(report.Results))
	case report.Count(conform.Passed) == 0:
		return fmt.Errorf("every check was skipped; the report says why")
	}
	return nil
}
