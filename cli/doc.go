// Package cli is the command line of the binary: commands, flags, environment variables, and the wiring of the other
// packages.
//
// cli.go lists the commands; each has a struct with its flags and a Run method, in a file of its name. variables.go
// is the table of environment variables. api.go and worker.go wire the api and the worker, handler.go has the api's
// paths, up.go runs both with a database, Temporal and an inbox in one process, and server.go is what they share:
// listeners, /healthz and /readyz. tools.go and guard.go keep the development tools of `litmus up` to this machine.
// cmd/litmus calls [Main] and gives it the Temporal server ([StartTemporal]), and so does the program that the end-
// to-end tests run as a process.
package cli
