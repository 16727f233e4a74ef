package dashboard

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"litmus/models"
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

	TrustedProxies []netip.Prefix // their X-Forwarded-For is read

	SignIn
	Calendars

	// AdvanceClock moves an organization's time forward and returns it when it is there; nil: there is no test clock.
	AdvanceClock func(ctx context.Context, orgID string, m models.ClockMove) (now time.Time, err error)

	pages *base
}

// Handler serves the routes and the files that pages load.
func (s *Site) Handler() http.Handler {
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.pages = &base{Store: s.Store, Acts: s.Acts, BaseURL: s.BaseURL, TemporalUI: s.TemporalUI, Log: s.Log,
		served: map[string]bool{}}
	d, mux := newDoor(s), http.NewServeMux()
	handle := func(r route, open bool) {
		mux.Handle(r.method+" "+r.path, d.serve(r, open))
		if r.method == http.MethodGet {
			s.pages.served[r.path] = true
		}
	}
	for _, r := range s.openRoutes() {
		handle(r, true)
	}
	for _, r := range s.routes() {
		if r.path != clockPath || s.AdvanceClock != nil {
			handle(r, false)
		}
	}
	mux.Handle("/", d.serve(route{action: anyMember, do: func(v *visit) (answer, error) {
		if allowed := allowedMethods(mux, v.Request); len(allowed) > 0 {
			a := v.refusal(http.StatusMethodNotAllowed, badMethod)
			a.header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
			return a, nil
		}
		return v.refusal(http.StatusNotFound, unknown), nil
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
