package dashboard

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"litmus/fair"
	"litmus/models"
	"litmus/ports/calendar"
	"litmus/scheduling"
	"litmus/store"
	"litmus/turnstile"
)

// Site serves the dashboard.
type Site struct {
	Store      *store.Store
	Acts       *scheduling.Service
	BaseURL    string           // public origin; its scheme decides about the cookie (D8)
	TemporalUI string           // address below which Temporal's web interface shows workflows; "": it is not known
	Limits     turnstile.Limits // zero: [defaultLimits]
	Large      int              // large forms that are read at a time; zero: as [models.DefaultLimits]
	Log        *slog.Logger

	Provider     *Provider // by which members may sign in; nil for none (D7)
	OnlyProvider bool      // nobody signs in by mail

	TrustedProxies []netip.Prefix // their X-Forwarded-For is read

	// Outbound gives the client that tries a calendar before it is connected, by the private networks that the
	// organization names ([outbound.Clients.For]); nil: this process calls no calendars.
	Outbound func(networks []netip.Prefix) *http.Client
	TryFor   time.Duration // how long a try may take; zero: [tryTimeout]
	// PrivateNetworks are those that the operator allows. The organization that is made by a [models.WelcomePath] names
	// all of them: it is the operator's own.
	PrivateNetworks []netip.Prefix
	// Consents are the OAuth applications with which members connect calendars by consent, by provider (D16).
	Consents map[string]calendar.Application
	tries    *fair.Slots

	// AdvanceClock moves an organization's time forward and returns it when it is there; nil: there is no test clock.
	AdvanceClock func(ctx context.Context, orgID string, m models.ClockMove) (now time.Time, err error)

	served map[string]bool // paths that GET is served on
	asks   chan struct{}   // letters with a link to sign in that are being asked for, see [Site.ask]
	asking sync.WaitGroup  // the same; tests wait for it
}

// route is a page, or what a form does.
type route struct {
	method, path string
	action       models.Action // whoever may not do it, not even with their own, gets no further; or [anyMember]
	do           func(*Site, *visit) (answer, error)
}

// anyMember is the action of a route that every member may use.
const anyMember models.Action = -1

// Handler serves the routes and the files that pages load.
func (s *Site) Handler() http.Handler {
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.asks = make(chan struct{}, asksAtOnce)
	s.tries = fair.NewSlots(triesAtOnce)
	d, mux := newDoor(s), http.NewServeMux()
	s.served = map[string]bool{}
	handle := func(r route, open bool) {
		mux.Handle(r.method+" "+r.path, d.serve(r, open))
		if r.method == http.MethodGet {
			s.served[r.path] = true
		}
	}
	for _, r := range openRoutes {
		handle(r, true)
	}
	for _, r := range routes {
		if r.path != clockPage || s.AdvanceClock != nil {
			handle(r, false)
		}
	}
	mux.Handle("/", d.serve(route{action: anyMember, do: func(s *Site, v *visit) (answer, error) {
		if allowed := allowedMethods(mux, v.Request); len(allowed) > 0 {
			a := s.refusal(v, http.StatusMethodNotAllowed, badMethod)
			a.header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
			return a, nil
		}
		return s.refusal(v, http.StatusNotFound, unknown), nil
	}}, true))
	for name, f := range assets {
		mux.Handle("GET "+assetPath+name, f)
	}
	return mux
}

// allowedMethods returns the methods that the request's address takes. A pattern without a method for each path would
// say the same, but no path could stand beside one with a wildcard then, such as things/new beside things/{id}.
func allowedMethods(mux *http.ServeMux, r *http.Request) (allowed []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		if _, pattern := mux.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host}); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	return allowed
}
