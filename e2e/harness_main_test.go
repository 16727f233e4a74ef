package e2e

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"

	"litmus/cli"
	"litmus/embedded"
	"litmus/testdb"
)

const (
	envMain   = "LITMUS_TEST_MAIN"   // 1: be the service
	envParent = "LITMUS_TEST_PARENT" // 1: end when standard input does, so that no service outlives its test
)

func TestMain(m *testing.M) {
	if file := os.Getenv(envTemporal); file != "" {
		os.Exit(serveTemporal(file))
	}
	if os.Getenv(envMain) != "1" {
		os.Exit(testdb.Main(tests{m}))
	}
	if os.Getenv(envParent) == "1" {
		go func() {
			io.Copy(io.Discard, os.Stdin)
			os.Exit(3)
		}()
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr, temporalOfUp))
}

// temporalOfUp starts the Temporal server of `litmus up`, as cmd/litmus does.
func temporalOfUp(ctx context.Context, o cli.TemporalOptions) (cli.TemporalServer, error) {
	server, err := embedded.StartTemporal(ctx, embedded.TemporalOptions(o))
	if err != nil {
		return nil, err
	}
	return server, nil
}

// tests are the package's, after which the shared services end: before the databases that they use do.
type tests struct{ m *testing.M }

func (r tests) Run() int {
	status := r.m.Run()
	endChromium()
	for _, c := range commons {
		if err := c.stop(); err != nil {
			fmt.Fprintln(os.Stderr, "shared service:", err)
			status = 1
		}
	}
	return status
}
