package cli

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"litmus/api"
	"litmus/dashboard"
	"litmus/dashboard/availability"
	"litmus/dashboard/signin"
	"litmus/gate"
	"litmus/metrics"
	"litmus/models"
	"litmus/models/upkeep"
	"litmus/ports/files"
	"litmus/ports/outbound"
	"litmus/scheduling"
	"litmus/store"
	"litmus/tools"
	"litmus/tracing"
	"litmus/turnstile"
	"litmus/web"
	"litmus/worker"
	"litmus/workflows"
)

// httpsOnly tells browsers that came by https to use nothing else for a year (RFC 6797). It excludes subdomains, which
// may belong to others.
const httpsOnly = "max-age=31536000"

// handler serves all paths of an api process. All paths that no other handler has belong to the API, which answers in
// JSON: a ServeMux would redirect unclean paths, and a redirect drops Authorization.
// kept are the files and clocks the test clocks, nil for none; meter counts and traces exports, nil for nothing.
func handler(s *store.Store, w *workflows.Client, c config, log *slog.Logger, checks []check,
	kept *files.Owned, clocks *worker.Clocks, meter *metrics.Meter, traces *tracing.Provider) http.Handler {
	var advance func(context.Context, string, upkeep.ClockMove) (time.Time, error)
	if clocks != nil {
		advance = clocks.Advance
	}
	acts := scheduling.New(s, w, log)
	acts.Meter = meter
	if kept != nil {
		acts.Files = kept
	}
	machines := gate.New(s, gate.Options{TrustedProxies: c.TrustedProxies, Limits: c.Limits, Log: log, Meter: meter})
	rest := (&tools.Server{
		Store:        s,
		Acts:         acts,
		Gate:         machines,
		BaseURL:      c.BaseURL,
		Version:      version(),
		AdvanceClock: advance,
	}).Handler((&api.API{
		Store:        s,
		Acts:         acts,
		Gate:         machines,
		BaseURL:      c.BaseURL,
		AdvanceClock: advance,
	}).Handler())
	site := (&web.Site{
		Store:          s,
		Acts:           acts,
		BaseURL:        c.BaseURL,
		Log:            log,
		Meter:          meter,
		TrustedProxies: c.TrustedProxies,
		Large:          c.Limits.LargeFormsAtOnce,
	}).Handler()
	consents, _ := c.consents() // whose faults checkOutside has told
	provider, _ := c.provider() // checked before anything was started
	team := (&dashboard.Site{
		Store:          s,
		TemporalUI:     c.TemporalUI,
		Acts:           acts,
		BaseURL:        c.BaseURL,
		Log:            log,
		Meter:          meter,
		TrustedProxies: c.TrustedProxies,
		Large:          c.Limits.LargeFormsAtOnce,
		Calendars:      availability.Calendars{Outbound: outbound.NewClients(c.AllowPrivate).For, Consents: consents},
		SignIn: signin.SignIn{Provider: provider, OnlyProvider: c.SignIn == signInOIDC,
			PrivateNetworks: c.AllowPrivate},
		AdvanceClock: advance,
	}).Handler()
	h := health(checks, time.Now, log)
	callbacks := &api.Callbacks{Store: s, Acts: acts, Limits: c.Limits, Log: log, Meter: meter}
	if c.Notetaker != none {
		callbacks.Secret = []byte(c.NotetakerSecret)
	}
	mux := http.NewServeMux()
	for path, other := range map[string]http.Handler{
		"/healthz":            h,
		"/readyz":             h,
		"/openapi.json":       api.Document(),
		"/docs":               api.Docs(),
		"/docs/":              api.Docs(),
		"GET /{$}":            site,
		models.NotetakerPath:  callbacks,
		models.SessionPath:    site,
		models.AssessmentPath: site,
		models.SchedulePath:   site,
		models.ExternalPath:   site,
		models.AnswerPath:     site,
		"/assets/":            site,
		models.BrandPath:      site,

		models.DashboardPath:       team,
		models.DashboardPath + "/": team,
	} {
		mux.Handle(path, other)
	}
	secure := strings.HasPrefix(c.BaseURL, "https://")
	bodies := turnstile.NewBodies(c.Limits.BodiesAtOnce, c.TrustedProxies, time.Now)
	bodies.Refused = func() { meter.LimitHit("bodies_at_once") }
	return bodies.Handler(traces.Requests(meter.Requests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secure {
			w.Header().Set("Strict-Transport-Security", httpsOnly)
		}
		if _, claimed := mux.Handler(r); claimed != "" && !strings.HasPrefix(r.URL.Path, "/api") {
			mux.ServeHTTP(w, r)
			return
		}
		rest.ServeHTTP(w, r)
	}))))
}

// workflowPages returns the address below which Temporal's web interface has the pages of a namespace's workflows, ""
// if the interface's own is not known.
func workflowPages(webInterface, namespace string) string {
	if webInterface == "" {
		return ""
	}
	return webInterface + "/namespaces/" + namespace + "/workflows"
}
