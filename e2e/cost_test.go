package e2e

import (
	"strings"
	"testing"

	enums "go.temporal.io/api/enums/v1"
)

// What one booking costs Temporal until its letters are sent, by the events of its workflow's history. Each event is
// written, and read again by the worker; a step too many is found here before it is found by a bench.
func TestEventsOfOneBooking(t *testing.T) {
	t.Parallel()
	needsProcess(t, "Temporal")
	o := NewOrg(t)
	id := o.Book(t, "cleo", "interviewer_email", o.Email("ilse")).Text("interview.id")
	o.Letters(t, o.Email("cleo"), 1)
	o.Letters(t, o.Email("ilse"), 1)
	o.Settled(t, letterTimeout, id)
	count := map[enums.EventType]int{}
	var all []string
	c := dialTemporal(t, o.Temporal)
	for it := c.GetWorkflowHistory(t.Context(), "interview/"+id, "", false,
		enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT); it.HasNext(); {
		e, err := it.Next()
		if err != nil {
			t.Fatal(err)
		}
		count[e.EventType]++
		all = append(all, e.EventType.String())
	}
	t.Logf("%d events: %s", len(all), strings.Join(all, ", "))
	if n := count[enums.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES]; n != 0 {
		t.Errorf("search attributes were written %d times, want them given at the start", n)
	}
	if n := count[enums.EVENT_TYPE_MARKER_RECORDED]; n > mostLoads {
		t.Errorf("the row was loaded %d times, want at most %d", n, mostLoads)
	}
	if len(all) > mostEvents {
		t.Errorf("%d events, want at most %d", len(all), mostEvents)
	}
}

// One booking with two letters: the start, the one activity of both letters, one timer, the load, and 3 events for each
// of two workflow tasks.
const (
	mostLoads  = 1
	mostEvents = 1 + 3 + 1 + mostLoads + 2*3
)
