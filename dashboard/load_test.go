package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// TestLoad: the page of who interviews how much counts everybody of a panel, draws it against their limits, is narrowed
// to a pool, and the file has the same numbers; interviewers are refused it (P12).
func TestLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.poolOf(t)
	w.must(w.Pools.Join(ctx, act.By{}, w.org.ID, p.ID, models.PoolMember{Email: priya, State: models.PoolQualified}))
	w.must(w.Pools.Join(ctx, act.By{}, w.org.ID, p.ID, models.PoolMember{Email: "new@acme.example",
		State: models.PoolShadow, Done: 1}))
	w.exec(`update people set limits = '{"week":1}' where email = ?`, jonas)
	w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas),
		func(o *booking.Order) { o.Panel = []string{jonas, priya} })
	w.bookedFor(dora, startingAt(tuesday(15, 0), jonas))
	mei := w.as(t, "recruiter")
	page := mei.get(site.LoadPath).want(200, "Jonas Brandt", "at most 1 a week", "over the limit", "3 of 4 (75 %)",
		"Backend", "1 interview", "shadows")
	titles := 0
	for _, bars := range page.all("svg.bars[role=img]") {
		if strings.Contains(attr(bars, "aria-label"),
			"3 Mar: 2, 10 Mar: 0, 17 Mar: 0, 24 Mar: 0, 31 Mar: 0. The limit is 1") {
			titles++
		}
	}
	equal(t, "bars with what they say", titles, 1)
	mei.get(site.Href(site.LoadPath, "pool", p.ID)).want(200, "Priya").lacks("Jonas Brandt")
	mei.get(site.Href(site.LoadPath, "pool", "pool_none")).want(404)
	w.as(t, "interviewer").get(site.LoadPath).want(403)
	mei.get(site.FiguresPath).want(200, `Who interviews how much`)

	for _, row := range mei.get(site.LoadPath + ".csv").want(200).csv()[1:] {
		if row[1] == "2031-03-03" && row[2] == priya {
			equal(t, "interviews of Priya in the file", row[5], "1")
		}
	}
}
