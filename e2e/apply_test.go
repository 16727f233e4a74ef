package e2e

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// Apply is idempotent; what did not change keeps its ids and its updated_at.
func TestApplyAgain(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		paths := []string{"/roles", "/interviews", "/postings/" + o.Posting("engineer") + "/pipeline",
			"/postings/" + o.Posting("engineer") + "/interviewers", "/submissions/" + o.IDs.Submissions["judged"],
			"/interviews/" + o.IDs.Imports["gh"] + "?include=transcript,recording,notes"}
		read := func() (out []string) {
			for _, p := range paths {
				out = append(out, o.Do(t, "GET", p, nil).Want(200).JSON(""))
			}
			return out
		}
		before := read()
		if again := o.Apply(t, o.File); !reflect.DeepEqual(again, o.IDs) {
			t.Errorf("the second apply gives the ids %v, want %v", again, o.IDs)
		}
		if after := read(); !reflect.DeepEqual(after, before) {
			t.Errorf("the second apply changed\n%s\nto\n%s", before, after)
		}
		if out := o.MustRun(t, "apply", "--file", o.File); !strings.HasPrefix(out, "unchanged: ") ||
			strings.Count(out, "\n") != 1 {
			t.Errorf("the second apply prints %q, want that all is unchanged", out)
		}

		t.Run("a changed field changes its entry alone", func(t *testing.T) {
			o.Do(t, "POST", "/postings/"+o.Posting("engineer")+
				"/slots", Object{"slots": []Object{{"interviewer_email": o.Email("ilse"),
				"start_at": "2032-03-09T15:00:00Z"}}}).Want(200)
			file := writeFile(t, "changed.yaml",
				northwind(t, o.Slug, "title: Imaging Engineer", "title: Optics Engineer",
					`"2032-03-01T16:00:00Z", `, ""))
			out := o.MustRun(t, "apply", "--file", file)
			if !strings.Contains(out, "updated posting engineer") {
				t.Errorf("apply prints %q, want the updated posting", out)
			}
			after := read()
			if want := strings.Replace(before[0], "Imaging Engineer", "Optics Engineer", 1); after[0] != want {
				t.Errorf("roles\n%s\nwant\n%s", after[0], want)
			}
			if after[1] != before[1] || after[2] != before[2] || after[5] != before[5] {
				t.Error("interviews or pipeline changed with the title of a posting")
			}
			if !strings.Contains(after[3], "2032-03-09T15:00:00.000Z") ||
				!strings.Contains(after[3], "2032-03-01T16:00:00.000Z") {
				t.Errorf("interviewers %s, want painted slots joined, never removed", after[3])
			}
		})
		t.Run("an import that was canceled over REST stays so", func(t *testing.T) {
			canceled := o.Do(t, "DELETE", "/interviews/"+o.IDs.Imports["ashby"], nil).Want(200)
			o.Apply(t, o.File)
			if got := o.Do(t, "GET", "/interviews/"+
				o.IDs.Imports["ashby"], nil).Want(200).JSON(""); got != canceled.JSON("") {
				t.Errorf("after apply\n%s\nwant\n%s", got, canceled.JSON(""))
			}
		})
	})
}

// A broken file is an error with file, line and what is expected, exit status 1, and nothing is applied.
func TestApplyRefusesBrokenFiles(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	content := northwind(t, o.Slug)
	line := func(of string) int { return strings.Count(content[:strings.Index(content, of)], "\n") + 1 }
	for _, c := range []struct{ old, new, at, expects string }{
		{"kind: role", "kind: job", "kind: role", "role"},
		{"delivery_mode: trial", "delivery_mode: slow", "delivery_mode: trial", "async"},
		{"duration_minutes: 90", "duration_minutes: 4", "duration_minutes: 90", "5"},
		{"duration_minutes: 90", "duration_minutes: 481", "duration_minutes: 90", "480"},
		{"assessment: pairing", "assessment: pearing", "assessment: pairing", "pearing"},
		{"email: petra@", "email: petra at ", "email: petra@", "email"},
		{"time_zone: Europe/London", "time_zone: Mars", "time_zone: Europe/London", "zone"},
		{`"2032-03-01T15:00:00Z"`, `"2032-03-01T15:10:00Z"`, `"2032-03-01T15:00:00Z"`, "half hour"},
		{"team: Imaging", "team: Imaging\n    teem: x", "", "teem"},
		{"slug: " + o.Slug, "slug: ''", "slug: " + o.Slug, "slug"},
	} {
		file := writeFile(t, "broken.yaml", strings.Replace(content, c.old, c.new, 1))
		out := o.Run(t, "apply", "--file", file)
		at := file + ":"
		if c.at != "" {
			at = fmt.Sprintf("%s:%d: ", file, line(c.at))
		}
		if out.Status != 1 || out.Stdout != "" || !strings.Contains(out.Stderr, at) ||
			!strings.Contains(out.Stderr, c.expects) {
			t.Errorf("%q: status %d, %q; want 1, %q and %q", c.new, out.Status, out.Stderr, at, c.expects)
		}
	}
	for name, content := range map[string]string{"empty": "", "binary": "\x00\x01", "list": "- a",
		"tabs": "organization:\n\tslug: x", "unclosed": "organization: {"} {
		file := writeFile(t, name+".yaml", content)
		if out := o.Run(t, "apply", "--file", file); out.Status != 1 || !strings.Contains(out.Stderr, file+":") {
			t.Errorf("%s: %+v, want status 1 and the file with a line", name, out)
		}
	}
	if out := o.Run(t, "apply", "--file", "/nowhere/org.yaml"); out.Status != 1 ||
		!strings.Contains(out.Stderr, "/nowhere/org.yaml") {
		t.Errorf("a file that is not there: %+v", out)
	}

	t.Run("a good file before a broken one is not applied either", func(t *testing.T) {
		before := o.Do(t, "GET", "/roles", nil).Want(200).JSON("")
		good := writeFile(t, "good.yaml", strings.Replace(content, "title: Imaging Engineer", "title: Changed", 1))
		broken := writeFile(t, "broken.yaml", strings.Replace(content, "kind: role", "kind: job", 1))
		if out := o.Run(t, "apply", "--file", good, "--file", broken); out.Status != 1 {
			t.Errorf("%+v, want status 1", out)
		}
		if got := o.Do(t, "GET", "/roles", nil).Want(200).JSON(""); got != before {
			t.Errorf("roles %s, want them untouched", got)
		}
	})
	t.Run("up with a broken file starts nothing", func(t *testing.T) {
		dir := t.TempDir()
		out := Command(t, nil, "up", "--addr", "127.0.0.1:0", "--temporal-addr", "127.0.0.1:0", "--ui-addr",
			"127.0.0.1:0", "--inbox-addr", "127.0.0.1:0", "--data", dir+"/data", "--file",
			writeFile(t, "broken.yaml", "organization: {}"))
		if _, err := os.Stat(dir + "/data"); out.Status != 1 || !strings.Contains(out.Stderr, "broken.yaml:1:") ||
			err == nil {
			t.Errorf("%+v, data folder made: %t; want status 1, the file and line, and no folder", out, err == nil)
		}
	})
}
