package litmus_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinks follows every link in the Markdown files that stays in the repository: the file is there, and so is the
// heading.
func TestLinks(t *testing.T) {
	t.Parallel()
	n, problems, err := brokenLinks(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	if n == 0 {
		t.Error("no links were found: the walk or the expression misses them")
	}
}

var (
	linkForm   = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	schemeForm = regexp.MustCompile(`^[a-z]+:`)
	notInSlug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// brokenLinks counts the links below root and says which lead to nothing, each as "file: …".
func brokenLinks(root string) (n int, problems []string, err error) {
	err = fs.WalkDir(os.DirFS(root), ".", func(from string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if d.IsDir() || path.Ext(from) != ".md" {
			return nil
		}
		b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(from)))
		if err != nil {
			return err
		}
		for _, m := range linkForm.FindAllStringSubmatch(string(b), -1) {
			if schemeForm.MatchString(m[1]) {
				continue
			}
			n++
			to, anchor, _ := strings.Cut(m[1], "#")
			file := path.Join(path.Dir(from), to)
			if to == "" {
				file = from
			}
			target, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
			if info, statErr := os.Stat(filepath.Join(root, filepath.FromSlash(file))); statErr == nil && info.IsDir() {
				err = nil
			}
			if err != nil {
				problems = append(problems, fmt.Sprintf("%s: %s is not there", from, m[1]))
			} else if anchor != "" && !slices.Contains(anchors(string(target)), anchor) {
				problems = append(problems, fmt.Sprintf("%s: %s has no heading #%s", from, file, anchor))
			}
		}
		return nil
	})
	return n, problems, err
}

// anchors are the names by which GitHub links to the headings of a Markdown text.
func anchors(text string) (out []string) {
	fenced := false
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, "```") {
			fenced = !fenced
		}
		words := strings.TrimLeft(l, "#")
		if fenced || words == l || !strings.HasPrefix(words, " ") {
			continue
		}
		name := notInSlug.ReplaceAllString(strings.ToLower(strings.TrimSpace(words)), "")
		out = append(out, strings.ReplaceAll(name, " ", "-"))
	}
	return out
}

// A link that leads to nothing is told so: TestLinks can fail.
func TestLinksFail(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		"a.md": "# A\n\n[b](docs/b.md), [its part](docs/b.md#2-the-parts-of-b), [docs](docs), [me](#a), " +
			"[far](https://b.example/c.md)\n[gone](docs/c.md) [no part](docs/b.md#parts) [not mine](#b)\n",
		"docs/b.md": "# B\n\n```sh\n# no heading\n```\n\n## 2. The `parts` of B\n\n[a](../a.md#a) " +
			"[code](#no-heading)\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n, problems, err := brokenLinks(root)
	want := []string{"a.md: docs/c.md is not there", "a.md: docs/b.md has no heading #parts",
		"a.md: a.md has no heading #b", "docs/b.md: docs/b.md has no heading #no-heading"}
	if err != nil || n != 9 || !slices.Equal(problems, want) {
		t.Errorf("of %d links the problems are\n%s\nwant of 9\n%s\n(%v)",
			n, strings.Join(problems, "\n"), strings.Join(want, "\n"), err)
	}
}
