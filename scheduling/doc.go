// Package scheduling holds the acts: one method of [Service] for each thing that somebody can do to an interview, an
// invitation or a candidate's answer. An act owns its whole course: what has to be undone elsewhere first, the
// transaction that decides and writes, what the answer waits for, and the wake-up of the workflow. The doors (REST,
// tools, pages of candidates and of the hiring team, the command line) read a request, carry out one act and render
// what it returns.
//
// What an act would do is read from the store: [store.Store.PreviewBooking] and its like decide as the act does and
// write nothing.
package scheduling
