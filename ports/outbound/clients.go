package outbound

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"sync"
)

// mostClients bounds the number of clients that are kept. At the limit all of them are dropped and made again on
// demand.
const mostClients = 1000

// Clients are the clients of the organizations of one service. Each calls public addresses and those networks that both
// the operator and the organization name, since one organization's way into the operator's network is not its
// neighbour's. Organizations with the same networks share a client. Clients never share a connection.
type Clients struct {
	operator []netip.Prefix

	mu   sync.Mutex
	made map[string]*http.Client
}

// NewClients makes the clients of a service whose operator allows these networks.
func NewClients(operator []netip.Prefix) *Clients {
	return &Clients{operator: operator, made: map[string]*http.Client{}}
}

// For returns the client of an organization that names these networks.
func (c *Clients) For(organization []netip.Prefix) *http.Client {
	allowed := intersect(c.operator, organization)
	key := fmt.Sprint(allowed)
	c.mu.Lock()
	defer c.mu.Unlock()
	client, ok := c.made[key]
	if !ok {
		if len(c.made) >= mostClients {
			for _, old := range c.made {
				old.CloseIdleConnections()
			}
			clear(c.made)
		}
		client = New(Options{AllowPrivate: allowed})
		c.made[key] = client
	}
	return client
}

// intersect returns the networks that lie in both lists, sorted and without duplicates. Of two networks, one contains
// the other or they have nothing in common.
func intersect(a, b []netip.Prefix) []netip.Prefix {
	var both []netip.Prefix
	for _, x := range a {
		for _, y := range b {
			if x.Overlaps(y) {
				narrower := x
				if y.Bits() > x.Bits() {
					narrower = y
				}
				both = append(both, narrower)
			}
		}
	}
	slices.SortFunc(both, netip.Prefix.Compare)
	return slices.Compact(both)
}
