package zones

import (
	"testing"
	"time"
	_ "time/tzdata"

	"litmus/internal/verify"
)

func TestZones(t *testing.T) {
	t.Parallel()
	if len(all) < 400 {
		t.Errorf("%d zones to choose from", len(all))
	}
	for _, z := range all {
		if zone, ok := Named(z.name); !ok || zone.String() != z.name {
			t.Errorf("%s is offered and not known", z.name)
		}
	}
	for old, today := range oldNames {
		was, err := time.LoadLocation(old)
		zone, ok := Named(old)
		if !verify.Each(t, old, verify.Fields{"error": {err, nil}, "named": {ok, true}, "today": {zone.String(), today},
			"today is offered": {Offered(today), true}, "is offered": {Offered(old), false}}) {
			continue
		}
		for month := range 24 { // both names mean the same zone
			at := time.Date(2030, time.Month(1+month), 1, 12, 0, 0, 0, time.UTC)
			if at.In(was).Format(time.RFC3339) != at.In(zone).Format(time.RFC3339) {
				t.Errorf("%s is not %s at %s", old, today, at)
			}
		}
	}
	for _, name := range []string{"", "Local", "europe/berlin", "Europe/Nowhere", "../../etc/passwd",
		"Europe/Berlin\x00", string(make([]byte, 100))} {
		if _, ok := Named(name); ok {
			t.Errorf("%q is taken for a zone", name)
		}
	}
}
