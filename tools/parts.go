package tools

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"litmus/models"
	"litmus/models/act"
	"litmus/scheduling"
	"litmus/wire"
)

// plannedActs is a call of a tool that acts on several under one plan (T4), with its arguments read.
type plannedActs struct {
	of    []string // what each act is about, as the call names it
	lead  func(count int) string
	reads string // the scope by which what the plan shows can be read

	commands []scheduling.Command

	read func(ctx context.Context, done act.Committed) (plannedJSON, error)
}

// partJSON is one of several acts under one plan: what would happen, or what it made.
type partJSON struct {
	For       string          `json:"for"`
	ID        string          `json:"id,omitempty"`
	Plan      *planJSON       `json:"plan,omitempty"`
	Interview *wire.Interview `json:"interview,omitempty"`
	Invite    *toolInviteJSON `json:"invite,omitempty"`
	Decision  *decisionJSON   `json:"decision,omitempty"`
}

// leftOutJSON is one of several that is not done, with why.
type leftOutJSON struct {
	For    string `json:"for"`
	Reason string `json:"reason"`
}

// heading begins what is said of the part.
func (j partJSON) heading() string {
	if after := j.Plan.After; after != nil && after.InterviewerEmail != "" {
		return j.For + ", with " + after.InterviewerEmail + ":"
	}
	return j.For + ":"
}

// together is [planned] for a tool that acts on several.
func together(read func(sv *Server, c *call) (plannedActs, error)) operation {
	return func(sv *Server, c *call) (int, any, error) {
		planned, err := read(sv, c)
		if err != nil {
			return 0, nil, err
		}
		if token := c.tool.confirms(); token != "" {
			return sv.commitParts(c, planned, token)
		}
		if c.tool.declined() {
			return http.StatusOK, plannedJSON{Status: statusDeclined}, nil
		}
		return sv.planParts(c, planned, nil)
	}
}

// planParts answers what the acts would do, by which id that is confirmed, and which are left out and why. because is
// as for [Server.plan].
func (sv *Server) planParts(c *call, planned plannedActs, because error) (int, any, error) {
	parts, err := sv.Acts.Several(c.Context(), c.by(), planned.commands)
	if err != nil {
		return 0, nil, err
	}
	decided := make([]act.Part, len(parts))
	for n, p := range parts {
		decided[n] = p.Part
	}
	out, err := sv.signed(c, act.FactsOf(decided))
	if err != nil {
		return 0, nil, err
	}
	now, reads := sv.Store.NowOf(c.OrgID()), c.Caller.Key.Allows(planned.reads)
	for n, p := range decided {
		if p.Preview == nil {
			continue
		}
		part := partJSON{For: planned.of[n]}
		if foreseen := p.Preview.Foreseen(); reads {
			part.Plan = wirePlan(foreseen, now)
		} else {
			part.Plan = wireUnread(foreseen, planned.reads)
		}
		out.Parts = append(out.Parts, part)
	}
	out.LeftOut, out.lead = planned.leftOut(c, parts), planned.lead(len(out.Parts))
	if len(out.Parts) == 0 {
		status, body, err := out.nothing(parts)
		if because != nil {
			err = c.afterwards(err)
		}
		return status, body, err
	}
	return out.offer(c, because)
}

// leftOut says which of the parts are left out, and why.
func (planned plannedActs) leftOut(c *call, parts []scheduling.Part) (out []leftOutJSON) {
	for n, p := range parts {
		switch {
		case p.LeftOut != nil:
			out = append(out, leftOutJSON{planned.of[n], sentence(p.LeftOut, c.RequestID)})
		case p.Preview == nil:
			out = append(out, leftOutJSON{planned.of[n], "it is so already"})
		}
	}
	return out
}

// nothing answers a call of which no part can be done: a refusal like that of the first that is refused, unless all of
// it is so already.
func (j plannedJSON) nothing(parts []scheduling.Part) (int, any, error) {
	for _, p := range parts {
		var e *models.Error
		if !errors.As(p.LeftOut, &e) {
			continue
		}
		reasons := make([]string, len(j.LeftOut))
		for n, one := range j.LeftOut {
			reasons[n] = one.For + ": " + strings.TrimSuffix(one.Reason, ".")
		}
		return 0, nil, &models.Error{Kind: e.Kind, RetryAfter: e.RetryAfter, Message: "none of it can be done. " +
			strings.Join(reasons, ". ")}
	}
	return http.StatusOK, plannedJSON{Status: statusUnchanged, LeftOut: j.LeftOut}, nil
}

// commitParts carries out the plan that was confirmed, all of it or nothing, or says what it made before. Unlike a
// booking no act of these does anything elsewhere before it is committed, so nothing is looked at before.
func (sv *Server) commitParts(c *call, planned plannedActs, token string) (int, any, error) {
	ctx := c.Context()
	plan, made, err := sv.confirmed(c, token)
	switch {
	case err != nil:
		return 0, nil, err
	case made != nil:
		return sv.repeatedParts(c, planned, *made)
	case plan.Expired(sv.Store.NowOf(c.OrgID())):
		return sv.planParts(c, planned, act.PlanExpired(plan))
	}
	c.tool.plan = &plan
	parts, err := sv.Acts.Several(ctx, c.by(), planned.commands)
	c.tool.plan = nil
	var changed *act.PlanChanged
	switch {
	case errors.Is(err, act.ErrCommitted): // by the first of two calls at once
		if made, err = sv.Store.Committed(ctx, c.OrgID(), plan.ID); err != nil {
			return 0, nil, err
		}
		return sv.repeatedParts(c, planned, *made)
	case errors.As(err, &changed):
		return sv.planParts(c, planned, err)
	case err != nil:
		return 0, nil, c.afterwards(err)
	}
	var done []act.Committed
	for n, p := range parts {
		if p.Preview != nil {
			if p.Onward != "" {
				c.Touched(p.Onward)
			}
			p.Made.Part = n
			done = append(done, p.Made)
		}
	}
	out, err := sv.madeParts(c, planned, done, true)
	out.LeftOut = planned.leftOut(c, parts)
	return http.StatusOK, out, err
}

// repeatedParts answers a plan that was carried out before with what it made, as [Server.repeated] does.
func (sv *Server) repeatedParts(c *call, planned plannedActs, made act.Committed) (int, any, error) {
	reads := c.Caller.Key.Allows(planned.reads)
	out, err := sv.madeParts(c, planned, made.Parts, reads)
	out.Repeated = true
	if !reads {
		out.Withheld = planned.reads
	}
	return http.StatusOK, out, err
}

// madeParts reads what the parts of a plan made, as that is now, or has their ids alone if the key may not read it.
func (sv *Server) madeParts(c *call, planned plannedActs, made []act.Committed, reads bool) (plannedJSON, error) {
	out := plannedJSON{Status: statusDone}
	for _, m := range made {
		c.Touched(m.Touched()...)
		part := partJSON{For: planned.of[m.Part], ID: m.Touched()[0]}
		if reads {
			one, err := planned.read(c.Context(), m)
			if err != nil {
				return plannedJSON{}, err
			}
			part = partJSON{For: part.For, Interview: one.Interview, Invite: one.Invite, Decision: one.Decision}
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}
