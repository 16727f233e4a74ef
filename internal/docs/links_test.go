package docs

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	linkForm   = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	schemeForm = regexp.MustCompile(`^[a-z]+:`)
	fenceForm  = regexp.MustCompile("(?ms)^```.*?^```$")
	headForm   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInSlug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinks follows every link in the Markdown files that stays in the repository: the file is there, and so is the
// heading.
func TestLinks(t *testing.T) {
	t.Parallel()
	n := 0
	for _, from := range files(t, ".md") {
		for _, m := range linkForm.FindAllStringSubmatch(read(t, from), -1) {
			if schemeForm.MatchString(m[1]) {
				continue
			}
			n++
			to, anchor, _ := strings.Cut(m[1], "#")
			file := path.Join(path.Dir(from), to)
			if to == "" {
				file = from
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s: %s is not there", from, m[1])
			} else if anchor != "" && !slices.Contains(anchors(read(t, file)), anchor) {
				t.Errorf("%s: %s has no heading #%s", from, file, anchor)
			}
		}
	}
	if n == 0 {
		t.Error("no links were found: the walk or the expression misses them")
	}
}

// anchors are the names by which GitHub links to the headings of a Markdown text.
func anchors(text string) (out []string) {
	for _, m := range headForm.FindAllStringSubmatch(fenceForm.ReplaceAllString(text, ""), -1) {
		name := notInSlug.ReplaceAllString(strings.ToLower(strings.TrimSpace(m[1])), "")
		out = append(out, strings.ReplaceAll(name, " ", "-"))
	}
	return out
}

// TestDataIsIgnored proves that neither git nor an image takes in a folder of data that the README has people make: it
// holds a secret, keys and letters.
func TestDataIsIgnored(t *testing.T) {
	t.Parallel()
	for _, m := range regexp.MustCompile(`--data \./(\S+)`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		if !strings.HasSuffix(strings.Trim(m[1], "`/"), "-data") {
			t.Errorf("%s is not called …-data, and so not ignored", m[1])
		}
	}
	for file, line := range map[string]string{".gitignore": "/*-data/", ".dockerignore": "*-data"} {
		if !slices.Contains(strings.Fields(read(t, file)), line) {
			t.Errorf("%s lacks %s", file, line)
		}
	}
}
