package cli

import (
	"strings"
	"testing"

	"litmus/models"
)

func TestSignin(t *testing.T) { // D5
	t.Parallel()
	x := northwind(t)
	s, _ := x.open()
	signsIn := func(link string) (string, error) {
		token, ours := strings.CutPrefix(link, testOrigin+models.SignInPath)
		if !ours {
			t.Fatalf("it prints the link %q", link)
		}
		m, _, err := s.Team.SignIn(t.Context(), token, true)
		return m.Email, err
	}
	got := x.run("signin", "--org", "northwind", "--email", " Root@northwind.example ")
	first := strings.TrimSpace(got.stdout)
	if got.status != exitOK || got.stdout != first+"\n" ||
		got.stderr != "a link that signs root@northwind.example in, shown this once: it can be used once, until "+
			"2032-02-02T12:15:00.000Z; older links are dead\n" {
		t.Errorf("it prints %+v, want the link alone on standard output", got)
	}
	if who, err := signsIn(first); who != "root@northwind.example" || err != nil {
		t.Errorf("it signs in %s (%v)", who, err)
	}
	var printed printedSignIn
	x.mustJSON(&printed, "signin", "--org", "northwind", "--email", "root@northwind.example")
	if printed.Email != "root@northwind.example" || printed.ExpiresAt != "2032-02-02T12:15:00.000Z" {
		t.Errorf("as JSON it prints %+v", printed)
	}
	if _, err := signsIn(first); models.KindOf(err) != models.Conflict {
		t.Errorf("the first link, after a newer one: %v", err)
	}

	// Nothing is made that cannot be printed whole.
	delete(x.env, "LITMUS_BASE_URL")
	x.refused(exitUsage, "LITMUS_BASE_URL is required here: the public origin of the api, which the link begins with, "+
		"such as https://hire.example.com", "signin", "--org", "northwind", "--email", "root@northwind.example")
	x.env["LITMUS_BASE_URL"] = testOrigin
	x.refused(exitFailed, `member "a@b.example" not found`, "signin", "--org", "northwind", "--email",
		"a@b.example")
	x.refused(exitUsage, `--email "root" is not a bare email address such as ann@example.com`, "signin", "--org",
		"northwind", "--email", "root")
	if who, err := signsIn(printed.SignInURL); who != "root@northwind.example" || err != nil {
		t.Errorf("after refusals the last link signs in %s (%v)", who, err)
	}
}
