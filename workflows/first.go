package workflows

import (
	"errors"
	"slices"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
)

// Patience is how long letters, and whoever answers a booking, wait for the first attempts at the meeting link and the
// calendar's copy (decision 39).
const Patience = 3 * time.Second

// firstTry is the first attempt at something that others wait for, at a revision of the row. A copy and its link, which
// the calendar may have ready a moment later, are two things.
type firstTry struct {
	target, kind string
	revision     int64
	code         string // of its failure, "" when it went well
}

// note keeps a first attempt in the place of the one before at the same thing.
func (r *run) note(f firstTry) {
	r.tries = append(slices.DeleteFunc(r.tries, func(o firstTry) bool {
		return o.target == f.target &&
			o.kind == f.kind
	}), f)
}

// tried reports whether what the target is owed was tried at the revision that was loaded.
func (r *run) tried(t activities.Target) bool {
	return slices.ContainsFunc(r.tries, func(f firstTry) bool {
		return f.target == t.Name && f.kind == t.Kind && f.revision >= r.plan.Revision
	})
}

// untried are the targets that others wait for.
func (r *run) untried() (out []activities.Target) {
	for _, t := range r.plan.Targets {
		if t.Awaited() && !r.tried(t) {
			out = append(out, t)
		}
	}
	return out
}

// patience is how long first attempts at a revision are waited for: it begins with the first plan that has some to
// make.
type patience struct {
	revision int64
	until    time.Time
}

// held says which targets of a plan have to wait, and for what.
type held struct {
	first     []activities.Target // what is to be tried before others; none once there is no patience left
	patience  time.Time           // until when they are waited for
	notetaker time.Time           // until when the notetaker is not asked back; zero for at once
	back      []activities.Target // who has to wait
}

// holding says which targets of the plan have to wait now.
func (r *run) holding(ctx workflow.Context, plan activities.Plan) (h held) {
	now := workflow.Now(ctx)
	if first := r.untried(); len(first) > 0 {
		if r.patience.revision != plan.Revision {
			r.patience = patience{plan.Revision, now.Add(Patience)}
		}
		if now.Before(r.patience.until) {
			h.first, h.patience = first, r.patience.until
		}
	}
	if now.Before(r.hold) {
		h.notetaker = r.hold
	}
	for _, t := range plan.Targets {
		if !r.busy[t.Name] && h.holds(t) {
			h.back = append(h.back, t)
		}
	}
	return h
}

// holds reports whether the target is held back.
func (h held) holds(t activities.Target) bool {
	return !h.notetaker.IsZero() && t.Kind == models.NotetakerInvited ||
		slices.ContainsFunc(h.first, func(f activities.Target) bool { return f.Step < t.Step })
}

// until is the instant at which something is held back no more, nil when nothing is.
func (h held) until() *models.Moment {
	if len(h.back) == 0 {
		return nil
	}
	m := models.Moment{At: h.patience, Kind: "the first attempts were waited for long enough"}
	if m.At.IsZero() || !h.notetaker.IsZero() && h.notetaker.Before(m.At) {
		m = models.Moment{At: h.notetaker, Kind: "the notetaker is asked back"}
	}
	return &m
}

// refused is the code of an activity's failure, and the pause before the next attempt that it asks for.
func refused(err error) (code string, again time.Duration) {
	var app *temporal.ApplicationError
	var late *temporal.TimeoutError
	switch {
	case errors.As(err, &app):
		return app.Type(), app.NextRetryDelay()
	case errors.As(err, &late):
		return codeTimeout, 0
	}
	return codeUnknown, 0
}

// Codes of attempts that ended without a code of their own.
const (
	codeTimeout = "timeout"
	codeUnknown = "unknown"
)
