// Command bench measures what users of the service feel, and what it costs against what a team would write by hand, on
// the machine it runs on: go run ./bench.
//
// It drives the built binary over HTTP on loopback, as a user would have it: `litmus up`, or split into processes on
// PostgreSQL (site.go, split.go). Most loads are open loops: requests arrive by a schedule, and each letter's delay is
// taken at the mail server (package openloop). In turn with the service it runs three baselines in processes of their
// own:
//
//   - (a) the bare transaction: an empty Gin handler behind the same authentication, which writes the same rows with
//     plain database/sql, or reads the same rows with one statement and renders them with encoding/json
//     (transactions.go, pages.go);
//   - (b) the bare workflow: signal-with-start and an empty activity for each letter on the same kind of server
//     (temporal/workflows.go), though two letters are one activity of ours;
//   - (c) River: the same transaction with three jobs enqueued, on PostgreSQL (the module in river).
//
// bounds.go is the table of what is promised; README.md says how to read the result.
package main
