// Package workflows holds the service's Temporal workflows and [Client], the typed door to Temporal.
//
// There is one workflow for each interview ([Interview]), each invitation ([Invitation]), each connected calendar
// ([CalendarSync]), each member who asks to sign in ([SignIn]) and each who watches postings ([News]). Their ids are
// interview/int_…, invitation/cand_…, calendar/cal_…, sign-in/sgn_… and news/new_…. One of each namespace,
// litmus/retention, deletes what is old ([Retention]).
//
// All but that of a calendar are one loop, reconcile in run.go, with different activities:
//
//  1. Load the row's plan ([activities.Plan]) in a local activity: the targets that are owed effects, and the next
//     instant of the timeline.
//  2. Decide what to do, in the pure function next of next.go: which activities to start and with which retries, what
//     to wait for, and whether to complete or continue as new.
//  3. Carry that out: start activities on the queue effects, each target beside the others, and wait for a timer, for a
//     wake-up (a signal that says that the row has changed) or for the end of an activity. Then load again, unless that
//     activity was a batch of letters, which did everything and says what is left to wait for.
//
// The database decides, the workflow follows: it holds nothing that the row and its ledger do not hold, so it may be
// lost, completed or started twice, and the next wake-up makes it right. A wake-up starts the workflow if it is not
// running.
//
// Where to look:
//
//   - next.go: the rules of the loop, tested as tables in next_test.go without Temporal.
//   - batch.go: which letters leave by one activity.
//   - first_attempts.go: what letters and the answer to a booking wait for.
//   - dismissal.go: how the notetaker is kept away while a replace is decided.
//   - updates.go: the handlers of updates, by which an HTTP request waits for the workflow.
//   - calendar.go and calendar_next.go: the simpler loop of a calendar, and its rules.
//   - client.go, client_updates.go, knows.go: Temporal as the other packages use it.
//   - claim.go, foreign.go: whose a namespace is, and what a worker does with the work of another database.
//   - attributes.go, details.go: what operators see in Temporal. It never names a person.
//   - testdata: histories of earlier releases. A change to a workflow must replay them all (replay_test.go).
package workflows
