//go:build slim

package main

import "litmus/cli"

// startTemporal is nil: a build with the tag slim has no Temporal server. It is for api and worker where Temporal runs
// elsewhere.
var startTemporal cli.StartTemporal
