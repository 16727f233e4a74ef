package cli

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// Every command with a result prints it as JSON, too. The others run for as long as they are needed, or print a file,
// an answer or a script as it is.
func TestJSON(t *testing.T) {
	t.Parallel()
	program, err := kong.New(&commands{}, vars)
	must(t, err)
	for _, leaf := range program.Model.Leaves(true) {
		without := slices.Contains([]string{"api", "worker", "mcp", "export", "ready", "completion",
			"erasures export", "person export"}, leaf.Path())
		if has := flagOf(leaf, "--json") != nil; has == without {
			t.Errorf("%s has --json: %t", leaf.Path(), has)
		}
	}
}

// What commands that change something print as JSON says what they changed.
func TestJSON_ofChanges(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	prints := func(want map[string]any, args ...string) {
		t.Helper()
		got := map[string]any{}
		decode(t, x.run(append(args, "--json")...).stdout, &got)
		for key, value := range want {
			if got[key] != value {
				t.Errorf("litmus %s prints %v as %s, want %v", strings.Join(args, " "), got[key], key, value)
			}
		}
	}
	var made createdKey
	decode(t, x.run("keys", "create", "--org", "northwind", "--name", "Sync", "--scope", "roles:read", "--json").stdout,
		&made)
	if made.Name != "Sync" || !slices.Equal(made.Scopes, []string{"roles:read"}) || !strings.HasSuffix(made.Key,
		made.LastFour) {
		t.Errorf("a new key is %+v", made)
	}
	var changed keyJSON
	x.mustJSON(&changed, "keys", "scopes", made.ID, "--scope", "interviews:read")
	if !slices.Equal(changed.Scopes, []string{"interviews:read"}) {
		t.Errorf("with other scopes it is %+v", changed)
	}
	prints(map[string]any{"id": made.ID, "revoked_at": "2032-02-02T12:00:00.000Z"}, "keys", "revoke", made.ID)

	b := x.booked()
	x.clock.Set(b.Interview.StartsAt.Add(10 * time.Minute))
	ended := map[string]any{"id": b.Interview.ID, "call_ended_at": "2032-03-01T15:10:00.000Z", "changed": true}
	prints(ended, "interviews", "end-call", b.Interview.ID)
	ended["changed"] = false
	prints(ended, "interviews", "end-call", b.Interview.ID)
	prints(map[string]any{"interview_id": b.Interview.ID}, "artifacts", "--interview", b.Interview.ID, "--file",
		x.file("notes.yaml", "interviewer_notes: {text: Calm.}\n"))
	prints(map[string]any{"deleted": 0.0}, "audit", "prune")
	prints(map[string]any{"applied": 0.0}, "migrate")
	prints(map[string]any{"version": version(), "platform": runtime.GOOS + "/" + runtime.GOARCH}, "version")
	var shown []shownVariable
	x.mustJSON(&shown, "config")
	n := slices.IndexFunc(shown, func(v shownVariable) bool { return v.Name == "LITMUS_SECRET" })
	if n < 0 || shown[n] != (shownVariable{"LITMUS_SECRET", "********", "environment", "api, worker"}) {
		t.Errorf("the variables are %+v", shown)
	}
}
