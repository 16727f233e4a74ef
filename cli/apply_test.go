package cli

import (
	"fmt"
	"strings"
	"testing"
)

const twice = "organization: {slug: twice, name: Twice, time_zone: Europe/Berlin, " +
	"mail_from: hiring@twice.example, admins: [root@twice.example]}\n"

func TestApply(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	file := x.file("northwind.yaml", x.example())
	first := x.must("apply", "--file", file)
	if strings.Contains(first, "unchanged") || !strings.Contains(first, "northwind") {
		t.Errorf("the first time it prints\n%s", first)
	}
	again := x.must("apply", "--file", file)
	if lines := cells(again); len(lines) != 1 || !strings.HasPrefix(lines[0][0], "unchanged: ") ||
		!strings.Contains(again, "4 postings") {
		t.Errorf("applied again it prints %q, want one line that counts what did not change", again)
	}
	x.apply(x.example())
	ids := x.ids
	x.apply(x.example("title: Office Manager", "title: Head of Office"))
	same(t, "the ids after an edit", x.ids, ids)
	if ids.Postings["engineer"].Tracks["main"].Steps["systems"] == "" || ids.Imports["gh"] == "" ||
		ids.Submissions["judged"] == "" {
		t.Errorf("the ids are %+v, want those of every entry", ids)
	}

	t.Run("prune", func(t *testing.T) {
		whole := x.example()
		from, to := strings.Index(whole, "  - key: empty "), strings.Index(whole, "\nimports:")
		smaller := x.file("smaller.yaml", whole[:from]+whole[to:])
		for flag, want := range map[string]bool{"--prune=false": false, "--prune": true} {
			if got := x.must("apply", "--file", smaller, flag); strings.Contains(got, "removed posting empty\n") != want {
				t.Errorf("with %s it prints\n%s", flag, got)
			}
			x.must("apply", "--file", file)
		}
	})
}

func TestApply_refused(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	broken := x.file("broken.yaml", "organization: {slug: broken, name: Broken, timezone: Europe/Berlin, "+
		"mail_from: hiring@broken.example, admins: [root@broken.example]}\n")
	const calendar = "    calendar: {provider: %s}\n    working_hours:"
	// All files are read before the first is applied.
	x.fails(exitFailed, []string{broken + ":1: ", "did you mean time_zone?"}, "apply", "--file",
		x.file("twice.yaml", twice), "--file", broken)
	x.refused(exitFailed, "open "+broken+".gone: no such file or directory", "apply", "--file", broken+".gone")

	// A password that was put in the wrong place is not shown.
	secret := x.file("secret.yaml", x.example("    working_hours:",
		fmt.Sprintf(calendar, "caldav, url: hunter2, username: petra, password: hunter2")))
	x.fails(exitFailed, []string{"petra@northwind.example"}, "apply", "--file", secret)
	if got := x.run("apply", "--file", secret); strings.Contains(got.stderr, "hunter2") {
		t.Errorf("a calendar without an address: %+v", got)
	}

	// Credentials are stored sealed under the secret, so there has to be one.
	sealed := x.file("sealed.yaml", x.example("    working_hours:",
		fmt.Sprintf(calendar, `ics, url: "https://calendars.example/petra.ics"`)))
	delete(x.env, "LITMUS_SECRET")
	x.refused(exitUsage, "LITMUS_SECRET is required: calendar credentials are stored sealed under it", "apply",
		"--file", sealed)
	x.prints("[]\n", "orgs", "list", "--json") // nothing was applied
	x.must("apply", "--file", x.file("twice.yaml", twice))
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	x.env["LITMUS_DATABASE_URL"] = "sqlite:" + t.TempDir() + "/empty.db"
	x.refused(exitUsage, "LITMUS_DATABASE_URL names "+x.env["LITMUS_DATABASE_URL"]+
		", and there is no such database; `litmus migrate` makes it", "keys", "list", "--org", "northwind")
	const done = " migrations; the schema is up to date\n"
	if got := x.must("migrate"); !strings.HasPrefix(got, "applied ") || !strings.HasSuffix(got, done) ||
		got == "applied 0"+done {
		t.Errorf("of an empty database it prints %q", got)
	}
	x.prints("applied 0"+done, "migrate")
	x.refused(exitFailed, `organization "northwind" not found`, "keys", "list", "--org", "northwind")
	delete(x.env, "LITMUS_DATABASE_URL")
	x.refused(exitUsage, "LITMUS_DATABASE_URL is required: postgres://… or sqlite:PATH", "migrate")
}
