package dashboard

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"litmus/dashboard/internal/site"
	"litmus/internal/markup"
	"litmus/models"
)

var form, attr, has, raw = markup.Form, markup.Attr, markup.Has, markup.Text

// browser sends requests to a world and keeps cookies like a browser.
type browser struct {
	t       *testing.T
	w       *world
	address string
	agent   string
	cookies map[string]string
}

// browser returns a browser in which nobody is signed in.
func (w *world) browser(t *testing.T) *browser {
	return &browser{t: t, w: w, address: "192.0.2.1:4711", cookies: map[string]string{},
		agent: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"}
}

// reply is an answer as a browser sees it.
type reply struct {
	t      *testing.T
	about  string
	Status int
	Header http.Header
	Body   string
	page   *html.Node // nil if it is no page
}

func (b *browser) get(path string, headers ...string) *reply {
	b.t.Helper()
	return b.do("GET", path, "", headers...)
}

// post sends a form, as a browser does from a page of ours; fields are name, value, name, value, ….
func (b *browser) post(path string, fields ...string) *reply {
	b.t.Helper()
	return b.do("POST", path, form(fields...), "Sec-Fetch-Site", "same-origin")
}

// follow requests the page that a 303 leads to.
func (b *browser) follow(r *reply) *reply {
	b.t.Helper()
	r.want(303)
	return b.get(r.Header.Get("Location"))
}

// do sends a request; headers are name, value, ….
func (b *browser) do(method, path, body string, headers ...string) *reply {
	t := b.t
	t.Helper()
	path, _, _ = strings.Cut(path, "#") // the part of the page to begin at is not sent
	r := httptest.NewRequestWithContext(ctx, method, b.w.site.BaseURL+path, strings.NewReader(body))
	r.RemoteAddr = b.address
	r.Header.Set("User-Agent", b.agent)
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for n := 0; n+1 < len(headers); n += 2 {
		r.Header.Set(headers[n], headers[n+1])
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	rec := httptest.NewRecorder()
	b.w.handler.ServeHTTP(rec, r)
	for _, c := range rec.Result().Cookies() {
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	out := &reply{t: t, about: method + " " + path, Status: rec.Code, Header: rec.Header(), Body: rec.Body.String()}
	out.headed(b.w)
	if strings.HasPrefix(out.Header.Get("Content-Type"), "text/html") && method != "HEAD" &&
		out.Header.Get("Content-Disposition") == "" {
		out.decent()
	}
	return out
}

// csv returns the rows of a file.
func (r *reply) csv() [][]string {
	r.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(r.Body)).ReadAll()
	if err != nil {
		r.t.Fatalf("%s: %v", r.about, err)
	}
	return rows
}

// want fails the test unless the answer has the status, and its page the texts.
func (r *reply) want(status int, texts ...string) *reply {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("%s: status %d, want %d; the page says\n%s", r.about, r.Status, status, r.text("main"))
	}
	if len(texts) == 0 {
		return r
	}
	all := r.text("body")
	for _, s := range texts {
		if !strings.Contains(all, s) {
			r.t.Errorf("%s: want %q on the page, which says\n%s", r.about, s, r.text("main"))
		}
	}
	return r
}

// lacks fails the test if the page has one of the texts, also where it is not shown.
func (r *reply) lacks(texts ...string) *reply {
	r.t.Helper()
	all := r.text("body")
	for _, s := range texts {
		if strings.Contains(r.Body, html.EscapeString(s)) || strings.Contains(all, s) {
			r.t.Errorf("%s: %q is on the page, which says\n%s", r.about, s, r.text("main"))
		}
	}
	return r
}

// leadsTo fails the test unless the answer redirects to path.
func (r *reply) leadsTo(path string) *reply {
	r.t.Helper()
	if r.Status != 303 || r.Header.Get("Location") != path {
		r.t.Fatalf("%s: status %d to %q, want 303 to %q; the page says\n%s", r.about, r.Status,
			r.Header.Get("Location"), path, r.text("main"))
	}
	return r
}

// all returns the elements that the selector names: element, #id, .class, [attribute] and [attribute=value] together,
// and several of these with spaces in between for descendants: "table tbody tr", "#problem",
// "a.button[href=/dashboard]".
func (r *reply) all(selector string) (found []*html.Node) {
	if r.page == nil {
		return nil
	}
	found = []*html.Node{r.page}
	for step := range strings.FieldsSeq(selector) {
		var next []*html.Node
		for _, n := range found {
			for d := range n.Descendants() {
				if matches(d, step) && !slices.Contains(next, d) {
					next = append(next, d)
				}
			}
		}
		found = next
	}
	return found
}

// one returns the only element that the selector names.
func (r *reply) one(selector string) *html.Node {
	r.t.Helper()
	found := r.all(selector)
	if len(found) != 1 {
		r.t.Fatalf("%s: %d elements are %q, want one, on the page\n%s", r.about, len(found), selector, r.text("main"))
	}
	return found[0]
}

// text returns the text of the elements that the selector names, one line for each, with single spaces; the body of an
// answer that is no page.
func (r *reply) text(selector string) string {
	if r.page == nil {
		return r.Body
	}
	var lines []string
	for _, n := range r.all(selector) {
		lines = append(lines, content(n))
	}
	return strings.Join(lines, "\n")
}

// matches reports whether the element is what a step of a selector names.
func matches(n *html.Node, step string) bool {
	if n.Type != html.ElementNode {
		return false
	}
	for step != "" {
		end := strings.IndexAny(step[1:], "#.[") + 1
		if end == 0 || step[0] == '[' {
			end = len(step)
			if i := strings.IndexByte(step, ']'); step[0] == '[' && i >= 0 {
				end = i + 1
			}
		}
		part := step[:end]
		step = step[end:]
		switch part[0] {
		case '#':
			if attr(n, "id") != part[1:] {
				return false
			}
		case '.':
			if !slices.Contains(strings.Fields(attr(n, "class")), part[1:]) {
				return false
			}
		case '[':
			name, value, valued := strings.Cut(strings.Trim(part, "[]"), "=")
			if !has(n, name) || valued && attr(n, name) != strings.Trim(value, `"`) {
				return false
			}
		default:
			if n.Data != part {
				return false
			}
		}
	}
	return true
}

// fields returns the fields of the form that the selector names, as [browser.post] takes them, as a browser would send
// them: without unticked boxes and buttons.
func (r *reply) fields(selector string) (out []string) {
	r.t.Helper()
	return fieldsOf(r.one(selector))
}

// fieldsOf returns the fields of a form as [reply.fields] does.
func fieldsOf(form *html.Node) (out []string) {
	for n := range form.Descendants() {
		name := attr(n, "name")
		if n.Type != html.ElementNode || name == "" || has(n, "disabled") {
			continue
		}
		switch n.Data {
		case "input":
			switch attr(n, "type") {
			case "checkbox", "radio":
				if has(n, "checked") {
					out = append(out, name, valueOr(n, "on"))
				}
			case "submit", "button", "file":
			default:
				out = append(out, name, attr(n, "value"))
			}
		case "textarea":
			out = append(out, name, strings.TrimPrefix(raw(n), "\n"))
		case "select":
			out = append(out, name, selected(n))
		}
	}
	return out
}

// having returns the fields of a form with some set: name, value, …. A field that the form does not have is added.
func having(fields []string, set ...string) []string {
	out := slices.Clone(fields)
	for n := 0; n+1 < len(set); n += 2 {
		found := false
		for m := 0; m+1 < len(out); m += 2 {
			if out[m] == set[n] {
				out[m+1], found = set[n+1], true
			}
		}
		if !found {
			out = append(out, set[n], set[n+1])
		}
	}
	return out
}

// lacking returns the fields of a form without those of a name.
func lacking(fields []string, name string) (out []string) {
	for n := 0; n+1 < len(fields); n += 2 {
		if fields[n] != name {
			out = append(out, fields[n:n+2]...)
		}
	}
	return out
}

// typedIn returns the value of a field of a form, "" if it has none of that name.
func typedIn(fields []string, name string) string {
	for n := 0; n+1 < len(fields); n += 2 {
		if fields[n] == name {
			return fields[n+1]
		}
	}
	return ""
}

func valueOr(n *html.Node, otherwise string) string {
	if has(n, "value") {
		return attr(n, "value")
	}
	return otherwise
}

// selected returns the value of the option that a list shows.
func selected(list *html.Node) string {
	first, known := "", false
	for o := range list.Descendants() {
		if o.Data != "option" {
			continue
		}
		value := valueOr(o, content(o))
		if has(o, "selected") {
			return value
		}
		if !known {
			first, known = value, true
		}
	}
	return first
}

// content returns the text in an element with single spaces; elements are words of their own.
func content(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// everyHeader has the headers that every answer has (D9).
var everyHeader = map[string]string{
	"Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
		"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
	"X-Robots-Tag": "noindex, nofollow", "Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

// headed checks the headers that every answer has (D9).
func (r *reply) headed(w *world) {
	r.t.Helper()
	if strings.Contains(r.about, site.AssetPath) {
		return
	}
	for name, want := range everyHeader {
		if name == "Cache-Control" && r.Header.Get("Content-Type") == "image/jpeg" {
			want = "private, max-age=31536000, immutable"
		}
		if name == "Content-Security-Policy" && r.Header.Get("Content-Disposition") != "" &&
			strings.Contains(r.about, "/files/") {
			continue // a file has its own, and a test that asks for it
		}
		if got := r.Header.Get(name); got != want {
			r.t.Errorf("%s: %s is %q, want %q", r.about, name, got, want)
		}
	}
	for _, cookie := range r.Header.Values("Set-Cookie") {
		if !strings.Contains(cookie, "; HttpOnly; Secure; SameSite=Lax") {
			r.t.Errorf("%s: it sets the cookie %s", r.about, cookie)
		}
	}
	to, _, _ := strings.Cut(r.Header.Get("Location"), "#")
	if to != "" && r.about != "GET "+"/dashboard/oidc" && site.Within(to) != to && !strings.HasPrefix(to, models.SignInPath) {
		r.t.Errorf("%s: it leads out of the dashboard, to %q", r.about, to)
	}
}

// decent checks what must hold for every page.
func (r *reply) decent() {
	r.t.Helper()
	fault := func(format string, args ...any) {
		r.t.Helper()
		r.t.Errorf("%s (%d): %s", r.about, r.Status, fmt.Sprintf(format, args...))
	}
	r.page, _ = markup.Check(r.Body, models.DashboardPath+"/", fault)
	for _, n := range r.all("[src]") {
		if u := attr(n, "src"); u != "" && !strings.HasPrefix(u, site.AssetPath) && !strings.HasPrefix(u, "/brand/") &&
			!strings.HasPrefix(u, site.PicturesPath+"/pic_") {
			fault("it loads %q", u)
		}
	}
	if attr(r.one("html"), "lang") != "en" {
		fault("no language")
	}
}

// visitTo returns a visit of nobody to a path, for a function that takes one.
func (w *world) visitTo(path string) *site.Visit {
	return &site.Visit{Request: httptest.NewRequestWithContext(ctx, "GET", w.site.BaseURL+path, nil),
		Base: w.site.pages,
		Zone: time.UTC, Now: w.Now()}
}
