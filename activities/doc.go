// Package activities holds every side effect of the service, one method each.
//
// An activity takes a reference and the names of targets, one or a batch of letters, never content: each attempt reads
// the row and its ledger again, does the newest thing that is owed to the target, or finds that nothing is. The ledger
// makes it safe to run twice: an intent is written before anything leaves and settled after (see effect.Entry). What
// goes back to Temporal are ids, revisions, instants, kinds and codes, never a name, an address or another program's
// text.
package activities
