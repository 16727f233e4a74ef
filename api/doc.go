// Package api is the door of the service for machines: REST, /api/v1 as docs/contract.md describes it, and the tool
// server.
//
// Start with routes.go, the table of §4: method, path, scopes and operation of each endpoint. For each request door.go
// authenticates the caller, checks the scope, waits for a place (places.go), runs the operation, renders its result and
// writes the audit row. An operation is a method of [API] that reads a call and returns a status and a body, or an
// error; errors.go maps the kind of an error to its status. There is one file of operations for each heading of §4.
// read.go reads queries, body.go reads bodies, and wire.go has the types of the answers. Gin routes the requests; only
// door.go, errors.go and tool_server.go use it.
//
// The tool server, /mcp (docs/tools.md), is a second table like that of routes.go: tools.go and the files tool_*.go of
// its tools, which run the same operations. tool_server.go is its door, tool_call.go one call, and tool_schema.go makes
// the types of arguments and answers of openapi.yaml.
//
// Beside /api/v1 the package serves callbacks of notetakers (callbacks.go) and the documentation: openapi.yaml as JSON
// (document.go) and Swagger UI (docs.go).
package api
