package histories

import (
	"slices"
	"strings"
	"time"
)

// Rules for invites and submissions.

// attached returns the assessments of a posting in the order in which an invite finds them, each with the first track
// that contains it.
func (p posting) attached() (ids []string, in map[string]string, selfSelect map[string]bool) {
	in, selfSelect = map[string]string{}, map[string]bool{}
	tracks := slices.Clone(p.tracks)
	slices.SortStableFunc(tracks, func(a, b track) int {
		switch {
		case a.isDefault == b.isDefault:
			return 0
		case a.isDefault:
			return -1
		}
		return 1
	})
	for _, t := range tracks {
		for _, s := range t.steps {
			for _, id := range append(slices.Clone(s.members), s.assessment) {
				if id == "" {
					continue
				}
				if in[id] == "" {
					ids, in[id] = append(ids, id), t.id
				}
				selfSelect[id] = selfSelect[id] || s.mode == "self_select"
			}
		}
	}
	for _, id := range p.unstaged {
		if in[id] == "" {
			ids, in[id] = append(ids, id), tracks[0].id
		}
	}
	return ids, in, selfSelect
}

func (o invite) judge(w world, a answer) judgement {
	if o.broken != "" {
		return w.refused(a, 400, "the shape of the body: "+o.broken)
	}
	exactly := func(status int, text string) judgement {
		if a.status != status || a.errorText() != text {
			return w.wrong("want %d %s", status, text)
		}
		return judgement{next: w}
	}
	p := w.posting(o.posting)
	switch {
	case p == nil:
		return exactly(404, "posting_id not found")
	case o.asRole && p.kind != "role":
		return exactly(400, "ROLE_ID_TYPE_MISMATCH")
	case p.status != "open":
		return exactly(400, "POSTING_CLOSED")
	}
	ids, in, selfSelect := p.attached()
	id := o.assessment
	if id == "" {
		id = ids[0]
	}
	switch {
	case !slices.Contains(ids, id):
		return exactly(404, "assessment_id not found")
	case !w.assessments[id].ready:
		return exactly(400, "ASSESSMENT_NOT_READY")
	case selfSelect[id]:
		return exactly(400, "SELF_SELECT_UNSUPPORTED")
	}
	var got struct {
		InviteID  string `json:"invite_id"`
		InviteURL string `json:"invite_url"`
	}
	a.into(&got)
	c, next := w.record(p.id, id, o.email), w
	switch {
	case c != nil && !active(w.state(*c)):
		return exactly(409, "ALREADY_INVITED")
	case c != nil && c.invited:
		if got.InviteURL != "" {
			return w.wrong("a repeated invite must show no link")
		}
		return w.matches(w, a, 200, map[string]any{"invite_id": c.id, "reused": true})
	case c != nil:
		next = next.named(*c, o.name)
		c = next.candidate(c.id)
	default:
		c = &candidate{id: got.InviteID, posting: p.id, assessment: id, track: in[id], email: o.email, name: o.name,
			state: "invited"}
		if w.candidate(c.id) != nil || !strings.HasPrefix(c.id, "cand_") {
			return w.wrong("invite_id %q is not a new one", c.id)
		}
	}
	invited := *c
	invited.invited, invited.expires = true, w.now.Add(w.inviteLife)
	page := map[string]string{"sync": "/t/", "async": "/a/", "trial": "/a/"}[w.assessments[id].mode]
	if !strings.HasPrefix(got.InviteURL, origin+page) {
		return w.wrong("invite_url %q is not a link to %s", got.InviteURL, page)
	}
	return w.matches(next.withCandidate(invited), a, 201, map[string]any{"invite_id": invited.id, "reused": false})
}

func (o readSubmission) judge(w world, a answer) judgement {
	for _, one := range w.submissions {
		if one.id != o.submission {
			continue
		}
		c := w.candidate(one.candidate)
		want := map[string]any{
			"id":            one.id,
			"assessment_id": one.assessment,
			"candidate":     map[string]any{"email": c.email, "name": c.name},
			"score":         nil,
			"native_score":  nil,
			"score_scale":   nil,
			"decision":      one.decision,
			"submitted_at":  one.submitted,
			"report_url":    origin + "/dashboard/submissions/" + one.id,
		}
		if one.score >= 0 {
			want["score"] = one.score
		}
		if one.native >= 0 {
			want["native_score"], want["score_scale"] = one.native, map[string]any{"min": 0, "max": 5}
		}
		return w.matches(w, a, 200, want)
	}
	return w.refused(a, 404, "no such submission")
}

// Rules for what candidates do.

// pickRound returns the round for which the candidate picks a time, or nil. An interview that they move stays in its
// round.
func (w world) pickRound(c candidate) *step {
	p := w.posting(c.posting)
	if i := w.standing(c.id); i != nil {
		if _, s := p.round(i.round); s != nil && w.live(s) {
			return s
		}
	}
	for _, t := range p.tracks {
		for n, s := range t.steps {
			if t.id == c.track && s.assessment == c.assessment && w.live(&t.steps[n]) {
				return &t.steps[n]
			}
		}
	}
	return nil
}

// mayPick says why the candidate may not pick a time, or returns "".
func (w world) mayPick(c candidate) string {
	i := w.standing(c.id)
	switch {
	case !active(w.state(c)):
		return "the candidate is " + w.state(c)
	case i == nil && !c.invited:
		return "nobody invited the candidate to pick"
	case i == nil:
		return ""
	case w.status(*i) == "completed":
		return "the interview is over"
	case !i.picked && (i.externally || w.pickedOnly):
		return "only others may move the interview"
	case i.moves >= w.organization.moves:
		return "it was moved too often"
	case w.now.After(i.start.Add(-w.cutoff)):
		return "it is too near"
	}
	return ""
}

// choices returns the places that the candidate can pick.
func (w world) choices(c candidate, r *step, from, to time.Time) []place {
	except, moving := "", w.standing(c.id)
	if moving != nil {
		except = moving.id
	}
	if from.Before(w.now) {
		from = w.now
	}
	var out []place
	for _, p := range w.places(c.posting, r.minutes, from, to, except) {
		if p.start.After(w.now) && (moving == nil || !p.start.Equal(moving.start)) {
			out = append(out, p)
		}
	}
	return out
}

func (o readTimes) judge(w world, a answer) judgement {
	c := w.candidate(o.candidate)
	if c == nil || !c.invited && w.standing(c.id) == nil {
		return w.refused(a, 404, "nobody is invited or booked under that id")
	}
	var shown []place
	if r := w.pickRound(*c); r != nil && w.mayPick(*c) == "" {
		shown = w.choices(*c, r, o.from, o.to)
	}
	return w.matches(w, a, 200, map[string]any{"slots": shownPlaces(shown)})
}

func (o pick) judge(w world, a answer) judgement {
	c := w.candidate(o.candidate)
	if c == nil || !c.invited && w.standing(c.id) == nil {
		return w.refused(a, 404, "nobody is invited or booked under that id")
	}
	r := w.pickRound(*c)
	if r == nil {
		return w.refused(a, 409, "there is no round to pick a time for", c.id)
	}
	old := w.standing(c.id)
	if old != nil && old.picked && old.start.Equal(o.start) && w.status(*old) == "scheduled" {
		return w.matches(w, a, 200, w.shown(*old)) // the form was sent twice
	}
	switch {
	case !o.from.IsZero() && (old == nil || !old.start.Equal(o.from)):
		return w.refused(a, 409, "the form moves an interview that does not exist", c.id)
	case old != nil && !o.change:
		return w.refused(a, 409, "the form does not know of the interview", old.id)
	case w.mayPick(*c) != "":
		return w.refused(a, 409, w.mayPick(*c), c.id)
	}
	choices := w.choices(*c, r, o.start, o.start)
	if len(choices) == 0 {
		return w.refused(a, 409, "the time is not free", stamp(o.start))
	}
	chosen, fewest := "", 0
	for _, email := range choices[0].emails { // sorted
		n := 0
		for _, i := range w.interviews {
			if i.interviewer == email && (old == nil || i.id != old.id) && w.status(i) == "scheduled" &&
				!i.start.Before(o.start.Add(-7*day)) && !i.start.After(o.start.Add(7*day)) {
				n++
			}
		}
		if chosen == "" || n < fewest {
			chosen, fewest = email, n
		}
	}
	if old != nil && !old.picked && slices.Contains(choices[0].emails, old.interviewer) {
		chosen = old.interviewer // whom the team named
	}
	if a.status != 200 {
		return w.wrong("the time is free: want 200")
	}
	var got shownInterview
	a.into(&got)
	i := interview{id: got.ID, posting: c.posting, track: c.track, assessment: c.assessment, candidate: c.id,
		created: w.now}
	if old != nil {
		i.id, i.created, i.updated, i.moves = old.id, old.created, old.updated, old.moves+1
	} else if w.interview(i.id) != nil || !strings.HasPrefix(i.id, "int_") {
		return w.wrong("interview %q is not a new one", i.id)
	}
	i.updated = w.changed(i)
	i.round, i.minutes, i.indefinite, i.source, i.start, i.zone, i.interviewer, i.picked = r.id, r.minutes,
		r.indefinite, "litmus", o.start, o.zone, chosen, true
	given := ""
	if old != nil && old.linkFrom == "body" { // it belongs to the interview
		given = old.link
	}
	i.link, i.linkFrom = w.link(given, c.posting, chosen, i.id, false)
	next := w.with(i)
	return w.matches(next, a, 200, next.shown(i))
}

func (o useLink) judge(w world, a answer) judgement {
	for _, i := range w.interviews {
		if i.token == "" || i.token != o.token {
			continue
		}
		if !i.used.IsZero() && i.holder == o.holder {
			return w.matches(w, a, 200, w.shown(i))
		}
		if w.status(i) != "pending" || !w.now.Before(i.linkDies) {
			return w.refused(a, 409, "the link is dead", i.id)
		}
		i.updated = w.changed(i)
		i.used, i.start, i.holder = i.updated, i.updated, o.holder
		next := w.with(i)
		return w.matches(next, a, 200, next.shown(i))
	}
	return w.refused(a, 404, "no session has this link")
}

func (o startAssessment) judge(w world, a answer) judgement {
	c := w.candidate(o.candidate)
	switch {
	case c == nil:
		return w.refused(a, 404, "no such candidate")
	case w.assessments[c.assessment].mode == "sync", w.state(*c) != "invited" && w.state(*c) != "in_progress":
		return w.refused(a, 409, "a live one, or one who is "+w.state(*c))
	}
	begun := *c
	begun.state = "in_progress"
	return w.matches(w.withCandidate(begun), a, 200, map[string]any{"state": "in_progress"})
}

func (o submit) judge(w world, a answer) judgement {
	c := w.candidate(o.candidate)
	switch {
	case c == nil:
		return w.refused(a, 404, "no such candidate")
	case c.state != "in_progress":
		return w.refused(a, 409, "the candidate is "+c.state)
	case o.text == "":
		return w.refused(a, 400, "nothing to submit")
	}
	var got struct{ ID string }
	a.into(&got)
	if !strings.HasPrefix(got.ID, "sub_") || slices.ContainsFunc(w.submissions,
		func(one submission) bool { return one.id == got.ID }) {
		return w.wrong("submission %q is not a new one", got.ID)
	}
	done := *c
	done.state = "submitted"
	next := w.withCandidate(done)
	next.submissions = append(slices.Clone(w.submissions), submission{id: got.ID, assessment: c.assessment,
		candidate: c.id, decision: "pending", submitted: stamp(w.now), score: -1, native: -1})
	slices.SortFunc(next.submissions, func(a, b submission) int { return strings.Compare(a.id, b.id) })
	return w.matches(next, a, 200, map[string]any{"submitted_at": stamp(w.now)})
}

// Rules for what the dashboard does.

func (o freshLink) judge(w world, a answer) judgement {
	i := w.interview(o.interview)
	switch {
	case i == nil:
		return w.refused(a, 404, "no such interview")
	case w.status(*i) != "pending":
		return w.refused(a, 409, "it is "+w.status(*i), i.id)
	}
	var got struct{ Token string }
	a.into(&got)
	fresh := *i
	if fresh.token = got.Token; len(fresh.token) < 22 || fresh.token == i.token {
		return w.wrong("token %q is not a new one", got.Token)
	}
	fresh.updated = w.changed(*i)
	if fresh.linkDies = fresh.updated.Add(day); fresh.expires.Before(fresh.linkDies) {
		fresh.linkDies = fresh.expires
	}
	next := w.with(fresh)
	return w.matches(next, a, 200, map[string]any{"interview": next.shown(fresh)})
}

// A candidate cancels what is to come, unless others scheduled it elsewhere or the organization forbids it. They must
// know what they give up.
func (o candidateCancel) judge(w world, a answer) judgement {
	i := w.interview(o.interview)
	switch {
	case i == nil || i.candidate != o.candidate:
		return w.refused(a, 404, "the candidate has no such interview")
	case !i.canceled.IsZero():
		return w.matches(w, a, 200, w.shown(*i)) // the form was sent twice
	case w.status(*i) != "scheduled" || !w.now.Before(i.start):
		return w.refused(a, 409, "it is not to come", i.id)
	case i.externally || w.noCancel:
		return w.refused(a, 409, "only others may cancel it", i.id)
	case w.now.After(i.start.Add(-w.cancelUntil)):
		return w.refused(a, 409, "it is too near", i.id)
	case !i.start.Equal(o.shown):
		return w.refused(a, 409, "the candidate was shown another start", i.id)
	}
	return w.cancels(*i, a)
}

func (o endCall) judge(w world, a answer) judgement {
	i := w.interview(o.interview)
	switch {
	case i == nil:
		return w.refused(a, 404, "no such interview")
	case !i.canceled.IsZero(), i.unused():
		return w.refused(a, 409, "it has no call that can end", i.id)
	case !i.ended.IsZero():
		return w.matches(w, a, 200, w.shown(*i))
	}
	over := *i
	over.updated = w.changed(*i)
	over.ended = over.updated
	next := w.with(over)
	return w.matches(next, a, 200, next.shown(over))
}
