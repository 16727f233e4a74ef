package models

import (
	"testing"
	"time"
)

func TestLasting(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		24 * time.Hour: "24 hours", time.Hour: "1 hour", 90 * time.Minute: "1 hour 30 minutes",
		45 * time.Minute: "45 minutes", time.Second: "1 second",
	} {
		if got := Lasting(d); got != want {
			t.Errorf("%s is %q, want %q", d, got, want)
		}
	}
}
