package dashboard

import (
	"strconv"
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// TestLoad: the page of who interviews how much counts everybody of a panel, draws it against their limits, is narrowed
// to a pool, and the file has the same numbers; interviewers are refused it. Whoever of a panel did not come is marked
// by who leads it or a recruiter, and does not count (P12).
func TestLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.poolOf(t)
	w.must(w.Pools.Join(ctx, act.By{}, w.org.ID, p.ID, models.PoolMember{Email: priya, State: models.PoolQualified}))
	w.must(w.Pools.Join(ctx, act.By{}, w.org.ID, p.ID, models.PoolMember{Email: "new@acme.example",
		State: models.PoolShadow, Done: 1}))
	w.exec(`update people set limits = '{"week":1}' where email = ?`, jonas)
	i := w.bookedFor(cleo, startingAt(tuesday(13, 0), jonas),
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

	counted := func() string {
		for _, row := range w.later(t, "recruiter", tuesday(13, 10)).get(site.LoadPath + ".csv").want(200).csv()[1:] {
			if row[1] == "2031-03-03" && row[2] == priya {
				return row[5]
			}
		}
		return ""
	}
	w.at(tuesday(13, 10))
	equal(t, "interviews of Priya", counted(), "1")
	own, path := w.later(t, "interviewer", tuesday(13, 10)), site.InterviewPath(i.ID)
	own.get(path).want(200, "Priya", "did not come")
	own.follow(own.post(path+"/no-show", "who", "interviewer "+priya, "why", "Ill.")).
		want(200, "It is marked: "+priya, "did not come.", "Take it back", "Marked as a no-show of "+priya)
	equal(t, "interviews of Priya, who did not come", counted(), "0")
	own.post(path+"/no-show", "who", "interviewer who@acme.example").want(409, "is not in the panel")
	own.follow(own.post(path+"/no-show", "whom", priya)).want(200, "The mark is taken back.")
	equal(t, "interviews of Priya, who came", counted(), strconv.Itoa(1))
}
