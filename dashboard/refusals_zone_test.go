package dashboard

import (
	"testing"

	"litmus/dashboard/internal/site"
)

// TestRefusalsInTheViewersZone proves that pages refuse in the viewer's zone, where half hours are at other minutes
// than in UTC, and say what to do.
func TestRefusalsInTheViewersZone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	round := w.design()
	for zone, c := range map[string]struct{ past, grid, clock string }{
		"Europe/Amsterdam": {"Sat 1 Mar 2031, 10:00 CET is in the past; choose a later time.",
			"Times are offered on the hour and half hour only.", "10:10"},
		"Asia/Kathmandu": {"Sat 1 Mar 2031, 10:00 UTC+05:45 is in the past; choose a later time.",
			"Times are offered at 15 and 45 minutes past the hour only.", "10:00"},
	} {
		b := w.browser(t)
		token, err := w.Team.BeginSession(ctx, w.org.ID, mei, b.agent, "")
		w.must(err)
		b.cookies[secureSessionCookie], b.cookies[site.ZoneCookieName] = token, zone
		who := []string{"round", round, "email", "ida@x.example", "interviewer", jonas}
		b.post(site.BookPath, append(who, "date", "2031-03-01", "clock", "10:00")...).
			want(400, c.past).lacks("scheduled_start_at")
		b.get(site.Href(site.PostingPath(w.turbine(), "/why"), "date", "2031-03-05", "time", c.clock)).
			want(200, c.grid).lacks("in UTC")
	}
}
