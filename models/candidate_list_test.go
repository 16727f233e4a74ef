package models

import (
	"testing"
	"time"
)

func TestPlace(t *testing.T) { // D19
	t.Parallel()
	for _, p := range []Place{{0, time.UnixMilli(0).UTC(), "cand_1"}, {2, noonOf2031, "sub_1.2"},
		{0, time.Date(1971, 1, 1, 0, 0, 0, 5e6, time.UTC), ""},
		{9, time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC), "é%"}} {
		got, err := ParsePlace(p.String())
		if err != nil || *got != p {
			t.Errorf("%s is read as %+v (%v), want %+v", p, got, err, p)
		}
	}
	if p, err := ParsePlace(""); p != nil || err != nil {
		t.Errorf("no place is %v (%v)", p, err)
	}
	for _, bad := range []string{"x", "1", "1.2", "a.1.x", "1.a.x", "-1.1.x", "10.1.x", "1.99999999999999999999.x",
		"1.9000000000000000000.x", "1.-9000000000000000000.x", ".."} {
		if p, err := ParsePlace(bad); KindOf(err) != Invalid {
			t.Errorf("%q is %v (%v)", bad, p, err)
		}
	}
}

var noonOf2031 = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)

func TestCandidateStates(t *testing.T) {
	t.Parallel()
	for _, s := range append([]string{""}, CandidateStates...) {
		if err := CheckCandidateState(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"hired", "Invited", "'"} {
		if err := CheckCandidateState(s); KindOf(err) != Invalid {
			t.Errorf("%q: %v", s, err)
		}
	}
}
