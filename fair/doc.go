// Package fair shares a bounded number of places among tenants: who waits is served round robin by key, oldest first
// within a key, and what is urgent goes first without holding up the rest for good.
//
// [Line] is the order alone. [Queue] is a line that goroutines take items from, [Slots] a bounded number of places that
// goroutines wait for.
package fair
