package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/fair"
	"litmus/models"
	"litmus/phrases"
	"litmus/turnstile"
	"litmus/uploads"
)

const answerTimeout = 30 * time.Second // after this time the answer is a 500

// answer is what a page answers: a page, a redirect or a file.
type answer struct {
	status int
	page   *page
	to     string // path to redirect to, with 303
	kept   *keptFile
	file   []byte // a calendar file
	data   []byte // JSON, for a script of ours
	cookie *http.Cookie
	header http.Header
}

// door wraps every request: it applies limits, refuses forms of other sites, sets headers, handles failures and writes
// one log line without token or address.
type door struct {
	site   *Site
	limits *turnstile.Turnstile
	large  *fair.Slots  // places for reading large forms
	files  *fair.Shares // and those with a file, of which an organization has half
	links  *fair.Shares // each link has one of those at a time
	cross  *http.CrossOriginProtection
}

func newDoor(s *Site) *door {
	places := s.Large
	if places == 0 {
		places = models.DefaultLimits().LargeFormsAtOnce
	}
	d := &door{
		site: s, limits: turnstile.New(s.Limits, s.TrustedProxies), large: fair.NewSlots(places),
		files: fair.NewShares(fair.SharesOptions{Places: filesAtOnce, Share: filesAtOnce / 2, Heavy: 1,
			Most: filesWaiting, Patience: s.patience()}),
		links: fair.NewShares(fair.SharesOptions{Places: math.MaxInt, Share: 1, Heavy: 1, Most: 3,
			Patience: s.patience()}),
		cross: http.NewCrossOriginProtection(),
	}
	if err := d.cross.AddTrustedOrigin(s.BaseURL); err != nil { // needed behind a proxy that rewrites Host; "" in tests
		s.Log.Debug("no trusted origin", "error", err)
	}
	return d
}

func (d *door) serve(do func(*Site, *visit) (answer, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		v := &visit{
			Request: r, site: d.site, token: r.PathValue("token"), now: d.site.Store.Now(),
			zone: time.UTC, arrive: func(by time.Time) { turnstile.ArriveBy(w, r, by) },
		}
		limit := answerTimeout
		_, opens := v.opens()
		sends := opens && v.long() && uploads.IsForm(r) // whose link is nobody's gets no time for a file
		if sends {
			limit += uploads.Time
			by := start.Add(uploads.Time)
			turnstile.ArriveUntil(w, r, by)
			_ = http.NewResponseController(w).SetWriteDeadline(by.Add(answerTimeout))
		}
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		v.Request = r.WithContext(ctx)
		v.hear()
		a, err := d.answer(v, do)
		if v.done != nil {
			v.done()
		}
		if sends {
			_, _ = io.CopyN(io.Discard, r.Body, maxDrained) // so that the browser gets to see a refusal
		}
		status := d.write(w, r, v, a)
		level := slog.LevelInfo
		attrs := []any{
			"method", r.Method, "route", r.Pattern, "status", status,
			"duration_ms", float64(time.Since(start).Microseconds()) / 1000,
		}
		if err != nil {
			attrs = append(attrs, "error", err)
			if !errors.Is(r.Context().Err(), context.Canceled) { // not if the visitor went away
				level = slog.LevelError
			}
		}
		d.site.Log.Log(r.Context(), level, "page", attrs...)
	})
}

// answer returns the page's answer. If that is a refusal it shows again what was typed. err is only for the log: the
// answer can always be shown.
func (d *door) answer(v *visit, do func(*Site, *visit) (answer, error)) (answer, error) {
	a, err := d.ask(v, do)
	if v.types() {
		a.keepTyped(v)
	}
	return a, err
}

// ask runs the page's function unless the request is refused before.
func (d *door) ask(v *visit, do func(*Site, *visit) (answer, error)) (a answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			a = refusal(http.StatusInternalServerError, v.in.Broken)
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	org, known := v.opens()
	opens := known && v.Method == http.MethodPost
	unread, read := answer{}, !opens // a form for an unknown link is not read
	if opens && v.types() {          // read first: a refusal shows what was typed
		unread, read = d.readForm(v, org)
	}
	if wait := d.limits.Take(v.Request, v.token, time.Now()); wait > 0 {
		d.site.Meter.LimitHit("pages")
		a := refusal(http.StatusTooManyRequests, v.in.TooMany)
		a.header = retryAfter(wait)
		return a, nil
	}
	if v.Method == http.MethodPost {
		if d.cross.Check(withoutNullOrigin(v.Request)) != nil {
			return refusal(http.StatusForbidden, v.in.CrossSite), nil
		}
		if opens && !v.types() {
			unread, read = d.readForm(v, org)
		}
		if !read {
			return unread, nil
		}
		if v.form == nil {
			v.form = url.Values{}
		}
	}
	if org != "" {
		if paused, err := d.site.paused(v, org); err != nil || paused.page != nil {
			return d.failed(v, paused, err)
		}
	}
	a, err = do(d.site, v)
	return d.failed(v, a, err)
}

// failed turns an error into a page; without an error it returns the answer.
func (d *door) failed(v *visit, a answer, err error) (answer, error) {
	switch {
	case models.KindOf(err) == models.NotFound:
		return v.unknown(), nil
	case err != nil:
		return refusal(http.StatusInternalServerError, v.in.Broken), err
	}
	return a, nil
}

// paused returns the answer of a page whose organization is not approved: until it is, the page shows and does nothing.
// If the organization is approved the answer has no page. From then on the visit has the organization's time.
func (s *Site) paused(v *visit, orgID string) (answer, error) {
	org, err := s.Store.Team.OrganizationOf(v.Context(), orgID)
	if err != nil {
		return answer{}, err
	}
	v.brand, v.now, v.house = brandOf(org), s.Store.NowOf(orgID), org.Language
	v.settle()
	if org.Approved {
		return answer{}, nil
	}
	return refusal(http.StatusServiceUnavailable, v.in.Paused), nil
}

// withoutNullOrigin removes the header "Origin: null", which says nothing: because of our Referrer-Policy browsers send
// it even with forms of our own pages. Newer browsers say in Sec-Fetch-Site where the form came from; older ones, and
// plain http, give no other information. A forger would still need the token in the path.
func withoutNullOrigin(r *http.Request) *http.Request {
	if r.Header.Get("Sec-Fetch-Site") != "" || r.Header.Get("Origin") != "null" {
		return r
	}
	r = r.Clone(r.Context())
	r.Header.Del("Origin")
	return r
}

// keepTyped makes a page that only says what is wrong show what was typed, as far as it could be read. The page of an
// unknown link stays as it is, because it must always look the same.
func (a *answer) keepTyped(v *visit) {
	text, links := plain(v.form.Get("text")), plain(v.form.Get("links"))
	for _, row := range slices.Backward(v.proposed()) {
		text = strings.TrimSpace(plain(row.Date+" "+row.Hours) + "\n" + text)
	}
	if text+links == "" || a.page == nil || a.page.name != "notice" {
		return
	}
	if form := a.page.Accommodation; form != nil && form.Open { // it shows what was typed, and what is wrong with it
		return
	}
	var n phrases.Notice
	switch a.status {
	case http.StatusTooManyRequests:
		n = v.in.TooManyTyped
	case http.StatusForbidden:
		n = v.in.CrossSiteTyped
	case http.StatusRequestEntityTooLarge:
		n = v.in.TooLargeTyped
	case http.StatusBadRequest:
		n = v.in.UnreadableTyped
	case http.StatusInternalServerError:
		n = v.in.BrokenTyped
	case http.StatusGone:
		n = v.in.RevokedTyped
		if a.page.Heading != v.in.Revoked.Heading { // what the page says of itself stays
			n = phrases.Notice{Heading: a.page.Heading, Lead: a.page.Lead}
		}
	case http.StatusServiceUnavailable:
		n = v.in.PausedTyped
	default:
		return
	}
	a.page.Heading, a.page.Lead, a.page.Body = n.Heading, n.Lead, &typedView{T: v.in.Language, Text: text, Links: links}
}

// typedView is what was typed, for the visitor to copy.
type typedView struct {
	T           *phrases.Language
	Text, Links string
}

// write sends the answer and returns its status. Nothing is sent before all of it is rendered.
func (d *door) write(w http.ResponseWriter, r *http.Request, v *visit, a answer) int {
	h := w.Header()
	for name, values := range a.header {
		h[name] = values
	}
	secure(h)
	if a.page != nil {
		more := ""
		if a.page.Zones || a.page.Drafts != "" { // a script asks for another zone, or saves the draft
			more += "; connect-src 'self'"
		}
		if a.page.Organization != "" && v.brand.Logo != "" {
			more += "; img-src 'self'"
		}
		h.Set("Content-Security-Policy", policy+more)
	}
	if a.cookie != nil {
		http.SetCookie(w, a.cookie)
	}
	switch {
	case a.to != "":
		http.Redirect(w, r, a.to, http.StatusSeeOther)
		return http.StatusSeeOther
	case a.kept != nil:
		uploads.Send(w, r, a.kept.file, a.kept.content)
		return http.StatusOK
	case a.file != nil:
		h.Set("Content-Type", "text/calendar; charset=utf-8")
		h.Set("Content-Disposition", `attachment; filename="interview.ics"`)
		h.Set("Content-Length", strconv.Itoa(len(a.file)))
		_, _ = w.Write(a.file)
		return http.StatusOK
	case a.data != nil:
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(a.data)))
		_, _ = w.Write(a.data)
		return http.StatusOK
	}
	a.page.now, a.page.Brand, a.page.in, a.page.Switches = v.now, v.brand, v.in, v.switchesOf(a.page)
	var b bytes.Buffer
	if err := a.page.render(&b); err != nil {
		d.site.Log.ErrorContext(r.Context(), "page", "route", r.Pattern, "error", err)
		b.Reset()
		b.WriteString(v.in.Broken.Heading)
		h.Set("Content-Type", "text/plain; charset=utf-8")
		a.status = http.StatusInternalServerError
	} else {
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	w.WriteHeader(a.status)
	_, _ = w.Write(b.Bytes())
	return a.status
}

// policy is the Content-Security-Policy of every answer: a page loads nothing but its own style and scripts.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

// secure sets the security headers of every answer.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-store")
}
