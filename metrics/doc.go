// Package metrics counts what a process does and says it in the format of Prometheus. Names follow its conventions.
// Labels are names that the program knows beforehand, such as routes, kinds and codes: never ids, addresses or anything
// that somebody typed, so that neither a person nor a flood of series gets out. Every process has a [Meter] of its own;
// there is no global registry.
//
// They are served at an address of their own, which needs no password there. A proxy that forgets one path of the api
// would show everybody how busy the service is, and its memory. What is owed is counted by the rows that have not
// converged: to ask what each row owes would read the whole backlog every ten seconds. Where the database cannot be
// read its gauges are left out, since a value that stands still looks as if all were well.
package metrics
