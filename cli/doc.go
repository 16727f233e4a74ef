// Package cli is the command line of the binary: flags, environment and wiring, and the only package that knows every
// other. cmd/litmus calls [Main], and so does the end-to-end test when it runs itself as the service.
package cli
