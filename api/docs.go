package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	"litmus/reference"
)

// docsPolicy lets the pages load the style sheet that is served beside them and nothing else; the search is a form.
const docsPolicy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

const (
	typeHTML  = "text/html; charset=utf-8"
	typeStyle = "text/css; charset=utf-8"
)

// Docs serves /docs, the documentation for people: the pages of package reference, made from openapi.yaml, without
// scripts and requests to other servers. It is read-only: a booking that is tried out from here would be a real one,
// and no key should be typed into a browser (§5 rule 2).
func Docs() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", docsPolicy)
		h.Set("Referrer-Policy", "no-referrer")
		name := strings.Trim(strings.TrimPrefix(r.URL.Path, "/docs"), "/")
		if name == "search" {
			page, err := docs().site.Search(r.URL.Query().Get("q"))
			if err != nil {
				panic(err) // writing into memory does not fail
			}
			newFile(typeHTML, page).ServeHTTP(w, r)
			return
		}
		if f := docs().files[name]; f != nil {
			f.ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	})
}

// docs are the pages, and the files below /docs by name.
var docs = sync.OnceValue(func() (d struct {
	site  *reference.Site
	files map[string]*file
}) {
	var err error
	if d.site, err = reference.New(documentYAML); err != nil {
		panic(fmt.Errorf("openapi.yaml: %w", err)) // it is embedded, and tested
	}
	d.files = map[string]*file{"reference.css": newFile(typeStyle, reference.Style())}
	for _, path := range d.site.Paths() {
		page, err := d.site.Page(path)
		if err != nil {
			panic(fmt.Errorf("/docs/%s: %w", path, err))
		}
		d.files[path] = newFile(typeHTML, page)
	}
	return d
})
