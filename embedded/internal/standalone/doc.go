// Package standalone has what Temporal's server is given so that it runs alone on one machine:
//
//   - two SQLite files (schema.go) or PostgreSQL databases (postgres.go) with their schemas, and a namespace in them
//     (namespace.go);
//   - free ports (ports.go) and a configuration (config.go);
//   - settings for a single machine (tuning.go), and a log (logger.go).
//
// It does not import the server itself, go.temporal.io/server/temporal, so its tests are linked in a moment. Package
// embedded starts the server, and e2e tests it as it runs.
package standalone
