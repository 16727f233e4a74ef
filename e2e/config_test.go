package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"litmus/testdb"
)

// `litmus config` prints every variable, its value in force and where it came from, secrets
// masked.
func TestConfig(t *testing.T) {
	t.Parallel()
	secret := "hunter2-" + strings.Repeat("s", 32)
	out := MustRun(t, []string{
		"LITMUS_DATABASE_URL=postgres://svc:hunter2@db.example/litmus?sslmode=disable&password=hunter2",
		"LITMUS_SECRET=" + secret, "LITMUS_SMTP_URL=smtps://mail%40x:hunter2@smtp.example:465",
		"LITMUS_BASE_URL=https://hire.example", "LITMUS_LINK_TTL=90m", "LITMUS_ZOOM_CLIENT_SECRET=hunter2",
		"LITMUS_NOTETAKER_SECRET=" + secret, "TEMPORAL_API_KEY=hunter2", "TEMPORAL_ADDRESS=temporal.example:7233",
	}, "config")
	if strings.Contains(out, "hunter2") {
		t.Errorf("a secret is shown:\n%s", out)
	}
	lines := map[string][]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(out), "\n") {
		f := strings.Split(line, "\t")
		lines[f[0]] = f[1:]
	}
	for name, want := range map[string]string{
		"LITMUS_DATABASE_URL": "db.example environment", "LITMUS_BASE_URL": "https://hire.example environment",
		"LITMUS_ADDR": ":8080 default", "LITMUS_SECRET": " environment",
		"LITMUS_SMTP_URL": "smtp.example:465 environment", "LITMUS_SMTP_TLS": "unset", "LITMUS_MEETING": "none default",
		"LITMUS_NOTETAKER": "none default", "LITMUS_NOTETAKER_SECRET": " environment",
		"LITMUS_ZOOM_CLIENT_SECRET": " environment", "LITMUS_ZOOM_ACCOUNT_ID": "unset",
		"LITMUS_LINK_TTL": "90m environment", "LITMUS_SESSION_TTL": "168h default",
		"LITMUS_SESSION_GRACE": "0s default", "LITMUS_INVITE_TTL": "336h default", "LITMUS_REMINDERS": "24h,1h default",
		"LITMUS_LOG": "", "LITMUS_LOG_LEVEL": "info default", "LITMUS_ALLOW_PRIVATE_NETWORKS": "",
		"LITMUS_TRUSTED_PROXIES": "unset", "LITMUS_AUDIT_DAYS": "400 default",
		"TEMPORAL_ADDRESS": "temporal.example:7233 environment", "TEMPORAL_NAMESPACE": "default default",
		"TEMPORAL_API_KEY": " environment",
	} {
		got := strings.Join(lines[name], " ")
		for word := range strings.SplitSeq(want, " ") {
			if !strings.Contains(got, word) || lines[name] == nil {
				t.Errorf("%s: %q, want %q in it", name, got, want)
			}
		}
	}
}

// A password where none is expected is hidden all the same.
func TestConfigOfMisplacedPasswords(t *testing.T) {
	t.Parallel()
	for _, variable := range []string{"LITMUS_NOTETAKER=http=https://u:hunter2@notes.example",
		"LITMUS_MEETING=jitsi=https://u:hunter2@meet.example"} {
		out := Command(t, []string{variable}, "config")
		if name, _, _ := strings.Cut(variable, "="); out.Status != 2 || !strings.Contains(out.Stderr, name) ||
			strings.Contains(out.Stdout+out.Stderr, "hunter2") || !strings.Contains(out.Stdout, "xxxxx:xxxxx@") {
			t.Errorf("%+v", out)
		}
	}
}

// A misspelled variable, which would change nothing, is pointed out; its value may be a secret.
func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	misspelled := "LITMUS_SECRETS=hunter2"
	if out := MustRun(t, []string{misspelled, "LITMUSES=2"}, "config"); !strings.Contains(out,
		"LITMUS_SECRETS\t********\tunknown\n") || strings.Contains(out, "LITMUSES") ||
		strings.Contains(out, "LITMUS_TEST") || strings.Contains(out, "hunter2") {
		t.Errorf("config prints\n%s", out)
	}
	s := StartAPI(t, []string{misspelled, signingSecret, "LITMUS_DATABASE_URL=" + testdb.SQLite(t)})
	if log := s.Log.String(); strings.Count(log,
		`"level":"WARN","msg":"unknown variables","names":["LITMUS_SECRETS"]`) != 1 ||
		strings.Contains(log, "hunter2") {
		t.Errorf("the log says\n%s", log)
	}
}

// A missing or malformed variable: one line that names it and what is expected, exit status 2, nothing started.
func TestConfigurationErrors(t *testing.T) {
	t.Parallel()
	long, file := strings.Repeat("s", 32), writeFile(t, "good.yaml", northwind(t, "never"))
	dir := t.TempDir()
	good := []string{"LITMUS_DATABASE_URL=sqlite:" + filepath.Join(dir, "never.db"), "LITMUS_SECRET=" + long,
		"LITMUS_SMTP_URL=smtp://127.0.0.1:1", "LITMUS_BASE_URL=http://127.0.0.1:1"}
	with := func(change string) []string {
		name, _, _ := strings.Cut(change, "=")
		out := []string{change}
		for _, v := range good {
			if !strings.HasPrefix(v, name+"=") {
				out = append(out, v)
			}
		}
		return out
	}
	type failure struct {
		command, change, word string
	}
	var cases []failure
	for _, change := range []string{
		"LITMUS_DATABASE_URL=mysql://x", "LITMUS_DATABASE_URL=never.db", "LITMUS_DATABASE_URL=sqlite:",
		"LITMUS_BASE_URL=hire.example", "LITMUS_BASE_URL=https://hire.example/path", "LITMUS_BASE_URL=ftp://x",
		"LITMUS_ADDR=8080", "LITMUS_ADDR=127.0.0.1:", "LITMUS_SECRET=tooshort", "LITMUS_SMTP_URL=mail.example:25",
		"LITMUS_SMTP_URL=http://hunter2@x", "LITMUS_SMTP_TLS=maybe", "LITMUS_MEETING=teams", "LITMUS_NOTETAKER=yes",
		"LITMUS_MEETING=jitsi", "LITMUS_MEETING=jitsi=meet.example",
		"LITMUS_MEETING=jitsi=https://u:hunter2@meet.example", "LITMUS_NOTETAKER=http=ftp://notes.example",
		"LITMUS_NOTETAKER=http=https://u:hunter2@notes.example", "LITMUS_NOTETAKER_SECRET=tooshort",
		"LITMUS_LINK_TTL=24", "LITMUS_LINK_TTL=0s", "LITMUS_LINK_TTL=-1h", "LITMUS_SESSION_TTL=week",
		"LITMUS_SESSION_GRACE=-1s", "LITMUS_INVITE_TTL=14d", "LITMUS_REMINDERS=24h;1h", "LITMUS_REMINDERS=24h,",
		"LITMUS_REMINDERS=0s",
		"LITMUS_LOG=xml", "LITMUS_LOG_LEVEL=loud", "LITMUS_ALLOW_PRIVATE_NETWORKS=localhost",
		"LITMUS_ALLOW_PRIVATE_NETWORKS=10.0.0.1/8",
		"LITMUS_AUDIT_DAYS=0", "LITMUS_AUDIT_DAYS=year", "LITMUS_TRUSTED_PROXIES=proxy.example",
		"LITMUS_TRUSTED_PROXIES=10.0.0.1/8",
	} {
		name, _, _ := strings.Cut(change, "=")
		cases = append(cases, failure{"api", change, name})
	}
	for _, command := range []string{"up --addr 127.0.0.1:0 --temporal-addr 127.0.0.1:0 --ui-addr 127.0.0.1:0 " +
		"--inbox-addr 127.0.0.1:0", "worker", "migrate", "apply --file " + file, "keys list --org x",
		"interviews show int_x"} {
		cases = append(cases, failure{command, "LITMUS_LINK_TTL=soon", "LITMUS_LINK_TTL"})
	}
	cases = append(cases,
		failure{"api", "LITMUS_DATABASE_URL=", "LITMUS_DATABASE_URL"}, failure{"api", "LITMUS_SECRET=",
			"LITMUS_SECRET"}, failure{"migrate", "LITMUS_DATABASE_URL=", "LITMUS_DATABASE_URL"},
		failure{"worker", "LITMUS_DATABASE_URL=", "LITMUS_DATABASE_URL"},
		failure{"worker", "LITMUS_SECRET=", "LITMUS_SECRET"}, failure{"worker", "LITMUS_SMTP_URL=", "LITMUS_SMTP_URL"},
		failure{"worker --queues effects", "LITMUS_SMTP_URL=", "LITMUS_SMTP_URL"},
		failure{"worker --queues other", "LITMUS_LOG=json", "other"},
		failure{"apply --file " + file, "LITMUS_DATABASE_URL=", "LITMUS_DATABASE_URL"},
		failure{"keys list --org x", "LITMUS_DATABASE_URL=", "LITMUS_DATABASE_URL"},
		failure{"interviews show int_x", "LITMUS_DATABASE_URL=", "LITMUS_DATABASE_URL"},
		failure{"worker", "LITMUS_MEETING=zoom", "LITMUS_ZOOM_ACCOUNT_ID"}, failure{"up --addr 127.0.0.1:0 " +
			"--temporal-addr 127.0.0.1:0 --ui-addr 127.0.0.1:0 --inbox-addr 127.0.0.1:0", "LITMUS_MEETING=zoom",
			"LITMUS_ZOOM_ACCOUNT_ID"},
		failure{"worker", "LITMUS_NOTETAKER=http=https://notes.example", "LITMUS_NOTETAKER_SECRET"},
		failure{"api", "LITMUS_NOTETAKER=http=https://notes.example", "LITMUS_NOTETAKER_SECRET"},
	)
	for _, c := range cases {
		out := commandIn(t, with(c.change), dir, strings.Fields(c.command)...)
		if out.Status != 2 || strings.Count(out.Stderr, "\n") != 1 || !strings.Contains(out.Stderr, c.word) ||
			out.Stdout != "" {
			t.Errorf("%s with %s: status %d, standard error %q, standard output %q; want 2 and one line on %s",
				c.command, c.change, out.Status, out.Stderr, out.Stdout, c.word)
		}
		if strings.Contains(out.Stderr, "hunter2") || strings.Contains(out.Stderr, "tooshort") {
			t.Errorf("%s with %s: a secret is shown: %q", c.command, c.change, out.Stderr)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
			t.Errorf("%s with %s: made %v, want nothing started", c.command, c.change, left)
		}
	}
}

// Exit status 2 for usage, words on standard error, results on standard output.
func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"nonsense"}, {"up", "--nonsense"}, {"up", "extra"}, {"apply"}, {"keys"},
		{"keys", "create"}, {"keys", "revoke"}, {"interviews", "show"}, {"interviews", "end-call"}, {"version", "x"},
		{"--nonsense"}} {
		out := Command(t, nil, args...)
		if out.Status != 2 || out.Stderr == "" {
			t.Errorf("litmus %v: status %d, standard error %q; want 2 and a word on it", args, out.Status, out.Stderr)
		}
	}
	if out := Command(t, nil, "version"); out.Status != 0 || !strings.HasPrefix(out.Stdout, "litmus ") ||
		strings.Count(out.Stdout, "\n") != 1 || out.Stderr != "" {
		t.Errorf("version: %+v, want one line", out)
	}
	for _, args := range [][]string{{"--help"}, {"up", "--help"}, {"keys", "create", "--help"}} {
		if out := Command(t, nil, args...); out.Status != 0 || !strings.Contains(out.Stdout, "Usage: litmus") {
			t.Errorf("litmus %v: %+v, want status 0 and the usage on standard output", args, out)
		}
	}
	// A command without a database does not make one.
	dir := t.TempDir()
	for _, args := range [][]string{{"keys", "list", "--org", "x"}, {"interviews", "show", "int_x"},
		{"keys", "list", "--org", "x", "--data", filepath.Join(dir, "none")}} {
		out := commandIn(t, nil, dir, args...)
		if out.Status != 2 || !strings.Contains(out.Stderr, "--data") {
			t.Errorf("litmus %v: %+v; want status 2 and a word on --data", args, out)
		}
	}
	none := filepath.Join(dir, "none.db")
	if out := commandIn(t, []string{"LITMUS_DATABASE_URL=sqlite:" + none}, dir, "keys", "list", "--org",
		"x"); out.Status != 2 || !strings.Contains(out.Stderr, none) {
		t.Errorf("keys list on a database that there is none of: %+v; want status 2 and its name", out)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("made %v, want nothing", left)
	}
	// An unreachable database is a failure, not usage.
	out := Command(t, []string{"LITMUS_DATABASE_URL=postgres://u:hunter2@127.0.0.1:1/x?connect_timeout=2"}, "migrate")
	if out.Status != 1 || strings.Contains(out.Stderr, "hunter2") {
		t.Errorf("migrate without a server: %+v, want status 1 and no password", out)
	}
}
