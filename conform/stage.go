package conform

import (
	"cmp"
	"net/http"
	"slices"
)

// stage is where the kit acts: what it found in the organization, of which REST makes nothing. What is "" or empty was
// not found, and the checks that need it say so.
type stage struct {
	round      round    // an open posting's round that can be booked
	minutes    float64  // how long it is
	assessment string   // what is done in it
	rounds     []round  // all rounds of that posting that can be booked, that one first
	elsewhere  round    // a round of another track there
	other      round    // a round of another open posting
	unbookable []string // steps of the posting that cannot be booked
	takeHome   []string // its take-homes
	first      string   // what an invite without an assessment is to: the first step, if that is one assessment
	selfSelect string   // an assessment of a group from which candidates choose
	closed     string   // a posting that is closed
	cohort     string   // a posting that is a cohort
}

const mostRead = 50 // postings of which the pipeline is read

// findStage reads the postings and their pipelines and chooses the open posting that has most of what checks need.
func (r *run) findStage() {
	s := &r.kit.stage
	var open []stage
	for n, x := range r.read("/roles").list("roles") {
		id := text(x, "id")
		switch {
		case text(x, "status") == "closed":
			if s.closed == "" || x["assessment_count"] != 0.0 {
				s.closed = id
			}
		case n < mostRead:
			found := readStage(id, r.read("/postings/"+id+"/pipeline").body)
			if text(x, "kind") == "cohort" {
				s.cohort = id
			}
			if found.round.id != "" {
				open = append(open, found)
			}
		}
	}
	if len(open) == 0 {
		r.t.Skipf("no open posting has a round that can be booked: nothing that writes can be checked")
	}
	slices.SortStableFunc(open, func(a, b stage) int { return cmp.Compare(b.variety(), a.variety()) })
	closed, cohort := s.closed, s.cohort
	*s = open[0]
	s.closed, s.cohort = closed, cohort
	if len(open) > 1 {
		s.other = open[1].round
	}
	r.findOwn(open)
}

// findOwn looks for a posting whose interviewers the kit may change: one that has none, since a list that is put
// complete makes members of those who were only painted for, and has no starts of theirs for a moment. Of several it
// takes the one with most rounds. Beside that it notes somebody with a schedule of their own. A key that must not read
// interviewers finds neither.
func (r *run) findOwn(open []stage) {
	for _, x := range open {
		a := r.ask(http.MethodGet, "/postings/"+x.round.posting+"/interviewers", nil)
		all, listed := a.body["interviewers"].([]any)
		if a.status == http.StatusOK && listed && len(all) == 0 && len(x.rounds) > len(r.kit.own.rounds) {
			r.kit.own = x
		}
		for _, entry := range a.list("interviewers") {
			if r.kit.scheduled == "" && text(entry, "availability_source") == "personal" {
				r.kit.scheduled = text(entry, "email")
			}
		}
	}
}

// variety is how many kinds of things a posting has.
func (s stage) variety() (n int) {
	for _, has := range []bool{
		s.elsewhere.id != "", len(s.unbookable) > 0, len(s.takeHome) > 0, s.first != "", s.selfSelect != "",
		len(s.rounds) > 1,
	} {
		n += rank(has)
	}
	return n
}

// readStage reads one pipeline, the default track first.
func readStage(posting string, pipeline object) (s stage) {
	tracks := slices.Clone(list(pipeline, "tracks"))
	slices.SortStableFunc(tracks, func(a, b object) int {
		return cmp.Compare(rank(b["is_default"] == true), rank(a["is_default"] == true))
	})
	for n, track := range tracks {
		steps := list(track, "steps")
		for _, step := range steps {
			s.add(posting, n, step)
		}
		if n == 0 {
			s.first = firstAssessment(steps)
		}
	}
	return s
}

func rank(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// add notes a step of the track that is the n-th.
func (s *stage) add(posting string, n int, step object) {
	x := round{posting, text(step, "round_id")}
	live := text(step, "type") == "assessment" && text(step, "delivery_mode") == "sync" && step["bookable"] == true
	switch {
	case live && s.round.id == "":
		s.round, s.assessment = x, text(step, "assessment_id")
		s.minutes, _ = step["duration_minutes"].(float64)
	case live && n > 0 && s.elsewhere.id == "":
		s.elsewhere = x
	case !live:
		s.unbookable = append(s.unbookable, x.id)
	}
	if live {
		s.rounds = append(s.rounds, x)
	}
	if text(step, "delivery_mode") == "async" {
		s.takeHome = append(s.takeHome, text(step, "assessment_id"))
	}
	members, _ := step["assessment_ids"].([]any)
	if text(step, "assignment_mode") == "self_select" && len(members) > 0 {
		s.selfSelect, _ = members[0].(string)
	}
}

// firstAssessment is the assessment of the first step that has any, "" if that is a group.
func firstAssessment(steps []object) string {
	for _, step := range steps {
		if text(step, "type") != "step" {
			return text(step, "assessment_id")
		}
	}
	return ""
}
