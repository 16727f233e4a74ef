// Package booking says who can be booked when, and everything that may happen to an interview then: it is moved,
// reassigned, canceled and ended, its link is used, its link to meet is made, a replacement is asked for.
//
// Start with [Decide], which takes an [Order] and [Facts] to a [Booking]: the rows to write.
package booking
