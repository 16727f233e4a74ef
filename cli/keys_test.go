package cli

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"litmus/models/access"
)

var (
	keyForm   = regexp.MustCompile(`^litmus_sk_[0-9A-Za-z]{49}\n$`)
	keyIDForm = regexp.MustCompile(`key_[0-9a-z]+`)
)

// createKey runs keys create and returns the key and its id.
func (x *terminal) createKey(flags ...string) (key, id string) {
	x.t.Helper()
	got := x.run(append([]string{"keys", "create", "--org", "northwind"}, flags...)...)
	id = keyIDForm.FindString(got.stderr)
	if got.status != exitOK || !keyForm.MatchString(got.stdout) || id == "" ||
		got.stderr != "created "+id+"; the key is shown this once\n" {
		x.t.Fatalf("keys create %v: %+v; want the key alone on standard output", flags, got)
	}
	return strings.TrimSpace(got.stdout), id
}

func TestKeys(t *testing.T) { // §5
	t.Parallel()
	x := northwind(t)
	key, id := x.createKey("--name", "Scheduler", "--scope", "interviews:write", "--scope", "roles:read")
	x.clock.Set(noon.Add(time.Hour))
	old, oldID := x.createKey("--name", "Old", "--legacy")
	x.clock.Set(noon.Add(2 * time.Hour))
	all, allID := x.createKey("--name", "All", "--full-access")
	const first, second, third = "2032-02-02T12:00:00.000Z", "2032-02-02T13:00:00.000Z", "2032-02-02T14:00:00.000Z"

	x.tabled([][]string{{"ID", "NAME", "LAST FOUR", "CREATED", "LAST USED", "REVOKED", "SCOPES"},
		{id, "Scheduler", key[len(key)-4:], "2032-02-02 13:00 CET", "-", "-", "roles:read interviews:write"},
		{oldID, "Old", old[len(old)-4:], "2032-02-02 14:00 CET", "-", "-", "unrestricted (legacy)"},
		{allID, "All", all[len(all)-4:], "2032-02-02 15:00 CET", "-", "-", strings.Join(access.Scopes, " ")},
	}, "keys", "list", "--org", "northwind")

	x.prints("revoked "+id+"\n", "keys", "revoke", id)
	x.clock.Set(noon.Add(3 * time.Hour))
	x.must("keys", "revoke", id) // again changes nothing
	x.prints("changed "+oldID+"\n", "keys", "scopes", oldID, "--scope", "roles:read")
	var keys []keyJSON
	x.mustJSON(&keys, "keys", "list", "--org", "northwind")
	revoked := third
	same(t, "the keys", keys, []keyJSON{
		{ID: id, Name: "Scheduler", Scopes: []string{"roles:read", "interviews:write"}, LastFour: key[len(key)-4:],
			CreatedAt: first, RevokedAt: &revoked},
		{ID: oldID, Name: "Old", Scopes: []string{"roles:read"}, LastFour: old[len(old)-4:], CreatedAt: second},
		{ID: allID, Name: "All", Scopes: access.Scopes, LastFour: all[len(all)-4:], CreatedAt: third}})
}

func TestKeys_refused(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	key, _ := x.createKey("--name", "Scheduler", "--full-access")
	const one, none = "give one of --scope, --full-access and --legacy", `key "key_x" not found`
	known := "; known scopes: " + strings.Join(access.Scopes, ", ")
	create := []string{"keys", "create", "--org", "northwind", "--name"}
	x.refused(exitUsage, one, append(create, "x")...)
	x.refused(exitUsage, one, append(create, "x", "--full-access", "--legacy")...)
	x.refused(exitUsage, "--name must not be empty", append(create, " ", "--legacy")...)
	x.refused(exitUsage, `scope "roles:write" is unknown`+known, append(create, "x", "--scope", "roles:write")...)
	x.refused(exitFailed, `organization "nowhere" not found`, "keys", "create", "--org", "nowhere", "--name", "x",
		"--legacy")
	x.refused(exitFailed, none, "keys", "revoke", "key_x")
	x.refused(exitFailed, none, "keys", "scopes", "key_x", "--scope", "roles:read")
	// A key in the place of its id is not repeated: what is printed ends in logs.
	x.refused(exitFailed, "that is a key itself, not the id of one, which begins with key_", "keys", "revoke", key)
}
