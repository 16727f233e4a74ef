package cli

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
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
	_, allID := x.createKey("--name", "All", "--full-access")

	list := x.must("keys", "list", "--org", "northwind")
	if want := []string{"ID", "NAME", "LAST FOUR", "CREATED", "LAST USED", "REVOKED", "SCOPES"}; !slices.Equal(
		cells(list)[0], want) {
		t.Errorf("the heading is %q, want %q", cells(list)[0], want)
	}
	for id, want := range map[string][]string{
		id:    {"Scheduler", key[len(key)-4:], "2032-02-02T12:00:00.000Z", "-", "-", "roles:read interviews:write"},
		oldID: {"Old", old[len(old)-4:], "2032-02-02T13:00:00.000Z", "-", "-", "unrestricted (legacy)"},
	} {
		if got := line(t, list, id); !slices.Equal(got, want) {
			t.Errorf("%s is listed as %q, want %q", id, got, want)
		}
	}

	x.clock.Set(noon.Add(2 * time.Hour))
	if got := x.must("keys", "revoke", id); got != "revoked "+id+"\n" {
		t.Errorf("revoke prints %q", got)
	}
	x.clock.Set(noon.Add(3 * time.Hour))
	x.must("keys", "revoke", id) // again changes nothing
	if got := x.must("keys", "scopes", oldID, "--scope", "roles:read"); got != "changed "+oldID+"\n" {
		t.Errorf("scopes prints %q", got)
	}
	var keys []keyJSON
	x.mustJSON(&keys, "keys", "list", "--org", "northwind")
	revoked := "2032-02-02T14:00:00.000Z"
	if want := []keyJSON{
		{ID: id, Name: "Scheduler", Scopes: []string{"roles:read", "interviews:write"}, LastFour: key[len(key)-4:],
			CreatedAt: "2032-02-02T12:00:00.000Z", RevokedAt: &revoked},
		{ID: oldID, Name: "Old", Scopes: []string{"roles:read"}, LastFour: old[len(old)-4:],
			CreatedAt: "2032-02-02T13:00:00.000Z"},
	}; !slices.ContainsFunc(keys, func(k keyJSON) bool { return reflect.DeepEqual(k, want[0]) }) ||
		!slices.ContainsFunc(keys, func(k keyJSON) bool { return reflect.DeepEqual(k, want[1]) }) || len(keys) != 3 {
		t.Errorf("the keys are %+v, want these among three: %+v", keys, want)
	}
	if n := slices.IndexFunc(keys, func(k keyJSON) bool { return k.ID == allID }); n < 0 ||
		!slices.Equal(keys[n].Scopes, models.Scopes) {
		t.Errorf("full access is %+v, want every scope", keys)
	}
	for _, out := range []string{list, x.must("keys", "list", "--org", "northwind", "--json")} {
		if strings.Contains(out, "litmus_sk_") || strings.Contains(out, key[10:30]) {
			t.Errorf("a list shows a key:\n%s", out)
		}
	}
}

func TestKeys_refused(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	key, _ := x.createKey("--name", "Scheduler", "--full-access")
	known := "; known scopes: " + strings.Join(models.Scopes, ", ")
	create := []string{"keys", "create", "--org", "northwind", "--name"}
	x.refused(exitUsage, "give one of --scope, --full-access and --legacy", append(create, "x")...)
	x.refused(exitUsage, "give one of --scope, --full-access and --legacy",
		append(create, "x", "--full-access", "--legacy")...)
	x.refused(exitUsage, "give one of --scope, --full-access and --legacy",
		append(create, "x", "--scope", "roles:read", "--legacy")...)
	x.refused(exitUsage, "--name must not be empty", append(create, " ", "--legacy")...)
	x.refused(exitUsage, `scope "roles:write" is unknown`+known, append(create, "x", "--scope", "roles:write")...)
	x.refused(exitUsage, `scope "everything" is unknown`+known, "keys", "scopes", "key_x", "--scope", "everything")
	nowhere := `organization "nowhere" not found`
	x.refused(exitFailed, nowhere, "keys", "create", "--org", "nowhere", "--name", "x", "--legacy")
	x.refused(exitFailed, nowhere, "keys", "list", "--org", "nowhere")
	x.refused(exitFailed, `key "key_x" not found`, "keys", "revoke", "key_x")
	x.refused(exitFailed, `key "key_x" not found`, "keys", "scopes", "key_x", "--scope", "roles:read")
	// A key in the place of its id is not repeated: what is printed ends in logs.
	x.refused(exitFailed, "that is a key itself, not the id of one, which begins with key_", "keys", "revoke", key)
	x.mistaken("--org", "keys", "create", "--name", "x", "--legacy")
	x.mistaken("--name", "keys", "create", "--org", "northwind", "--legacy")
	x.mistaken("<id>", "keys", "revoke")
	x.mistaken("--scope", "keys", "scopes", "key_x")
}
