package web

import (
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"litmus/metrics"
	"litmus/models"
	"litmus/scheduling"
	"litmus/store"
	"litmus/turnstile"
)

// Site serves the candidate pages, the first page, and the page on which who interviews says that they cannot make it.
type Site struct {
	Store    *store.Store
	Acts     *scheduling.Service
	BaseURL  string           // public origin; its host is part of event UIDs, its scheme makes cookies Secure
	Limits   turnstile.Limits // zero: [turnstile.DefaultLimits]
	Large    int              // forms over [smallForm] bytes that are read at a time; zero: as [models.DefaultLimits]
	Patience time.Duration    // how long such a form waits to be read; zero: 20 s
	Log      *slog.Logger
	Meter    *metrics.Meter // counts what limits refuse; nil for nothing

	TrustedProxies []netip.Prefix // their X-Forwarded-For is read
}

// routes are the pages. HEAD is served like GET, and neither changes anything, because mail scanners follow links.
var routes = []route{
	{"GET", "/{$}", (*Site).home},
	{"GET", models.SessionPath + "{token}", (*Site).interview},
	{"GET", models.SessionPath + "{token}" + eventPath, (*Site).event},
	{"GET", models.SchedulePath + "{token}", (*Site).interview},
	{"POST", models.SchedulePath + "{token}", (*Site).pick},
	{"GET", models.SchedulePath + "{token}" + eventPath, (*Site).event},
	{"GET", models.SessionPath + "{token}" + cancelPath, (*Site).cancel},
	{"POST", models.SessionPath + "{token}" + cancelPath, (*Site).cancel},
	{"GET", models.SchedulePath + "{token}" + cancelPath, (*Site).cancel},
	{"POST", models.SchedulePath + "{token}" + cancelPath, (*Site).cancel},
	{"POST", models.SessionPath + "{token}" + accommodationPath, (*Site).accommodate},
	{"POST", models.SchedulePath + "{token}" + accommodationPath, (*Site).accommodate},
	{"POST", models.SessionPath + "{token}" + proposalPath, (*Site).propose},
	{"POST", models.SchedulePath + "{token}" + proposalPath, (*Site).propose},
	{"POST", models.SchedulePath + "{token}/language", (*Site).chooseReading},
	{"POST", models.AssessmentPath + "{token}" + accommodationPath, (*Site).accommodate},
	{"GET", models.AssessmentPath + "{token}", (*Site).assessment},
	{"GET", models.AssessmentPath + "{token}" + startPath, (*Site).askStart},
	{"POST", models.AssessmentPath + "{token}" + startPath, (*Site).startAssessment},
	{"POST", models.AssessmentPath + "{token}/draft", (*Site).saveDraft},
	{"GET", models.AssessmentPath + "{token}" + handInPath, (*Site).askHandIn},
	{"POST", models.AssessmentPath + "{token}" + handInPath, (*Site).lookOver},
	{"POST", models.AssessmentPath + "{token}/submit", (*Site).submitAnswer},
	{"POST", models.AssessmentPath + "{token}" + filesPath, (*Site).changeFiles},
	{"GET", models.AssessmentPath + "{token}" + filesPath + "/{file}", (*Site).openFile},
	{"POST", models.AssessmentPath + "{token}/language", (*Site).chooseReading},
	{"GET", models.ExternalPath + "{token}", (*Site).interview},
	{"POST", models.ExternalPath + "{token}", (*Site).startSession},
	{"POST", models.ExternalPath + "{token}" + accommodationPath, (*Site).accommodate},
	{"POST", models.ExternalPath + "{token}/language", (*Site).chooseReading},
	{"GET", models.AnswerPath + "{token}", (*Site).cannotMakeIt},
	{"POST", models.AnswerPath + "{token}", (*Site).cannotMakeIt},
}

type route struct {
	method, path string
	do           func(*Site, *visit) (answer, error)
}

// Handler serves the routes and the files that pages load.
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
		mux.Handle(path, d.serve(func(_ *Site, v *visit) (answer, error) {
			a := refusal(http.StatusMethodNotAllowed, v.in.BadMethod)
			a.header = http.Header{"Allow": {allow}}
			return a, nil
		}))
	}
	mux.Handle("/", d.serve(func(_ *Site, v *visit) (answer, error) { return v.unknown(), nil }))
	mux.HandleFunc("GET "+models.BrandPath+"{org}/{version}", s.serveBrand)
	for name, a := range assets {
		mux.Handle("GET /assets/"+name, a)
	}
	return mux
}
