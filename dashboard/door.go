package dashboard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/signin"
	"litmus/fair"
	"litmus/models"
	"litmus/models/access"
	"litmus/turnstile"
	"litmus/uploads"
)

// answerTimeout is after which time the answer is a 500.
const answerTimeout = 30 * time.Second

// defaultLimits bound the rate of requests, by address and by session. They are generous: an office may share one
// address, and a page that follows an effect asks every two seconds.
var defaultLimits = turnstile.Limits{
	Address: turnstile.Limit{PerSecond: 50, Burst: 500},
	Token:   turnstile.Limit{PerSecond: 20, Burst: 300},
}

// door wraps every request: it applies limits, refuses forms of other sites, finds out who is signed in, asks whether
// they may, reads the form, sets headers, handles failures and writes one log line without token or address (D9).
type door struct {
	site   *Site
	limits *turnstile.Turnstile
	large  *fair.Slots // places for reading large forms of members
	files  *fair.Slots // and those of members that have a file
	others *fair.Slots // and of whoever is not signed in: nobody outside keeps members waiting
	cross  *http.CrossOriginProtection
}

func newDoor(s *Site) *door {
	limits, places := s.Limits, s.Large
	if limits == (turnstile.Limits{}) {
		limits = defaultLimits
	}
	if places == 0 {
		places = models.DefaultLimits().LargeFormsAtOnce
	}
	d := &door{site: s, limits: turnstile.New(limits, s.TrustedProxies), large: fair.NewSlots(places),
		files: fair.NewSlots(filesAtOnce), others: fair.NewSlots(places), cross: http.NewCrossOriginProtection()}
	if err := d.cross.AddTrustedOrigin(s.BaseURL); err != nil { // needed behind a proxy that rewrites Host; "" in tests
		s.Log.Debug("no trusted origin", "error", err)
	}
	return d
}

// serve answers the requests of a route. An open one is served to whoever is not signed in, too.
func (d *door) serve(r site.Route, open bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		start := time.Now()
		limit := answerTimeout
		if r.Sends {
			limit += uploads.Time
		}
		ctx, cancel := context.WithTimeout(req.Context(), limit)
		defer cancel()
		v := &site.Visit{Request: req.WithContext(ctx), Base: d.site.pages, Zone: time.UTC,
			Now: d.site.pages.Store.Now()}
		a, err := d.answer(v, r, open, func() {
			by := start.Add(uploads.Time)
			turnstile.ArriveUntil(w, req, by)
			_ = http.NewResponseController(w).SetWriteDeadline(by.Add(answerTimeout))
		})
		if r.Sends && v.SignedIn() {
			_, _ = io.CopyN(io.Discard, req.Body, maxDrained) // so that the browser gets to see a refusal
		}
		status, failure := a.Write(w, v)
		level := slog.LevelInfo
		attrs := []any{"method", req.Method, "route", req.Pattern, "status", status,
			"duration_ms", float64(time.Since(start).Microseconds()) / 1000}
		if v.SignedIn() {
			attrs = append(attrs, "organization", v.Org.ID)
		}
		if err = errors.Join(err, failure); err != nil {
			attrs = append(attrs, "error", err)
			if !errors.Is(req.Context().Err(), context.Canceled) { // not if the visitor went away
				level = slog.LevelError
			}
		}
		d.site.Log.Log(req.Context(), level, "page", attrs...)
	})
}

// answer runs the route's function unless the request is refused before, and turns an error into a page. err is only
// for the log: the answer can always be shown. longer gives a form the time that a file takes.
func (d *door) answer(v *site.Visit, r site.Route, open bool, longer func()) (a site.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			a = v.Refusal(http.StatusInternalServerError, site.Broken)
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	a, err = d.ask(v, r, open, longer)
	switch kind := models.KindOf(err); {
	case err == nil && a.Status == 0:
		err = errors.New("the route has no answer")
	case err == nil:
		return a, nil
	case kind == models.NotFound:
		return v.Refusal(http.StatusNotFound, site.Unknown), nil
	case kind == models.Forbidden:
		return v.Refusal(http.StatusForbidden, site.Words{Heading: site.Forbidden.Heading, Lead: v.Refused(err)}), nil
	case kind != 0:
		return v.Refusal(site.StatusOf(err), site.Words{Heading: "That was not possible", Lead: v.Refused(err)}), nil
	}
	return v.Refusal(http.StatusInternalServerError, site.Broken), err
}

func (d *door) ask(v *site.Visit, r site.Route, open bool, longer func()) (site.Answer, error) {
	token := v.SessionToken(v.Request)
	if wait := d.limits.Take(v.Request, token, time.Now()); wait > 0 {
		d.site.Meter.LimitHit("pages")
		a := v.Refusal(http.StatusTooManyRequests, site.TooMany)
		a.Header = retryAfter(wait)
		return a, nil
	}
	posts := v.Method == http.MethodPost
	if posts && d.cross.Check(v.Request) != nil {
		return v.Refusal(http.StatusForbidden, site.CrossSite), nil
	}
	if err := d.enter(v, token); err != nil {
		return site.Answer{}, err
	}
	if !storable(v.URL.Path) || !storableForm(v.URL.Query()) {
		return v.Refusal(http.StatusNotFound, site.Unknown), nil
	}
	if r.Sends {
		if v.SignedIn() { // nobody else's file is read
			longer()
		}
		done, unread, read := d.readUpload(v)
		defer done()
		if !read {
			return unread, nil
		}
	} else if posts {
		if unread, read := d.readForm(v); !read {
			return unread, nil
		}
	}
	switch {
	case open:
		return r.Do(v)
	case !v.SignedIn():
		return signin.AskToSignIn(v), nil
	case !v.Org.Approved:
		return v.Refusal(http.StatusServiceUnavailable, site.Paused), nil
	case r.Action != site.AnyMember:
		if err := v.May(r.Action, access.Facts{Own: true}); err != nil {
			return site.Answer{}, err
		}
	}
	return r.Do(v)
}

// enter finds out who is signed in, and in which zone they look at times.
func (d *door) enter(v *site.Visit, token string) error {
	who, err := d.site.pages.Store.Team.Visitor(v.Context(), token)
	if models.KindOf(err) == models.Unauthenticated {
		return nil
	}
	if err != nil {
		return err
	}
	v.Org, v.Member, v.Session = who.Organization, who.Member, who.Session
	v.Zone, v.Now = models.Location(v.Org.TimeZone), d.site.pages.Store.NowOf(v.Org.ID)
	if zone, chosen := site.ChosenZone(v.Request); chosen {
		v.Zone = zone
	}
	return nil
}

func retryAfter(wait time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(int((wait + time.Second - 1) / time.Second))}}
}
