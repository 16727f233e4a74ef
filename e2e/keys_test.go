package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// listedKey is an entry of `litmus keys list --json`.
type listedKey struct {
	ID, Name   string
	Scopes     []string
	LastFour   string  `json:"last_four"`
	CreatedAt  string  `json:"created_at"`
	LastUsedAt *string `json:"last_used_at"`
	RevokedAt  *string `json:"revoked_at"`
}

func (o *Org) keys(t testing.TB) (keys []listedKey) {
	t.Helper()
	out := o.MustRun(t, "keys", "list", "--org", o.Slug, "--json")
	if err := json.Unmarshal([]byte(out), &keys); err != nil {
		t.Fatalf("keys list --json printed %q: %v", out, err)
	}
	return keys
}

func (o *Org) listed(t testing.TB, key string) listedKey {
	t.Helper()
	keys := o.keys(t)
	i := slices.IndexFunc(keys, func(k listedKey) bool { return k.LastFour == key[len(key)-4:] })
	if i < 0 {
		t.Fatalf("keys list has no key that ends with %s", key[len(key)-4:])
	}
	return keys[i]
}

// §5 rules 2 and 4: what holds of a key from the next request on. Its commands are tested in package cli.
func TestKeys(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, name := range []string{"litmus.db", "litmus.db-wal"} { // only a hash is stored
		b, err := os.ReadFile(filepath.Join(o.Data, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte(o.Key[10:])) {
			t.Errorf("%s holds the key", name)
		}
	}
	legacy := o.NewKey(t, "--legacy") // unrestricted until it is edited
	id := o.listed(t, legacy).ID
	o.With(legacy).Do(t, "GET", "/interviews", nil).Want(200)
	o.MustRun(t, "keys", "scopes", id, "--scope", "roles:read")
	o.With(legacy).Do(t, "GET", "/interviews", nil).Want(403)
	o.With(legacy).Do(t, "GET", "/roles", nil).Want(200)
	o.MustRun(t, "keys", "revoke", id)
	o.With(legacy).Do(t, "GET", "/roles", nil).Want(401)
	o.MustRun(t, "keys", "scopes", id, "--scope", "roles:read")
	o.With(legacy).Do(t, "GET", "/roles", nil).Want(401) // an edit does not bring it back
	if got := o.listed(t, o.Key).Scopes; len(got) != 13 {
		t.Errorf("full access is %v, want today's 13 scopes of §5", got)
	}
}
