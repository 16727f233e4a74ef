package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

const alertsFolder = "../deploy/prometheus"

// promtool accepts the alerts, and each is fired by what it is about and by nothing else.
func TestAlerts_fire(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil && os.Getenv("CI") != "true" {
		t.Skip("promtool is not installed: apt-get install prometheus")
	}
	must(t, err)
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		run := exec.CommandContext(t.Context(), promtool, args...)
		run.Dir = alertsFolder
		if said, err := run.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, said)
		}
	}
}

// Each alert has its test and its paragraph, and alerts and the dashboard ask for metrics that there are.
func TestAlerts(t *testing.T) {
	t.Parallel()
	read := func(name string) []byte {
		b, err := os.ReadFile(name)
		must(t, err)
		return b
	}
	page := read("../docs/operators.md")
	rules, tests := read(filepath.Join(alertsFolder, "alerts.yml")), read(filepath.Join(alertsFolder, "alerts_test.yml"))
	names := func(form string, in []byte) (found []string) {
		for _, m := range regexp.MustCompile(form).FindAllSubmatch(in, -1) {
			found = append(found, string(m[1]))
		}
		slices.Sort(found)
		return slices.Compact(found)
	}
	alerts := names(`alert: (\w+)`, rules)
	if len(alerts) < 10 {
		t.Fatalf("only %v were found", alerts)
	}
	if got := names(`\*\*(Litmus\w+)\*\*`, page); !slices.Equal(got, alerts) {
		t.Errorf("docs/operators.md explains %v, want %v", got, alerts)
	}
	if got := names(`alertname: (\w+)\n +exp_alerts`, tests); !slices.Equal(got, alerts) {
		t.Errorf("alerts_test.yml fires %v, want %v", got, alerts)
	}
	asked := append(names(`\b(litmus_\w+?)(?:_bucket)?\b`, rules),
		names(`\b(litmus_\w+?)(?:_bucket)?\b`, read("../deploy/grafana/litmus.json"))...)
	for _, name := range asked {
		known := bytes.Contains(page, []byte("| `"+name+"`")) || bytes.Contains(page, []byte(", `"+name+"`")) ||
			regexp.MustCompile(`^litmus_database_connections_(in_use|idle|most)$`).MatchString(name)
		if !known {
			t.Errorf("%s is asked for and stands nowhere in docs/operators.md", name)
		}
	}
}
