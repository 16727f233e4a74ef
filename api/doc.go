// Package api is the REST door of the service, /api/v1 by the contract.
//
// routes.go is the table of §4: method, path, scopes, operation. door.go is the only code that touches gin: it
// authenticates, checks the scope, runs the operation and renders what it returns. An operation reads a call and returns
// a body or an error; which kind of error is which status stands once, in errors.go. There is one file per heading of the
// contract. read.go reads queries and bodies, and wire.go holds what goes over the wire.
package api
