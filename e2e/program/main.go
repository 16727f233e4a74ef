// Command program is what the tests of package e2e run as processes: litmus as cmd/litmus runs it, or a Temporal server
// and nothing else. The tests build it when they first need it, so that their own binary is linked without the server.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"litmus/cli"
	"litmus/embedded"
)

// Variables by which the tests choose.
const (
	envTemporal = "LITMUS_TEST_TEMPORAL" // be a Temporal server; the options are JSON
	envParent   = "LITMUS_TEST_PARENT"   // 1: end when standard input does, so that no service outlives its test
	envAhead    = "LITMUS_TEST_AHEAD"    // by how much the clock is ahead of the machine's, such as 5m or -5m
)

func main() {
	if options, asked := os.LookupEnv(envTemporal); asked {
		if err := serveTemporal(options); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if os.Getenv(envParent) == "1" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(3)
		}()
	}
	if ahead, asked := os.LookupEnv(envAhead); asked {
		os.Exit(runAhead(ahead))
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr, startTemporal))
}

// runAhead runs a command whose clock is not the machine's, until SIGTERM.
func runAhead(text string) int {
	ahead, err := time.ParseDuration(text)
	if err != nil {
		fmt.Fprintln(os.Stderr, envAhead, err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return cli.Program{Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		StartTemporal: startTemporal, Now: func() time.Time { return time.Now().Add(ahead) }}.Run(ctx, os.Args[1:])
}

// startTemporal starts the Temporal server of `litmus up`, as cmd/litmus does.
func startTemporal(ctx context.Context, o cli.TemporalOptions) (cli.TemporalServer, error) {
	server, err := embedded.StartTemporal(ctx, embedded.TemporalOptions(o))
	if err != nil {
		return nil, err
	}
	return server, nil
}

// serveTemporal runs a Temporal server with its web interface until standard input ends, which it does with the test at
// the latest. It prints their addresses as one line of JSON.
func serveTemporal(options string) error {
	var o embedded.TemporalOptions
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		return fmt.Errorf("%s: %w", envTemporal, err)
	}
	server, err := embedded.StartTemporal(context.Background(), o)
	if err != nil {
		return err
	}
	defer server.Stop()
	ui, err := server.UI()
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = http.Serve(l, ui) }() // until the process ends
	if err := json.NewEncoder(os.Stdout).Encode(map[string]string{"temporal": server.Addr(),
		"ui": "http://" + l.Addr().String()}); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}
