// Package models says what a posting, a candidate, an interview and an effect are, and what may happen to them.
//
// Every rule of the product is a pure function in this package: facts in, decision out. The package imports the
// standard library only, reads no clock and does no I/O, so handlers, activities, pages and tools all call the same
// functions, and a test needs nothing but values. Instants are UTC and truncated to the millisecond; ranges are half
// open. The only error a caller may see is [Error].
//
// Start with interview.go and its [Interview.StatusAt]. What a request may do is decided by the Decide functions:
// [DecideBooking], [DecideReassign], [DecideCancel], [DecideInvite] and others. What is free is computed by
// [Availability], from painted slots, working hours and busy times. What happens without a request follows from two
// functions: [Timeline] says when something becomes due, and [Owed] what has to be done that the ledger does not show
// as done.
package models
