package api

import (
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/workflows"
)

// API serves /api/v1.
type API struct {
	Store     *store.Store
	Workflows *workflows.Client
	BaseURL   string // public origin, for URLs in answers
	Log       *slog.Logger

	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	Limits         models.Limits  // zero: [models.DefaultLimits]

	proxied  sync.Once // a proxy that is not named was warned of
	attempts *attempts
	unknown  *places // places of networks, whose requests are being authenticated
	places   *places // and of organizations
}

// Handler is the door: every path below /api/v1, and a JSON 404 for any other.
func (a *API) Handler() http.Handler {
	if a.Limits == (models.Limits{}) {
		a.Limits = models.DefaultLimits()
	}
	a.attempts = newAttempts(a.Limits.FailedAuthentications)
	a.unknown, a.places = newUnknown(a.Limits, time.Now), newPlaces(a.Limits, time.Now)
	engine := a.engine()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A trailing slash is served, never redirected: a redirect drops Authorization (decision 12).
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			r2 := r.Clone(r.Context())
			r2.URL.Path, r2.URL.RawPath = strings.TrimRight(p, "/"), strings.TrimRight(r.URL.RawPath, "/")
			r = r2
		}
		engine.ServeHTTP(w, r)
	})
}

// dispatch wakes the interview's workflow beside the answer: the row says what is owed, and a wake-up that does not get
// through is made up for by the relay.
func (a *API) dispatch(i store.InterviewRow) {
	a.Workflows.Wake(i.Interview)
}
