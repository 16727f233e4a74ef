package standalone

import (
	"strings"
	"testing"
)

func TestPostgresConfig(t *testing.T) {
	t.Parallel()
	c, err := postgresConfig("postgres://te%20mp:p%40ss@db.example/temporal?sslmode=require", visibilitySuffix)
	if err != nil {
		t.Fatal(err)
	}
	if c.DatabaseName != "temporal_visibility" || c.ConnectAddr != "db.example:5432" || c.User != "te%20mp" ||
		c.Password != "p@ss" || c.ConnectAttributes["sslmode"] != "require" || c.PluginName != "postgres12_pgx" {
		t.Errorf("it connects by %+v", c)
	}
	c, err = postgresConfig("postgres://temporal@/temporal?host=/run/postgresql", "")
	if err != nil || c.ConnectAddr != "" || c.ConnectAttributes["host"] != "/run/postgresql" ||
		c.ConnectAttributes["sslmode"] != "prefer" {
		t.Errorf("by a socket it connects by %+v (%v)", c, err)
	}
	for _, malformed := range []string{"postgres://a:secret@h", "postgres://a:secret@h/one/two",
		"postgres://a:secret@h:port/one"} {
		if _, err := postgresConfig(malformed, ""); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want an error without the password", malformed, err)
		}
	}
}
