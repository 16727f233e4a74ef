package cli

import (
	"testing"

	"litmus/models"
)

// TestLimitVariables: each limit is set by its own variable, and else has the default of the table.
func TestLimitVariables(t *testing.T) {
	t.Parallel()
	for n, limit := range models.LimitTable {
		c, err := loadConfig(environment(limit.Variable, "1234"))
		must(t, err)
		for m, other := range models.LimitTable {
			want := other.Default
			if m == n {
				want = 1234
			}
			if got := *other.Field(&c.Limits); got != want {
				t.Errorf("with %s set, %s is %d, want %d", limit.Variable, other.Variable, got, want)
			}
		}
	}
}
