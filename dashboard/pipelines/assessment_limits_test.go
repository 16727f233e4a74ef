package pipelines

import (
	"testing"
)

func TestTimeLimitsInWords(t *testing.T) { // D18
	t.Parallel()
	for minutes, want := range map[int]string{0: "", 1: "1 minute", 45: "45 minutes", 60: "1 hour",
		90: "1 hour 30 minutes", 240: "4 hours", 1440: "1 day", 10080: "7 days", 1500: "25 hours"} {
		if got := limitWords(minutes); got != want {
			t.Errorf("%d minutes are %q, want %q", minutes, got, want)
		}
	}
}
