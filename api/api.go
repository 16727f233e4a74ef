package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"litmus/gate"
	"litmus/models/upkeep"
	"litmus/scheduling"
	"litmus/store"
)

// API serves /api/v1.
type API struct {
	Store   *store.Store
	Acts    *scheduling.Service
	Gate    *gate.Gate
	BaseURL string // public origin, for URLs in answers

	// AdvanceClock moves an organization's time forward and returns it when it is there; nil: there is no test clock.
	AdvanceClock func(ctx context.Context, orgID string, m upkeep.ClockMove) (now time.Time, err error)
}

// Handler serves every path below /api/v1, and answers any other with a 404 in JSON.
func (a *API) Handler() http.Handler { return a.Gate.Handler(a.register) }

// Needs says what an operation needs, such as "GET /interviews/:id": one of the scopes, and if its work is heavy, which
// is as for [gate.Gate.Admit]. ok is false if there is no such operation.
func Needs(operation string) (anyOf []string, heavy, ok bool) {
	n := slices.IndexFunc(routes, func(r route) bool { return r.method+" "+r.path == operation })
	if n < 0 {
		return nil, false, false
	}
	return routes[n].anyOf, routes[n].heavy, true
}
