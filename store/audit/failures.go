package audit

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"litmus/store/internal/db"
)

// failures counts failed authentications by address and minute until they are written.
type failures struct {
	mu     sync.Mutex
	rows   map[failing]*Entry
	queued bool                // a write of them is queued
	minute time.Time           // the latest minute
	seen   map[string]struct{} // addresses that have a row in that minute
}

type failing struct {
	address string
	minute  time.Time
}

// maxFailing is for how many addresses a process writes rows in one minute, so that an attacker with many addresses
// cannot fill the disk. Failures of further addresses are counted together as otherAddresses.
const (
	maxFailing     = 256
	otherAddresses = "others"
)

// add counts a request from the address. write is true if the caller has to queue a write.
func (f *failures) add(address string, e Entry) (write bool) {
	minute := e.At.UTC().Truncate(time.Minute)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rows == nil {
		f.rows = map[failing]*Entry{}
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
		e.ID, e.OrgID, e.KeyID, e.ResourceIDs = db.NewID(db.PrefixAudit), "", "", nil
		e.At, e.Address, e.Count = minute, address, 1
		f.rows[key] = &e
	}
	write = !f.queued
	f.queued = true
	return write
}

// unqueued records that the write could not be queued, because the queue is full.
func (f *failures) unqueued() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.queued = false
}

// taking returns a function that removes and returns what was counted. If it is called again it returns the same,
// because a change of a batch must be able to run twice.
func taking(f *failures) func() []Entry {
	return sync.OnceValue(func() []Entry {
		f.mu.Lock()
		defer f.mu.Unlock()
		out := make([]Entry, 0, len(f.rows))
		for _, row := range f.rows {
			out = append(out, *row)
		}
		f.rows, f.queued = nil, false
		// The order is the same in every process, so that there is no deadlock.
		slices.SortFunc(out, func(a, b Entry) int {
			return cmp.Or(strings.Compare(a.Address, b.Address), a.At.Compare(b.At))
		})
		return out
	})
}
