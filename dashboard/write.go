package dashboard

import (
	"net/http"
	"strconv"
	"strings"
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

// write sends the answer and returns its status. Nothing is sent before all of it is rendered.
func (a answer) write(w http.ResponseWriter, v *visit) (status int, err error) {
	h := w.Header()
	for name, values := range a.header {
		h[name] = values
	}
	secure(h)
	if a.page != nil {
		var shown *http.Cookie
		if a.page.Note, a.page.noted, shown = v.takeNote(); shown != nil {
			a.cookies = append(a.cookies, shown)
		}
	}
	if a.note != "" {
		_, about, _ := strings.Cut(a.to, "#")
		a.cookies = append(a.cookies, v.noteCookie(a.note, about))
	}
	for _, c := range a.cookies {
		http.SetCookie(w, c)
	}
	switch {
	case a.to != "":
		h.Set("Location", a.to)
		w.WriteHeader(http.StatusSeeOther)
		return http.StatusSeeOther, nil
	case a.file != nil:
		h.Set("Content-Type", a.file.contentType)
		if a.file.name != "" {
			h.Set("Content-Disposition", `attachment; filename="`+safeName(a.file.name)+`"`)
		}
		send(w, a.status, a.file.body)
		return a.status, nil
	}
	body, err := a.page.render()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if err != nil {
		a.status, body = http.StatusInternalServerError, []byte(broken.Heading)
		h.Set("Content-Type", "text/plain; charset=utf-8")
	}
	send(w, a.status, body)
	return a.status, err
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
