package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// examples are command lines that `litmus COMMAND --help` shows, by command.
var examples = map[string][]string{
	"up": {"up", "up --empty --data ./acme-data", "up --file acme.yaml --addr 127.0.0.1:9080",
		"up --test-clock --ephemeral"},
	"api":          {"api", "api --migrate"},
	"worker":       {"worker", "worker --queues effects --addr :8082"},
	"temporal":     {"temporal", "temporal --addr 0.0.0.0:7233 --ui-addr 0.0.0.0:8233 --expose-dev"},
	"migrate":      {"migrate"},
	"adopt":        {"adopt", "adopt --moved", "adopt --copy"},
	"doctor":       {"doctor", "doctor --json"},
	"reconcile":    {"reconcile --dry-run", "reconcile --org acme", "reconcile --restart-stuck"},
	"apply":        {"apply --file acme.yaml", "apply --file acme.yaml --prune --json"},
	"export":       {"export --org acme >acme.yaml"},
	"orgs list":    {"orgs list"},
	"keys create":  {"keys create --org acme --name sync --scope roles:read --scope interviews:read"},
	"keys list":    {"keys list --org acme"},
	"keys revoke":  {"keys revoke key_01a1fe4a26cd"},
	"keys scopes":  {"keys scopes key_01a1fe4a26cd --scope interviews:read"},
	"members list": {"members list --org acme"},
	"people list":  {"people list --org acme --availability personal"},
	"load":         {"load --org acme --pool backend", "load --org acme --csv >load.csv"},
	"signin":       {"signin --org acme --email kit@acme.example"},
	"audit list":   {"audit list --org acme --since 2032-02-01", "audit list --failed --address 203.0.113.7"},
	"audit prune":  {"audit prune"},
	"candidates list": {"candidates list --org acme --state invited",
		"candidates list --org acme --find robin --json"},
	"erase":               {"erase --org acme --email robin@example.com --dry-run"},
	"erasures list":       {"erasures list --org acme"},
	"erasures export":     {"erasures export >erasures.json"},
	"erasures apply":      {"erasures apply --file erasures.json"},
	"retention":           {"retention --dry-run"},
	"person export":       {"person export --org acme --email robin@example.com >robin.json"},
	"invitations list":    {"invitations list --org acme --state expired"},
	"invitations show":    {"invitations show cand_01a1fe4a26cd"},
	"interviews list":     {"interviews list --org acme --status scheduled --from 2032-02-01 --to 2032-02-08"},
	"interviews show":     {"interviews show int_01a1fe4a26cd", "interviews show int_01a1fe4a26cd --utc"},
	"interviews end-call": {"interviews end-call int_01a1fe4a26cd"},
	"slots explain": {"slots explain --org acme --posting post_01a1fe4a26ce --round rnd_01a1fe4a26cf " +
		"--at 2032-02-02T15:00:00+01:00"},
	"artifacts":          {"artifacts --interview int_01a1fe4a26cd --file artifacts.yaml"},
	"links issue":        {"links issue int_01a1fe4a26cd"},
	"links revoke":       {"links revoke cand_01a1fe4a26cd"},
	"calendars list":     {"calendars list --org acme"},
	"calendars sync":     {"calendars sync cal_01a1fe4a26cd --wait 1m"},
	"deployment show":    {"deployment show"},
	"deployment current": {"deployment current v1.2.3", "deployment current unversioned"},
	"deployment ramp":    {"deployment ramp v1.2.3 --percent 10"},
	"clock advance":      {"clock advance 9d --org acme"},
	"clock show":         {"clock show"},
	"conform":            {"conform --base-url https://hire.acme.example --key litmus_sk_…"},
	"mcp":                {"mcp --url https://hire.acme.example"},
	"config":             {"config", "config --data ./acme-data --json"},
	"ready":              {"ready", "ready http://127.0.0.1:8081/readyz"},
	"completion":         {"completion bash"},
	"version":            {"version"},
}

// explain adds the examples to the help of the commands.
func explain(k *kong.Kong) error {
	for _, leaf := range k.Model.Leaves(true) {
		lines := examples[leaf.Path()]
		if len(lines) == 0 {
			return fmt.Errorf("%s has no example", leaf.Path())
		}
		if leaf.Detail != "" {
			leaf.Detail = strings.TrimRight(leaf.Detail, "\n") + "\n\n"
		}
		leaf.Detail += "Examples:\n\n  litmus " + strings.Join(lines, "\n  litmus ") + "\n"
	}
	return nil
}
