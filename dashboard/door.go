package dashboard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"litmus/fair"
	"litmus/models"
	"litmus/models/access"
	"litmus/turnstile"
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
		others: fair.NewSlots(places), cross: http.NewCrossOriginProtection()}
	if err := d.cross.AddTrustedOrigin(s.BaseURL); err != nil { // needed behind a proxy that rewrites Host; "" in tests
		s.Log.Debug("no trusted origin", "error", err)
	}
	return d
}

// serve answers the requests of a route. An open one is served to whoever is not signed in, too.
func (d *door) serve(r route, open bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		start := time.Now()
		ctx, cancel := context.WithTimeout(req.Context(), answerTimeout)
		defer cancel()
		v := &visit{Request: req.WithContext(ctx), base: d.site.pages, zone: time.UTC, now: d.site.pages.Store.Now()}
		a, err := d.answer(v, r, open)
		status, failure := a.write(w, v)
		level := slog.LevelInfo
		attrs := []any{"method", req.Method, "route", req.Pattern, "status", status,
			"duration_ms", float64(time.Since(start).Microseconds()) / 1000}
		if v.signedIn() {
			attrs = append(attrs, "organization", v.org.ID)
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
// for the log: the answer can always be shown.
func (d *door) answer(v *visit, r route, open bool) (a answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			a = v.refusal(http.StatusInternalServerError, broken)
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	a, err = d.ask(v, r, open)
	switch kind := models.KindOf(err); {
	case err == nil && a.status == 0:
		err = errors.New("the route has no answer")
	case err == nil:
		return a, nil
	case kind == models.NotFound:
		return v.refusal(http.StatusNotFound, unknown), nil
	case kind == models.Forbidden:
		return v.refusal(http.StatusForbidden, words{forbidden.Heading, v.refused(err)}), nil
	case kind != 0:
		return v.refusal(statusOf(err), words{"That was not possible", v.refused(err)}), nil
	}
	return v.refusal(http.StatusInternalServerError, broken), err
}

func (d *door) ask(v *visit, r route, open bool) (answer, error) {
	token := v.sessionToken(v.Request)
	if wait := d.limits.Take(v.Request, token, time.Now()); wait > 0 {
		a := v.refusal(http.StatusTooManyRequests, tooMany)
		a.header = retryAfter(wait)
		return a, nil
	}
	posts := v.Method == http.MethodPost
	if posts && d.cross.Check(v.Request) != nil {
		return v.refusal(http.StatusForbidden, crossSite), nil
	}
	if err := d.enter(v, token); err != nil {
		return answer{}, err
	}
	if !storable(v.URL.Path) || !storableForm(v.URL.Query()) {
		return v.refusal(http.StatusNotFound, unknown), nil
	}
	if posts {
		if unread, read := d.readForm(v); !read {
			return unread, nil
		}
	}
	switch {
	case open:
		return r.do(v)
	case !v.signedIn():
		return askToSignIn(v), nil
	case !v.org.Approved:
		return v.refusal(http.StatusServiceUnavailable, paused), nil
	case r.action != anyMember:
		if err := v.may(r.action, access.Facts{Own: true}); err != nil {
			return answer{}, err
		}
	}
	return r.do(v)
}

// enter finds out who is signed in, and in which zone they look at times.
func (d *door) enter(v *visit, token string) error {
	who, err := d.site.pages.Store.Team.Visitor(v.Context(), token)
	if models.KindOf(err) == models.Unauthenticated {
		return nil
	}
	if err != nil {
		return err
	}
	v.org, v.member, v.session = who.Organization, who.Member, who.Session
	v.zone, v.now = models.Location(v.org.TimeZone), d.site.pages.Store.NowOf(v.org.ID)
	if zone, chosen := chosenZone(v.Request); chosen {
		v.zone = zone
	}
	return nil
}

func retryAfter(wait time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(int((wait + time.Second - 1) / time.Second))}}
}
