// Package conform checks whether a running deployment keeps the contract, by requests that change nothing: it reads,
// and it sends requests that must be refused. Integrators run it against their own installation (`litmus conform`). The
// tests of this project validate every answer against the same [Document].
//
// A [Check] is one promise with its clause. [Run] runs all of them and returns a [Report]. A check that finds nothing
// to look at (an organization without interviews, a key without the scope) is skipped and says why.
package conform
