package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"litmus/models"
	"litmus/scheduling"
	"litmus/store"
)

// API serves /api/v1, and the tool server.
type API struct {
	Store   *store.Store
	Acts    *scheduling.Service
	BaseURL string // public origin, for URLs in answers
	Log     *slog.Logger
	Version string // what the tool server says its own version is

	TrustedProxies []netip.Prefix // their X-Forwarded-For is read
	Limits         models.Limits  // zero: [models.DefaultLimits]

	// AdvanceClock moves an organization's time forward and returns it when it is there; nil: there is no test clock.
	AdvanceClock func(ctx context.Context, orgID string, m models.ClockMove) (now time.Time, err error)

	proxied  sync.Once // logs one warning about a proxy that TrustedProxies does not contain
	attempts *attempts
	unknown  places // places by network, for requests that are being authenticated
	places   places // places by organization
	lists    toolLists
}

// Handler serves every path below /api/v1 and the tool server's, and answers any other with a 404 in JSON.
func (a *API) Handler() http.Handler {
	if a.Limits == (models.Limits{}) {
		a.Limits = models.DefaultLimits()
	}
	a.attempts, a.lists = newAttempts(a.Limits.FailedAuthentications), newToolLists()
	a.unknown, a.places = newUnknown(a.Limits), newPlaces(a.Limits)
	engine := a.engine()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A trailing slash is served, never redirected: a redirect drops Authorization.
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			r2 := r.Clone(r.Context())
			r2.URL.Path, r2.URL.RawPath = strings.TrimRight(p, "/"), strings.TrimRight(r.URL.RawPath, "/")
			r = r2
		}
		engine.ServeHTTP(w, r)
	})
}
