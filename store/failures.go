package store

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
)

// failures counts failed authentications by address and minute until they are written.
type failures struct {
	mu     sync.Mutex
	rows   map[failing]*AuditEntry
	queued bool                // somebody is going to write them
	minute time.Time           // the latest one
	seen   map[string]struct{} // addresses that have a row in it
}

type failing struct {
	address string
	minute  time.Time
}

// maxFailing is for how many addresses a process writes rows in one minute: who has a network of addresses, each good
// for one request, fills no disk either. What comes from more of them is counted together, below the name
// otherAddresses.
const (
	maxFailing     = 256
	otherAddresses = "others"
)

// add counts a request from the address and reports whether the caller is to have it written: nobody does so yet.
func (f *failures) add(address string, e AuditEntry) (write bool) {
	minute := e.At.UTC().Truncate(time.Minute)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rows == nil {
		f.rows = map[failing]*AuditEntry{}
	}
	if minute.After(f.minute) || f.seen == nil {
		f.minute, f.seen = minute, map[string]struct{}{}
	}
	if _, known := f.seen[address]; !known {
		if len(f.seen) >= maxFailing {
			address = otherAddresses
		} else {
			f.seen[address] = struct{}{}
		}
	}
	key := failing{address, minute}
	if row := f.rows[key]; row != nil {
		row.Count++
	} else {
		e.ID, e.OrgID, e.KeyID, e.ResourceIDs, e.At, e.Address, e.Count = newID(prefixAudit), "", "", nil,
			minute, address, 1
		f.rows[key] = &e
	}
	write = !f.queued
	f.queued = true
	return write
}

// unqueued notes that what was counted is not going to be written yet: the queue is full.
func (f *failures) unqueued() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.queued = false
}

// taking returns a function that takes out what was counted when it is called first, and gives the same again after
// that: a change of a batch must be able to run twice.
func taking(f *failures) func() []AuditEntry {
	return sync.OnceValue(func() []AuditEntry {
		f.mu.Lock()
		defer f.mu.Unlock()
		out := make([]AuditEntry, 0, len(f.rows))
		for _, row := range f.rows {
			out = append(out, *row)
		}
		f.rows, f.queued = nil, false
		// In one order for every process, so that none waits for another in a circle.
		slices.SortFunc(out, func(a, b AuditEntry) int {
			return cmp.Or(strings.Compare(a.Address, b.Address),
				a.At.Compare(b.At))
		})
		return out
	})
}
