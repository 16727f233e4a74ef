package tools

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/wire"
)

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
	Interview *wire.Interview  `json:"interview,omitempty"`
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

	Panel []string `json:"panel,omitempty"`
}

type plannedCandidateJSON struct {
	ID    *string `json:"id"`
	Email string  `json:"email"`
	Name  string  `json:"name"`
	State string  `json:"state"`
}

type effectJSON struct {
	Words string  `json:"what"`
	To    *string `json:"to"`
	When  string  `json:"when"`
}

type momentJSON struct {
	At    string `json:"at"`
	Words string `json:"what"`
}

// wirePlan renders a preview.
func wirePlan(p act.Preview, now time.Time) *planJSON {
	out := &planJSON{Candidate: &plannedCandidateJSON{Email: p.Candidate.Email, Name: p.Candidate.Name,
		State: p.Candidate.State}, Decision: p.Decision, DecidedBefore: p.DecidedBefore, Effects: wireEffects(p, nil),
		Later: []momentJSON{}, Warnings: append([]models.Warning{}, p.Warnings...)}
	if w, is := p.NobodyNamed(); is {
		out.Warnings = append(out.Warnings, w)
	}
	if p.Known(act.FactCandidate) || p.Before.ID != "" {
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
func wireUnread(p act.Preview, scope string) *planJSON {
	theirs := func(w models.Warning) bool { // like what they offer
		return slices.Contains([]string{models.WarnInterviewerAway, models.WarnOverLimit, models.WarnNoRoom}, w.Code)
	}
	return &planJSON{Decision: p.Decision, Effects: wireEffects(p, effect.Effect.Unnamed), Later: []momentJSON{},
		Warnings: append([]models.Warning{}, slices.DeleteFunc(slices.Clone(p.Warnings), theirs)...), Withheld: scope}
}

// wireEffects renders what would be sent, as unnamed has it, nil for whom it goes to.
func wireEffects(p act.Preview, unnamed func(effect.Effect) effect.Effect) []effectJSON {
	out := []effectJSON{}
	for _, some := range []struct {
		when    string
		effects []effect.Effect
	}{{"now", p.Sent}, {"once_linked", p.Follow}, {"once_approved", p.Held}} {
		for _, e := range some.effects {
			e = p.Named(e)
			if unnamed != nil {
				out = append(out, effectJSON{unnamed(e).Words(), nil, some.when})
				continue
			}
			out = append(out, effectJSON{e.Words(), wire.TextOrNull(e.Owner()), some.when})
		}
	}
	return out
}

func wirePlanned(i models.Interview, id *string, link string, now time.Time) *plannedInterviewJSON {
	out := &plannedInterviewJSON{id, i.StatusAt(now), wire.InstantOrNull(i.ScheduledStartAt()), i.DurationMinutes,
		i.TimeZone, i.InterviewerEmail, link, nil}
	for _, s := range models.People(i.Panel) {
		out.Panel = append(out.Panel, s.Email)
	}
	return out
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
		lines = append(lines, "- "+e.Words+when)
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
