package standalone

import (
	"testing"

	"go.temporal.io/server/common/primitives"
)

// services are those of a whole server.
var services = []string{string(primitives.FrontendService), string(primitives.HistoryService),
	string(primitives.MatchingService), string(primitives.WorkerService)}

// The server binds its ports a moment after they were found. A server that starts in the meantime must find others.
func TestFreePorts(t *testing.T) {
	t.Parallel()
	seen := map[int]bool{}
	for range 20 {
		found, err := FreePorts("", services)
		if err != nil {
			t.Fatal(err)
		}
		for service, at := range found {
			if seen[at.Port] || at.Port < lowestPort || at.Port > highestPort {
				t.Errorf("port %d of %s is another server's, or in the range of the system", at.Port, service)
			}
			seen[at.Port] = true
		}
	}
}
