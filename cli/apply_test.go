package cli

import (
	"reflect"
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
	if !reflect.DeepEqual(x.ids, ids) || ids.Postings["engineer"].Tracks["main"].Steps["systems"] == "" ||
		ids.Imports["gh"] == "" || ids.Submissions["judged"] == "" {
		t.Errorf("the ids are %+v and then %+v, want the same of every entry", ids, x.ids)
	}

	t.Run("several files", func(t *testing.T) {
		x.must("apply", "--file", file, "--file", x.file("twice.yaml", twice))
		if got := cells(x.must("keys", "list", "--org", "twice")); len(got) != 1 {
			t.Errorf("the second organization has the keys %q, want none", got)
		}
	})
	t.Run("prune", func(t *testing.T) {
		whole := x.example()
		from, to := strings.Index(whole, "  - key: empty "), strings.Index(whole, "\nimports:")
		smaller := x.file("smaller.yaml", whole[:from]+whole[to:])
		const removed = "removed posting empty\n"
		if got := x.must("apply", "--file", smaller); strings.Contains(got, removed) {
			t.Errorf("without --prune it prints\n%s", got)
		}
		if got := x.must("apply", "--file", smaller, "--prune"); !strings.Contains(got, removed) {
			t.Errorf("with --prune it prints\n%s", got)
		}
	})
}

func TestApply_refused(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	broken := x.file("broken.yaml", "organization: {slug: broken, name: Broken, timezone: Europe/Berlin, "+
		"mail_from: hiring@broken.example, admins: [root@broken.example]}\n")
	missing := broken + ".gone"
	nothing := func(after string) {
		t.Helper()
		x.refused(exitFailed, `organization "twice" not found`, "keys", "list", "--org", "twice")
		x.refused(exitFailed, `organization "broken" not found`, "keys", "list", "--org", "broken")
		if t.Failed() {
			t.Fatal("something was applied: " + after)
		}
	}

	// All files are read before the first is applied.
	got := x.run("apply", "--file", x.file("twice.yaml", twice), "--file", broken)
	if got.status != exitFailed || got.stdout != "" || !strings.HasPrefix(got.stderr, "litmus: "+broken+":1: ") ||
		!strings.Contains(got.stderr, "did you mean time_zone?") {
		t.Errorf("a broken file: %+v, want its name, the line and a hint", got)
	}
	nothing("a broken file")
	x.refused(exitFailed, "open "+missing+": no such file or directory", "apply", "--file", missing)
	nothing("a file that is not there")
	x.mistaken("--file", "apply")

	// A password that was put in the wrong place is not shown.
	secret := x.file("secret.yaml", x.example("    working_hours:",
		"    calendar: {provider: caldav, url: hunter2, username: petra, password: hunter2}\n    working_hours:"))
	if got := x.run("apply", "--file", secret); got.status != exitFailed ||
		strings.Contains(got.stdout+got.stderr, "hunter2") || !strings.Contains(got.stderr, "petra@northwind.example") {
		t.Errorf("a calendar without an address: %+v", got)
	}

	// Credentials are stored sealed under the secret, so there has to be one.
	sealed := x.file("sealed.yaml", x.example("    working_hours:",
		"    calendar: {provider: ics, url: \"https://calendars.example/petra.ics\"}\n    working_hours:"))
	delete(x.env, "LITMUS_SECRET")
	x.refused(exitUsage, "LITMUS_SECRET is required: calendar credentials are stored sealed under it", "apply",
		"--file", sealed)
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
	if got := x.must("migrate"); got != "applied 0"+done {
		t.Errorf("a second time it prints %q", got)
	}
	x.refused(exitFailed, `organization "northwind" not found`, "keys", "list", "--org", "northwind")
	delete(x.env, "LITMUS_DATABASE_URL")
	x.refused(exitUsage, "LITMUS_DATABASE_URL is required: postgres://… or sqlite:PATH", "migrate")
}
