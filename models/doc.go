// Package models says what a posting, a candidate, an interview and an organization are, and the packages below it what
// may happen to them.
//
// Every rule of the product is a pure function: facts in, decision out. These packages import the standard library and
// each other only, read no clock and do no I/O, so handlers, activities, pages and tools all call the same functions,
// and a test needs nothing but values. Instants are UTC and truncated to the millisecond; ranges are half open. The
// only error a caller may see is [Error].
//
// Start with interview.go and its [Interview.StatusAt]. Then come the rules, of which each knows those before it only:
//
//   - models/keyring: what is made with LITMUS_SECRET: links, cursors, sealed credentials
//   - models/effect: what an interview owes to the world outside, and what the ledger shows of it
//   - models/timetable: when people work, are away and are busy, and so which times are offered
//   - models/access: who signs in, and what they may do
//   - models/pipeline: postings, their steps, and assessments with their rubrics
//   - models/booking: who is booked when, and everything that may happen to an interview then
//   - models/candidacy: invitations, answers, grades, decisions, and who goes on
//   - models/act: who acts, what the act would do, and the plan that is confirmed
//   - models/history: what was changed, in words
//   - models/setup: what an organization file says
//   - models/upkeep: what operators look at: whose Temporal it is, what waits, what differs, and test clocks
//   - models/desk: what tests of these share
//
// What a request may do is decided by the Decide functions, such as those of booking and candidacy. What happens
// without a request follows from two functions of effect: Timeline says when something becomes due, and Owed what has
// to be done that the ledger does not show as done.
package models
