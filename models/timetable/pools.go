package timetable

import (
	"slices"

	"litmus/models"
	"litmus/models/panel"
)

// LimitPools gives the availability the limits of its places' pools (P5), without what counts towards them: to
// [Availability.Pools] those of each pool as a whole, counted in zone, which is the organization's; and to everybody
// whom a place of the pool lists, and every room, those that it has for each. Whoever is there has limits of their own
// already. Where no pool has limits nothing changes.
func (a *Availability) LimitPools(zone string) {
	for _, p := range a.Places {
		if l := PoolLimits(p.Pool, p.Seat, zone, p.Limits.Overall()); p.Limits != (models.InterviewLimits{}) &&
			!slices.ContainsFunc(a.Pools, func(other Limited) bool { return other.Pool == l.Pool }) {
			a.Pools = append(a.Pools, l)
		}
	}
	if len(a.Pools) == 0 {
		return
	}
	for _, all := range [][]Available{a.Interviewers, a.Rooms} {
		for n := range all {
			all[n].limitPools(a.Places)
		}
	}
}

func (iv *Available) limitPools(places []panel.Place) {
	var added []string
	for _, p := range places {
		switch {
		case !slices.Contains(p.People, iv.Email):
		case p.Limits == (models.InterviewLimits{}):
			iv.Elsewhere = true
		case !slices.Contains(added, p.Pool):
			added = append(added, p.Pool)
			iv.Limits = append(iv.Limits, PoolLimits(p.Pool, p.Seat, iv.Zone, p.Limits.Each()))
		}
	}
}

// PoolLimits are limits of the pool of that id and name, without what counts towards them.
func PoolLimits(id, name, zone string, l models.InterviewLimits) Limited {
	return Limited{InterviewLimits: l, Pool: id, Name: name, Zone: zone}
}

// PoolsOf are the limits as a whole of the pools from which seats of the panel are taken.
func (a Availability) PoolsOf(seated []models.Seated) (all []Limited) {
	for _, l := range a.Pools {
		if slices.ContainsFunc(seated, func(s models.Seated) bool { return s.Pool == l.Pool }) {
			all = append(all, l)
		}
	}
	return all
}

// From are those of somebody's limits that hold in a seat of the pool, "" for none: their own, and the pool's.
func From(pool string, limits []Limited) []Limited {
	return slices.DeleteFunc(slices.Clone(limits), func(l Limited) bool { return l.Pool != "" && l.Pool != pool })
}

// poolReaders answer questions about the limits of pools as a whole, in the order of [Availability.Pools].
type poolReaders struct {
	all      []*limitReader
	required []bool // there is no panel without a seat from the pool
}

func (a Availability) poolReaders(q asked) (r poolReaders) {
	if q.named {
		return r
	}
	for _, l := range a.Pools {
		r.all = append(r.all, l.reader(q.except, q.now))
		r.required = append(r.required, slices.ContainsFunc(a.Places, func(p panel.Place) bool {
			return p.Pool == l.Pool && p.Required()
		}))
	}
	return r
}

// left returns how many of so many panels at a start the pools leave: each takes a seat from every pool of which it
// needs one.
func (r poolReaders) left(want Range, panels int) int {
	for n, l := range r.all {
		if r.required[n] {
			panels = l.left(want.From, panels)
		}
	}
	return panels
}

// at returns the limit of the pool of that id as a whole that an interview at that time would pass, nil for none.
func (r poolReaders) at(pool string, want Range) *models.AtLimit {
	for _, l := range r.all {
		if l.Pool == pool {
			return l.at(want, &spans{})
		}
	}
	return nil
}

// poolLimit returns the first limit of that pool which keeps the interviewer from a seat of it at that time, nil for
// none.
func (d *diary) poolLimit(pool *limitReader, want Range) *models.AtLimit {
	if at := pool.at(want, &spans{}); at != nil {
		return at
	}
	for _, l := range d.each {
		if l.Pool == pool.Pool {
			return l.at(want, &d.crowd)
		}
	}
	return nil
}

// barred says which pools have no seat for the interviewer at that time, by their numbers. With at they have no seat at
// all: every pool that lists them keeps them out, the first of them by that limit.
func (d *diary) barred(want Range) (pools uint32, at *models.AtLimit) {
	all := len(d.each) > 0 && !d.Elsewhere
	for n, pool := range d.pools.all {
		lists := slices.ContainsFunc(d.each, func(l *limitReader) bool { return l.Pool == pool.Pool })
		limit := d.poolLimit(pool, want)
		if limit != nil {
			pools |= 1 << n
		}
		switch {
		case !lists:
		case limit == nil:
			all = false
		case at == nil:
			at = limit
		}
	}
	if !all {
		at = nil
	}
	return pools, at
}

// bars are those whom limits of pools keep out at one start, as sets of a table, in the order of the pools.
type bars []panel.Set

func newBars(pools poolReaders, t *panel.Table) (b bars) {
	for range pools.all {
		b = append(b, t.NewSet())
	}
	return b
}

// add adds somebody whom these pools keep out.
func (b bars) add(who int, pools uint32) {
	for n := range b {
		if pools&(1<<n) != 0 {
			b[n].Add(who)
		}
	}
}

// apply has the table know them.
func (b bars) apply(t *panel.Table, pools poolReaders) {
	for n, l := range pools.all {
		t.Bar(l.Pool, b[n])
	}
}

// Bars reports whether limits of the pool of that id keep the person, or the room, from a seat of it at the start. Its
// limits as a whole keep out also whom it does not list any more.
func (e Explanation) Bars(pool, email string) bool { return slices.Contains(e.barred[pool], email) }

// Narrow returns the places without those whom limits of their pools keep out at the start.
func (e Explanation) Narrow(places []panel.Place) []panel.Place {
	if len(e.barred) == 0 {
		return places
	}
	out := slices.Clone(places)
	for n, p := range out {
		out[n].People = slices.DeleteFunc(slices.Clone(p.People), func(email string) bool {
			return e.Bars(p.Pool, email)
		})
	}
	return out
}
