// Command bench measures the service against what a team would write by hand, on the machine it runs on: go run ./bench.
//
// It drives the built binary over HTTP on loopback, as a user would have it (`litmus up`), and, in turn with it, two
// baselines in processes of their own:
//
//   - (a) the bare transaction: an empty Gin handler behind the same authentication, which writes the same rows with
//     plain database/sql, or reads the same rows with one statement and renders them with encoding/json (transactions.go,
//     pages.go);
//   - (b) the bare workflow: signal-with-start and the same number of empty activities on the same kind of server
//     (workflows.go).
//
// bounds.go is the table of what is promised; README.md says how to read the result.
package main
