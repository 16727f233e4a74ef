package api

import (
	"net/http"

	"litmus/models/access"
	"litmus/wire"
)

// clockPath is where `litmus up --test-clock` serves the test clock: at the origin, since it is no part of the
// interface below /api/v1.
const clockPath = "/test-clock"

// clockRoutes are served if the API has a test clock. Whoever may write interviews may move their time.
var clockRoutes = []route{
	{http.MethodGet, clockPath, []string{access.InterviewsRead}, (*API).readClock, false},
	{http.MethodPost, clockPath, []string{access.InterviewsWrite}, (*API).moveClock, false},
}

func (a *API) clockOf(c *call) wire.Clock {
	return wire.ClockOf(a.Store.NowOf(c.OrgID()), a.Store.Ahead(c.OrgID()))
}

// readClock serves GET /test-clock.
func (a *API) readClock(c *call) (int, any, error) { return http.StatusOK, a.clockOf(c), nil }

// moveClock serves POST /test-clock. It answers when the organization's time is there and all that fell due on the way
// was done.
func (a *API) moveClock(c *call) (int, any, error) {
	m, err := c.ClockMove()
	if err != nil {
		return 0, nil, err
	}
	if _, err := a.AdvanceClock(c.Context(), c.OrgID(), m); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, a.clockOf(c), nil
}
