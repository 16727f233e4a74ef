package models

import "testing"

func TestCheckOrigin(t *testing.T) { // D24
	t.Parallel()
	err := CheckOrigin(`posting "Backend"`, OriginFile)
	want := `posting "Backend" is kept in the organization file; take it over to change it here`
	if KindOf(err) != Conflict || err.Error() != want {
		t.Errorf("got %v, want the conflict %s", err, want)
	}
	for _, origin := range []string{OriginDashboard, ""} {
		if err := CheckOrigin("member ann@x.io", origin); err != nil {
			t.Errorf("origin %q: got %v", origin, err)
		}
	}
}
