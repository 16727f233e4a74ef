package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

type readyCommand struct {
	URL string `arg:"" optional:"" help:"Address of a /readyz." default:"http://127.0.0.1:8080/readyz"`
}

// Run asks a process whether it can do its work: the health check of an image that holds nothing but this binary.
func (cmd *readyCommand) Run(a *app) error {
	ctx, cancel := context.WithTimeout(a.ctx, checkTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, cmd.URL, nil)
	if err != nil {
		return usagef("%q is no URL", cmd.URL)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil {
		return err
	}
	fmt.Fprint(a.stdout, string(body))
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", answer.Status)
	}
	return nil
}
