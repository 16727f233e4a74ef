package tools

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/pipeline"
	"litmus/wire"
)

var panelTools = []tool{
	{
		name: "change_panel", anyOf: []string{access.InterviewsWrite}, id: "id", in: "PanelChange", plans: true,
		hints: hints{destructive: true, idempotent: true, openWorld: true}, out: "Planned", lacks: notOfInterviews,
		do: planned((*Server).panelAct), say: sayPlanned,
		about: "Give a seat in an interview to somebody else, fill or empty one. " +
			aboutPlans + " " + untrustedName,
	},
	{
		name: "list_pools", anyOf: []string{access.InterviewsRead}, in: "PoolQuery", out: "PoolPage", hints: reads,
		do:    (*Server).listPools,
		about: "List pools of people who take seats in interviews, or who is in one.",
		say:   saying(func(x poolPageJSON) string { return listed(len(x.Pools), "pool", x.NextCursor) }),
	},
}

// panelAct is the act of change_panel.
func (sv *Server) panelAct(c *call) (plannedAct, error) {
	f := c.Fields("leaves", "joins")
	var change booking.PanelChange
	lead := "Fill an empty seat of interview " + c.ID + " with "
	if !f.Absent("leaves") {
		change.Leaves = f.Email("leaves")
		lead = "Give the seat of " + change.Leaves + " in interview " + c.ID + " to "
	}
	switch {
	case f.Absent("joins"):
		lead = strings.TrimSuffix(strings.Replace(lead, "Give", "Empty", 1), " to ")
	case isAnybody(f.Text("joins")):
		change.Joins = booking.Anybody
		lead += "whoever is free"
	default:
		change.Joins = f.Email("joins")
		lead += change.Joins
	}
	bodyErr := f.Err()
	if bodyErr == nil && change == (booking.PanelChange{}) {
		bodyErr = models.Invalidf("leaves and joins are missing; say whose seat it is, who takes it, or both")
	}
	why, whyErr := c.reason()
	if bodyErr == nil {
		bodyErr = whyErr
	}
	if bodyErr != nil { // an interview that does not exist comes first, as for REST
		return plannedAct{}, wire.InterviewFirst(c.Context(), sv.Store, c.OrgID(), c.ID, bodyErr)
	}
	return plannedAct{
		lead: lead + "." + reasonGiven(why), reads: access.InterviewsRead,
		preview: func(ctx context.Context) (act.Preview, error) {
			return sv.Acts.Preview.ChangePanel(ctx, c.because(why), c.ID, change)
		},
		do: func() (plannedJSON, bool, []string, error) {
			row, changed, err := sv.Acts.Bookings.ChangePanel(c.Context(), c.because(why), c.ID, change)
			return sv.wirePlanned(c, row), changed, []string{row.CandidateID}, err
		},
		read: sv.plannedInterview(c),
	}, nil
}

type poolPageJSON struct {
	Pools      []poolJSON `json:"pools"`
	NextCursor *string    `json:"next_cursor"`
}

type poolJSON struct {
	ID            string           `json:"id"`
	Name          string           `json:"name"`
	Qualified     int              `json:"qualified"`
	Shadow        int              `json:"shadow"`
	ReverseShadow int              `json:"reverse_shadow"`
	Paused        int              `json:"paused"`
	People        []poolPersonJSON `json:"people,omitempty"`
}

type poolPersonJSON struct {
	Email       string  `json:"email"`
	State       string  `json:"state"`
	Done        int     `json:"done"`
	PausedUntil *string `json:"paused_until"`
}

// listPools serves list_pools, a page at a time.
func (sv *Server) listPools(c *call) (int, any, error) {
	q := c.Params("pool_id")
	id := q.ID("pool_id")
	limit, after, err := sv.listPage(c, "pools", id)
	switch {
	case q.Err() != nil:
		return 0, nil, q.Err()
	case err != nil:
		return 0, nil, err
	}
	date := sv.Store.NowOf(c.OrgID()).In(models.Location(c.Caller.Organization.TimeZone)).Format("2006-01-02")
	if id != "" {
		page, err := sv.Store.Pools.Page(c.Context(), c.OrgID(), id)
		if err != nil {
			return 0, nil, err
		}
		out := wirePool(page, date)
		for _, m := range page.Members {
			out.People = append(out.People, poolPersonJSON{m.Email, string(m.StateOn(date)), m.Done,
				wire.TextOrNull(m.PausedUntil)})
		}
		return http.StatusOK, poolPageJSON{Pools: []poolJSON{out}}, nil
	}
	all, err := sv.Store.Pools.List(c.Context(), c.OrgID())
	if err != nil {
		return 0, nil, err
	}
	all = slices.DeleteFunc(all, func(p pipeline.PoolPage) bool { return p.Kind == models.PoolRooms })
	key := func(p pipeline.PoolPage) string { return strings.ToLower(p.Name) + "\x00" + p.ID }
	some, next := pageOf(all, after, limit, key, func(key, after string) bool { return key > after })
	out := poolPageJSON{Pools: []poolJSON{}, NextCursor: sv.cursorAfter(c, next, "pools", id)}
	for _, p := range some {
		out.Pools = append(out.Pools, wirePool(p, date))
	}
	return http.StatusOK, out, nil
}

// wirePool renders a pool without those who are in it; their states are those of that date.
func wirePool(p pipeline.PoolPage, date string) poolJSON {
	out := poolJSON{ID: p.ID, Name: p.Name}
	for _, m := range p.Members {
		switch m.StateOn(date) {
		case models.PoolQualified:
			out.Qualified++
		case models.PoolShadow:
			out.Shadow++
		case models.PoolReverseShadow:
			out.ReverseShadow++
		case models.PoolPaused:
			out.Paused++
		}
	}
	return out
}
