package cli

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/testdb"
)

// known is a terminal whose environment holds nothing but these.
func known(t *testing.T, pairs ...string) *terminal {
	t.Helper()
	return &terminal{t: t, env: pairsOf(pairs), clock: testdb.NewClock(noon)}
}

func TestConfigCommand(t *testing.T) {
	t.Parallel()
	want := map[string]string{}
	for name, fallback := range Variables() {
		want[name] = fallback + "\tdefault"
	}
	for _, v := range libraryVariables {
		want[v.name] = v.fallback + "\tdefault"
	}
	for name, value := range want {
		if value == "\tdefault" {
			want[name] = "\tunset"
		}
	}
	maps.Copy(want, map[string]string{
		"LITMUS_DATABASE_URL":       "postgres://svc:xxxxx@db.example/litmus?sslpassword=xxxxx\tenvironment",
		"LITMUS_BASE_URL":           "https://hire.example\tenvironment",
		"LITMUS_ADDR":               ":8080\tdefault",
		"LITMUS_SECRET":             "********\tenvironment",
		"LITMUS_SMTP_URL":           "smtps://xxxxx:xxxxx@smtp.example:465\tenvironment",
		"LITMUS_SMTP_TLS":           "\tunset",
		"LITMUS_ZOOM_CLIENT_SECRET": "********\tenvironment",
		"LITMUS_NOTETAKER_SECRET":   "\tunset",
		"LITMUS_LINK_TTL":           "90m\tenvironment",
		"TEMPORAL_ADDRESS":          "temporal.example:7233\tenvironment",
		"TEMPORAL_NAMESPACE":        "default\tdefault",
		"TEMPORAL_API_KEY":          "********\tenvironment",
		"LITMUS_SECRETS":            "********\tunknown",
	})
	x := known(t, "LITMUS_DATABASE_URL", "postgres://svc:hunter2@db.example/litmus?sslpassword=hunter2",
		"LITMUS_BASE_URL", "https://hire.example", "LITMUS_SECRET", "hunter2-"+strings.Repeat("0123456789", 3),
		"LITMUS_SMTP_URL", "smtps://mail%40x:hunter2@smtp.example:465", "LITMUS_ZOOM_CLIENT_SECRET", "hunter2",
		"LITMUS_LINK_TTL", "90m", "TEMPORAL_ADDRESS", "temporal.example:7233", "TEMPORAL_API_KEY", "hunter2",
		"LITMUS_SECRETS", "hunter2", "LITMUSES", "hunter2", "LITMUS_TEST_X", "hunter2")
	got := map[string]string{}
	for l := range strings.Lines(x.must("config")) {
		cells := strings.Split(strings.TrimSuffix(l, "\n"), "\t")
		got[cells[0]] = strings.Join(cells[1:3], "\t")
		if cells[2] != "unknown" && cells[3] == "" {
			t.Errorf("nobody reads %s", cells[0])
		}
	}
	same(t, "the variables", got, want) // no credential is shown, and no variable of somebody else

	// A mistake ends it with status 2, after everything was printed.
	x.env["LITMUS_MEETING"] = "jitsi=https://u:hunter2@meet.example"
	if got := x.run("config"); got.status != exitUsage || !strings.HasPrefix(got.stderr, "litmus: LITMUS_MEETING ") ||
		strings.Contains(got.stdout+got.stderr, "hunter2") || !strings.Contains(got.stdout, "LITMUS_LOG_LEVEL\t") {
		t.Errorf("with a mistake: %+v", got)
	}
}

// What is malformed is named in one line with what is expected, and a credential is never shown.
func TestConfig_malformed(t *testing.T) {
	t.Parallel()
	for name, values := range map[string][]string{
		"LITMUS_DATABASE_URL": {"mysql://hunter2@db.example/x", "hunter2.db", "sqlite:"},
		"LITMUS_BASE_URL":     {"hire.example", "https://hire.example/path", "ftp://x", "https://u@x", "https://x?q"},
		"LITMUS_ADDR":         {"8080", "127.0.0.1:"},

		"LITMUS_TEMPORAL_UI_URL": {"temporal.example", "ftp://x", "https://u@x", "https://x?q", "https://x#y"},

		"LITMUS_SECRET":   {"hunter2"},
		"LITMUS_SMTP_URL": {"mail.example:25", "http://hunter2@x", "smtp://"},
		"LITMUS_SMTP_TLS": {"maybe"},

		"LITMUS_MAIL_DOMAINS": {"*.acme.example", "acme.example, ,b.example", "hi@acme.example"},

		"LITMUS_MEETING":   {"teams", "jitsi", "jitsi=meet.example", "jitsi=https://u:hunter2@meet.example"},
		"LITMUS_NOTETAKER": {"yes", "http=ftp://notes.example", "http=https://u:hunter2@notes.example"},

		"LITMUS_NOTETAKER_SECRET": {"hunter2"},

		"LITMUS_LINK_TTL": {"24", "0s", "-1h"}, "LITMUS_SESSION_TTL": {"week", "0s"}, "LITMUS_INVITE_TTL": {"14d", "0s"},
		"LITMUS_SESSION_GRACE": {"-1s", "10"}, "LITMUS_REMINDERS": {"24h;1h", "24h,", "0s", "24h,-1h"},

		"LITMUS_ALLOW_PRIVATE_NETWORKS": {"localhost", "10.0.0.1/8"},
		"LITMUS_TRUSTED_PROXIES":        {"proxy.example", "10.0.0.1/8"},

		"LITMUS_AUDIT_DAYS": {"0", "year"}, "LITMUS_WORKFLOW_TASKS": {"1", "many"}, "LITMUS_EFFECTS": {"0", "-1"},
		"LITMUS_WORKFLOW_CACHE": {"0"}, "LITMUS_POLLERS": {"1"},
		"LITMUS_DEPLOYMENT": {"a.b", "a b"}, "LITMUS_DEPLOYMENT_BUILD": {"unversioned", "v1 2"},
		"LITMUS_LOG": {"xml"}, "LITMUS_LOG_LEVEL": {"loud"},
	} {
		at := slices.IndexFunc(variables, func(v variable) bool { return v.name == name })
		for _, value := range values {
			shown := " " + models.Quote(value)
			if IsSecret(name) || variables[at].urlSecret {
				shown = ""
			}
			want := name + shown + " is malformed: expected " + variables[at].expects
			if _, err := loadConfig(environment(name, value)); textOfError(err) != want {
				t.Errorf("%s=%s: %v, want %q", name, value, err, want)
			}
		}
	}
	for _, limit := range models.LimitTable {
		for _, value := range []string{"0", "-1", "many"} {
			want := limit.Variable + " " + models.Quote(value) + " is malformed: "
			if _, err := loadConfig(environment(limit.Variable, value)); !strings.HasPrefix(textOfError(err), want) {
				t.Errorf("%s=%s: %v, want %q", limit.Variable, value, err, want)
			}
		}
	}
	known(t, "LITMUS_ADDR", "8080").fails(exitUsage, []string{`LITMUS_ADDR "8080" is malformed: `},
		"keys", "list", "--org", "x")
}

func TestConfig_values(t *testing.T) {
	t.Parallel()
	c, err := loadConfig(environment("LITMUS_BASE_URL", "https://hire.example/", "LITMUS_REMINDERS", "1h, 24h,1h,30m",
		"LITMUS_TRUSTED_PROXIES", "10.0.0.0/8,127.0.0.1", "LITMUS_EFFECTS", "5", "LITMUS_POLLERS", "auto",
		"LITMUS_LOG", "text", "LITMUS_SMTP_TLS", "required", "LITMUS_MAIL_DOMAINS",
		"Acme.example, b.example", "LITMUS_MEETING", "jitsi=https://meet.example",
		"LITMUS_SECRET", testSecret))
	must(t, err)
	if c.BaseURL != "https://hire.example" || !slices.Equal(c.Reminders, []time.Duration{24 * time.Hour, time.Hour,
		30 * time.Minute}) || len(c.TrustedProxies) != 2 || c.Worker.Effects != 5 || c.Worker.Pollers != 0 ||
		c.AuditDays != 400 || c.SMTPTLS != "required" || c.Log != "text" {
		t.Errorf("the configuration is %+v", c)
	}
	p := c.policy()
	if p.LinkTTL != 24*time.Hour || p.SessionTTL != 7*24*time.Hour || p.InviteTTL != 14*24*time.Hour ||
		p.SessionGrace != 0 || !slices.Equal(p.Reminders, c.Reminders) || p.Notetaker ||
		p.Meeting != models.MakerJitsi ||
		!slices.Equal(p.MailDomains, []string{"acme.example", "b.example", "hire.example"}) {
		t.Errorf("the policy is %+v", p)
	}
	if one, other := p.Room("int_1"), p.Room("int_2"); !strings.HasPrefix(one, "https://meet.example/") ||
		one == other || p.Room("int_1") != one {
		t.Errorf("rooms are %s and %s, want one for each interview, always the same", one, other)
	}
	without, err := loadConfig(environment("LITMUS_REMINDERS", "none"))
	if err != nil || len(without.Reminders) != 0 {
		t.Errorf("no reminders are %v, %v", without.Reminders, err)
	}
	if names, sorted := unknownVariables([]string{"LITMUS_B=1", "LITMUS_A=1", "LITMUS_LOG=text", "LITMUS_TEST_C=1",
		"LITMUS_KEY=litmus_sk_x", "PATH=x"}), []string{"LITMUS_A", "LITMUS_B"}; !slices.Equal(names, sorted) {
		t.Errorf("unknown are %v, want %v", names, sorted)
	}
	if n := len(slices.Collect(maps.Keys(Variables()))); n != len(variables) {
		t.Errorf("%d variables have %d names", len(variables), n)
	}
}
