// Command litmus schedules live interviews and invites candidates to assessments. See `litmus --help`.
package main

import (
	"os"

	"litmus/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr, startTemporal)) }
