package web

import (
	"io/fs"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// TestCatalogue proves that another language is one more file: all texts of the pages are in the catalogue, and none is
// missing.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	t.Run("is complete", func(t *testing.T) {
		t.Parallel()
		// These headings are the assessment's title.
		without := map[string]bool{"Assessment.Heading": true, "InProgress.Heading": true}
		var check func(name string, v reflect.Value)
		check = func(name string, v reflect.Value) {
			switch v.Kind() {
			case reflect.Struct:
				for n := range v.NumField() {
					check(strings.TrimPrefix(name+"."+v.Type().Field(n).Name, "."), v.Field(n))
				}
			default:
				if v.IsZero() != without[name] {
					t.Errorf("%s is %v", name, v)
				}
			}
		}
		check("", reflect.ValueOf(english))
	})
	t.Run("holds every word of the templates", func(t *testing.T) {
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
			words := strings.TrimSpace(markup.ReplaceAllString(string(b), ""))
			if strings.ContainsFunc(words, unicode.IsLetter) {
				t.Errorf("%s says %q by itself", name, words)
			}
			if strings.Contains(string(b), "aria-label=\"") && !strings.Contains(string(b), "aria-label=\"{{") {
				t.Errorf("%s labels something by itself", name)
			}
		}
	})
}
