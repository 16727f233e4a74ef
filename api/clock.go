package api

import (
	"encoding/json"
	"net/http"
	"time"

	"litmus/models"
)

// clockPath is where `litmus up --test-clock` serves the test clock: at the origin, since it is no part of the
// interface below /api/v1.
const clockPath = "/test-clock"

// clockRoutes are served if the API has a test clock. Whoever may write interviews may move their time.
var clockRoutes = []route{
	{http.MethodGet, clockPath, []string{models.InterviewsRead}, (*API).readClock, false},
	{http.MethodPost, clockPath, []string{models.InterviewsWrite}, (*API).moveClock, false},
}

// clockTools are listed if the API has a test clock.
var clockTools = []tool{{
	name: "advance_clock", clock: true, hints: hints{destructive: true, openWorld: true},
	anyOf: []string{models.InterviewsWrite}, do: (*API).moveClock, in: "ClockAdvance", out: "ClockReading",
	about: "Let time pass for the organization, on this test system alone: reminders leave, links and invitations " +
		"run out, interviews end, each at its own time. It cannot be undone. With seconds 0 it only waits until " +
		"everything that is due was done, and says what time it is.",
	say: saying(func(x clockJSON) string { return "It is " + x.Now + " for the organization." }),
}}

// clockJSON is the organization's time, and by how much it is ahead of the machine's.
type clockJSON struct {
	Now          string  `json:"now"`
	AheadSeconds float64 `json:"ahead_seconds"`
}

func (a *API) wireClock(c *call) clockJSON {
	return clockJSON{models.FormatInstant(a.Store.NowOf(c.orgID())), a.Store.Ahead(c.orgID()).Seconds()}
}

// readClock serves GET /test-clock.
func (a *API) readClock(c *call) (int, any, error) { return http.StatusOK, a.wireClock(c), nil }

// moveClock serves POST /test-clock. It answers when the organization's time is there and all that fell due on the way
// was done.
func (a *API) moveClock(c *call) (int, any, error) {
	m, err := clockMove(c)
	if err != nil {
		return 0, nil, err
	}
	if _, err := a.AdvanceClock(c.Context(), c.orgID(), m); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, a.wireClock(c), nil
}

// clockMove reads how the body asks the clock to go forward: by seconds, or to an instant. Its bounds are those of
// [models.DecideClock].
func clockMove(c *call) (m models.ClockMove, err error) {
	f, err := c.body("seconds", "to")
	switch {
	case err != nil:
		return m, err
	case f.absent("seconds") == f.absent("to"):
		return m, models.Invalidf("give one of seconds, a number, and to, an instant")
	case f.absent("seconds"):
		text, err := f.text("", "to")
		if err == nil {
			m.To, err = models.ParseInstant("to", text)
		}
		return m, err
	}
	var seconds float64
	if err := json.Unmarshal(f["seconds"], &seconds); err != nil {
		return m, models.Invalidf("seconds must be a number")
	}
	// What is refused anyway would not always fit into a duration.
	seconds = min(max(seconds, -1), 2*models.LongestAdvance.Seconds())
	return models.ClockMove{By: time.Duration(seconds * float64(time.Second))}, nil
}
