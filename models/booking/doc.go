// Package booking says who can be booked when, and everything that may happen to an interview then: it is moved,
// reassigned, canceled and ended, the link of an external session is used, a meeting link is made, a replacement is
// asked for, notes are written.
//
// Start with [Decide], which takes an [Order] and [Facts] to a [Booking]: the rows to write.
package booking
