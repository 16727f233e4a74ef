package api

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"github.com/swaggest/swgui/v5/static"
)

//go:embed docs
var docsFiles embed.FS

// docsPolicy lets the page load the files that are served beside it and nothing else. Swagger UI's icons are data URLs
// in its style sheet.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// Docs serves /docs, the documentation for people: Swagger UI over /openapi.json, without requests to other servers. It
// is read-only: a booking that is tried out from here would be a real one, and no key should be typed into a browser
// (§5 rule 2).
func Docs() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", docsPolicy)
		h.Set("Referrer-Policy", "no-referrer")
		if f := docs()[strings.Trim(strings.TrimPrefix(r.URL.Path, "/docs"), "/")]; f != nil {
			f.ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	})
}

const (
	typeHTML   = "text/html; charset=utf-8"
	typeScript = "text/javascript; charset=utf-8"
	typeStyle  = "text/css; charset=utf-8"
)

// docs are the files below /docs by name: the page and what it loads.
var docs = sync.OnceValue(func() map[string]*file {
	read := func(files fs.FS, name string) []byte {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err) // it is embedded
		}
		return content
	}
	return map[string]*file{
		"":                     newFile(typeHTML, read(docsFiles, "docs/index.html")),
		"docs.js":              newFile(typeScript, read(docsFiles, "docs/docs.js")),
		"docs.css":             newFile(typeStyle, read(docsFiles, "docs/docs.css")),
		"swagger-ui-bundle.js": newZippedFile(typeScript, read(static.FS, "swagger-ui-bundle.js.gz")),
		"swagger-ui.css":       newZippedFile(typeStyle, read(static.FS, "swagger-ui.css.gz")),
	}
})
