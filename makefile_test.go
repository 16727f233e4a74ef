package litmus_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// makefile is a Makefile as far as this test reads it.
type makefile struct {
	recipes   map[string]string // by target, the lines of a recipe as they stand there
	variables map[string]string // that are set by :=
}

// targetForm is a target that stands by itself, with what `make help` says of it.
var (
	targetForm   = regexp.MustCompile(`^([a-z-]+):[^#]*# (\S.*)$`)
	variableForm = regexp.MustCompile(`^(\w+) := (.+)$`)
	versionForm  = regexp.MustCompile(`[\w.-]+(?:/[\w.-]+)+@(?:v\d|latest)\S*`) // a program's path with its version
)

func readMakefile(t *testing.T) makefile {
	t.Helper()
	m, target := makefile{recipes: map[string]string{}, variables: map[string]string{}}, ""
	for line := range strings.Lines(read(t, "Makefile")) {
		line = strings.TrimSuffix(line, "\n")
		if command, ok := strings.CutPrefix(line, "\t"); ok {
			m.recipes[target] += command + "\n"
			continue
		}
		target = "" // of a rule for files
		if found := targetForm.FindStringSubmatch(line); found != nil {
			target = found[1]
			m.recipes[target] = ""
		}
		if found := variableForm.FindStringSubmatch(line); found != nil {
			m.variables[found[1]] = found[2]
		}
	}
	delete(m.recipes, "")
	return m
}

// TestMakefile proves that the short names are there and run what the documents and .ci/run run.
func TestMakefile(t *testing.T) {
	t.Parallel()
	m := readMakefile(t)
	for target, document := range map[string]string{ // that shows the same command
		"run": "README.md", "test": "README.md", "bench": "bench/README.md", "generate": "CONTRIBUTING.md",
	} {
		command := strings.TrimSpace(m.recipes[target])
		if command == "" || strings.Contains(command, "\n") {
			t.Errorf("make %s runs %q, want one command", target, command)
		} else if !strings.Contains(read(t, document), command) {
			t.Errorf("make %s runs %q, which %s does not show", target, command, document)
		}
	}
	check := read(t, ".ci/run")
	for _, target := range []string{"test-all", "lint", "vulncheck", "generate"} {
		if m.recipes[target] == "" {
			t.Errorf("the Makefile has no recipe for %s", target)
		}
		if !regexp.MustCompile(`(?m)^[^#\n]*\bmake ` + target + `\b`).MatchString(check) {
			t.Errorf(".ci/run does not call make %s", target)
		}
	}
	if _, ok := m.recipes["dist"]; !ok {
		t.Error("the Makefile has no target dist")
	}
	listed := regexp.MustCompile(`(?m)^\.PHONY:(.*)$`).FindStringSubmatch(read(t, "Makefile"))
	for target := range m.recipes {
		if listed == nil || !slices.Contains(strings.Fields(listed[1]), target) {
			t.Errorf("%s is not .PHONY: a file of that name would keep it from running", target)
		}
	}
}

// TestMakefile_dist proves that released binaries are built for every platform as the image's is, with their checksums.
func TestMakefile_dist(t *testing.T) {
	t.Parallel()
	m, text := readMakefile(t), read(t, "Makefile")
	platforms := strings.Fields(m.variables["platforms"])
	if want := []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"}; !slices.Equal(platforms, want) {
		t.Errorf("dist is for %v, want %v", platforms, want)
	}
	flags := regexp.MustCompile(`go build -trimpath -ldflags="(-s -w -X \S+=)`)
	here, image := flags.FindStringSubmatch(text), flags.FindStringSubmatch(read(t, "Dockerfile"))
	if here == nil || image == nil || here[1] != image[1] || !strings.Contains(text, "\tCGO_ENABLED=0 ") {
		t.Errorf("the Makefile builds by %q, the Dockerfile by %q; want the same, without C", here, image)
	}
	if sums := m.recipes["dist"]; !strings.Contains(sums, "sha256sum") ||
		!strings.HasSuffix(sums, " $(platforms:%=litmus-%) >SHA256SUMS\n") {
		t.Errorf("make dist runs %q, which writes no checksums of what it built", sums)
	}
	if !slices.Contains(strings.Fields(read(t, ".gitignore")), "/dist/") {
		t.Error("git does not ignore dist")
	}
}

// TestToolVersions proves that the version of a tool stands in one place, and is one and not whatever is newest.
func TestToolVersions(t *testing.T) {
	t.Parallel()
	places := map[string][]string{} // by tool, the files that give it a version
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "dist", "litmus-data", "node_modules", "testdata"}, d.Name()) {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		// The change log tells of earlier versions; what is that large was built.
		if !info.Mode().IsRegular() || file == "CHANGELOG.md" || info.Size() > 1<<20 {
			return nil
		}
		for _, tool := range toolsIn(read(t, file)) {
			path, version, _ := strings.Cut(tool, "@")
			if !slices.Contains(places[path], file) {
				places[path] = append(places[path], file)
			}
			if version == "latest" {
				t.Errorf("%s: %s has no version", file, tool)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	pinned := 0
	for path, files := range places {
		if len(files) != 1 {
			t.Errorf("the version of %s stands in %v, want one place", path, files)
		}
		if slices.Contains(files, "Makefile") {
			pinned++
		}
	}
	if m := readMakefile(t); pinned < 3 {
		t.Errorf("the Makefile gives versions to %d tools, want the linter and both checks\n%v", pinned, m.variables)
	}
}

// toolsIn are the programs that a text names with their versions. Only lines that may have one are looked at closely,
// which is much quicker.
func toolsIn(text string) (tools []string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, "@v") || strings.Contains(line, "@latest") {
			tools = append(tools, versionForm.FindAllString(line, -1)...)
		}
	}
	return tools
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestIgnored proves that neither git nor an image takes in the folders of data that the README has people make: they
// hold a secret, keys and letters.
func TestIgnored(t *testing.T) {
	t.Parallel()
	folders := []string{"litmus-data"} // without --data
	for _, m := range regexp.MustCompile(`--data \./(\S+)`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		folders = append(folders, strings.TrimRight(m[1], "`"))
	}
	if len(folders) < 2 {
		t.Error("the README names no folder of its own: nothing is compared")
	}
	for file, form := range map[string]string{".gitignore": "/%s/", ".dockerignore": "%s"} {
		for _, folder := range folders {
			if !slices.ContainsFunc(strings.Fields(read(t, file)), func(line string) bool {
				matches, err := path.Match(line, fmt.Sprintf(form, folder))
				return err == nil && matches
			}) {
				t.Errorf("%s does not name %s", file, folder)
			}
		}
	}
}
