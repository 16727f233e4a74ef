package e2e

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"litmus/store"
)

// docker-compose.databases.sql, as the compose file runs it: neither the service nor Temporal is a superuser, and
// neither can open the other's databases.
func TestComposeDatabases(t *testing.T) {
	t.Parallel()
	c := NewCluster(t)
	at, err := url.Parse(c.URL)
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../docker-compose.databases.sql")
	if err != nil {
		t.Fatal(err)
	}
	prepare := func(password string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), filepath.Join(c.bin, "psql"), "--no-psqlrc", "--file", "-")
		cmd.Stdin = strings.NewReader(string(script))
		cmd.Env = []string{"PGHOST=" + at.Query().Get("host"), "PGUSER=postgres", "PGDATABASE=postgres",
			"DATABASE_PASSWORD=" + password, "TEMPORAL_DATABASE_PASSWORD=its own"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("psql: %v\n%s", err, out)
		}
	}
	prepare("it's first")

	as := func(user, database string) string {
		u := *at
		u.User, u.Path = url.User(user), "/"+database
		return u.String()
	}
	s, err := store.Open(t.Context(), as("litmus", "litmus"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Migrate(t.Context()); err != nil { // with its extension, which who owns a database may create
		t.Fatalf("the schema, by who is no superuser: %v", err)
	}
	s.Close()
	admin, err := pgx.Connect(t.Context(), c.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(t.Context())
	verifier := func() (v string) {
		t.Helper()
		if err := admin.QueryRow(t.Context(),
			"select rolpassword from pg_authid where rolname = 'litmus'").Scan(&v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := verifier()
	prepare("another") // again: nothing but the password is another
	if verifier() == first {
		t.Error("the password is not the new one")
	}
	for _, x := range []struct {
		user, database string
		opens          bool
	}{
		{"litmus", "litmus", true}, {"litmus", "temporal", false}, {"litmus", "temporal_visibility", false},
		{"temporal", "temporal", true}, {"temporal", "temporal_visibility", true}, {"temporal", "litmus", false},
	} {
		conn, err := pgx.Connect(t.Context(), as(x.user, x.database))
		if (err == nil) != x.opens {
			t.Errorf("%s on %s: %v, want it opened: %t", x.user, x.database, err, x.opens)
		}
		if err != nil {
			continue
		}
		var super, makes bool
		if err := conn.QueryRow(t.Context(), "select rolsuper, rolcreaterole or rolcreatedb or rolreplication "+
			"or rolbypassrls from pg_roles where rolname = current_user").
			Scan(&super, &makes); err != nil || super || makes {
			t.Errorf("%s: superuser %t, other powers %t (%v), want neither", x.user, super, makes, err)
		}
		if _, err := conn.Exec(t.Context(), "create extension if not exists btree_gin"); x.user == "temporal" &&
			err != nil {
			t.Errorf("%s cannot make the extension that Temporal's visibility needs: %v", x.user, err)
		}
		conn.Close(t.Context())
	}
}
