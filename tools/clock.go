package tools

import (
	"net/http"

	"litmus/models/access"
	"litmus/wire"
)

// clockTools are listed if the API has a test clock.
var clockTools = []tool{{
	name: "advance_clock", clock: true, hints: hints{destructive: true, openWorld: true},
	anyOf: []string{access.InterviewsWrite}, do: (*Server).moveClock, in: "ClockAdvance", out: "ClockReading",
	about: "Let time pass for the organization, on this test system alone: reminders leave, links and invitations " +
		"run out, interviews end, each at its own time. It cannot be undone. With seconds 0 it only waits until " +
		"everything that is due was done, and says what time it is.",
	say: saying(func(x wire.Clock) string { return "It is " + x.Now + " for the organization." }),
}}

// moveClock serves advance_clock. It answers when the organization's time is there and all that fell due on the way was
// done.
func (sv *Server) moveClock(c *call) (int, any, error) {
	m, err := c.ClockMove()
	if err != nil {
		return 0, nil, err
	}
	if _, err := sv.AdvanceClock(c.Context(), c.OrgID(), m); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, wire.ClockOf(sv.Store.NowOf(c.OrgID()), sv.Store.Ahead(c.OrgID())), nil
}
