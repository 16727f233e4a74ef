// Package conform checks whether a running deployment keeps the contract. [Run] changes nothing: it reads, and it sends
// requests that must be refused. [Write] also books, offers, invites and moves a test clock, and ends what it made.
// Integrators run both against their own installation (`litmus conform`, `litmus conform --write`), and whoever builds
// another implementation of the contract proves it so. The tests of this project validate every answer against the same
// [Document].
//
// A [Check] or a [WriteCheck] is one promise with its clause; a run returns a [Report]. A check that finds nothing to
// look at (an organization without interviews, a key without the scope, a deployment without a clock) is skipped and
// says why.
package conform
