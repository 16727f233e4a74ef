//go:build !slim

package main

import (
	"context"

	"litmus/cli"
	"litmus/embedded"
)

// startTemporal starts the Temporal server of `litmus up` and `litmus temporal`.
func startTemporal(ctx context.Context, o cli.TemporalOptions) (cli.TemporalServer, error) {
	server, err := embedded.StartTemporal(ctx, embedded.TemporalOptions(o))
	if err != nil {
		return nil, err // a nil *embedded.Temporal would be a server that is not nil
	}
	return server, nil
}
