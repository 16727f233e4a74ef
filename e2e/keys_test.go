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
	t.Run("only a hash is stored", func(t *testing.T) {
		for _, name := range []string{"litmus.db", "litmus.db-wal"} {
			b, err := os.ReadFile(filepath.Join(o.Data, name))
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			if bytes.Contains(b, []byte(o.Key[10:])) {
				t.Errorf("%s holds the key", name)
			}
		}
	})
	t.Run("a revoked key is refused from the next request on", func(t *testing.T) {
		key := o.NewKey(t, "--full-access")
		k := o.listed(t, key)
		o.With(key).Do(t, "GET", "/roles", nil).Want(200)
		o.MustRun(t, "keys", "revoke", k.ID)
		o.With(key).Do(t, "GET", "/roles", nil).Want(401)
		revoked := o.listed(t, key).RevokedAt
		o.MustRun(t, "keys", "revoke", k.ID) // again changes nothing
		if again := o.listed(t, key).RevokedAt; revoked == nil || *again != *revoked {
			t.Errorf("revoked_at %v and then %v, want the first instant", revoked, again)
		}
		o.MustRun(t, "keys", "scopes", k.ID, "--scope", "roles:read")
		o.With(key).Do(t, "GET", "/roles", nil).Want(401) // an edit does not bring it back
	})
	t.Run("edited scopes hold from the next request on", func(t *testing.T) {
		key := o.NewKey(t, "--scope", "roles:read")
		id := o.listed(t, key).ID
		o.With(key).Do(t, "GET", "/roles", nil).Want(200)
		o.With(key).Do(t, "GET", "/interviews", nil).Want(403)
		o.MustRun(t, "keys", "scopes", id, "--scope", "interviews:read")
		o.With(key).Do(t, "GET", "/roles", nil).Want(403)
		o.With(key).Do(t, "GET", "/interviews", nil).Want(200)
	})
	t.Run("a legacy key is unrestricted until it is edited", func(t *testing.T) {
		key := o.NewKey(t, "--legacy")
		k := o.listed(t, key)
		if k.Scopes != nil {
			t.Errorf("scopes %v, want null", k.Scopes)
		}
		for _, e := range endpoints(o) {
			if r := o.With(key).Do(t, e.method, e.path, e.body); r.Status == 401 || r.Status == 403 {
				t.Errorf("%s %s: %d, want it allowed", e.method, e.path, r.Status)
			}
		}
		o.MustRun(t, "keys", "scopes", k.ID, "--scope", "submissions:read")
		o.With(key).Do(t, "GET", "/roles", nil).Want(403)
	})
	t.Run("full access is a list of today's scopes", func(t *testing.T) {
		if got := o.listed(t, o.Key).Scopes; len(got) != 13 {
			t.Errorf("scopes %v, want the 13 of §5", got)
		}
	})
}
