package api

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// envNPM names a folder whose node_modules has the packages that e2e/package.json pins.
const envNPM = "LITMUS_TEST_NPM"

// npmTool returns the path of an npm program. If it is missing the test is skipped, but fails in CI.
func npmTool(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(os.Getenv(envNPM), "node_modules", ".bin", name)
	if _, err := os.Stat(path); os.Getenv(envNPM) == "" || err != nil {
		missing := name + " is missing: " + envNPM + " must name a folder where npm installed e2e/package.json"
		if os.Getenv("CI") == "true" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	return path
}

// TestLint validates the document with an independent validator.
func TestLint(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(npmTool(t, "redocly"), "lint", "--config", "../redocly.yaml", "--format", "json", "openapi.yaml")
	cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	var said struct {
		Totals   *struct{ Errors, Warnings, Ignored int }
		Problems []struct{ RuleID, Severity, Message string }
	}
	if jsonErr := json.Unmarshal(out, &said); jsonErr != nil || said.Totals == nil {
		t.Fatalf("redocly said %s (%v)", out, err)
	}
	for _, p := range said.Problems {
		t.Errorf("%s %s: %s", p.Severity, p.RuleID, p.Message)
	}
	if n := *said.Totals; err != nil || n.Errors+n.Warnings+n.Ignored > 0 {
		t.Errorf("%+v, %v; want nothing", n, err)
	}
}

// TestTypeScript generates a TypeScript client from the document and type-checks a program that uses it, and the
// samples of /docs.
func TestTypeScript(t *testing.T) {
	t.Parallel()
	generator, compiler := npmTool(t, "openapi-typescript"), npmTool(t, "tsc")
	modules, err := filepath.Abs(filepath.Join(os.Getenv(envNPM), "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	document, err := filepath.Abs("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("testdata/client.ts")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := errors.Join(os.Symlink(modules, filepath.Join(dir, "node_modules")),
		os.WriteFile(filepath.Join(dir, "client.ts"), program, 0o600)); err != nil {
		t.Fatal(err)
	}
	files := []string{"client.ts", "schema.d.ts"}
	for id, code := range docs().site.Samples("TypeScript") {
		files = append(files, id+".ts")
		if err := os.WriteFile(filepath.Join(dir, id+".ts"), []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(files) != 2+len(routes) {
		t.Errorf("%d files, and %d routes: each has a sample", len(files), len(routes))
	}
	for _, args := range [][]string{
		{generator, document, "--output", "schema.d.ts"},
		append([]string{compiler, "--noEmit", "--strict", "--noUncheckedIndexedAccess", "--skipLibCheck", "false", "--target",
			"es2022", "--lib", "es2022,dom", "--module", "esnext", "--moduleResolution", "bundler"}, files...),
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", filepath.Base(args[0]), err, out)
		}
	}
}
