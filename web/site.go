package web

import (
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/workflows"
)

// Site serves the candidate pages.
type Site struct {
	Store     *store.Store
	Workflows *workflows.Client // woken after a change; nil: the relay of a worker finds it
	// public origin: its host is part of an event's UID, its scheme says whether cookies are Secure
	BaseURL string
	Limits  Limits // zero: [DefaultLimits]
	// forms of more than [smallForm] bytes whose bodies are read at a time; zero: of [models.DefaultLimits]
	Large    int
	Patience time.Duration // with those, before one more is refused; zero: 20 s
	Log      *slog.Logger

	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
}

// routes are the pages. HEAD is served where GET is, and neither changes anything: mail scanners follow links.
var routes = []route{
	{"GET", models.SessionPath + "{token}", (*Site).session},
	{"GET", models.SessionPath + "{token}/calendar.ics", (*Site).sessionEvent},
	{"GET", models.SchedulePath + "{token}", (*Site).schedule},
	{"POST", models.SchedulePath + "{token}", (*Site).pick},
	{"GET", models.SchedulePath + "{token}/calendar.ics", (*Site).scheduleEvent},
	{"GET", models.AssessmentPath + "{token}", (*Site).assessment},
	{"POST", models.AssessmentPath + "{token}/start", (*Site).startAssessment},
	{"POST", models.AssessmentPath + "{token}/draft", (*Site).saveDraft},
	{"POST", models.AssessmentPath + "{token}/submit", (*Site).submitAnswer},
	{"GET", models.ExternalPath + "{token}", (*Site).external},
	{"POST", models.ExternalPath + "{token}", (*Site).startSession},
}

type route struct {
	method, path string
	do           func(*Site, *visit) (answer, error)
}

// Handler serves the pages of the routes and what they load.
func (s *Site) Handler() http.Handler {
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	d := newDoor(s)
	mux := http.NewServeMux()
	methods := map[string][]string{}
	for _, r := range routes {
		mux.Handle(r.method+" "+r.path, d.serve(r.do))
		methods[r.path] = append(methods[r.path], r.method)
		if r.method == http.MethodGet {
			methods[r.path] = append(methods[r.path], http.MethodHead)
		}
	}
	for path, allowed := range methods {
		allow := strings.Join(allowed, ", ")
		mux.Handle(path, d.serve(func(*Site, *visit) (answer, error) {
			a := refusal(http.StatusMethodNotAllowed, english.BadMethod)
			a.header = http.Header{"Allow": {allow}}
			return a, nil
		}))
	}
	mux.Handle("/", d.serve(func(*Site, *visit) (answer, error) { return unknown(), nil }))
	for name, a := range assets {
		mux.Handle("GET /assets/"+name, a)
	}
	return mux
}

// wake has the interview's workflow woken; what does not get through is found by the relay.
func (s *Site) wake(i models.Interview) {
	if s.Workflows != nil {
		s.Workflows.Wake(i)
	}
}

// wakeInvitation has the workflow of the candidate's invitation woken; one who was never invited has none.
func (s *Site) wakeInvitation(c models.Candidate) {
	if s.Workflows != nil && c.Revision > 0 {
		s.Workflows.WakeInvitation(c)
	}
}
