package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
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

var keyFormat = regexp.MustCompile(`^litmus_sk_[0-9A-Za-z]{49}\n$`)

// §5.
func TestKeys(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	create := func(flags ...string) Output {
		return o.Run(t, append([]string{"keys", "create", "--org", o.Slug, "--name", "Scheduler"}, flags...)...)
	}
	t.Run("create prints the key alone, list never prints it", func(t *testing.T) {
		out := create("--scope", "interviews:write", "--scope", "roles:read", "--scope", "roles:read")
		if out.Status != 0 || !keyFormat.MatchString(out.Stdout) {
			t.Fatalf("status %d, standard output %q, want 0 and a key alone", out.Status, out.Stdout)
		}
		key := strings.TrimSpace(out.Stdout)
		if strings.Contains(out.Stderr, key) {
			t.Errorf("standard error repeats the key")
		}
		k := o.listed(t, key)
		if k.Name != "Scheduler" || !slices.Equal(k.Scopes, []string{"roles:read", "interviews:write"}) ||
			!instantFormat.MatchString(k.CreatedAt) || k.LastUsedAt != nil || k.RevokedAt != nil ||
			!idFormat.MatchString(k.ID) {
			t.Errorf("listed as %+v", k)
		}
		for _, list := range []string{o.MustRun(t, "keys", "list", "--org", o.Slug),
			o.MustRun(t, "keys", "list", "--org", o.Slug, "--json")} {
			if strings.Contains(list, "litmus_sk_") || strings.Contains(list, key[10:30]) ||
				!strings.Contains(list, k.ID) {
				t.Errorf("the list is %s, want ids without keys", list)
			}
		}
		o.With(key).Do(t, "GET", "/roles", nil).Want(200)
		Until(t, time.Minute, "last used", func() (bool, string) { return o.listed(t, key).LastUsedAt != nil, "null" })
	})
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
	t.Run("mistakes are told with the right status", func(t *testing.T) {
		for _, c := range []struct {
			status int
			word   string
			args   []string
		}{
			{2, "--scope", []string{"create", "--org", o.Slug, "--name", "x"}}, // at least one (§8)
			{2, "--full-access", []string{"create", "--org", o.Slug, "--name", "x", "--full-access", "--legacy"}},
			{2, "roles:write", []string{"create", "--org", o.Slug, "--name", "x", "--scope", "roles:write"}},
			{2, "--org", []string{"create", "--name", "x", "--full-access"}},
			{2, "--name", []string{"create", "--org", o.Slug, "--full-access"}},
			{2, "--name", []string{"create", "--org", o.Slug, "--name", " ", "--full-access"}},
			{1, "nowhere", []string{"create", "--org", "nowhere", "--name", "x", "--full-access"}},
			{1, "nowhere", []string{"list", "--org", "nowhere"}},
			{1, "key_unknown", []string{"revoke", "key_unknown"}},
			{1, "key_unknown", []string{"scopes", "key_unknown", "--scope", "roles:read"}},
			{2, "--scope", []string{"scopes", "key_unknown"}},
			{2, "everything", []string{"scopes", "key_unknown", "--scope", "everything"}},
		} {
			out := o.Run(t, append([]string{"keys"}, c.args...)...)
			if out.Status != c.status || !strings.Contains(out.Stderr, c.word) || out.Stdout != "" {
				t.Errorf("keys %v: status %d, standard error %q, standard output %q; want %d and a word on %s",
					c.args, out.Status, out.Stderr, out.Stdout, c.status, c.word)
			}
		}
	})
}
