package api

import (
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"litmus/models"
)

// attempts counts failed authentications by network and minute, and refuses more than the limit before the keys are
// looked at (decision 103). A key that was let in before is asked about all the same: who shares an address with
// somebody who guesses is not locked out with them.
type attempts struct {
	most   int
	known  *lru.Cache[string, struct{}] // hashes of keys that were let in
	mu     sync.Mutex
	minute time.Time
	failed map[netip.Prefix]int // in the minute
}

// Of how many networks failures are counted apart in a minute, and how many keys are remembered. What comes from more
// networks counts as one, and a key that is forgotten is merely unknown again.
const (
	countedNetworks = 1 << 14
	knownKeys       = 1 << 13
)

func newAttempts(most int) *attempts {
	known, _ := lru.New[string, struct{}](knownKeys) // fails only for a size below one
	return &attempts{most: most, known: known, failed: map[netip.Prefix]int{}}
}

// refuse returns a [models.Throttled] error while the network has failed too often in the minute of now.
func (a *attempts) refuse(from netip.Prefix, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.turn(now); a.failed[a.counted(from)] < a.most {
		return nil
	}
	return models.Throttledf(a.minute.Add(time.Minute).Sub(now), "more than %d failed authentications from your "+
		"address in a minute; check the API key, and try again in the next minute", a.most)
}

// fail counts a failed authentication.
func (a *attempts) fail(from netip.Prefix, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn(now)
	a.failed[a.counted(from)]++
}

// turn begins a new minute when the last one is over.
func (a *attempts) turn(now time.Time) {
	if minute := now.Truncate(time.Minute); minute.After(a.minute) {
		a.minute = minute
		clear(a.failed)
	}
}

// counted is the network that failures of this one are counted by.
func (a *attempts) counted(from netip.Prefix) netip.Prefix {
	if _, known := a.failed[from]; known || len(a.failed) < countedNetworks {
		return from
	}
	return netip.Prefix{}
}
