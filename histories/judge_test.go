package histories

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

const judgeTime = time.Minute // usually, an order is found within milliseconds

// judge searches a serial order of the calls that explains every answer (linearizability). In it, each call comes after
// all calls that had ended when it began. judge describes what no order explains, or returns "".
func (r *run) judge() string {
	history := make([]porcupine.Operation, len(r.calls))
	for n, c := range r.calls {
		history[n] = porcupine.Operation{ClientId: c.lane, Input: c.operation, Output: c.answer, Call: c.from,
			Return: c.to}
	}
	model := porcupine.Model{
		Init: func() any { return r.began },
		Step: func(state, input, output any) (bool, any) {
			j := input.(operation).judge(state.(world), output.(answer))
			return j.why == "", j.next
		},
		Equal: func(a, b any) bool { return a.(world).equal(b.(world)) },
		Hash:  func(state any) uint64 { return state.(world).hash() },
	}
	switch porcupine.CheckOperationsTimeout(model, history, judgeTime) {
	case porcupine.Ok:
		return ""
	case porcupine.Unknown:
		return "within a minute, no order was found and none was excluded"
	}
	_, info := porcupine.CheckOperationsVerbose(model, history, judgeTime)
	return "no order of the calls explains the answers.\n" + r.explain(info)
}

// explain returns how far an order gets, and the model's judgement of each call that could be next.
func (r *run) explain(info porcupine.LinearizationInfo) string {
	var longest []porcupine.Operation
	for _, partition := range info.PartialLinearizationsOperations() {
		for _, order := range partition {
			if len(order) > len(longest) {
				longest = order
			}
		}
	}
	w, taken := r.began, map[int64]bool{}
	var b strings.Builder
	for _, o := range longest {
		w = o.Input.(operation).judge(w, o.Output.(answer)).next
		taken[o.Call] = true
	}
	ends := int64(0) // the first end of a remaining call; calls that began later cannot be next
	for _, c := range r.calls {
		if !taken[c.from] && (ends == 0 || c.to < ends) {
			ends = c.to
		}
	}
	fmt.Fprintf(&b, "After %d of %d calls, none of these can be the next:\n", len(longest), len(r.calls))
	for _, c := range r.calls {
		if !taken[c.from] && c.from < ends {
			fmt.Fprintf(&b, "  [%d-%d] %s\n    answered %s\n    the model: %s\n", c.from, c.to, told(c.operation),
				c.answer, c.judge(w, c.answer).why)
		}
	}
	return b.String()
}

// view is the content of the database for a history's organization.
type view struct {
	interviews []row
	rest       string // candidates, availability, submissions and answers, as text
}

// row is a stored interview.
type row struct {
	id, posting, candidate, interviewer, source string
	starts, ends                                int64 // microseconds
	updated, claimed                            int64 // claimed is when start and interviewer were last set
	reassigned                                  bool  // after the link was used
	externally, blocks, canceled                bool
	public                                      string // all that answers show of it
}

// look reads the organization directly from the database, without the product.
func (s *studio) look() (view, error) {
	var v view
	rows, err := s.db.Query(`select i.id, i.posting_id, i.candidate_id, coalesce(i.interviewer_email, ''), i.source,
		i.externally_scheduled, i.starts_at, i.ends_at, i.updated_at,
			i.start_set_at, i.interviewer_set_at, i.link_used_at, i.canceled_at, i.call_ended_at, i.created_at,
			i.round_id, i.track_id, i.assessment_id, i.duration_minutes, i.indefinite,
			i.time_zone, i.meeting_link, c.email, c.name
		from interviews i join candidates c on c.org_id = i.org_id and c.id = i.candidate_id
			where i.org_id = '` + s.org + `' order by i.id`)
	if err != nil {
		return v, err
	}
	defer rows.Close()
	for rows.Next() {
		var r row
		var starts, ends, updated, startSet, interviewerSet, used, canceled, ended, created any
		var public [6]any
		var names [3]string
		if err := rows.Scan(&r.id, &r.posting, &r.candidate, &r.interviewer, &r.source, &r.externally, &starts, &ends,
			&updated, &startSet, &interviewerSet, &used, &canceled, &ended, &created,
			&public[0], &public[1], &public[2], &public[3], &public[4], &public[5], &names[0], &names[1],
			&names[2]); err != nil {
			return v, err
		}
		r.starts, r.ends, r.updated = micros(starts), micros(ends), micros(updated)
		r.canceled = canceled != nil
		unused := r.source == "external" && used == nil
		r.blocks = !r.canceled && ended == nil && !unused
		if r.claimed = max(micros(startSet), micros(interviewerSet)); used != nil {
			r.reassigned = micros(interviewerSet) > micros(used)
		}
		r.public = fmt.Sprintln(r.posting, r.candidate, r.interviewer, r.source, r.externally, r.starts, unused,
			micros(canceled), micros(ended), micros(created), public, names)
		v.interviews = append(v.interviews, r)
	}
	if err := rows.Err(); err != nil {
		return v, err
	}
	for _, q := range []string{
		"select id, posting_id, assessment_id, track_id, email, name, state, invited_at, invite_expires_at, " +
			"started_at, updated_at from candidates",
		"select posting_id, email, meeting_link from posting_interviewers",
		"select posting_id, email, start_at from slots",
		"select id, candidate_id, submitted_at, decision from submissions",
		"select candidate_id, text, submission_id, saved_at from answers",
		"select candidate_id, proposed_at, times, proposed, outcome from proposals",
	} {
		text, err := table(s.db, q+" where org_id = '"+s.org+"' order by 1, 2, 3")
		if err != nil {
			return v, err
		}
		v.rest += text
	}
	return v, nil
}

// table returns the rows of a query as text.
func table(db *sql.DB, query string) (string, error) {
	rows, err := db.Query(query)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for n := range values {
		into[n] = &values[n]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return "", err
		}
		fmt.Fprintln(&out, values...)
	}
	return out.String(), rows.Err()
}

// micros returns an instant from either database in microseconds, or 0 for none.
func micros(v any) int64 {
	switch v := v.(type) {
	case time.Time:
		return v.UnixMicro()
	case int64:
		return v
	}
	return 0
}

// broken describes a state that must never exist, whatever was answered, or returns "".
func (v view) broken(w world, still bool) string {
	for n, a := range v.interviews {
		for _, b := range v.interviews[n+1:] {
			if a.candidate == b.candidate && !a.canceled && !b.canceled {
				return fmt.Sprintf("%s and %s of one candidate are both live (§4 rule 1)", a.id, b.id)
			}
			if !a.blocks || !b.blocks || a.interviewer == "" || a.interviewer != b.interviewer || a.starts >= b.ends ||
				b.starts >= a.ends {
				continue
			}
			if later := later(a, b); !a.externally && !b.externally ||
				later != nil && (!later.externally || later.reassigned) {
				return fmt.Sprintf("%s and %s of %s overlap (§4 rule 2)", a.id, b.id, a.interviewer)
			}
		}
	}
	if !still {
		return ""
	}
	for _, a := range w.assigned { // the places of painted starts, whose availability did not change
		for _, t := range a.times() {
			offering, _ := (world{organization: w.organization, assigned: w.assigned, now: w.now}).at(a.posting,
				parse(t), 30, "", true)
			taken := 0
			for _, i := range v.interviews {
				if i.posting == a.posting && i.starts == parse(t).UnixMicro() && i.blocks && !i.externally &&
					(i.interviewer == "" || slices.Contains(offering.emails, i.interviewer)) {
					taken++
				}
			}
			if taken > offering.left {
				return fmt.Sprintf("%s of %s has %d places, but %d interviews (§4 Slots rule 7)",
					t, a.posting, offering.left, taken)
			}
		}
	}
	return ""
}

// later returns the interview that was claimed after the other, whose decision must therefore have seen that one. It
// returns nil if the order is unknown: changes at the same instant get dates that are some milliseconds apart, counted
// for each interview separately.
func later(a, b row) *row {
	const apart = int64(time.Second / time.Microsecond)
	switch {
	case a.claimed > b.claimed+apart:
		return &a
	case b.claimed > a.claimed+apart:
		return &b
	}
	return nil
}

// since describes a change by the calls of a round that no call may make, or returns "".
func (v view) since(before view, calls []call) string {
	old := map[string]row{}
	for _, r := range before.interviews {
		old[r.id] = r
	}
	for _, r := range v.interviews {
		o, there := old[r.id]
		delete(old, r.id)
		switch {
		case !there:
		case r.updated < o.updated:
			return fmt.Sprintf("updated_at of %s went back", r.id)
		case r.updated == o.updated && r.public != o.public:
			return fmt.Sprintf("%s changed, but its updated_at did not (§6):\n%swas\n%s",
				r.id, r.public, o.public)
		}
	}
	for id := range old {
		return fmt.Sprintf("%s is gone", id)
	}
	for _, c := range calls {
		if c.answer.status >= 500 {
			return fmt.Sprintf("%s was answered %s", told(c.operation), c.answer)
		}
		if c.answer.status < 400 && writes(c.operation) {
			return ""
		}
	}
	if v.rest != before.rest || !slices.Equal(v.interviews, before.interviews) {
		return "calls that were refused, or only read, changed the database"
	}
	return ""
}

// writes reports whether the call may change something if it is not refused.
func writes(o operation) bool {
	switch o.(type) {
	case book, patch, cancel, setInterviewers, writeSlots, invite, pick, useLink, startAssessment, submit,
		freshLink, endCall, candidateCancel, propose, answerProposal:
		return true
	}
	return false
}
