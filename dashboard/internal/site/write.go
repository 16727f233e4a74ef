package site

import (
	"net/http"
	"strconv"
	"strings"

	"litmus/uploads"
)

// policy is the Content-Security-Policy of every answer: a page loads its own style, scripts and pictures and nothing
// else, and its scripts ask this service alone (D9).
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// secure sets the security headers of every answer (D9). With this Referrer-Policy browsers name the origin with the
// forms of our pages, which CrossOriginProtection asks for where a browser does not send Sec-Fetch-Site.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-store")
}

// Write sends the answer and returns its status. Nothing is sent before all of it is rendered.
func (a Answer) Write(w http.ResponseWriter, v *Visit) (status int, err error) {
	h := w.Header()
	for name, values := range a.Header {
		h[name] = values
	}
	secure(h)
	if a.Page != nil {
		var shown *http.Cookie
		if a.Page.Note, a.Page.noted, a.Page.undo, shown = v.takeNote(); shown != nil {
			a.Cookies = append(a.Cookies, shown)
		}
	}
	if a.note != "" {
		_, about, _ := strings.Cut(a.To, "#")
		a.Cookies = append(a.Cookies, v.noteCookie(a.note, about, a.undo))
	}
	for _, c := range a.Cookies {
		http.SetCookie(w, c)
	}
	switch {
	case a.To != "":
		h.Set("Location", a.To)
		w.WriteHeader(http.StatusSeeOther)
		return http.StatusSeeOther, nil
	case a.kept != nil:
		uploads.Send(w, v.Request, a.kept.file, a.kept.content)
		return a.Status, nil
	case a.file != nil:
		h.Set("Content-Type", a.file.contentType)
		if a.file.name != "" {
			h.Set("Content-Disposition", `attachment; filename="`+safeName(a.file.name)+`"`)
		}
		if a.file.kept {
			h.Set("Cache-Control", "private, max-age=31536000, immutable")
		}
		send(w, a.Status, a.file.body)
		return a.Status, nil
	}
	body, err := a.Page.render()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if err != nil {
		a.Status, body = http.StatusInternalServerError, []byte(Broken.Heading)
		h.Set("Content-Type", "text/plain; charset=utf-8")
	}
	send(w, a.Status, body)
	return a.Status, err
}

func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// safeName replaces what a file's name may not have in the header Content-Disposition.
func safeName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || strings.ContainsRune(`"\/;%`, r) {
			return '_'
		}
		return r
	}, name)
}
