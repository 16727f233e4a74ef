package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
)

type readyCommand struct {
	URL string `arg:"" optional:"" help:"Address of a /readyz." default:"http://127.0.0.1:8080/readyz"`
}

// Run asks a process whether it can do its work. It is the health check of an image that contains this binary only.
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
		return fmt.Errorf("not ready: %s%s", answer.Status, failing(body))
	}
	return nil
}

// failing names the checks in an answer of /readyz that are not ok, "" if there are none.
func failing(body []byte) string {
	var said struct{ Checks map[string]string }
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	maps.DeleteFunc(said.Checks, func(_, state string) bool { return state == checkOK })
	if len(said.Checks) == 0 {
		return ""
	}
	return "; failing: " + strings.Join(slices.Sorted(maps.Keys(said.Checks)), ", ") + "; its log says why"
}
