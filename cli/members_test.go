package cli

import (
	"testing"
)

func TestMembers(t *testing.T) { // D1
	t.Parallel()
	x := northwind(t)
	file := "file"
	var got []listedMember
	x.mustJSON(&got, "members", "list", "--org", "northwind")
	same(t, "the members", got, []listedMember{
		{Email: "bram@northwind.example", Name: "Bram de Wit", Role: "interviewer"},
		{Email: "desk@northwind.example", Role: "admin", Origin: &file},
		{Email: "dora@northwind.example", Name: "Dora Ellison", Role: "interviewer"},
		{Email: "ilse@northwind.example", Name: "Ilse Brandt", Role: "recruiter", Origin: &file},
		{Email: "petra@northwind.example", Name: "Petra Novak", Role: "interviewer"},
		{Email: "rita@northwind.example", Role: "recruiter", Origin: &file},
		{Email: "root@northwind.example", Role: "admin", Origin: &file},
	})
	x.tabled([][]string{{"EMAIL", "NAME", "ROLE", "ORIGIN"},
		{"bram@northwind.example", "Bram de Wit", "interviewer", "-"},
		{"desk@northwind.example", "-", "admin", "file"},
		{"dora@northwind.example", "Dora Ellison", "interviewer", "-"},
		{"ilse@northwind.example", "Ilse Brandt", "recruiter", "file"},
		{"petra@northwind.example", "Petra Novak", "interviewer", "-"},
		{"rita@northwind.example", "-", "recruiter", "file"},
		{"root@northwind.example", "-", "admin", "file"},
	}, "members", "list", "--org", "northwind")
	x.refused(exitFailed, `organization "nowhere" not found`, "members", "list", "--org", "nowhere")
	x.mistaken("--org", "members", "list")
}
