package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"litmus/internal/markup"
	"litmus/models"
)

// reply is an answer as a browser sees it.
type reply struct {
	t       *testing.T
	about   string
	Status  int
	Header  http.Header
	Body    string
	page    *html.Node // nil if it is no page
	cookies []*http.Cookie
}

var form, attr, has, content = markup.Form, markup.Attr, markup.Has, markup.Text

// browser sends requests and keeps cookies like a browser.
type browser struct {
	f       *fixture
	address string
	reads   string                  // its Accept-Language
	cookies map[string]*http.Cookie // by path
}

func (f *fixture) browser() *browser {
	return &browser{f: f, address: "192.0.2.1:4711", cookies: map[string]*http.Cookie{}}
}

func (f *fixture) get(path string) *reply { f.t.Helper(); return f.browser().get(path) }

func (f *fixture) post(path string, fields ...string) *reply {
	f.t.Helper()
	return f.browser().post(path, fields...)
}

func (b *browser) get(path string, headers ...string) *reply {
	b.f.t.Helper()
	return b.do("GET", path, "", headers...)
}

// post sends a form; fields are name, value, name, value, ….
func (b *browser) post(path string, fields ...string) *reply {
	b.f.t.Helper()
	return b.do("POST", path, form(fields...))
}

func (b *browser) do(method, path, body string, headers ...string) *reply {
	t := b.f.t
	t.Helper()
	r := httptest.NewRequestWithContext(ctx, method, "https://hire.acme.example"+path, strings.NewReader(body))
	r.RemoteAddr = b.address
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if b.reads != "" {
		r.Header.Set("Accept-Language", b.reads)
	}
	for n := 0; n+1 < len(headers); n += 2 {
		r.Header.Set(headers[n], headers[n+1])
	}
	for p, c := range b.cookies {
		if r.URL.Path == p || strings.HasPrefix(r.URL.Path, p+"/") {
			r.AddCookie(c)
		}
	}
	w := httptest.NewRecorder()
	b.f.handler.ServeHTTP(w, r)
	out := &reply{t: t, about: method + " " + strings.SplitAfterN(path, "/", 3)[1] + "…", Status: w.Code,
		Header: w.Header(), Body: w.Body.String(), cookies: w.Result().Cookies()}
	for _, c := range out.cookies {
		b.cookies[c.Path] = c
	}
	if strings.HasPrefix(out.Header.Get("Content-Type"), "text/html") && method != "HEAD" &&
		out.Header.Get("Content-Disposition") == "" && out.Status != http.StatusSeeOther {
		out.decent()
	}
	return out
}

// follow requests the page that a 303 leads to.
func (b *browser) follow(r *reply) *reply {
	b.f.t.Helper()
	r.want(http.StatusSeeOther)
	return b.get(r.Header.Get("Location"))
}

// want fails the test unless the page has the status and contains each of the texts.
func (r *reply) want(status int, texts ...string) *reply {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("%s: status %d, want %d; the page says\n%s", r.about, r.Status, status, r.text())
	}
	text := r.text()
	for _, s := range texts {
		if !strings.Contains(text, s) {
			r.t.Errorf("%s: want %q on the page, which says\n%s", r.about, s, text)
		}
	}
	return r
}

// lacks fails the test if the page contains one of the texts.
func (r *reply) lacks(texts ...string) *reply {
	r.t.Helper()
	text := r.text()
	for _, s := range texts {
		if strings.Contains(text, s) {
			r.t.Errorf("%s: %q is on the page, which says\n%s", r.about, s, text)
		}
	}
	return r
}

// text returns the visible text of the page, one line for each block.
func (r *reply) text() string {
	if r.page == nil {
		return r.Body
	}
	var b strings.Builder
	var last *html.Node
	for n := range r.page.Descendants() {
		if n.Type != html.TextNode || n.Parent.Data == "option" || strings.TrimSpace(n.Data) == "" {
			continue
		}
		block := n.Parent
		for slices.Contains([]string{"span", "strong", "em", "a", "code", "del"}, block.Data) {
			block = block.Parent
		}
		if last != nil && block != last {
			b.WriteString("\n")
		}
		b.WriteString(strings.Trim(n.Data, "\n"))
		last = block
	}
	return b.String() + "\n"
}

// find returns the element with the id, nil if there is none.
func (r *reply) find(id string) *html.Node {
	if r.page == nil {
		return nil
	}
	for n := range r.page.Descendants() {
		if attr(n, "id") == id {
			return n
		}
	}
	return nil
}

// element returns the element with the id, which must exist.
func (r *reply) element(id string) *html.Node {
	r.t.Helper()
	n := r.find(id)
	if n == nil {
		r.t.Fatalf("%s: no element #%s on the page, which says\n%s", r.about, id, r.text())
	}
	return n
}

// all returns the elements of the name.
func (r *reply) all(name string) (out []*html.Node) {
	for n := range r.page.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			out = append(out, n)
		}
	}
	return out
}

// fields returns the hidden fields of the form with the id, as name and value.
func (r *reply) fields(id string) (out []string) {
	r.t.Helper()
	for n := range r.element(id).Descendants() {
		if n.Type == html.ElementNode && n.Data == "input" {
			out = append(out, attr(n, "name"), attr(n, "value"))
		}
	}
	return out
}

// times returns the names and links of the times on the page.
func (r *reply) times() (names, paths []string) {
	for _, a := range r.all("a") {
		if attr(a, "class") == "time" {
			names, paths = append(names, content(a)), append(paths, attr(a, "href"))
		}
	}
	return names, paths
}

// decent checks what must hold for every page.
func (r *reply) decent() {
	r.t.Helper()
	fault := func(format string, args ...any) {
		r.t.Helper()
		r.t.Errorf("%s (%d): %s", r.about, r.Status, fmt.Sprintf(format, args...))
	}
	var count map[string]int
	r.page, count = markup.Check(r.Body, "/", fault)
	policy, scripts := "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; "+
		"frame-ancestors 'none'", []string{"/assets/page.js", "/assets/drafts.js"}
	if r.find("draft-said") != nil { // an answer that is kept in the browser
		policy, scripts = policy+"; connect-src 'self'", append(scripts, "/assets/answer.js")
	}
	if r.find("zone") != nil {
		policy, scripts = policy+"; connect-src 'self'", append(scripts, "/assets/zone.js")
	}
	if r.find("proposal-grid") != nil {
		scripts = append(scripts, "/assets/propose.js")
	}
	logos := 0
	for _, img := range r.all("img") { // D23
		if attr(img, "class") != "logo" || !strings.HasPrefix(attr(img, "src"), models.BrandPath) ||
			attr(img, "alt") == "" {
			fault("a picture that is no logo of the organization, or has no text: %q", attr(img, "src"))
		}
		if logos++; logos == 1 {
			policy += "; img-src 'self'"
		}
	}
	var loaded []string
	for name, want := range map[string]string{
		"Content-Security-Policy": policy,
		"Referrer-Policy":         "no-referrer", "X-Content-Type-Options": "nosniff",
		"X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store",
		"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		"Content-Type":       "text/html; charset=utf-8", "Content-Length": fmt.Sprint(len(r.Body)),
	} {
		if got := r.Header.Get(name); got != want {
			fault("%s is %q, want %q", name, got, want)
		}
	}
	for n := range r.page.Descendants() {
		if u := attr(n, "src") + attr(n, "data") + attr(n, "srcset"); n.Data != "html" && n.Data != "img" && u != "" {
			loaded = append(loaded, u)
		}
	}
	if logos > 1 || count["script"] != len(scripts) || !slices.Equal(loaded, scripts) {
		fault("it holds %v and loads %q, want %q alone", count, loaded, scripts)
	}
	if root := r.all("html"); !slices.Contains(models.Languages, attr(root[0], "lang")) {
		fault("no language")
	}
}
