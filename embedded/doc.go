// Package embedded contains what `litmus up` and `litmus temporal` run of Temporal in their own process, so that
// nothing needs to be installed besides the binary:
//
//   - [Temporal]: Temporal's own server as a library, on SQLite files or PostgreSQL (temporal.go);
//   - [Temporal.UI]: its web interface (ui.go).
//
// [StartTemporal] returns when the server is ready. It listens only on the given address and on loopback. What it has
// accepted survives the death of the process: started again on the same file, it continues where it was.
//
// The package does not know about interviews. In production, a Temporal cluster plays its role. Since the server is
// most of a binary, and takes longest to link, only cmd/litmus and programs of tests import this package, and its own
// tests are in e2e. What the server is given is tested in internal/standalone.
package embedded
