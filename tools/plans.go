package tools

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"litmus/models"
	"litmus/models/act"
)

// plannedAct is a call of a tool with a real effect, with its arguments read (T4). Its operation is that of REST, and
// it runs only for a plan that was confirmed.
type plannedAct struct {
	lead    string // what is done, for people: "Cancel interview int_1."
	reads   string // the scope by which what the plan shows can be read
	anybody bool   // we choose who interviews, so the lead names them (T7)
	preview func(ctx context.Context) (act.Preview, error)
	// why says why a start that is planned is not offered, nil for what is no booking.
	why func(ctx context.Context, p act.Preview) (string, error)
	// do carries it out. touched are the ids of what it made or changed.
	do      func() (out plannedJSON, changed bool, touched []string, err error)
	creates bool // a record is made: the audit has 201, as for REST
	// read is what the act is about as it is now: after the act, of ids that it made or changed.
	read func(ctx context.Context, done act.Committed) (plannedJSON, error)
}

// planned is the operation of a tool that plans before it does anything (T4). A plan is the act without its writes, by
// the same decision about the same facts: a second list of who gets what would be wrong one day. read reads the call's
// arguments.
func planned(read func(sv *Server, c *call) (plannedAct, error)) operation {
	return func(sv *Server, c *call) (int, any, error) {
		planned, err := read(sv, c)
		if err != nil {
			return 0, nil, err
		}
		if token := c.tool.confirms(); token != "" {
			return sv.commit(c, planned, token)
		}
		if c.tool.declined() {
			return http.StatusOK, plannedJSON{Status: statusDeclined}, nil
		}
		return sv.plan(c, planned, nil)
	}
}

// declined reports whether a person who was asked within the call said no.
func (t *toolCall) declined() bool {
	return t.state != "" && (t.answer == "decline" || t.answer == "cancel")
}

// confirms is the id of the plan that the call confirms, by itself or by the answer of a person who was asked in it; ""
// for none. A client that makes up an accept has no state, which is checked as a plan_id is.
func (t *toolCall) confirms() string {
	if t.planID == "" && t.answer == "accept" {
		return t.state
	}
	return t.planID
}

// terms are whose plan it is, and of what.
func (c *call) terms() act.PlanTerms {
	return act.PlanTerms{OrgID: c.OrgID(), KeyID: c.Caller.Key.ID, Tool: c.tool.name, Arguments: c.tool.arguments}
}

// plan answers what the act would do, and by which id it is confirmed. Where nothing would change there is nothing to
// confirm. because is why an older plan was refused, nil if there was none.
func (sv *Server) plan(c *call, planned plannedAct, because error) (int, any, error) {
	p, err := planned.preview(c.Context())
	if err != nil {
		return 0, nil, err
	}
	if p.Unchanged {
		return sv.unchanged(c, planned, p)
	}
	p = p.Foreseen()
	out, err := sv.signed(c, p.Facts())
	if err != nil {
		return 0, nil, err
	}
	out.lead = planned.lead
	if c.Caller.Key.Allows(planned.reads) {
		out.Plan = wirePlan(p, sv.Store.NowOf(c.OrgID()))
		if out.Plan.NotOffered, err = planned.notOffered(c.Context(), p); err != nil {
			return 0, nil, err
		}
		if planned.anybody {
			out.lead += " " + p.After.InterviewerEmail + " is free, and it is their turn."
		}
	} else {
		out.Plan = wireUnread(p, planned.reads)
	}
	return out.offer(c, because)
}

// signed begins the answer of a plan that rests on the facts.
func (sv *Server) signed(c *call, facts []act.Fact) (plannedJSON, error) {
	now := sv.Store.NowOf(c.OrgID())
	token, expires, err := act.SignPlan(sv.Store.Secret(), c.terms(), facts, rand.Reader, now)
	if err != nil {
		return plannedJSON{}, fmt.Errorf("sign plan: %w", err)
	}
	return plannedJSON{Status: statusPlanned, PlanID: token, ExpiresAt: models.FormatInstant(expires)}, nil
}

// offer answers the plan, or asks a person whether to carry it out. because is as for [Server.plan].
func (j plannedJSON) offer(c *call, because error) (int, any, error) {
	var changed *act.PlanChanged
	if errors.As(because, &changed) {
		j.Changed = changed.Words()
	}
	// Whoever committed by plan_id gets the new plan as an answer: only who was asked in this call is asked again.
	if c.tool.canAsk && (because == nil || c.tool.planID == "") {
		message := j.message()
		if because != nil {
			message = sentenceOf(because) + "\n" + message
		}
		return http.StatusOK, question{message: message, state: j.PlanID}, nil
	}
	return http.StatusOK, j, because
}

// notOffered says why the start that is planned is not offered, "" if it is.
func (planned plannedAct) notOffered(ctx context.Context, p act.Preview) (string, error) {
	if o := p.Offered; planned.why == nil || o == nil || o.Start && (o.Interviewer || p.After.InterviewerEmail == "") {
		return "", nil
	}
	return planned.why(ctx, p)
}

// confirmed reads the plan that the call confirms. made is what a call before made by it, nil for nothing.
func (sv *Server) confirmed(c *call, token string) (plan act.Plan, made *act.Committed, err error) {
	if plan, err = act.ReadPlan(sv.Store.Secret(), c.terms(), token); err != nil {
		return plan, nil, err
	}
	made, err = sv.Store.Committed(c.Context(), c.OrgID(), plan.ID)
	return plan, made, err
}

// commit carries out the plan that was confirmed, or says what it made before.
func (sv *Server) commit(c *call, planned plannedAct, token string) (int, any, error) {
	plan, made, err := sv.confirmed(c, token)
	switch {
	case err != nil:
		return 0, nil, err
	case made != nil:
		return sv.repeated(c, planned, *made)
	}
	if plan.Expired(sv.Store.NowOf(c.OrgID())) {
		return sv.expired(c, planned, plan)
	}
	c.tool.plan = &plan
	out, changed, touched, err := planned.do()
	c.tool.plan = nil
	if err != nil || !changed {
		return sv.refused(c, planned, plan, err)
	}
	c.Touched(touched...)
	out.Status = statusDone
	if planned.creates {
		return http.StatusCreated, out, nil
	}
	return http.StatusOK, out, nil
}

// expired answers a plan that was confirmed too late, or why it could not be carried out anyway.
func (sv *Server) expired(c *call, planned plannedAct, plan act.Plan) (int, any, error) {
	p, err := planned.preview(c.Context())
	if err == nil && !p.Unchanged {
		err = plan.Check(sv.Store.Secret(), p.Facts())
	}
	if err != nil || p.Unchanged {
		return sv.refused(c, planned, plan, err)
	}
	return sv.plan(c, planned, act.PlanExpired(plan))
}

// refused answers a plan that is not carried out, because of the refusal, nil if there is nothing to do any more. The
// second of two calls that confirm the same plan at once is not refused: it answers with what the first made.
func (sv *Server) refused(c *call, planned plannedAct, plan act.Plan, refusal error) (int, any, error) {
	made, err := sv.Store.Committed(c.Context(), c.OrgID(), plan.ID)
	var changed *act.PlanChanged
	switch {
	case err != nil:
		return 0, nil, err
	case made != nil:
		return sv.repeated(c, planned, *made)
	case refusal == nil, errors.As(refusal, &changed):
		return sv.plan(c, planned, refusal)
	}
	return 0, nil, c.afterwards(refusal)
}

// afterwards adds to the refusal of a plan that was confirmed what can be done next: the plan is of no use any more.
// What is no refusal stays as it is.
func (c *call) afterwards(refusal error) error {
	var e *models.Error
	if !errors.As(refusal, &e) {
		return refusal
	}
	next := " Look at what has changed, and call " + c.tool.name + " without plan_id for a new plan"
	switch e.Cause {
	case models.CauseFull, models.CauseBusy, models.CauseNobodyFree, models.CausePast:
		next = " Take another time from find_slots, or interviewer_email any, and plan that"
	default:
		if e.Advice != 0 {
			next = "" // the refusal says what helps
		}
	}
	out := *e
	out.Message, out.Advice = strings.TrimSuffix(sentence(refusal, c.RequestID), ".")+". Nothing was done."+next, 0
	return &out
}

// repeated answers a plan that was carried out before with what it made, as that is now; a key that may not read it
// gets its id.
func (sv *Server) repeated(c *call, planned plannedAct, made act.Committed) (int, any, error) {
	c.Touched(made.Touched()...)
	if !c.Caller.Key.Allows(planned.reads) {
		return http.StatusOK, plannedJSON{Status: statusDone, Repeated: true, ID: made.Touched()[0],
			Withheld: planned.reads}, nil
	}
	out, err := planned.read(c.Context(), made)
	out.Status, out.Repeated = statusDone, true
	return http.StatusOK, out, err
}

// unchanged answers a call that would change nothing: what it asks for is so already. A key that may not read it learns
// no more than that: it has written nothing.
func (sv *Server) unchanged(c *call, planned plannedAct, p act.Preview) (int, any, error) {
	if p.Known(act.FactCandidate) || p.Before.ID != "" {
		c.Touched(p.Candidate.ID)
	}
	if !c.Caller.Key.Allows(planned.reads) {
		return http.StatusOK, plannedJSON{Status: statusUnchanged, Withheld: planned.reads}, nil
	}
	out, err := planned.read(c.Context(), act.Committed{InterviewID: p.Before.ID, CandidateID: p.Candidate.ID,
		SubmissionID: p.Submission()})
	out.Status = statusUnchanged
	return http.StatusOK, out, err
}
