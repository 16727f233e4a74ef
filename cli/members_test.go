package cli

import (
	"testing"
)

func TestMembers(t *testing.T) { // D1
	t.Parallel()
	x := northwind(t)
	x.tabled([][]string{{"EMAIL", "NAME", "ROLE", "ORIGIN"},
		{"bram@northwind.example", "Bram de Wit", "interviewer", "-"},
		{"desk@northwind.example", "-", "admin", "file"},
		{"dora@northwind.example", "Dora Ellison", "interviewer", "-"},
		{"ilse@northwind.example", "Ilse Brandt", "recruiter", "file"},
		{"petra@northwind.example", "Petra Novak", "interviewer", "-"},
		{"rita@northwind.example", "-", "recruiter", "file"},
		{"root@northwind.example", "-", "admin", "file"},
	}, "members", "list", "--org", "northwind")
}
