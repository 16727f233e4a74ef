package cli

import (
	"reflect"
	"slices"
	"testing"
)

func TestMembers(t *testing.T) { // D1
	t.Parallel()
	x := northwind(t)
	file := "file"
	want := []listedMember{
		{Email: "bram@northwind.example", Name: "Bram de Wit", Role: "interviewer"},
		{Email: "desk@northwind.example", Role: "admin", Origin: &file},
		{Email: "dora@northwind.example", Name: "Dora Ellison", Role: "interviewer"},
		{Email: "ilse@northwind.example", Name: "Ilse Brandt", Role: "recruiter", Origin: &file},
		{Email: "petra@northwind.example", Name: "Petra Novak", Role: "interviewer"},
		{Email: "rita@northwind.example", Role: "recruiter", Origin: &file},
		{Email: "root@northwind.example", Role: "admin", Origin: &file},
	}
	var got []listedMember
	x.mustJSON(&got, "members", "list", "--org", "northwind")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the members are\n%+v\nwant\n%+v", got, want)
	}
	list := x.must("members", "list", "--org", "northwind")
	rows := cells(list)
	if heading := []string{"EMAIL", "NAME", "ROLE", "ORIGIN"}; len(rows) != len(want)+1 ||
		!slices.Equal(rows[0], heading) {
		t.Errorf("the list is\n%s\nwant the heading %q and %d lines", list, heading, len(want))
	}
	for email, want := range map[string][]string{
		"desk@northwind.example": {"-", "admin", "file"},
		"ilse@northwind.example": {"Ilse Brandt", "recruiter", "file"},
		"bram@northwind.example": {"Bram de Wit", "interviewer", "-"},
	} {
		if got := line(t, list, email); !slices.Equal(got, want) {
			t.Errorf("%s is listed as %q, want %q", email, got, want)
		}
	}
	x.refused(exitFailed, `organization "nowhere" not found`, "members", "list", "--org", "nowhere")
	x.mistaken("--org", "members", "list")
}
