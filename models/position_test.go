package models_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

// A position survives an address, and other texts are refused.
func TestPosition(t *testing.T) {
	t.Parallel()
	for _, p := range []models.Position{{At: time.UnixMilli(0).UTC(), ID: "cand_1"},
		{Group: 2, At: desk.Noon, ID: "sub_1.2"},
		{At: time.Date(1971, 1, 1, 0, 0, 0, 5e6, time.UTC)},
		{Group: 9, At: time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC), ID: "é%"}} {
		got, err := models.ParsePosition(p.String())
		if err != nil || *got != p {
			t.Errorf("%s is read as %+v (%v), want %+v", p, got, err, p)
		}
	}
	if p, err := models.ParsePosition(""); p != nil || err != nil {
		t.Errorf("no position is %v (%v)", p, err)
	}
	for _, bad := range []string{"x", "1", "1.2", "a.1.x", "1.a.x", "-1.1.x", "10.1.x", "1.99999999999999999999.x",
		"1.9000000000000000000.x", "1.-9000000000000000000.x", "..", "2031-03-03T15:30:00Z~int_1"} {
		desk.WantRefusal(t, bad, models.Invalid, "")(models.ParsePosition(bad))
	}
}
