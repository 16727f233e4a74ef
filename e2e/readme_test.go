package e2e

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fenced is a block of shell in a README.
var fenced = regexp.MustCompile("(?s)```sh\n(.*?)```")

// The curl lines of the README and of the banner work as they are printed, for who has done what stands before them:
// the README's with the address and the key of the banner in LITMUS and LITMUS_KEY.
func TestCurl(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		without(t, "curl is missing: the lines of the README are not tried")
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	banner := Banner(t, nil, "--ephemeral")
	address := regexp.MustCompile(`REST API +(http://127\.0\.0\.1:\d+)/api/v1`).FindStringSubmatch(banner)
	key := regexp.MustCompile(`(?m)^ +(litmus_sk_[0-9A-Za-z]+)$`).FindStringSubmatch(banner)
	if address == nil || key == nil {
		t.Fatalf("the banner has no address or no key:\n%s", banner)
	}
	dir := t.TempDir()
	shell := func(t *testing.T, lines string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "sh", "-eu", "-c", lines)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LITMUS=" + address[1], "LITMUS_KEY=" + key[1]}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, lines, out)
		}
		return string(out)
	}

	t.Run("of the README", func(t *testing.T) {
		said, blocks := "", 0
		for _, m := range fenced.FindAllStringSubmatch(string(readme), -1) {
			if strings.Contains(m[1], "curl ") {
				said, blocks = said+shell(t, m[1]), blocks+1
			}
		}
		if blocks == 0 {
			t.Fatal("the README has no curl line")
		}
		for _, want := range []string{`{"roles":[`, `"tracks":[`, `"slots":[{"start_at":`, `"candidate_link":"`,
			`"next_cursor":`} {
			if !strings.Contains(said, want) {
				t.Errorf("no answer has %s:\n%s", want, said)
			}
		}
		if document, err := os.ReadFile(dir + "/openapi.json"); err != nil ||
			!strings.HasPrefix(string(document), `{"openapi":"3.1.0"`) {
			t.Errorf("openapi.json is %.40s (%v)", document, err)
		}
	})

	t.Run("of the banner", func(t *testing.T) {
		_, line, _ := strings.Cut(banner, "\n  curl ")
		line, _, _ = strings.Cut(line, "\n\n")
		if said := shell(t, "curl --fail-with-body "+line); !strings.Contains(said, `"status":"scheduled"`) {
			t.Errorf("it is answered\n%s", said)
		}
	})
}
