package worker

import (
	"log/slog"
	"testing"
	"time"

	"litmus/workflows"
)

// TestRetain: the workflow that deletes what is old is started once no other build polls, again every hour, after a
// failure soon, and at last beside another build.
func TestRetain(t *testing.T) {
	t.Parallel()
	o := open(t)
	begun := time.Now()
	r := retaining{patience: begun.Add(retainEvery)}
	for _, look := range []struct {
		when    string
		after   time.Duration
		builds  []string
		refused bool
		started bool
	}{
		{"nobody is known to poll", 0, nil, false, false},
		{"an older build polls", time.Minute, []string{"v2", "v1"}, false, false},
		{"Temporal refuses it", 2 * time.Minute, []string{"v2"}, true, false},
		{"right after that", 3 * time.Minute, []string{"v2"}, false, false},
		{"soon after that", 5 * time.Minute, []string{"v2"}, false, true},
		{"it was started", 10 * time.Minute, []string{"v2"}, false, false},
		{"an hour later", 66 * time.Minute, []string{"v2"}, false, true},
		{"an hour later, beside another build", 130 * time.Minute, []string{"v2", "v3"}, false, false},
		{"beside a worker that was forgotten", 200 * time.Minute, []string{"v2", "v1"}, false, true},
	} {
		b := Builds{Build: "v2"}
		b.saw(look.builds)
		o.engine.mu.Lock()
		o.engine.woken, o.engine.refuses = nil, look.refused
		o.engine.mu.Unlock()
		r.look(t.Context(), begun.Add(look.after), b.only.Load(), o.client, slog.New(slog.DiscardHandler))
		o.engine.mu.Lock()
		got := o.engine.woken
		o.engine.mu.Unlock()
		if (len(got) == 1 && got[0] == workflows.RetentionID) != look.started || len(got) > 1 {
			t.Errorf("%s: it started %v, want the workflow: %t", look.when, got, look.started)
		}
	}
}
