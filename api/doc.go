// Package api is the door of the service for machines: REST, /api/v1 as docs/contract.md describes it.
//
// Start with routes.go, the table of §4: method, path, scopes and operation of each endpoint. For each request door.go
// has package gate admit the caller, runs the operation, renders its result and has the audit row written. An operation
// is a method of [API] that reads a call and returns a status and a body, or an error. There is one file of operations
// for each heading of §4. Package wire reads queries and bodies and has the types of answers, those that only REST has
// stand with their operation.
//
// Beside /api/v1 the package serves callbacks of notetakers (callbacks.go) and the documentation: openapi.yaml as JSON
// (document.go) and the pages of package reference (docs.go).
package api
