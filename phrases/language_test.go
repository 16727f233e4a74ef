package phrases

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// text is a text of a language with where it stands, such as Pages.Pick.Lead.
type text struct {
	path string
	is   string
}

// textsOf returns all texts of a language except the names of other languages' places. A plural is one text, its last
// form.
func textsOf(t *testing.T, l *Language) (out []text, plurals map[string]Plural) {
	t.Helper()
	plurals = map[string]Plural{}
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		if p, ok := reflect.TypeAssert[Plural](v); ok {
			plurals[path] = p
			out = append(out, text{path, p.Other})
			return
		}
		switch v.Kind() {
		case reflect.String:
			out = append(out, text{path, v.String()})
		case reflect.Struct:
			for n := range v.NumField() {
				walk(strings.TrimPrefix(path+"."+v.Type().Field(n).Name, "."), v.Field(n))
			}
		case reflect.Map:
			if path == "Dates.Cities" || path == "Dates.Abbreviations" {
				return
			}
			for _, key := range v.MapKeys() {
				walk(path+"."+key.String(), v.MapIndex(key))
			}
		case reflect.Slice, reflect.Array:
			for n := range v.Len() {
				walk(fmt.Sprintf("%s.%d", path, n), v.Index(n))
			}
		default:
			t.Fatalf("%s is a %s", path, v.Kind())
		}
	}
	walk("", reflect.ValueOf(*l))
	slices.SortFunc(out, func(a, b text) int { return strings.Compare(a.path, b.path) })
	return out, plurals
}

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

// placeholdersOf returns the placeholders of a text, each once. Whether people are called by their first name or by all
// of it is a matter of the language.
func placeholdersOf(s string) []string {
	all := placeholder.FindAllString(strings.ReplaceAll(s, "{first}", "{name}"), -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// TestLanguages names what a language lacks: it has each text that English has, with the same placeholders, and of each
// plural the forms that its numbers need.
func TestLanguages(t *testing.T) {
	t.Parallel()
	wanted, _ := textsOf(t, &English)
	for _, l := range All() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			texts, plurals := textsOf(t, l)
			has := map[string]string{}
			for _, one := range texts {
				has[one.path] = one.is
			}
			for _, want := range wanted {
				got, there := has[want.path]
				delete(has, want.path)
				switch {
				case want.path == "Dates.OClock": // few languages have a word for it
				case !there || strings.TrimSpace(got) == "":
					t.Errorf("%s is missing", want.path)
				case !strings.HasPrefix(want.path, "Dates.") &&
					!slices.Equal(placeholdersOf(got), placeholdersOf(want.is)):
					t.Errorf("%s has the placeholders %q, want %q: %s", want.path, placeholdersOf(got),
						placeholdersOf(want.is), got)
				}
			}
			for path := range has {
				t.Errorf("%s is in no other language", path)
			}
			for path, p := range plurals {
				needed := map[string]bool{}
				for n := range 1000 {
					needed[p.Form(l.Code, n)] = true
				}
				for _, form := range []string{p.Zero, p.One, p.Two, p.Few, p.Many, p.Other} {
					if form != "" && !needed[form] {
						t.Errorf("%s: no number needs %q", path, form)
					}
				}
				if needed[""] {
					t.Errorf("%s lacks a form: %+v", path, p)
				}
			}
			for _, one := range []string{l.Dates.Day, l.Dates.ShortDay} {
				filled := Fill(one, "{weekday}", "", "{wd}", "", "{day}", "", "{month}", "", "{mon}", "", "{year}", "")
				if len(placeholdersOf(one)) != 4 || len(placeholdersOf(filled)) > 0 {
					t.Errorf("a day is %s", one)
				}
			}
		})
	}
}

// TestUsed names texts that nothing says any more: a field of that name is read in the pages, the letters or here.
func TestUsed(t *testing.T) {
	t.Parallel()
	var source strings.Builder
	for _, pattern := range []string{"../web/*.go", "../web/pages/*.html", "../letters/*.go", "../zones/*.go", "dates.go",
		"locale.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", pattern, files, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(b)
		}
	}
	read := map[string]bool{}
	for _, m := range regexp.MustCompile(`\.([A-Z]\w*)`).FindAllStringSubmatch(source.String(), -1) {
		read[m[1]] = true
	}
	for _, group := range []any{Shared{}, Pages{}, Letters{}, ToRole{}, Dates{}, Canceling{}, Accommodation{},
		Proposal{}, MemberLetters{}, Added{}, News{}, Replacement{}} {
		of := reflect.TypeOf(group)
		for n := range of.NumField() {
			if name := of.Field(n).Name; !read[name] && !of.Field(n).Anonymous {
				t.Errorf("nothing says %s.%s", of.Name(), name)
			}
		}
	}
}

func TestAccepted(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"":                                 "no language",
		"de":                               "Deutsch",
		"de-AT,de;q=0.9,en;q=0.8":          "Deutsch, 24 hours",
		"en-US,en;q=0.9":                   "English, 12 hours",
		"en-GB":                            "English, 24 hours",
		"en-IN,de;q=0.5":                   "English, 12 hours",
		"gsw-CH":                           "Deutsch, 24 hours",
		"ne-NP,en;q=0.7,de;q=0.8":          "Deutsch, 24 hours",
		"fr-FR":                            "no language, 24 hours",
		"fr-CA,en-CA;q=0.5":                "English, 24 hours",
		"de-US":                            "Deutsch, 24 hours",
		"*":                                "no language",
		"de;q=broken":                      "no language",
		strings.Repeat("de,", maxAccepted): "no language",
	} {
		l, twelve, known := Accepted(header)
		got := "no language"
		if l != nil {
			got = l.Name
		}
		if known {
			got += map[bool]string{true: ", 12 hours", false: ", 24 hours"}[twelve]
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", header, got, want)
		}
	}
}
