package cli

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestCheckSecret: a secret that can be guessed is accepted on loopback only.
func TestCheckSecret(t *testing.T) {
	t.Parallel()
	example, err := os.ReadFile("../.env.example")
	must(t, err)
	shown := regexp.MustCompile(`(?m)^LITMUS_SECRET=(.*)$`).FindSubmatch(example)
	if shown == nil {
		t.Fatal(".env.example has no LITMUS_SECRET")
	}
	weak := map[string]string{"the example's": string(shown[1]), "one character": strings.Repeat("s", 64),
		"few characters": strings.Repeat("abc123-", 10)}
	for name, secret := range weak {
		for _, origin := range []string{"https://hire.example", "http://192.168.1.20:8080",
			"http://localhost.hire.example"} {
			_, err := loadConfig(environment("LITMUS_SECRET", secret, "LITMUS_BASE_URL", origin))
			var usage usageError
			if !errors.As(err, &usage) || !strings.Contains(err.Error(), "LITMUS_SECRET") ||
				strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s at %s: got %v, want a usage error of one line that does not show it", name, origin, err)
			}
		}
		for _, origin := range []string{"", "http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"} {
			if _, err := loadConfig(environment("LITMUS_SECRET", secret, "LITMUS_BASE_URL", origin)); err != nil {
				t.Errorf("%s at %q: got %v, want it taken on this machine", name, origin, err)
			}
		}
	}
	for range 50 { // as the advice in the error makes them
		b := make([]byte, 32)
		rand.Read(b)
		for _, secret := range []string{hex.EncodeToString(b), base64.StdEncoding.EncodeToString(b)} {
			if _, err := loadConfig(environment("LITMUS_SECRET", secret, "LITMUS_BASE_URL",
				"https://hire.example")); err != nil {
				t.Fatalf("a random secret of %d characters: %v", len(secret), err)
			}
		}
	}
}

// TestCheckSecret_ofTheFolder proves that a base URL which is made of the listener's address is checked like a given
// one.
func TestCheckSecret_ofTheFolder(t *testing.T) {
	t.Parallel()
	for origin, refused := range map[string]bool{"http://127.0.0.1:8080": false, "http://192.168.1.20:8080": true} {
		c := config{Secret: exampleSecret, DatabaseURL: "sqlite:x"}
		if err := folder(t.TempDir()).complete(&c, origin); (err != nil) != refused {
			t.Errorf("%s: got %v, want refused %v", origin, err, refused)
		}
	}
}

// TestMaskURL proves that `litmus config` masks credentials wherever they are in a URL.
func TestMaskURL(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"postgres://svc:hunter2@db.example/litmus?sslmode=disable":                        "postgres://svc:xxxxx@db.example/litmus?sslmode=disable",
		"postgres://svc@db.example/litmus?password=hunter2&sslpassword=hunter2&sslkey=/k": "postgres://svc@db.example/litmus?password=xxxxx&sslkey=%2Fk&sslpassword=xxxxx",
		"postgresql://db.example/litmus?SSLPassword=hunter2":                              "postgresql://db.example/litmus?SSLPassword=xxxxx",
		"smtp://hunter2:hunter2@smtp.example:587":                                         "smtp://xxxxx:xxxxx@smtp.example:587",
		"smtp://mail:1025":                     "smtp://mail:1025",
		"jitsi=https://u:hunter2@meet.example": "jitsi=https://xxxxx:xxxxx@meet.example",
		"sqlite:/srv/litmus@home.db":           "sqlite:/srv/litmus@home.db",
		// The / should have been %2F.
		"postgres://svc:12/hunter2@db.example/litmus":     "********",
		"postgres://svc:hunter2%@db.example":              "********",
		"smtp://a:b@c/hunter2@smtp.example:25":            "********",
		"postgres://db.example/litmus?password=hunter2;x": "********",
	} {
		if got := maskURL(value); got != want {
			t.Errorf("%s: got %s, want %s", value, got, want)
		}
	}
}

// environment returns variables given as name and value in turns.
func environment(pairs ...string) func(string) (string, bool) {
	values := pairsOf(pairs)
	return func(name string) (string, bool) {
		v, set := values[name]
		return v, set
	}
}

func pairsOf(pairs []string) map[string]string {
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return values
}
