// Package fair shares a bounded number of places among tenants. Waiting items are served round robin by key, and oldest
// first within a key, so that hundreds of invitations of one organization cost another's next letter one turn. Urgent
// items go first, but cannot hold up the others forever, as priorities would.
//
// [Line] implements only the order. [Queue] is a line from which goroutines take items, [Slots] is a bounded number of
// places for which goroutines wait, and [Shares] are places of which each tenant has a share.
package fair
