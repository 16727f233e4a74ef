package api

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/store"
)

// act is a call of a tool with a real effect, with its arguments read (T4). Its operation is that of REST, and it runs
// only for a plan that was confirmed.
type act struct {
	lead    string // what is done, for people: "Cancel interview int_1."
	reads   string // the scope by which what the plan shows can be read
	anybody bool   // we choose who interviews, so the lead names them (T7)
	preview func(ctx context.Context) (models.Preview, error)
	// why says why a start that is planned is not offered, nil for what is no booking.
	why func(ctx context.Context, p models.Preview) (string, error)
	do  func() (status int, body any, err error)
	// read is what the act is about as it is now: after the act, of ids that it made or changed.
	read func(ctx context.Context, of store.Committed) (plannedJSON, error)
}

// planned is the operation of a tool that plans before it does anything (T4, ADR plans-are-signed-previews). read reads
// the call's arguments.
func planned(read func(a *API, c *call) (act, error)) operation {
	return func(a *API, c *call) (int, any, error) {
		x, err := read(a, c)
		if err != nil {
			return 0, nil, err
		}
		if token := c.tool.confirms(); token != "" {
			return a.commit(c, x, token)
		}
		if c.tool.declined() {
			return http.StatusOK, plannedJSON{Status: statusDeclined}, nil
		}
		return a.plan(c, x, nil)
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
func (c *call) terms() models.PlanTerms {
	return models.PlanTerms{OrgID: c.orgID(), KeyID: c.caller.Key.ID, Tool: c.tool.name, Arguments: c.tool.arguments}
}

// plan answers what the act would do, and by which id it is confirmed. Where nothing would change there is nothing to
// confirm. because is why an older plan was refused, nil if there was none.
func (a *API) plan(c *call, x act, because error) (int, any, error) {
	p, err := x.preview(c.Context())
	if err != nil {
		return 0, nil, err
	}
	if p.Unchanged {
		return a.unchanged(c, x, p)
	}
	p = p.Foreseen()
	out, err := a.signed(c, p.Facts())
	if err != nil {
		return 0, nil, err
	}
	out.lead = x.lead
	if c.caller.Key.Allows(x.reads) {
		out.Plan = wirePlan(p, a.Store.NowOf(c.orgID()))
		if out.Plan.NotOffered, err = x.notOffered(c.Context(), p); err != nil {
			return 0, nil, err
		}
		if x.anybody {
			out.lead += " " + p.After.InterviewerEmail + " is free, and it is their turn."
		}
	} else {
		out.Plan = wireUnread(p, x.reads)
	}
	return out.offer(c, because)
}

// signed begins the answer of a plan that rests on the facts.
func (a *API) signed(c *call, facts []models.Fact) (plannedJSON, error) {
	now := a.Store.NowOf(c.orgID())
	token, expires, err := a.Store.Secret().SignPlan(c.terms(), facts, rand.Reader, now)
	if err != nil {
		return plannedJSON{}, fmt.Errorf("sign plan: %w", err)
	}
	return plannedJSON{Status: statusPlanned, PlanID: token, ExpiresAt: models.FormatInstant(expires)}, nil
}

// offer answers the plan, or asks a person whether to carry it out. because is as for [API.plan].
func (j plannedJSON) offer(c *call, because error) (int, any, error) {
	var changed *models.PlanChanged
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
func (x act) notOffered(ctx context.Context, p models.Preview) (string, error) {
	if o := p.Offered; x.why == nil || o == nil || o.Start && (o.Interviewer || p.After.InterviewerEmail == "") {
		return "", nil
	}
	return x.why(ctx, p)
}

// commit carries out the plan that was confirmed, or says what it made before.
func (a *API) commit(c *call, x act, token string) (int, any, error) {
	ctx := c.Context()
	plan, err := a.Store.Secret().ReadPlan(c.terms(), token)
	if err != nil {
		return 0, nil, err
	}
	made, err := a.Store.Committed(ctx, c.orgID(), plan.ID)
	switch {
	case err != nil:
		return 0, nil, err
	case made != nil:
		return a.repeated(c, x, *made)
	}
	if plan.Expired(a.Store.NowOf(c.orgID())) {
		return a.expired(c, x, plan)
	}
	touched := c.resourceIDs
	c.tool.plan = &plan
	status, body, err := x.do()
	c.tool.plan = nil
	if c.unchanged { // the answer that says so names them
		c.resourceIDs = touched
	}
	if err != nil || c.unchanged {
		return a.refused(c, x, plan, err)
	}
	out := done(body)
	out.Status = statusDone
	return status, out, nil
}

// expired answers a plan that was confirmed too late, or why it could not be carried out anyway.
func (a *API) expired(c *call, x act, plan models.Plan) (int, any, error) {
	p, err := x.preview(c.Context())
	if err == nil && !p.Unchanged {
		err = plan.Check(a.Store.Secret(), p.Facts())
	}
	if err != nil || p.Unchanged {
		return a.refused(c, x, plan, err)
	}
	return a.plan(c, x, models.PlanExpired(plan))
}

// refused answers a plan that is not carried out, because of the refusal, nil if there is nothing to do any more. The
// second of two calls that confirm the same plan at once is not refused: it answers with what the first made.
func (a *API) refused(c *call, x act, plan models.Plan, refusal error) (int, any, error) {
	made, err := a.Store.Committed(c.Context(), c.orgID(), plan.ID)
	var changed *models.PlanChanged
	switch {
	case err != nil:
		return 0, nil, err
	case made != nil:
		return a.repeated(c, x, *made)
	case refusal == nil, errors.As(refusal, &changed):
		return a.plan(c, x, refusal)
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
	out.Message, out.Advice = strings.TrimSuffix(sentence(refusal, c.requestID), ".")+". Nothing was done."+next, 0
	return &out
}

// repeated answers a plan that was carried out before with what it made, as that is now; a key that may not read it
// gets its id.
func (a *API) repeated(c *call, x act, made store.Committed) (int, any, error) {
	c.touched(made.Touched()...)
	if !c.caller.Key.Allows(x.reads) {
		return http.StatusOK, plannedJSON{Status: statusDone, Repeated: true, ID: made.Touched()[0],
			Withheld: x.reads}, nil
	}
	out, err := x.read(c.Context(), made)
	out.Status, out.Repeated = statusDone, true
	return http.StatusOK, out, err
}

// unchanged answers a call that would change nothing: what it asks for is so already. A key that may not read it learns
// no more than that: it has written nothing.
func (a *API) unchanged(c *call, x act, p models.Preview) (int, any, error) {
	if p.Known(models.FactCandidate) || p.Before.ID != "" {
		c.touched(p.Candidate.ID)
	}
	if !c.caller.Key.Allows(x.reads) {
		return http.StatusOK, plannedJSON{Status: statusUnchanged, Withheld: x.reads}, nil
	}
	out, err := x.read(c.Context(), store.Committed{InterviewID: p.Before.ID, CandidateID: p.Candidate.ID,
		SubmissionID: p.Submission()})
	out.Status = statusUnchanged
	return http.StatusOK, out, err
}

// What became of a call of a tool that plans.
const (
	statusPlanned   = "planned"   // nothing was done
	statusDone      = "done"      // the plan was carried out, now or before
	statusUnchanged = "unchanged" // nothing had to be done
	statusDeclined  = "declined"  // the person who was asked said no
)

// plannedJSON is the answer of a tool that plans (T4).
type plannedJSON struct {
	Status    string           `json:"status"`
	PlanID    string           `json:"plan_id,omitempty"`
	ExpiresAt string           `json:"expires_at,omitempty"`
	Changed   []string         `json:"changed,omitempty"`
	Plan      *planJSON        `json:"plan,omitempty"`
	Repeated  bool             `json:"repeated,omitempty"`
	Withheld  string           `json:"withheld,omitempty"`
	ID        string           `json:"id,omitempty"`
	Interview *interviewJSON   `json:"interview,omitempty"`
	Invite    *toolInviteJSON  `json:"invite,omitempty"`
	Decision  *decisionJSON    `json:"decision,omitempty"`
	Warnings  []models.Warning `json:"warnings,omitempty"`
	Parts     []partJSON       `json:"parts,omitempty"`
	LeftOut   []leftOutJSON    `json:"left_out,omitempty"`

	lead string
}

// planJSON is what would happen.
type planJSON struct {
	Before             *plannedInterviewJSON `json:"before"`
	After              *plannedInterviewJSON `json:"after"`
	Candidate          *plannedCandidateJSON `json:"candidate"`
	Decision           string                `json:"decision,omitempty"`
	DecidedBefore      string                `json:"decision_before,omitempty"`
	Effects            []effectJSON          `json:"effects"`
	Later              []momentJSON          `json:"later"`
	Warnings           []models.Warning      `json:"warnings"`
	Offered            *bool                 `json:"offered"`
	InterviewerOffered *bool                 `json:"interviewer_offered"`
	NotOffered         string                `json:"not_offered,omitempty"`
	Withheld           string                `json:"withheld,omitempty"`
}

type plannedInterviewJSON struct {
	ID               *string `json:"id"`
	Status           string  `json:"status"`
	ScheduledStartAt *string `json:"scheduled_start_at"`
	DurationMinutes  int     `json:"duration_minutes"`
	TimeZone         string  `json:"time_zone"`
	InterviewerEmail string  `json:"interviewer_email"`
	MeetingLink      string  `json:"meeting_link"`
}

type plannedCandidateJSON struct {
	ID    *string `json:"id"`
	Email string  `json:"email"`
	Name  string  `json:"name"`
	State string  `json:"state"`
}

type effectJSON struct {
	What string  `json:"what"`
	To   *string `json:"to"`
	When string  `json:"when"`
}

type momentJSON struct {
	At   string `json:"at"`
	What string `json:"what"`
}

// wirePlan renders a preview.
func wirePlan(p models.Preview, now time.Time) *planJSON {
	out := &planJSON{Candidate: &plannedCandidateJSON{Email: p.Candidate.Email, Name: p.Candidate.Name,
		State: p.Candidate.State}, Decision: p.Decision, DecidedBefore: p.DecidedBefore, Effects: wireEffects(p, nil),
		Later: []momentJSON{}, Warnings: append([]models.Warning{}, p.Warnings...)}
	if w, is := p.NobodyNamed(); is {
		out.Warnings = append(out.Warnings, w)
	}
	if p.Known(models.FactCandidate) || p.Before.ID != "" {
		out.Candidate.ID = &p.Candidate.ID
	}
	if p.Before.ID != "" {
		out.Before = wirePlanned(p.Before, &p.Before.ID, p.Before.MeetingLink, now)
	}
	if p.After.ID != "" {
		out.After = wirePlanned(p.After, nil, p.MeetingLink(), now)
		if p.Before.ID != "" {
			out.After.ID = out.Before.ID
		}
	}
	for _, m := range p.Later {
		out.Later = append(out.Later, momentJSON{models.FormatInstant(m.At), m.Words()})
	}
	if o := p.Offered; o != nil {
		out.Offered = &o.Start
		if p.After.InterviewerEmail != "" {
			out.InterviewerOffered = &o.Interviewer
		}
	}
	return out
}

// wireUnread renders a preview for a key that may write and not read: what would be sent, and nothing of what is stored
// (§5 rule 5). scope is the one that the key lacks.
func wireUnread(p models.Preview, scope string) *planJSON {
	away := func(w models.Warning) bool { return w.Code == models.WarnInterviewerAway } // like what they offer
	return &planJSON{Decision: p.Decision, Effects: wireEffects(p, models.Effect.Unnamed), Later: []momentJSON{},
		Warnings: append([]models.Warning{}, slices.DeleteFunc(slices.Clone(p.Warnings), away)...), Withheld: scope}
}

// wireEffects renders what would be sent, as unnamed has it, nil for whom it goes to.
func wireEffects(p models.Preview, unnamed func(models.Effect) models.Effect) []effectJSON {
	out := []effectJSON{}
	for _, some := range []struct {
		when    string
		effects []models.Effect
	}{{"now", p.Sent}, {"once_linked", p.Follow}, {"once_approved", p.Held}} {
		for _, e := range some.effects {
			if unnamed != nil {
				out = append(out, effectJSON{unnamed(e).Words(), nil, some.when})
				continue
			}
			out = append(out, effectJSON{e.Words(), textOrNull(e.Email), some.when})
		}
	}
	return out
}

func wirePlanned(i models.Interview, id *string, link string, now time.Time) *plannedInterviewJSON {
	return &plannedInterviewJSON{id, i.StatusAt(now), instantOrNull(i.ScheduledStartAt()), i.DurationMinutes,
		i.TimeZone, i.InterviewerEmail, link}
}

// sayPlanned is the text for people beside the answer.
func sayPlanned(body any) string {
	out, ok := body.(plannedJSON)
	switch {
	case !ok:
		return ""
	case out.Status == statusPlanned:
		return "Nothing is done yet. " + out.message() + "\nTo do exactly this, call the tool again with the same " +
			"arguments and plan_id, before " + out.ExpiresAt + "."
	case out.Status == statusUnchanged:
		return "Nothing had to be done: it is so already."
	case out.Status == statusDeclined:
		return "Nothing was done: the answer was no."
	case out.Repeated && out.Withheld != "":
		return "The plan was carried out before; the answer has the id of what it made."
	case out.Repeated:
		return "The plan was carried out before. The answer has what it made, as that is now."
	}
	return "Done."
}

// message says what would happen, for whoever is asked. It has addresses, and no text that a candidate wrote (T6).
func (j plannedJSON) message() string {
	lines := []string{j.lead}
	if j.Plan != nil {
		lines = append(lines, j.Plan.lines()...)
	}
	for _, part := range j.Parts {
		lines = append(append(lines, part.heading()), part.Plan.lines()...)
	}
	for _, one := range j.LeftOut {
		lines = append(lines, one.For+" is left out: "+one.Reason)
	}
	return strings.Join(lines, "\n")
}

// lines say what would happen, a line for each.
func (j *planJSON) lines() (lines []string) {
	if was := j.DecidedBefore; was != "" {
		lines = append(lines, "- the decision until now is "+was)
	}
	for _, e := range j.Effects {
		when := map[string]string{"once_linked": ", once the meeting link is made",
			"once_approved": ", once the organization is approved"}[e.When]
		lines = append(lines, "- "+e.What+when)
	}
	if len(j.Effects) == 0 {
		lines = append(lines, "- nobody is told")
	}
	for _, w := range j.Warnings {
		lines = append(lines, "- "+w.Message)
	}
	if why := j.NotOffered; why != "" {
		lines = append(lines, "- The time can be booked, though it is not offered. "+why)
	}
	return lines
}

// sentenceOf is a refusal as a sentence.
func sentenceOf(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
