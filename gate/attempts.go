package gate

import (
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"litmus/models"
)

// attempts counts failed authentications by network and minute. Beyond the limit it refuses requests before their key
// is looked up. A key that was valid before is looked up all the same, so that somebody who shares an address with an
// attacker is not locked out.
type attempts struct {
	most   int                          // failures that a network may have in a minute
	known  *lru.Cache[string, struct{}] // hashes of keys that were valid when last used
	mu     sync.Mutex
	minute time.Time
	failed map[netip.Prefix]int // failures in this minute
}

// countedNetworks is how many networks have a count of their own in a minute; further ones share one count. knownKeys
// is how many valid keys are remembered; a key that was forgotten is looked up under the limit again.
const (
	countedNetworks = 1 << 14
	knownKeys       = 1 << 13
)

func newAttempts(most int) *attempts {
	known, _ := lru.New[string, struct{}](knownKeys) // fails only for a size below one
	return &attempts{most: most, known: known, failed: map[netip.Prefix]int{}}
}

// refuse returns a [models.Throttled] error if the network has failed too often in the minute of now.
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

// turn starts a new minute if the last one is over.
func (a *attempts) turn(now time.Time) {
	if minute := now.Truncate(time.Minute); minute.After(a.minute) {
		a.minute = minute
		clear(a.failed)
	}
}

// counted returns the network under which failures of this one are counted.
func (a *attempts) counted(from netip.Prefix) netip.Prefix {
	if _, known := a.failed[from]; known || len(a.failed) < countedNetworks {
		return from
	}
	return netip.Prefix{}
}
