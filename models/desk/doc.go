// Package desk is what tests of several rules share: people, instants, rows and orders, and a [Desk] that simulates the
// life of an interview.
package desk
