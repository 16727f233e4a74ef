package cli

import (
	"errors"
	"strings"
	"testing"
)

// What differs is an exit status of its own, and a mistake or a Temporal that does not answer another. What it does is
// tested in package worker, and beside a Temporal server in e2e.
func TestReconcile(t *testing.T) {
	t.Parallel()
	for differing, want := range map[*reconciled]int{
		{}:                                     exitOK,
		{Rows: 3, Differences: []difference{}}: exitOK,
		{Differences: []difference{{Done: "woken"}}}:    exitDiffers,
		{Differences: []difference{{Error: "refused"}}}: exitFailed,
	} {
		got, stated := exitOK, statusError{}
		if err := differing.verdict(); errors.As(err, &stated) {
			got = stated.status
		} else if err != nil {
			got = exitFailed
		}
		if got != want {
			t.Errorf("%+v: exit status %d, want %d", differing, got, want)
		}
	}

	x := northwind(t)
	x.env["TEMPORAL_ADDRESS"] = "127.0.0.1:1"
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"reconcile", "--dry-run", "--restart-stuck"}, exitUsage, "give one of them"},
		{[]string{"reconcile", "--org", "nobody"}, exitFailed, "nobody"},
		{[]string{"reconcile", "--org", "northwind"}, exitFailed, "look at the namespace default"},
	} {
		if got := x.run(c.args...); got.status != c.status || !strings.Contains(got.stderr, c.says) {
			t.Errorf("litmus %v: exit status %d, want %d and %q: %s", c.args, got.status, c.status, c.says, got.stderr)
		}
	}
}
