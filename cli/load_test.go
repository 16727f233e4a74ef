package cli

import (
	"strings"
	"testing"

	"litmus/wire"
)

// The load is printed for people, as JSON and as a file, with the same numbers (P12).
func TestLoad(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	var got wire.Load
	x.mustJSON(&got, "load", "--org", "northwind")
	if len(got.Interviews.Weeks) != 13 || len(got.Interviews.ByPerson) == 0 {
		t.Fatalf("got %+v", got)
	}
	text, file := x.must("load", "--org", "northwind"), x.must("load", "--org", "northwind", "--csv")
	for _, p := range got.Interviews.ByPerson {
		if !strings.Contains(text, "\n"+p.Email+" ") ||
			strings.Count(file, ","+p.Email+",,interviews,") != len(got.Interviews.Weeks) {
			t.Errorf("%s is missing in\n%s\n%s", p.Email, text, file)
		}
	}
	if !strings.HasPrefix(file, "section,week,email,pool,measure,value\r\n") {
		t.Errorf("the file is\n%s", file)
	}
	x.mistaken("--csv", "load", "--org", "northwind", "--csv", "--json")
	if out := x.run("load", "--org", "northwind", "--pool", "none"); out.status == 0 ||
		!strings.Contains(out.stderr, "not found") {
		t.Errorf("of a pool that is not there: %+v", out)
	}
}
