package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"go.temporal.io/sdk/client"

	"litmus/workflows"
)

type temporalCommand struct {
	Addr      string `help:"Address of the Temporal server." default:"127.0.0.1:7233"`
	UIAddr    string `name:"ui-addr" help:"Address of its UI, with /healthz and /readyz." default:"127.0.0.1:8233"`
	ExposeDev bool   `help:"Let the server and its UI listen beyond loopback. They have no passwords."`
	JSON      bool   `name:"json" help:"Print one line of JSON."`
}

// temporalLine is what `litmus temporal --json` prints when it is ready.
type temporalLine struct {
	Temporal   string `json:"temporal"`
	TemporalUI string `json:"temporal_ui"`
}

// Run serves Temporal and its UI until it is told to stop. Workflows go on at the next start on the same database.
func (cmd *temporalCommand) Run(a *app) error {
	c, err := loadConfig(a.getenv)
	if err == nil {
		err = c.require("LITMUS_TEMPORAL_DATABASE_URL")
	}
	if err != nil {
		return err
	}
	if a.startTemporal == nil {
		return errNoTemporal
	}
	collectAt(garbageOfParts)
	log := c.logger(a)
	var undo stack
	defer func() { undo.run() }()
	at := listening{"--addr", cmd.Addr}
	tried, err := at.listen()
	if err != nil {
		return err
	}
	tried.Close() // the server opens its own
	atUI := listening{"--ui-addr", cmd.UIAddr}
	l, err := atUI.listen()
	if err != nil {
		return err
	}
	undo.push(func() { l.Close() })
	if err := at.checkExposed(tried, "Temporal", cmd.ExposeDev); err != nil {
		return err
	}
	if err := atUI.checkExposed(l, "the Temporal UI", cmd.ExposeDev); err != nil {
		return err
	}
	o := TemporalOptions{Addr: cmd.Addr, SearchAttributes: workflows.SearchAttributes, Logger: log}
	if file, ok := strings.CutPrefix(c.TemporalDatabase, "sqlite:"); ok {
		keepPrivate()
		lock, err := os.OpenFile(file+".lock", os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return fmt.Errorf("the file of Temporal: %w", err)
		}
		undo.push(func() { lock.Close() })
		if err := lockFile(lock); err != nil {
			return fmt.Errorf("%s is in use by another litmus temporal", file)
		}
		o.File = file
	} else {
		o.Database = c.TemporalDatabase
	}
	server, err := a.startTemporal(a.ctx, o)
	if err != nil {
		if a.ctx.Err() != nil {
			return nil // told to stop while starting
		}
		return err
	}
	undo.push(server.Stop)
	ui, err := server.UI()
	if err != nil {
		return err
	}
	temporal, err := client.NewLazyClient(client.Options{HostPort: server.Addr(), Logger: quietTemporal(log)})
	if err != nil {
		return err
	}
	undo.push(temporal.Close)
	health := health([]check{{"temporal", func(ctx context.Context) error {
		_, err := temporal.CheckHealth(ctx, &client.CheckHealthRequest{})
		return err
	}}}, time.Now, log)
	mux := http.NewServeMux()
	mux.Handle("/", ui)
	mux.Handle("/healthz", health)
	mux.Handle("/readyz", health)
	undo.push(serveTool(l, mux, hostIn(cmd.UIAddr)))
	out := temporalLine{server.Addr(), urlOf(l)}
	log.Info("temporal server", "address", out.Temporal, "ui", out.TemporalUI)
	if cmd.JSON {
		if err := json.NewEncoder(a.stdout).Encode(out); err != nil {
			return err
		}
	}
	<-a.ctx.Done()
	return nil
}
