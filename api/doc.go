// Package api is the REST door of the service, /api/v1 by the contract.
//
// routes.go is the table of §4: method, path, scopes, operation. door.go authenticates, checks the scope, runs the
// operation and renders what it returns. errors.go says once which kind of error becomes which status, and writes the
// body of an error. These two files know gin; an operation does not: it reads a call and returns a status with a body,
// or an error. There is one file for each heading of the contract. read.go reads queries and bodies, and wire.go holds
// the types that go over the wire.
package api
