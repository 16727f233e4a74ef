// Package desk is what tests of several rules share: people, instants, rows and orders, and a [Desk] that simulates the
// life of an interview. It has its name from that. Only tests import it; [Plays] is the language in which lives are
// written.
package desk
