package web

import (
	"bytes"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/store"
)

//go:embed pages
var files embed.FS

var (
	pages      = template.Must(template.ParseFS(files, "pages/*.html"))
	stylesheet = mustRead("pages/site.css")
)

func mustRead(name string) []byte {
	b, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return b
}

// Site serves the candidate pages.
type Site struct {
	Store *store.Store
	Log   *slog.Logger
}

// Handler serves the session page, the assessment page and the stylesheet.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+models.SessionPath+"{token}", s.session)
	mux.HandleFunc("GET "+models.AssessmentPath+"{token}", s.assessment)
	mux.HandleFunc("GET /assets/site.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		w.Header().Set("Cache-Control", "public, max-age=3600")
		_, _ = w.Write(stylesheet)
	})
	return mux
}

// page is what the one template shows; empty parts are left out.
type page struct {
	Title, Lead string
	Facts       []fact
	Join        string // URL of the join button
	JoinLabel   string
	Body        []string // paragraphs of plain text
	BodyTitle   string
	Foot        string
}

type fact struct{ Name, Value string }

// show renders a page whole before the first byte leaves.
func (s *Site) show(w http.ResponseWriter, status int, p page) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, "page.html", p); err != nil {
		s.Log.Error("page", "error", err)
		http.Error(w, english.broken, http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer") // decision 81
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// fail shows a page that says what to do next and never why: an unknown link and a tampered one look the same.
func (s *Site) fail(w http.ResponseWriter, err error) {
	switch {
	case err == nil:
		s.show(w, http.StatusNotFound, page{Title: english.unknownTitle, Lead: english.unknownLead})
	case models.KindOf(err) == models.NotFound:
		s.fail(w, nil)
	default:
		s.Log.Error("page", "error", err)
		s.show(w, http.StatusInternalServerError, page{Title: english.brokenTitle, Lead: english.broken})
	}
}

// readToken opens a link's token: the organization, the id and the epoch it was signed with.
func (s *Site) readToken(purpose, token string) (ref store.Ref, epoch int64, ok bool) {
	value, epoch, ok := s.Store.Secret().ReadLink(purpose, token)
	org, id, found := strings.Cut(value, "/")
	return store.Ref{OrgID: org, ID: id}, epoch, ok && found
}

// when tells a span of time in a zone, with the zone's name and offset.
func when(start time.Time, d time.Duration, zone string) string {
	t := start.In(models.Location(zone))
	return t.Format("Monday, 2 January 2006, 15:04") + "–" + t.Add(d).Format("15:04 MST") + " (" + t.Location().String() + ", UTC" + t.Format("-07:00") + ")"
}
