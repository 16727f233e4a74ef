// Package scheduling holds the acts: one method for each thing that somebody can do, such as booking an interview,
// inviting a candidate, entering an absence or editing a pipeline. It is found under the noun of the store that carries
// it out, such as [Bookings.Cancel]. An act owns its whole course: what has to be undone elsewhere first, the
// transaction that decides and writes, what the answer waits for, and the wake-up of the workflow. The doors (REST,
// tools, pages of candidates and of the hiring team, the command line) read a request, carry out one act and render
// what it returns.
//
// An act that sends something has a preview with the same arguments, such as [Previews.Cancel] for [Bookings.Cancel].
// Forms show it, and tools sign it as a plan (D11).
package scheduling
