package e2e

import (
	"strings"
	"testing"
)

// A service without the demonstration: the link of the banner makes the organization, and it lasts.
func TestUpEmpty(t *testing.T) { // D23
	t.Parallel()
	needsProcess(t, "a litmus up of its own")
	s := Start(t, Args("--empty"))
	if s.Organizations == nil || len(s.Organizations) != 0 ||
		!strings.HasPrefix(s.Ready.SignIn, s.API+"/dashboard/welcome/") {
		t.Fatalf("it has the organizations %v and the link %q, want an empty list and one to make the first",
			s.Organizations, s.Ready.SignIn)
	}
	s.Get(t, s.Ready.SignIn).Want(200)
	s.Post(t, s.Ready.SignIn, []string{"Origin", s.API}, "name", "Acme", "slug", "acme", "time_zone", "Asia/Kathmandu",
		"admin_name", "Ada", "admin_email", "ada@acme.example").Want(303)
	s.Restart(t)
	if len(s.Organizations) != 1 || s.Organizations[0].Slug != "acme" || strings.Contains(s.Ready.SignIn, "welcome") {
		t.Errorf("after a restart the organizations are %v, and the link is %s", s.Organizations, s.Ready.SignIn)
	}
	acme := &Org{Service: s, Key: s.KeyOf("acme")}
	for path, want := range map[string]string{"/roles": `{"roles":[]}`,
		"/interviews": `{"interviews":[],"next_cursor":null}`} {
		if got := acme.Do(t, "GET", path, nil).Want(200).JSON(""); got != want {
			t.Errorf("%s answers %s, want %s", path, got, want)
		}
	}
	if out := Command(t, nil, "up", "--empty", "--file", "x.yaml"); out.Status == 0 {
		t.Errorf("%+v, want that --empty and --file are refused", out)
	}
}
