package histories

import (
	"slices"
	"strings"
)

// Rules for interviewers and slots.

func (w world) entries(posting string) []any {
	out := []any{}
	for _, a := range w.assigned {
		if a.posting != posting {
			continue
		}
		e := map[string]any{"email": a.email, "meeting_link": nil, "slots": nonNil(a.times()),
			"availability_source": "painted"}
		if a.link != "" {
			e["meeting_link"] = a.link
		}
		if w.personal(a.email) {
			e["availability_source"] = "personal"
		}
		out = append(out, e)
	}
	return out
}

func (o listInterviewers) judge(w world, a answer) judgement {
	if w.posting(o.posting) == nil {
		return w.refused(a, 404, "no such posting")
	}
	return w.matches(w, a, 200, map[string]any{"posting_id": o.posting, "interviewers": w.entries(o.posting)})
}

func (o setInterviewers) judge(w world, a answer) judgement {
	switch {
	case w.posting(o.posting) == nil:
		return w.refused(a, 404, "no such posting")
	case o.broken != "":
		return w.refused(a, 400, "the shape of the body: "+o.broken)
	}
	var list []assigned
	for _, e := range o.entries {
		one := assigned{posting: o.posting, email: e.email, link: e.link}
		if !w.personal(e.email) {
			one.slots = joined(e.slots)
		}
		list = append(list, one)
	}
	next := w.withAssigned(o.posting, list)
	return w.matches(next, a, 200, map[string]any{"posting_id": o.posting, "interviewers": next.entries(o.posting)})
}

func (o writeSlots) judge(w world, a answer) judgement {
	switch {
	case w.posting(o.posting) == nil:
		return w.refused(a, 404, "no such posting")
	case o.broken != "":
		return w.refused(a, 400, "the shape of the body: "+o.broken)
	}
	var list []assigned
	for _, one := range w.assigned {
		if one.posting == o.posting {
			list = append(list, one)
		}
	}
	var emails []string
	for _, x := range o.slots {
		emails = append(emails, x.email)
		n := slices.IndexFunc(list, func(one assigned) bool { return one.email == x.email })
		switch {
		case n < 0 && o.remove:
			continue
		case n < 0:
			n, list = len(list), append(list, assigned{posting: o.posting, email: x.email})
		}
		if w.personal(x.email) {
			continue
		}
		times := slices.DeleteFunc(list[n].times(), func(t string) bool { return t == stamp(x.start) })
		if !o.remove {
			times = append(times, stamp(x.start))
		}
		slices.Sort(times)
		list[n].slots = strings.Join(times, " ")
	}
	next := w.withAssigned(o.posting, list)
	slices.Sort(emails)
	var out []any
	for _, e := range slices.Compact(emails) {
		one := map[string]any{"email": e, "slots": []string{}, "applied": !w.personal(e)}
		if at := next.assignment(o.posting, e); at != nil {
			one["slots"] = nonNil(at.times())
		}
		if w.personal(e) {
			one["reason"] = "personal_schedule_wins"
		}
		out = append(out, one)
	}
	return w.matches(next, a, 200, map[string]any{"posting_id": o.posting, "interviewers": out})
}

func (o readSlots) judge(w world, a answer) judgement {
	p := w.posting(o.posting)
	if p == nil {
		return w.refused(a, 404, "no such posting")
	}
	_, r := p.round(o.round)
	if r == nil {
		return w.refused(a, 404, "no such round in the posting")
	}
	if !w.live(r) {
		return w.refused(a, 400, "the round cannot be booked")
	}
	from := o.from
	if from.IsZero() {
		from = w.now
	}
	return w.matches(w, a, 200, map[string]any{"posting_id": p.id, "round_id": r.id, "duration_minutes": r.minutes,
		"slots": shownPlaces(w.places(p.id, r.minutes, from, o.to, ""))})
}

func shownPlaces(places []place) []any {
	out := []any{}
	for _, p := range places {
		out = append(out, map[string]any{"start_at": stamp(p.start), "interviewer_emails": p.emails,
			"capacity": p.left})
	}
	return out
}
