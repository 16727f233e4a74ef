// Package tools is the door of the service for agents, /mcp (docs/tools.md): a table like that of package api, whose
// rows read a call, carry out an act and render what came of it.
//
// Start with table.go, what a tool is. The rows stand with their operations, by the nouns of REST, and those with a
// real effect in effects.go and several.go: plans.go plans such a call and carries its plan out (T4), parts.go several
// of them under one plan.
//
// A request comes to door.go, which admits the caller as REST does. messages.go reads what it holds before the SDK of
// the protocol does, and answers what the SDK cannot. server.go tells the SDK of the tools, and call.go serves one call
// of a tool: it reads the arguments as a query and a body, which is what a row of REST has (package wire). schema.go
// and types.go make the types of arguments and answers of openapi.yaml.
package tools
