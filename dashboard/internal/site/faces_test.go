package site

import "testing"

func TestFaceOf(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{{"Jonas Brandt", "jonas@marlowe.example", "JB"}, {"", "ann.lee@acme.example", "AL"},
		{"Inês de la Cruz-Duarte", "i@x.example", "ID"}, {"王小明", "wang@x.example", "王"}, {"cher", "c@x.example", "C"},
		{"(…)", "x@x.example", ""}} {
		if got := FaceOf(c[0], c[1]).Initials; got != c[2] {
			t.Errorf("%q, %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
