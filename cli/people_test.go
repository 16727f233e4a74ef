package cli

import (
	"slices"
	"testing"
)

// People have the zone and the sort of free times that REST offers them by.
func TestPeopleList(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	emails := func(flags ...string) (found []string) {
		t.Helper()
		var rows []listedPerson
		got := x.run(append([]string{"people", "list", "--org", "northwind", "--json"}, flags...)...)
		decode(t, got.stdout, &rows)
		for _, p := range rows {
			found = append(found, p.Email)
		}
		return found
	}
	all := emails()
	if len(all) < 5 || !slices.IsSorted(all) {
		t.Fatalf("it lists %v, want everybody by email", all)
	}
	var rows []listedPerson
	x.mustJSON(&rows, "people", "list", "--org", "northwind", "--availability", "personal")
	n := slices.IndexFunc(rows, func(p listedPerson) bool { return p.Email == "petra@northwind.example" })
	if n < 0 || !rows[n].CalendarConnected || !rows[n].WorkingHours || rows[n].Availability != "personal" {
		t.Errorf("with personal times are %+v, want Petra with hours and calendar", rows)
	}
	if painted := emails("--availability", "painted"); len(painted)+len(rows) != len(all) {
		t.Errorf("%d have painted times and %d personal ones, of %d", len(painted), len(rows), len(all))
	}
	if of := emails("--posting", x.ids.Postings["engineer"].ID); len(of) == 0 || len(of) >= len(all) {
		t.Errorf("for the posting interview %v, of %v", of, all)
	}
	first := x.run("people", "list", "--org", "northwind", "--limit", "2")
	if want := "more follow: --after " + all[1] + " goes on with them, a larger --limit adds them\n"; first.stderr !=
		want || len(cells(first.stdout)) != 3 || !slices.Equal(emails("--after", all[1]), all[2:]) {
		t.Errorf("a list of two: %+v, want two and then the rest", first)
	}
	x.refused(exitFailed, `posting "post_x" not found`, "people", "list", "--org", "northwind", "--posting", "post_x")
	x.refused(exitUsage, "--limit 0 must be at least 1", "people", "list", "--org", "northwind", "--limit", "0")
}
