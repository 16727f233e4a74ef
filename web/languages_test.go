package web

import (
	"io/fs"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"litmus/models"
	"litmus/phrases"
)

// TestTemplates proves that another language is one more file: no template says a word by itself, and each text that it
// says is in the catalogue.
func TestTemplates(t *testing.T) {
	t.Parallel()
	markup := regexp.MustCompile(`(?s){{.*?}}|<[^>]*>`)
	names, err := fs.Glob(files, "pages/*.html")
	if err != nil || len(names) < 5 {
		t.Fatalf("templates %v, error %v", names, err)
	}
	for _, name := range names {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\.T\.([\w.]+)`).FindAllStringSubmatch(string(b), -1) {
			of := reflect.ValueOf(phrases.English)
			for _, field := range strings.Split(m[1], ".") {
				if of = of.FieldByName(field); !of.IsValid() {
					t.Errorf("%s says %s, which no language has", name, m[1])
					break
				}
			}
		}
		words := strings.TrimSpace(markup.ReplaceAllString(string(b), ""))
		if strings.ContainsFunc(words, unicode.IsLetter) {
			t.Errorf("%s says %q by itself", name, words)
		}
		if strings.Contains(string(b), "aria-label=\"") && !strings.Contains(string(b), "aria-label=\"{{") {
			t.Errorf("%s labels something by itself", name)
		}
	}
}

// TestLanguages: an organization chooses among the languages that there are words for.
func TestLanguages(t *testing.T) {
	t.Parallel()
	all := phrases.All()
	for _, code := range models.Languages {
		if phrases.Of(code).Code != code {
			t.Errorf("there are no words for %s", code)
		}
	}
	if len(all) != len(models.Languages) || models.DefaultLanguage != all[0].Code {
		t.Errorf("%d languages, want %q", len(all), models.Languages)
	}
}
