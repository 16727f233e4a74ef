package tools_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"litmus/testdb"
	"litmus/tools"
)

var update = flag.Bool("update", false, "rewrite docs/tools-list.md")

const (
	toolList     = "../docs/tools-list.md"
	toolListHead = "# The tools\n\n`make generate` makes this list of the tool server. [tools.md](tools.md) says what " +
		"each scope and hint means.\n\n| Tool | Scope | Hints |\n|---|---|---|\n"
)

// toolRow is a row of that list.
var toolRow = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| (`[^|]*`) \\|")

// paperScopes are the scopes that the list gives each tool.
func paperScopes(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(toolList)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, m := range toolRow.FindAllStringSubmatch(string(page), -1) {
		out[m[1]] = strings.Split(strings.ReplaceAll(m[2], "`", ""), " or ")
	}
	if len(out) == 0 {
		t.Fatal("docs/tools-list.md has no table")
	}
	return out
}

// TestToolTable proves that the server's tools are those of docs/tools-list.md with their scopes and hints, and that a
// legacy key sees all of them (T1, T5).
func TestToolTable(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	listed, made := w.listed(w.Key), toolListHead
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		l := listed[name]
		h := l.Annotations
		if h.DestructiveHint == nil || h.OpenWorldHint == nil || h.ReadOnlyHint && !h.IdempotentHint {
			t.Fatalf("%s has the hints %+v: one is left out, which clients take for true, or contradicts another", name, h)
		}
		var words []string
		for _, one := range []struct {
			word string
			is   bool
		}{{"read", h.ReadOnlyHint}, {"destructive", *h.DestructiveHint},
			{"idempotent", h.IdempotentHint && !h.ReadOnlyHint}, {"open world", *h.OpenWorldHint}} {
			if one.is {
				words = append(words, one.word)
			}
		}
		made += strings.TrimSpace(fmt.Sprintf("| `%s` | `%s` | %s", name, strings.Join(tools.Scopes()[name], "` or `"),
			strings.Join(words, ", "))) + " |\n"
		if l.Title == "" || len(l.Description) < 20 {
			t.Errorf("%s: title %q, description %q", name, l.Title, l.Description)
		}
	}
	if *update {
		w.Must(os.WriteFile(toolList, []byte(made), 0o600))
	}
	if page, err := os.ReadFile(toolList); err != nil || string(page) != made {
		t.Errorf("docs/tools-list.md is not as wanted (%v); make generate writes\n%s", err, made)
	}
	if legacy := w.NewKey(w.Ours.Organization, nil); len(w.listed(legacy)) != len(listed) {
		t.Error("a legacy key does not see every tool")
	}
}

// TestToolsGiveNoSecrets proves that no answer has a place for a link that starts something, a key, a member or the
// credentials of a calendar, and that no tool takes one (T6).
func TestToolsGiveNoSecrets(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	secret := regexp.MustCompile(
		`"(candidate_link|invite_url|[a-z_]*(key|secret|token|password|credential|member)[a-z_]*)":`)
	for name, l := range w.listed(w.Key) {
		for _, schema := range []json.RawMessage{l.InputSchema, l.OutputSchema} {
			if found := secret.FindAllString(string(schema), -1); found != nil {
				t.Errorf("%s has %v", name, found)
			}
		}
		if regexp.MustCompile(`key|member|calendar`).MatchString(name) {
			t.Errorf("there is a tool %s", name)
		}
	}
}

// TestToolHints compares the hints with what calls write (T5): one that reads writes nothing, one that is idempotent
// writes nothing more the second time, one that is not destructive leaves every record as it was, and one that reaches
// out owes something to somebody.
func TestToolHints(t *testing.T) {
	t.Parallel()
	readsURL := testdb.SQLite(t)
	reads := open(t, readsURL) // for all tools that read, since these leave it as it is
	listed, texts := reads.listed(reads.Key), map[string]string{}
	for name, arguments := range toolExamples {
		l := listed[name]
		if l.Annotations.ReadOnlyHint {
			texts[name] = reads.Ours.Fill(arguments(reads))
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, testdb.SQLite(t))
			text := w.Ours.Fill(arguments(w))
			before := w.records()
			w.commit(name, text)
			after := w.records()
			written, lost := testdb.Compared(before, after)
			if len(written)+len(lost) == 0 {
				t.Error("it is not said to read only, and wrote nothing")
			}
			if !*l.Annotations.DestructiveHint && len(lost) > 0 {
				t.Errorf("it is not said to be destructive and changed %q", lost)
			}
			if l.Annotations.IdempotentHint {
				w.commit(name, text)
				written, lost := testdb.Compared(after, w.records())
				if len(written)+len(lost) > 0 {
					t.Errorf("it is said to be idempotent and wrote %q and removed %q the second time", written, lost)
				}
			}
		})
	}
	before := reads.records()
	for name, text := range texts {
		reads.call(name, text, reads.Key).done()
		after := reads.records()
		if written, lost := testdb.Compared(before, after); len(written)+len(lost) > 0 {
			t.Errorf("%s is said to read only; it wrote %q and removed %q", name, written, lost)
		}
		before = after
	}
}

// commit calls a tool until it has done what it does: a plan is carried out.
func (w *world) commit(name, arguments string) *toolAnswer {
	w.T.Helper()
	a := w.call(name, arguments, w.Key).done()
	var planned struct {
		PlanID string `json:"plan_id"`
	}
	if len(a.Data) > 0 {
		w.Must(json.Unmarshal(a.Data, &planned))
	}
	if planned.PlanID == "" {
		return a
	}
	return w.call(name, w.with(arguments, planned.PlanID), w.Key).done()
}
