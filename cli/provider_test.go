package cli

import (
	"log/slog"
	"slices"
	"testing"
)

// TestProviderVariables proves D7: the identity provider is configured whole or not at all, before anything is started.
func TestProviderVariables(t *testing.T) {
	t.Parallel()
	const beside = " is required beside the other variables of the identity provider"
	whole := []string{"LITMUS_OIDC_ISSUER", "https://login.example.com/realm", "LITMUS_OIDC_CLIENT_ID", "litmus",
		"LITMUS_OIDC_CLIENT_SECRET", "hunter2"}
	for _, c := range []struct {
		about   string
		pairs   []string
		refusal string // "" for none
		found   bool
	}{
		{"nothing", nil, "", false},
		{"all of it", whole, "", true},
		{"all of it, and nothing else", slices.Concat(whole, []string{"LITMUS_SIGNIN", "oidc"}), "", true},
		{"no secret", whole[:4], "LITMUS_OIDC_CLIENT_SECRET" + beside, false},
		{"no client", whole[:2], "LITMUS_OIDC_CLIENT_ID" + beside, false},
		{"no issuer", whole[2:], "LITMUS_OIDC_ISSUER" + beside, false},
		{"nobody could sign in", []string{"LITMUS_SIGNIN", "oidc"}, nobodySignsIn, false},
	} {
		config := configOf(t, c.pairs)
		p, err := config.provider()
		if (p != nil) != c.found || textOfError(err) != c.refusal {
			t.Errorf("%s: %+v (%v), want %q", c.about, p, err, c.refusal)
		}
		if err != nil { // nothing is started
			known(t, slices.Concat(c.pairs, []string{"LITMUS_DATABASE_URL", "sqlite:x.db", "LITMUS_SECRET",
				testSecret})...).refused(exitUsage, c.refusal, "api")
		}
	}
	for name, bad := range map[string]string{"LITMUS_OIDC_ISSUER": "login.example.com", "LITMUS_SIGNIN": "password"} {
		if got := known(t, name, bad).run("config"); got.status != exitUsage {
			t.Errorf("%s=%s: exit status %d", name, bad, got.status)
		}
	}
}

const nobodySignsIn = "LITMUS_SIGNIN oidc needs LITMUS_OIDC_ISSUER: nobody could sign in"

// configOf is the configuration of an environment with these and a secret.
func configOf(t *testing.T, pairs []string) config {
	t.Helper()
	c, err := loadConfig(environment(slices.Concat(pairs, []string{"LITMUS_SECRET", testSecret})...))
	if err != nil {
		t.Fatalf("%q: %v", pairs, err)
	}
	return c
}

func textOfError(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestProviderOfLetters proves that a worker that sends letters says in them how members sign in, and needs no more of
// the identity provider than its name.
func TestProviderOfLetters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pairs    []string
		provider string
		only     bool
		refusal  string
	}{
		{nil, "", false, ""},
		{[]string{"LITMUS_OIDC_ISSUER", "https://accounts.google.com"}, "Google", false, ""},
		{[]string{"LITMUS_OIDC_ISSUER", "https://login.example.com/realm", "LITMUS_SIGNIN", "oidc"}, "login.example.com",
			true, ""},
		{[]string{"LITMUS_SIGNIN", "oidc"}, "", false, nobodySignsIn},
	} {
		config := configOf(t, append(c.pairs, "LITMUS_SMTP_URL", "smtp://127.0.0.1:1"))
		a, err := newActivities(nil, config, slog.New(slog.DiscardHandler), true)
		if textOfError(err) != c.refusal {
			t.Fatalf("%q: %v, want %q", c.pairs, err, c.refusal)
		}
		if err != nil {
			continue
		}
		if a.Provider != c.provider || a.OnlyProvider != c.only {
			t.Errorf("%q: the letters say %q, alone %t", c.pairs, a.Provider, a.OnlyProvider)
		}
		a.Mail.Close()
	}
}
