package workflows

import (
	"slices"
	"time"

	"litmus/activities"
	"litmus/models/effect"
)

// FirstAttemptTime is how long letters, and whoever answers a booking, wait for the first attempts at the meeting link
// and the calendar's copy.
const FirstAttemptTime = 3 * time.Second

// firstAttempt is the first attempt at something that others wait for, at a revision of the row. A copy and its link,
// which the calendar may have ready a moment later, are two things.
type firstAttempt struct {
	target, kind string
	revision     int64
	code         string // of its failure, "" when it succeeded
}

// note keeps a first attempt in the place of the one before at the same thing.
func (s *state) note(f firstAttempt) {
	s.firstAttempts = append(slices.DeleteFunc(s.firstAttempts, func(o firstAttempt) bool {
		return o.target == f.target && o.kind == f.kind
	}), f)
}

// attempted reports whether what the plan owes the target was attempted at the plan's revision.
func (s *state) attempted(p activities.Plan, t activities.Target) bool {
	return slices.ContainsFunc(s.firstAttempts, func(f firstAttempt) bool {
		return f.target == t.Name && f.kind == t.Kind && f.revision >= p.Revision
	})
}

// unattempted are the targets of the plan whose first attempt others wait for.
func (s *state) unattempted(p activities.Plan) (out []activities.Target) {
	for _, t := range p.Targets {
		if t.Awaited() && !s.attempted(p, t) {
			out = append(out, t)
		}
	}
	return out
}

// grace is how long the first attempts at a revision are waited for. It begins with the first plan of the revision that
// has some to make.
type grace struct {
	revision int64
	until    time.Time
}

// gate says which targets must wait, and for what.
type gate struct {
	grace     grace
	first     []activities.Target // to be attempted before others; none when the grace is over
	notetaker time.Time           // until then the notetaker is not invited; zero: it may be
}

// gate is the gate of a plan at now.
func (s *state) gate(p activities.Plan, now time.Time) gate {
	g := gate{grace: s.grace}
	if first := s.unattempted(p); len(first) > 0 {
		if g.grace.revision != p.Revision {
			g.grace = grace{p.Revision, now.Add(FirstAttemptTime)}
		}
		if now.Before(g.grace.until) {
			g.first = first
		}
	}
	if now.Before(s.notetakerGate) {
		g.notetaker = s.notetakerGate
	}
	return g
}

// holds reports whether the target must wait.
func (g gate) holds(t activities.Target) bool {
	return !g.notetaker.IsZero() && t.Kind == effect.NotetakerInvited ||
		slices.ContainsFunc(g.first, func(f activities.Target) bool { return f.Step < t.Step })
}

// opens is the first instant at which a target that must wait may go, with what the timer is called in histories.
func (g gate) opens() *effect.Moment {
	m := effect.Moment{At: g.notetaker, Kind: "the notetaker is asked back"}
	if len(g.first) > 0 && (g.notetaker.IsZero() || !g.notetaker.Before(g.grace.until)) {
		m = effect.Moment{At: g.grace.until, Kind: "the first attempts were waited for long enough"}
	}
	return &m
}

// attemptedAll reports whether everything that others wait for at the revision was attempted once.
func (s *state) attemptedAll(revision int64) bool {
	return s.plan.Gone || !s.outdated && s.plan.Revision >= revision && len(s.unattempted(s.plan)) == 0
}

// attemptsAt is how the first attempts at the revision went so far.
func (s *state) attemptsAt(revision int64) FirstAttempts {
	out := FirstAttempts{All: s.attemptedAll(revision)}
	for _, f := range s.firstAttempts {
		if f.revision >= revision && f.code != "" {
			out.Codes = append(out.Codes, f.code)
		}
	}
	if s.plan.Revision < revision {
		return out
	}
	for _, code := range s.plan.Refused { // by an attempt that began before the change and found it already
		if !slices.Contains(out.Codes, code) {
			out.Codes = append(out.Codes, code)
		}
	}
	return out
}

// FirstAttempts is how the first attempts ended that the answer of a booking waits for.
type FirstAttempts struct {
	All   bool     `json:"all"`             // each was made; otherwise they go on
	Codes []string `json:"codes,omitempty"` // of those that failed
}

// Late reports whether a first attempt was not made in time, or failed on our side: its effect follows.
func (f FirstAttempts) Late() bool {
	return !f.All || slices.ContainsFunc(f.Codes, ours)
}

// Refusal is the code of the first attempt that a provider answered with an error, "" when none did. A link that its
// calendar is still making is no error.
func (f FirstAttempts) Refusal() string {
	for _, code := range f.Codes {
		if !ours(code) && code != activities.CodeLinkPending {
			return code
		}
	}
	return ""
}

// ours reports whether the code means that we failed, not a provider.
func ours(code string) bool {
	return slices.Contains([]string{activities.CodeDatabase, activities.CodeInFlight, activities.CodeTimeout,
		activities.CodeUnknown}, code)
}
