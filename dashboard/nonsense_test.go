package dashboard

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/testdb"
	"litmus/turnstile"
)

// nonsense is what somebody may paste, mistype or forge in any field of any form.
var nonsense = []struct{ what, text string }{
	{"10,000 lines", strings.Repeat("a line of a paste\r\n", 10_000)},
	{"a date that does not exist", "2031-02-30"},
	{"a zone that does not exist", "Mars/Olympus_Mons"},
	{"markup", `"><script>alert(1)</script><b title='`},
}

// TestNonsense proves D9 on every form that an admin finds by following links: whatever stands in a field, the answer
// is a clear page, a refusal changes nothing, and what was typed into a text area is still there.
func TestNonsense(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	w := newWorld(t, unlimited)
	w.bookedFor(cleo)
	w.external(dora)
	w.invited("telemetry", rosa)
	_, _, err := w.Team.CreateKeyOnce(ctx, act.By{}, w.org.ID, strings.Repeat("0f", 16), "a key",
		[]string{access.RolesRead})
	w.must(err)
	admin := w.as(t, "admin")
	seen := map[string]bool{}
	for _, path := range pagesFrom(admin, models.DashboardPath) {
		page := admin.get(path)
		for n, form := range page.all("main form") {
			like := kindOf(form)
			if strings.EqualFold(attr(form, "method"), "post") && len(editable(form)) > 0 && !seen[like] {
				seen[like] = true
				fillWithNonsense(t, admin, path, n)
			}
		}
	}
	if len(seen) < 12 {
		t.Errorf("only these forms were found: %v", seen)
	}
}

// unlimited lets one address make as many requests as a test does.
func unlimited(s *Site) {
	plenty := turnstile.Limit{PerSecond: 1e6, Burst: 1e6}
	s.Limits = turnstile.Limits{Address: plenty, Token: plenty}
}

// fillWithNonsense sends the n-th form of a page once for each of its fields and each nonsense.
func fillWithNonsense(t *testing.T, b *browser, path string, n int) {
	t.Helper()
	page := b.get(path)
	before := b.w.rows()
	for _, field := range editable(page.all("main form")[n]) {
		for _, bad := range nonsense {
			all := page.all("main form")
			if page.Status != 200 || n >= len(all) {
				continue
			}
			form := all[n]
			r := b.post(attr(form, "action"), having(fieldsOf(form), attr(field, "name"), bad.text)...)
			about := bad.what + " as " + attr(field, "name") + " on " + path
			switch {
			case r.Status >= 500:
				t.Errorf("%s: status %d", about, r.Status)
			case r.Status >= 400:
				b.w.unchanged(t, before, about)
				if r.text("#problem") == "" && r.text(".lead") == "" {
					t.Errorf("%s: the page does not say what is wrong:\n%s", about, r.text("main"))
				}
				if area := r.all("textarea[name=" + attr(field, "name") + "]"); len(area) == 1 &&
					field.Data == "textarea" && len(strings.Fields(raw(area[0]))) < len(strings.Fields(bad.text)) {
					t.Errorf("%s: %d of %d words are left", about, len(strings.Fields(raw(area[0]))),
						len(strings.Fields(bad.text)))
				}
			}
			if r.Status < 400 { // what was accepted has changed the page
				page, before = b.get(path), b.w.rows()
			}
			for _, s := range r.all("script") {
				if attr(s, "src") == "" {
					t.Errorf("%s: the page has a script of its own: %s", about, content(s))
				}
			}
		}
	}
}

// identifiers are what differs in the addresses of pages of the same kind.
var identifiers = regexp.MustCompile(`[a-z]+_[0-9A-Za-z]{8,}|[0-9a-f]{16,}|\d{4}-\d\d-\d\d[^&]*`)

// pagesFrom returns the addresses of the pages that links lead to from one on, one of each kind.
func pagesFrom(b *browser, first string) (found []string) {
	b.t.Helper()
	seen, next := map[string]bool{}, []string{first}
	for len(next) > 0 {
		path := next[0]
		next = next[1:]
		u, err := url.Parse(path)
		if err != nil {
			b.t.Fatal(err)
		}
		kind := identifiers.ReplaceAllString(u.Path, "ID") + " " + fmt.Sprint(slices.Sorted(maps.Keys(u.Query())))
		if seen[kind] || strings.Contains(path, ".csv") {
			continue
		}
		seen[kind] = true
		page := b.get(path)
		if page.Status != 200 {
			continue
		}
		found = append(found, path)
		for _, a := range page.all("body a[href]") {
			if to, _, _ := strings.Cut(attr(a, "href"), "#"); site.Within(to) == to {
				next = append(next, to)
			}
		}
	}
	return found
}

// kindOf is the same for forms with the same fields that go to the same kind of address.
func kindOf(form *html.Node) string {
	like := identifiers.ReplaceAllString(attr(form, "action"), "ID")
	for _, field := range editable(form) {
		like += " " + attr(field, "name")
	}
	return like
}

// editable are the fields of a form in which somebody types or chooses.
func editable(form *html.Node) (out []*html.Node) {
	for n := range form.Descendants() {
		if attr(n, "name") == "" || has(n, "disabled") {
			continue
		}
		hidden := slices.Contains([]string{"hidden", "checkbox", "radio", "submit", "button", "file"}, attr(n, "type"))
		if n.Data == "textarea" || n.Data == "select" || n.Data == "input" && !hidden {
			out = append(out, n)
		}
	}
	return out
}

// TestRoleOfASecondAgo proves D2 and D8 for every form: an admin who was lowered to an interviewer a second ago changes
// nothing by a form that is still open.
func TestRoleOfASecondAgo(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	const kit = "kit@marlowe.example"
	for _, r := range routes {
		if r.Method != http.MethodPost || r.Action == site.AnyMember {
			continue
		}
		t.Run(r.Path, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, withClock)
			member := models.Member{OrgID: w.org.ID, Email: kit, Name: "Kit", Role: models.Admin}
			w.must1(w.Team.AddMember(ctx, act.By{}, member))
			b := w.as(t, kit)
			f := foreigns[r.Method+" "+r.Path](t, w)
			path := f.path
			if path == "" {
				path = r.Path
			}
			b.get(models.DashboardPath).want(200, "admin")
			member.Role = models.Interviewer
			w.must(w.Team.ChangeMember(ctx, act.By{}, member, models.Admin))
			before := w.rows()
			a := b.post(path, f.fields...)
			mayNever := access.May(member, r.Action, access.Facts{Own: true}) != nil
			if a.Status < 400 || a.Status >= 500 || mayNever && a.Status != 403 {
				t.Errorf("status %d; the page says\n%s", a.Status, a.text("main"))
			}
			w.unchanged(t, before, "a form of an admin of a second ago")
		})
	}
}
