package site

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"litmus/dashboard/pages"
)

// TestTemplates proves that every template names icons and files that exist, and that each can be parsed with the
// functions that it is shown with.
func TestTemplates(t *testing.T) {
	t.Parallel()
	if len(templates) < 5 || len(icons) < 20 || len(Assets) < 2 {
		t.Fatalf("%d templates, %d icons, %d files", len(templates), len(icons), len(Assets))
	}
	entries, err := pages.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) == ".go" {
			continue
		}
		content, err := pages.Files.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\bicon "([^"]*)"`).FindAllStringSubmatch(string(content), -1) {
			if _, err := icon(m[1]); err != nil {
				t.Errorf("%s: there is no icon %s", e.Name(), m[1])
			}
		}
		for _, m := range regexp.MustCompile(`\basset "([^"]*)"`).FindAllStringSubmatch(string(content), -1) {
			if _, err := assetURL(m[1]); err != nil {
				t.Errorf("%s: there is no file %s", e.Name(), m[1])
			}
		}
	}
	for _, a := range Areas {
		if _, err := icon(a.Icon); err != nil {
			t.Errorf("there is no icon %s", a.Icon)
		}
	}
	for name, i := range icons {
		s := string(i)
		if strings.Count(s, "<svg") != 1 || !strings.HasSuffix(s, "/></svg>") || strings.Contains(s, "!--") {
			t.Errorf("the icon %s is %s", name, i)
		}
	}
}
