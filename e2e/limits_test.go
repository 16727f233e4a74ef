package e2e

import (
	"fmt"
	"regexp"
	"sync"
	"testing"

	"litmus/testdb"
)

var rateLimit = regexp.MustCompile(`(?i)rate-?limit|retry-after|quota`)

// §8: the REST routes publish no rate-limit headers and have no per-key rate limit.
func TestNoRateLimit(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	o := NewOrg(t)
	var clients sync.WaitGroup
	for n := range 8 {
		clients.Go(func() {
			for i := range 40 {
				r := o.Do(t, "GET", "/interviews?limit=1", nil).Want(200)
				if i%20 == 0 {
					r = o.Do(t, "POST", "/interviews", o.Booking(fmt.Sprintf("busy-%d-%d", n, i),
						"scheduled_start_at", fmt.Sprintf("2032-06-%02dT%02d:00:00Z", n+1, i))).Want(201)
				}
				for name := range r.Header {
					if rateLimit.MatchString(name) {
						t.Errorf("%s: header %s, want none about limits", r.about, name)
					}
				}
			}
		})
	}
	clients.Wait()
}
