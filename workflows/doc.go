// Package workflows holds the durable side of the service: one entity workflow per interview, one per invitation and
// one per connected calendar, and [Client], the typed door to Temporal.
//
// [Interview] and [Invitation] are clocks with a mailbox: the loop of run.go, each over activities of its own. Woken by
// a signal that carries a revision and nothing else, it loads what the row owes the world, has it done on the queue
// effects, each target retried on its own, and sleeps until the next instant of the row's timeline or the next wake-up.
// It decides nothing: it can be lost, finished or started twice, and the next wake-up makes it right from the row.
// [CalendarSync] is simpler: it has its calendar read, sleeps as long as the reading says, and has it read again. No
// personal data enters Temporal.
package workflows
