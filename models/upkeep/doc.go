// Package upkeep holds the rules by which a running service is kept true: which Temporal a database may work on, what
// waits and what fails, where a workflow differs from its row, and how test clocks move.
package upkeep
