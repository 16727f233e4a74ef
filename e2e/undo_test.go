package e2e

import (
	"strings"
	"testing"

	"litmus/testdb"
)

// D11: another interviewer is told by nobody's letter while the change can be taken back. Killed in that time, the
// service ends with one outcome: what stands is told once, and of what was taken back nobody hears.
func TestUndoKilled(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		o := Start(t, KeepPorts(), Database(url)).NewOrg(t, "undo_seconds: 0", "undo_seconds: 10")
		ids := map[string]string{}
		for n, name := range []string{"stands", "undone"} {
			ids[name] = o.Book(t, name, "interviewer_email", o.Email("ilse"), "scheduled_start_at",
				[]string{"2032-03-01T10:00:00Z", "2032-03-02T10:00:00Z"}[n]).Text("interview.id")
		}
		o.Settled(t, letterTimeout, ids["stands"], ids["undone"])
		cookie := o.signsIn(t, strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", o.Email("root"))))
		post := func(id, act string, fields ...string) {
			t.Helper()
			path := "/dashboard/interviews/" + id
			page := o.Get(t, path+strings.TrimPrefix("/"+act, "/undo"), "Cookie", cookie).Want(200)
			shown := shownRevision.FindSubmatch(page.Body)
			if shown == nil {
				t.Fatalf("there is no revision in %s", page.Body)
			}
			o.Post(t, path+"/"+act, []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"},
				append(fields, "revision", string(shown[1]))...).Want(303)
		}
		for _, id := range ids {
			post(id, "reassign", "person", o.Email("bram"), "confirm", "yes")
		}
		post(ids["undone"], "undo")
		o.Kill9(t)
		o.Restart(t)
		o.Settled(t, afterCrash, ids["stands"], ids["undone"])

		for name, want := range map[string]string{"stands": "bram", "undone": "ilse"} {
			i := o.Do(t, "GET", "/interviews/"+ids[name], nil).Want(200)
			if got := i.Text("interviewer_email"); got != o.Email(want) {
				t.Errorf("%s: the interviewer is %s, want %s", name, got, want)
			}
		}
		for who, want := range map[string]int{"bram": 1, "ilse": 3, "stands": 2, "undone": 1} {
			if box := o.Inbox(t, o.Email(who)); len(box) != want {
				t.Errorf("%s got %d letters, want %d: %s", who, len(box), want, subjects(box))
			}
		}
	})
}
