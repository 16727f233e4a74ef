package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"litmus/models"
)

// brand is how the page of an organization looks (D23); it leaves out what the organization has not chosen.
type brand struct {
	Style string // the address of a style sheet with its colours
	Logo  string // the address of its logo
}

func brandOf(o models.Organization) brand {
	b := brand{}
	if _, used := o.Brand.Colours(); used {
		b.Style = models.StylePath(o.ID, o.Brand.Version)
	}
	if o.Brand.LogoType != "" {
		b.Logo = models.LogoPath(o.ID, o.Brand.Version)
	}
	return b
}

// logoPolicy is the Content-Security-Policy of a logo: an SVG that somebody opens by itself runs and loads nothing.
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

// serveBrand serves an organization's logo and its style sheet, to anybody: they are on the pages and in the letters of
// candidates. An address of an earlier version, as in an old letter, has what there is now.
func (s *Site) serveBrand(w http.ResponseWriter, r *http.Request) {
	status, err := s.writeBrand(w, r)
	if err == nil {
		return
	}
	h := w.Header()
	secure(h)
	h.Set("Content-Type", "text/plain; charset=utf-8")
	if status == http.StatusInternalServerError {
		s.Log.ErrorContext(r.Context(), "page", "route", r.Pattern, "error", err)
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(http.StatusText(status) + "\n"))
}

var errNoBrand = errors.New("there is no such brand")

// writeBrand writes the answer, or returns the status of the answer to an error.
func (s *Site) writeBrand(w http.ResponseWriter, r *http.Request) (status int, err error) {
	text, style := strings.CutSuffix(r.PathValue("version"), ".css")
	version, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return http.StatusNotFound, errNoBrand
	}
	o, err := s.Store.Team.OrganizationOf(r.Context(), r.PathValue("org"))
	if err != nil {
		return brandStatus(err), err
	}
	contentType, content := "text/css; charset=utf-8", []byte(nil)
	if colours, used := o.Brand.Colours(); style && used {
		content = []byte(styleSheet(colours))
	} else if style {
		return http.StatusNotFound, errNoBrand
	} else if contentType, content, err = s.Store.Team.Logo(r.Context(), o.ID); err != nil {
		return brandStatus(err), err
	}
	h := w.Header()
	secure(h)
	h.Set("Content-Security-Policy", logoPolicy)
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(content)))
	h.Set("Cache-Control", "public, max-age=300")
	if version == o.Brand.Version {
		h.Set("Cache-Control", "public, max-age="+strconv.Itoa(int((365*24*time.Hour).Seconds()))+", immutable")
	}
	_, _ = w.Write(content)
	return http.StatusOK, nil
}

func brandStatus(err error) int {
	if models.KindOf(err) == models.NotFound {
		return http.StatusNotFound
	}
	return http.StatusInternalServerError
}

// styleSheet replaces the colours of site.css.
func styleSheet(c models.Colours) string {
	return ":root { --accent: " + c.Accent + "; --accent-deep: " + c.Deep + "; }\n" +
		"@media (prefers-color-scheme: dark) {\n  :root { --accent: " + c.DarkAccent + "; --accent-deep: " +
		c.DarkDeep + "; }\n}\n"
}
