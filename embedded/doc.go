// Package embedded contains what `litmus up` runs on one machine in addition to the service, so that nothing needs to
// be installed besides the binary:
//
//   - [Temporal]: Temporal's own server as a library, on SQLite files (temporal.go, schema.go, namespace.go,
//     tuning.go);
//   - [UI]: Temporal's web interface, connected to that server (ui.go);
//   - [Catcher]: an SMTP server that accepts every letter and keeps it, with an inbox for people and for programs
//     (catcher.go, message.go, inbox.go);
//   - [Serve]: the listener of the last two, which refuses requests from other sites' pages (site.go).
//
// Each is started by one call that returns when it is ready, and stopped by one call. They listen only on the given
// address and on loopback. What they have accepted survives the death of the process: when the server and the catcher
// are started again on the same file and folder, they continue where they were.
//
// The package does not know about interviews. In production, a Temporal cluster and a real mail server play these
// roles.
package embedded
