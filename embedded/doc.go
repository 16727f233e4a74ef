// Package embedded holds what `litmus up` adds on one machine, so that nothing has to be installed beside the binary:
//
//   - [Temporal]: Temporal's own server as a library, on one SQLite file (temporal.go, schema.go, namespace.go,
//     tuning.go);
//   - [UI]: Temporal's web interface, talking to it (ui.go);
//   - [Catcher]: an SMTP server that accepts every letter and keeps it, with an inbox for people and for programs
//     (catcher.go, message.go, inbox.go);
//   - [Serve]: the listener of the last two, which keeps the pages of others out (site.go).
//
// Each starts with one call and answers only when it is ready; each stops with one call. All listen on the address they
// are given and on loopback, nothing else. What they accepted survives the death of the process: the server and the
// catcher, started again on the same file and folder, go on where they were.
//
// Nothing here knows interviews. In production the same roles are played by a Temporal cluster and a real mail server.
package embedded
