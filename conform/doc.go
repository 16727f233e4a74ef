// Package conform asks a running deployment whether it keeps the contract, by requests that change nothing: it reads,
// and it sends what has to be refused. An integrator runs it against their own installation (`litmus conform`); the
// tests of this project hold every answer of theirs against the same [Document].
//
// A [Check] is one promise with its clause. [Run] makes all of them and returns a [Report]; a check that finds nothing
// to look at (an organization without interviews, a key without the scope) is skipped and says so.
package conform
