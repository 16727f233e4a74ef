package cli

import (
	"strconv"
	"testing"

	"litmus/models"
)

// TestLimitVariables: each limit is set by its own variable, and else has the default of the table.
func TestLimitVariables(t *testing.T) {
	t.Parallel()
	for n, limit := range models.LimitTable {
		t.Run(limit.Variable, func(t *testing.T) {
			t.Parallel()
			c, err := loadConfig(func(name string) (string, bool) {
				if name == limit.Variable {
					return strconv.Itoa(1000 + n), true
				}
				return "", false
			})
			must(t, err)
			for m, other := range models.LimitTable {
				want := other.Default
				if m == n {
					want = 1000 + n
				}
				if got := *other.Field(&c.Limits); got != want {
					t.Errorf("%s is %d, want %d", other.Variable, got, want)
				}
			}
		})
	}
}
