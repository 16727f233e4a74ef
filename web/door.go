package web

import (
	"bytes"
	"cmp"
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
	"litmus/scheduling"
	"litmus/turnstile"
	"litmus/uploads"
)

const (
	answerTimeout = 30 * time.Second // after this time the answer is a 500
	maxForm       = 1<<20 + 1<<18    // bytes of the longest answer and its links, percent-encoded
	smallForm     = 1 << 16          // most answers, and every other form of a browser, have fewer bytes
	largeFormTime = 15 * time.Second // how long sending a large form may take; less than others wait for its place
	filesAtOnce   = 8                // forms with a file that are read at a time: a bucket takes the whole file at once
	filesWaiting  = 100              // and wait for it, of one organization
	maxDrained    = 8 << 20          // how much of a refused form is read, so that the browser gets to see the answer
)

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

func retryAfter(wait time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(int((wait + time.Second - 1) / time.Second))}}
}

// readForm reads the form of a POST. If it cannot, it returns the answer; whatever could be read stays in the visit.
// Only a few large forms are read at a time.
func (d *door) readForm(v *visit, org string) (answer, bool) {
	most := int64(maxForm)
	if !v.long() { // only the answer's page has larger forms
		most = smallForm
	}
	if v.long() && uploads.IsForm(v.Request) {
		return d.readUpload(v, org)
	}
	if large := v.ContentLength < 0 || v.ContentLength > smallForm; large && v.long() {
		done, err := d.begin(v.Context(), d.large, org)
		if err != nil {
			d.site.Meter.LimitHit("large_forms_at_once")
			_, _ = io.CopyN(io.Discard, v.Body, maxDrained)
			return v.busy(), false
		}
		defer done()
		v.arrive(time.Now().Add(largeFormTime))
		defer v.arrive(time.Time{}) // a deadline that stays would end the request later
	}
	body, err := io.ReadAll(io.LimitReader(v.Body, most+1))
	if err != nil {
		if models.KindOf(err) == models.Throttled { // see [turnstile.Bodies]
			v.form, _ = url.ParseQuery(withoutCutEscape(string(body)))
		}
		return v.unreadable(err), false
	}
	if int64(len(body)) > most {
		_, _ = io.CopyN(io.Discard, v.Body, maxDrained)
		v.form, _ = url.ParseQuery(withoutCutEscape(string(body)))
		return refusal(http.StatusRequestEntityTooLarge, v.in.TooLarge), false
	}
	if v.form, err = url.ParseQuery(string(body)); err != nil {
		return refusal(http.StatusBadRequest, v.in.Unreadable), false
	}
	return answer{}, true
}

// readUpload reads the fields of a form that may have a file, which is read by what keeps it: its place is held until
// the answer is known.
func (d *door) readUpload(v *visit, org string) (answer, bool) {
	if v.ContentLength < 0 || v.ContentLength > smallForm {
		done, err := d.beginFile(v, org)
		if err != nil {
			d.site.Meter.LimitHit("files_at_once")
			return v.busy(), false
		}
		v.done = done
	}
	f, err := uploads.Read(v.Request, maxForm)
	v.form = f.Fields
	switch {
	case errors.Is(err, uploads.ErrTooLarge):
		return refusal(http.StatusRequestEntityTooLarge, v.in.TooLarge), false
	case err != nil:
		return v.unreadable(err), false
	}
	if f.Content != nil {
		v.upload = &scheduling.Upload{Name: f.Name, Content: f.Content}
	}
	return answer{}, true
}

// busy is the answer if there is no place to read a form in.
func (v *visit) busy() answer {
	a := refusal(http.StatusTooManyRequests, v.in.Busy)
	a.header = retryAfter(time.Minute)
	return a
}

// unreadable is the answer to a body that ends with that error.
func (v *visit) unreadable(err error) answer {
	if models.KindOf(err) == models.Throttled { // see [turnstile.Bodies]
		a := refusal(http.StatusTooManyRequests, v.in.TooMany)
		a.header = retryAfter(time.Second)
		return a
	}
	return refusal(http.StatusBadRequest, v.in.Unreadable)
}

// begin waits for a place to read a form in, and returns the function that gives it back. Organizations get places
// round robin.
func (d *door) begin(ctx context.Context, places *fair.Slots, org string) (done func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, d.site.patience())
	defer cancel()
	return places.Release, places.Acquire(ctx, org, false)
}

// beginFile waits for a place to read a form with a file in, and returns the function that gives it back. Sending one
// may take minutes: who has one link, or the links of one organization, does not keep all others waiting.
func (d *door) beginFile(v *visit, org string) (done func(), err error) {
	own, err := d.links.Enter(v.Context(), v.token, false)
	if err != nil {
		return nil, err
	}
	place, err := d.files.Enter(v.Context(), org, false)
	if err != nil {
		own.End()
		return nil, err
	}
	return func() { place.End(); own.End() }, nil
}

// patience is how long a large form waits to be read.
func (s *Site) patience() time.Duration { return cmp.Or(s.Patience, 20*time.Second) }

// withoutCutEscape returns a form without the percent escape that was cut where it ends. It looks at the end alone: the
// form is one that is too large.
func withoutCutEscape(form string) string {
	last := max(0, len(form)-2)
	if n := strings.IndexByte(form[last:], '%'); n >= 0 {
		return form[:last+n]
	}
	return form
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
