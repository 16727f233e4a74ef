package dashboard

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"litmus/dashboard/availability"
	"litmus/dashboard/internal/site"
	"litmus/dashboard/signin"
	"litmus/metrics"
	"litmus/models/upkeep"
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
	Meter      *metrics.Meter // counts what limits refuse; nil for nothing

	TrustedProxies []netip.Prefix // their X-Forwarded-For is read

	signin.SignIn
	availability.Calendars

	// AdvanceClock moves an organization's time forward and returns it when it is there; nil: there is no test clock.
	AdvanceClock func(ctx context.Context, orgID string, m upkeep.ClockMove) (now time.Time, err error)

	pages *site.Base
}

// Handler serves the routes and the files that pages load.
func (s *Site) Handler() http.Handler {
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.pages = &site.Base{Store: s.Store, Acts: s.Acts, BaseURL: s.BaseURL, TemporalUI: s.TemporalUI, Log: s.Log,
		Served: map[string]bool{}}
	d, mux := newDoor(s), http.NewServeMux()
	handle := func(r site.Route, open bool) {
		mux.Handle(r.Method+" "+r.Path, d.serve(r, open))
		if r.Method == http.MethodGet {
			s.pages.Served[r.Path] = true
		}
	}
	for _, r := range s.openRoutes() {
		handle(r, true)
	}
	for _, r := range s.routes() {
		if r.Path != site.ClockPath || s.AdvanceClock != nil {
			handle(r, false)
		}
	}
	mux.Handle("/", d.serve(site.Route{Action: site.AnyMember, Do: func(v *site.Visit) (site.Answer, error) {
		if allowed := allowedMethods(mux, v.Request); len(allowed) > 0 {
			a := v.Refusal(http.StatusMethodNotAllowed, site.BadMethod)
			a.Header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
			return a, nil
		}
		return v.Refusal(http.StatusNotFound, site.Unknown), nil
	}}, true))
	for name, f := range site.Assets {
		mux.Handle("GET "+site.AssetPath+name, f)
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
