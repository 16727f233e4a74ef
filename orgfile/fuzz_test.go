package orgfile

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// FuzzParse checks what Parse promises for any input: it does not panic, gives the same answer twice, and returns
// either a Setup whose slots are on the grid and whose tracks have one default, or a bounded list of problems that each
// have a line.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.yaml"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(demoFile(time.Unix(1_800_000_000, 0)))
	for _, seed := range []string{
		"", "~", "a: &a [*a]", "a: &a {<<: *a}", "? [a]\n: b\n", "--- !!map {}\n...\n", "!!binary aGk=",
		head + "---\n---\n", "\ufeff" + head, "organization: &x\n  slug: *x\n",
		withPipeline, imported("posting: backend, step: talk"), submission("score: 1e3"), slot("2031-03-03T15:30:00+05:45"),
		person("working_hours: {mon: [09:00-24:00]}"),
		person("calendar: {provider: caldav, url: 'https://d.example', username: u, password: p}"),
		"organization: {slug: 0x1, name: .inf}", "- - - - - -", "{{{{{{", "\"\\ud800\"", "a: |\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		setup, err := Parse("f.yaml", data)
		again, errAgain := Parse("f.yaml", data)
		if !reflect.DeepEqual(setup, again) || !reflect.DeepEqual(err, errAgain) {
			t.Fatalf("two readings differ: %v and %v", err, errAgain)
		}
		if _, err := ParseArtifacts("f.yaml", data); err != nil {
			checkError(t, err)
		}
		if err != nil {
			checkError(t, err)
			return
		}
		for _, p := range setup.Postings {
			defaults := 0
			for _, track := range p.Tracks {
				if track.Default {
					defaults++
				}
			}
			if len(p.Tracks) > 0 && defaults != 1 {
				t.Errorf("posting %q has %d default tracks", p.Key, defaults)
			}
			for _, i := range p.Interviewers {
				for _, s := range i.Slots {
					if s.Minute()%30 != 0 || s.Second() != 0 || s.Nanosecond() != 0 || s.Location() != time.UTC {
						t.Errorf("slot %v is off the grid", s)
					}
				}
			}
		}
	})
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || len(e.Problems) == 0 || len(e.Problems) > maxProblems {
		t.Fatalf("got %#v, want a bounded list of problems", err)
	}
	for _, p := range e.Problems {
		if p.Line < 1 || p.File != "f.yaml" || p.Message == "" {
			t.Errorf("a problem without a line, file or message: %+v", p)
		}
	}
}
