// Command litmus schedules live interviews and invites candidates to assessments. See `litmus --help`.
package main

import (
	"context"
	"os"

	"litmus/cli"
	"litmus/embedded"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr, startTemporal)) }

// startTemporal starts the Temporal server of `litmus up`.
func startTemporal(ctx context.Context, o cli.TemporalOptions) (cli.TemporalServer, error) {
	server, err := embedded.StartTemporal(ctx, embedded.TemporalOptions(o))
	if err != nil {
		return nil, err // a nil *embedded.Temporal would be a server that is not nil
	}
	return server, nil
}
