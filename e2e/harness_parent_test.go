package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// buildOf builds the program as it was at another commit, out of this tree's cache: Go compiles what differs.
func buildOf(t *testing.T, commit string) (file string) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %s: %v: is the commit in this clone, which may be shallow?", strings.Join(args, " "), err)
		}
		return string(out)
	}
	git("cat-file", "-e", commit+"^{commit}")
	was := t.TempDir()
	overlay := map[string]string{}
	for path := range strings.SplitSeq(git("diff", "--name-only", "--no-renames", "-z", commit)+
		git("ls-files", "--others", "--exclude-standard", "-z"), "\x00") {
		if path == "" {
			continue
		}
		here, there := filepath.Join(root, path), ""
		if git("ls-tree", "--name-only", commit, "--", path) != "" {
			there = filepath.Join(was, path)
			err := os.MkdirAll(filepath.Dir(there), 0o755)
			if err == nil {
				err = os.WriteFile(there, []byte(git("show", commit+":"+path)), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		overlay[here] = there // "": it was not there
	}
	b, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	list := writeFile(t, "overlay.json", string(b))
	file = filepath.Join(was, "litmus")
	build := exec.Command("go", "build", "-overlay", list, "-buildvcs=false", "-ldflags=-s -w", "-o", file,
		"./e2e/program")
	build.Dir = root
	if words, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build litmus/e2e/program of %s: %v\n%s", commit, err, words)
	}
	t.Logf("%d files differ at %s", len(overlay), commit)
	return file
}

// runOf runs a command of such a build to its end, and returns what it printed.
func runOf(t testing.TB, file string, env []string, args ...string) string {
	t.Helper()
	cmd := commandOf(t.Context(), file, env, args...)
	var stderr record
	cmd.Stderr, cmd.Dir = &stderr, t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("litmus %s: %w\n%s", strings.Join(args, " "), err, stderr.String()))
	}
	return string(out)
}
