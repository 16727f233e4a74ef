package histories

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// These are the rules of the contract for each call: which answers are allowed in a world, and what the world is
// afterwards. Ids, tokens and links that the service makes up are taken from the answer; everything else is predicted.

// shown returns the Interview object of §2.
func (w world) shown(i interview) map[string]any {
	c := *w.candidate(i.candidate)
	orNull := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return stamp(t)
	}
	start := any(stamp(i.start))
	if i.unused() {
		start = nil
	}
	return map[string]any{
		"id":                   i.id,
		"posting_id":           i.posting,
		"round_id":             i.round,
		"track_id":             i.track,
		"assessment_id":        i.assessment,
		"candidate":            map[string]any{"id": c.id, "email": c.email, "name": c.name},
		"status":               w.status(i),
		"source":               i.source,
		"scheduled_start_at":   start,
		"duration_minutes":     i.minutes,
		"indefinite":           i.indefinite,
		"time_zone":            i.zone,
		"interviewer_email":    i.interviewer,
		"meeting_link":         i.link,
		"externally_scheduled": i.externally,
		"call_ended_at":        orNull(i.ended),
		"canceled_at":          orNull(i.canceled),
		"created_at":           stamp(i.created),
		"updated_at":           stamp(i.updated),
	}
}

func (o moveClock) judge(w world, _ answer) judgement {
	w.now = o.to
	return judgement{next: w}
}

// Rules for roles and pipelines.

func (listRoles) judge(w world, a answer) judgement {
	var roles []any
	for _, p := range w.postings { // they are listed newest first, as here
		attached := map[string]bool{}
		for _, t := range p.tracks {
			for _, s := range t.steps {
				for _, id := range append(slices.Clone(s.members), s.assessment) {
					attached[id] = id != ""
				}
			}
		}
		for _, id := range p.unstaged {
			attached[id] = true
		}
		maps.DeleteFunc(attached, func(_ string, there bool) bool { return !there })
		roles = append(roles, map[string]any{"id": p.id, "title": p.title, "status": p.status, "kind": p.kind,
			"type": p.kindOfWork, "assessment_count": len(attached)})
	}
	return w.matches(w, a, 200, map[string]any{"roles": roles})
}

func (o readPipeline) judge(w world, a answer) judgement {
	p := w.posting(o.posting)
	if p == nil {
		return w.refused(a, 404, "no such posting")
	}
	tracks, unstaged := []any{}, []any{}
	for _, t := range p.tracks {
		steps := []any{}
		for _, s := range t.steps {
			out := map[string]any{"round_id": s.id, "type": s.kind, "title": s.title}
			switch s.kind {
			case "assessment":
				out["assessment_id"], out["delivery_mode"], out["duration_minutes"], out["bookable"] = s.assessment,
					w.assessments[s.assessment].mode, s.minutes, s.bookable
			case "group":
				out["assignment_mode"], out["assessment_ids"] = s.mode, s.members
			}
			steps = append(steps, out)
		}
		tracks = append(tracks, map[string]any{"id": t.id, "name": t.name, "is_default": t.isDefault, "steps": steps})
	}
	for _, id := range p.unstaged {
		unstaged = append(unstaged, map[string]any{"assessment_id": id, "title": w.assessments[id].title,
			"delivery_mode": w.assessments[id].mode})
	}
	return w.matches(w, a, 200, map[string]any{"posting_id": p.id, "tracks": tracks, "unstaged_assessments": unstaged})
}

// Rules for interviews.

func (o list) judge(w world, a answer) judgement {
	var found []interview
	for _, i := range w.interviews {
		switch {
		case o.posting != "" && i.posting != o.posting, o.round != "" && i.round != o.round,
			o.email != "" && w.candidate(i.candidate).email != strings.ToLower(o.email):
		case !o.from.IsZero() && i.start.Before(o.from), !o.to.IsZero() && i.start.After(o.to),
			!o.since.IsZero() && i.updated.Before(o.since):
		case o.liveOnly && !i.canceled.IsZero():
		default:
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(x, y interview) int {
		if c := x.start.Compare(y.start); c != 0 {
			return c
		}
		return strings.Compare(x.id, y.id)
	})
	if o.after != nil {
		found = slices.DeleteFunc(found, func(i interview) bool {
			return i.start.Before(o.after.start) || i.start.Equal(o.after.start) && i.id <= o.after.id
		})
	}
	limit, more := o.limit, false
	if limit == 0 {
		limit = 50
	}
	if more = len(found) > limit; more {
		found = found[:limit]
	}
	page := []any{}
	for _, i := range found {
		page = append(page, w.shown(i))
	}
	j := w.matches(w, a, 200, map[string]any{"interviews": page})
	var got struct {
		NextCursor *string `json:"next_cursor"`
	}
	a.into(&got)
	if j.why == "" && more != (got.NextCursor != nil) {
		return w.wrong("has next_cursor: %v, has more: %v", got.NextCursor != nil, more)
	}
	return j
}

func (o read) judge(w world, a answer) judgement {
	i := w.interview(o.interview)
	if i == nil {
		return w.refused(a, 404, "no such interview")
	}
	if strings.Contains(o.include, "playback") {
		return w.refused(a, 400, "an unknown include")
	}
	want := w.shown(*i)
	for key, field := range map[string]string{"transcript": "transcript", "recording": "recording",
		"notes": "interviewer_notes"} {
		if !strings.Contains(o.include, key) {
			continue
		}
		kept := w.artifacts[i.id]
		text := map[string]string{"transcript": kept.transcript, "recording": kept.recording, "notes": kept.notes}[key]
		want[field] = nil
		if text != "" {
			want[field] = json.RawMessage(text)
		}
	}
	return w.matches(w, a, 200, want)
}

// link returns the meeting link: that of the booking, or else of the posting or the person, or else a room.
func (w world) link(body, posting, email, id string, externally bool) (link, from string) {
	if body != "" {
		return body, "body"
	}
	if a := w.assignment(posting, email); a != nil && a.link != "" {
		return a.link, "posting"
	}
	if p := w.people[email]; p.link != "" {
		return p.link, "person"
	}
	if w.rooms && !externally {
		return roomOf(id), "room"
	}
	return "", ""
}

func (o book) judge(w world, a answer) judgement {
	if o.broken != "" {
		return w.refused(a, 400, "the shape of the body: "+o.broken)
	}
	p := w.posting(o.posting)
	if p == nil {
		return w.refused(a, 404, "no such posting")
	}
	t, s := p.round(o.round)
	if s == nil {
		return w.refused(a, 404, "no such round in the posting")
	}
	var c *candidate
	if o.candidate != "" {
		if c = w.candidate(o.candidate); c == nil {
			return w.refused(a, 404, "no such candidate")
		}
	} else {
		c = w.record(p.id, s.assessment, o.email)
	}
	if !w.live(s) {
		return w.refused(a, 400, "the round cannot be booked")
	}
	if !o.external {
		if end := o.start.Add(time.Duration(s.minutes)*time.Minute + w.grace); s.indefinite &&
			o.start.Before(w.now.Add(-day)) || !s.indefinite && !w.now.Before(end) {
			return w.refused(a, 400, "the window would be over", stamp(o.start))
		}
	}
	if c == nil && p.status != "open" {
		return w.refused(a, 409, "the posting is closed", p.id)
	}
	var old *interview
	if c != nil {
		old = w.standing(c.id)
		switch {
		case c.posting != p.id, c.assessment != s.assessment, c.track != t.id:
			return w.refused(a, 409, "the candidate belongs elsewhere", c.id)
		case !active(w.state(*c)):
			return w.refused(a, 409, "the candidate is "+w.state(*c), c.id, w.state(*c))
		case old != nil && !o.replace:
			return w.refused(a, 409, "the candidate has an interview", old.id, w.status(*old))
		}
	}
	except := ""
	if old != nil {
		except = old.id
	}
	if !o.external {
		if o.interviewer != "" {
			if other := w.busy(o.interviewer, o.start, s.minutes, except); other != nil {
				return w.refused(a, 409, "the interviewer has "+other.id, o.interviewer, "already has an interview")
			}
		}
		if at, offered := w.at(p.id, o.start, s.minutes, except, true); offered && at.left == 0 {
			return w.refused(a, 409, "the time is full", stamp(o.start), "fully booked")
		}
	}
	if a.status != 201 {
		return w.wrong("want 201, since nothing prevents the booking")
	}
	var got booked
	a.into(&got)
	next := w
	if c == nil {
		c = &candidate{id: got.Interview.Candidate.ID, posting: p.id, assessment: s.assessment, track: t.id,
			email: o.email, name: o.name, state: "invited"}
		if w.candidate(c.id) != nil || !strings.HasPrefix(c.id, "cand_") {
			return w.wrong("candidate %q is not a new one", c.id)
		}
		next = next.withCandidate(*c)
	} else if o.candidate == "" {
		next = next.named(*c, o.name)
		if old != nil {
			old = w.standing(c.id) // the old version, since a replace is one change, whatever it changes
		}
	}
	i := interview{id: got.Interview.ID, posting: p.id, track: t.id, assessment: s.assessment, candidate: c.id,
		created: w.now}
	if old != nil {
		i.id, i.created, i.updated = old.id, old.created, old.updated
		if got.Interview.ID != old.id {
			return w.wrong("a replace keeps the id %s", old.id)
		}
	} else if w.interview(i.id) != nil || !strings.HasPrefix(i.id, "int_") {
		return w.wrong("interview %q is not a new one", i.id)
	}
	i.updated = w.changed(i)
	i.round, i.minutes, i.indefinite, i.source, i.start = s.id, s.minutes, s.indefinite, "litmus", o.start
	if i.zone = o.zone; i.zone == "" {
		i.zone = w.zone
	}
	i.interviewer = o.interviewer
	i.link, i.linkFrom = w.link(o.link, p.id, o.interviewer, i.id, o.external)
	var warnings []string
	if o.external {
		i.source, i.externally, i.indefinite = "external", true, false
		i.created, i.start, i.expires, i.linkDies = i.updated, i.updated, i.updated.Add(7*day), i.updated.Add(day)
		if i.token = strings.TrimPrefix(got.CandidateLink, origin+"/s/"); len(i.token) < 22 ||
			i.token == got.CandidateLink {
			return w.wrong("candidate_link %q is not a link of this service", got.CandidateLink)
		}
	} else {
		if got.CandidateLink != "" {
			return w.wrong("candidate_link is for external sessions only")
		}
		if i.link == "" {
			warnings = append(warnings, "missing_meeting_link")
		}
		if i.interviewer == "" && !s.fallback && !w.admins {
			warnings = append(warnings, "no_briefing_recipient")
		}
		if i.start.Before(w.now) {
			warnings = append(warnings, "start_in_past")
		}
	}
	var codes []string
	for _, x := range got.Warnings {
		codes = append(codes, x.Code)
	}
	if !slices.Equal(codes, warnings) {
		return w.wrong("warnings are %v, want %v", codes, warnings)
	}
	next = next.with(i)
	return w.matches(next, a, 201, map[string]any{"interview": next.shown(i)})
}

func (o patch) judge(w world, a answer) judgement {
	i := w.interview(o.interview)
	switch {
	case i == nil:
		return w.refused(a, 404, "no such interview")
	case o.broken != "":
		return w.refused(a, 400, "the shape of the body: "+o.broken)
	case w.status(*i) != "scheduled":
		return w.refused(a, 409, "only a scheduled interview changes its interviewer", i.id, w.status(*i))
	case i.interviewer == o.interviewer:
		return w.matches(w, a, 200, w.shown(*i))
	}
	if other := w.busy(o.interviewer, i.start, i.minutes, i.id); other != nil {
		return w.refused(a, 409, "the interviewer has "+other.id, o.interviewer, "already has an interview")
	}
	moved := *i
	moved.updated, moved.interviewer = w.changed(*i), o.interviewer
	if i.linkFrom != "body" && i.linkFrom != "room" { // the link was the old interviewer's, or missing
		moved.link, moved.linkFrom = w.link("", i.posting, o.interviewer, i.id, i.externally)
	}
	next := w.with(moved)
	return w.matches(next, a, 200, next.shown(moved))
}

func (o cancel) judge(w world, a answer) judgement {
	i := w.interview(o.interview)
	if i == nil {
		return w.refused(a, 404, "no such interview")
	}
	if !i.canceled.IsZero() {
		return w.matches(w, a, 200, w.shown(*i))
	}
	return w.cancels(*i, a)
}

// cancels judges an answer that must be the canceled interview.
func (w world) cancels(i interview, a answer) judgement {
	gone := i
	gone.updated = w.changed(i)
	gone.canceled, gone.token, gone.holder = gone.updated, "", ""
	next := w.with(gone)
	return w.matches(next, a, 200, next.shown(gone))
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func joined(times []time.Time) string {
	var out []string
	for _, t := range times {
		out = append(out, stamp(t))
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

func roomOf(interview string) string { return fmt.Sprintf("https://rooms.example/%s", interview) }
