package cli

import (
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
		{"nobody could sign in", []string{"LITMUS_SIGNIN", "oidc"}, "LITMUS_SIGNIN oidc needs LITMUS_OIDC_ISSUER: " +
			"nobody could sign in", false},
	} {
		x := known(t, slices.Concat(c.pairs, []string{"LITMUS_DATABASE_URL", "sqlite:x.db", "LITMUS_SECRET",
			testSecret})...)
		config, err := loadConfig(func(name string) (string, bool) { v, ok := x.env[name]; return v, ok })
		if err != nil {
			t.Fatalf("%s: %v", c.about, err)
		}
		p, err := config.provider()
		if (p != nil) != c.found || (err != nil) != (c.refusal != "") || err != nil && err.Error() != c.refusal {
			t.Errorf("%s: %+v (%v), want %q", c.about, p, err, c.refusal)
		}
		if err != nil { // nothing is started
			x.refused(exitUsage, c.refusal, "api")
		}
	}
	for name, bad := range map[string]string{"LITMUS_OIDC_ISSUER": "login.example.com", "LITMUS_SIGNIN": "password"} {
		if got := known(t, name, bad).run("config"); got.status != exitUsage {
			t.Errorf("%s=%s: exit status %d", name, bad, got.status)
		}
	}
}
