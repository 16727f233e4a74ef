package web

import (
	"testing"
	"time"
)

func TestZones(t *testing.T) {
	t.Parallel()
	if len(zones) < 400 {
		t.Errorf("%d zones to choose from", len(zones))
	}
	for _, z := range zones {
		if zone, ok := zoneNamed(z.name); !ok || zone.String() != z.name {
			t.Errorf("%s is offered and not known", z.name)
		}
	}
	for old, today := range oldNames {
		was, err := time.LoadLocation(old)
		zone, ok := zoneNamed(old)
		if err != nil || !ok || zone.String() != today || !offered(today) || offered(old) {
			t.Errorf("%s is today %v, want %s among those offered", old, zone, today)
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
		if _, ok := zoneNamed(name); ok {
			t.Errorf("%q is taken for a zone", name)
		}
	}
}
