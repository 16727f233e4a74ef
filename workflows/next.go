package workflows

import (
	"time"

	"litmus/activities"
	"litmus/models/effect"
)

// Bounds of a run.
const (
	longestSleep      = 30 * 24 * time.Hour // then the row is loaded again, whatever its timeline says
	wakesPerRun       = 100                 // then the run continues as new with an empty history
	firstLoadPause    = 5 * time.Second     // after the database could not be read; doubled up to the longest
	longestLoadPause  = 5 * time.Minute
	longestEmptyPause = time.Minute // after activities that found nothing to do; from 2 s, doubled up to this
)

// state is what a run remembers between two decisions. The rest is in the plan, which is loaded anew for each decision,
// or comes from a batch of letters, so a run that is lost costs nothing but this.
type state struct {
	plan     activities.Plan // as it was loaded last
	outdated bool            // an effect changed the row after that
	loads    int             // plans so far
	// known is the plan that a batch made when it had sent everything, where nothing else was under way and nothing was
	// heard since; nil: it is to be loaded.
	known *activities.Plan

	wakes     int           // wake-ups and updates of this run
	full      bool          // the history is long enough: the run ends as soon as it can, and continues as new
	loadPause time.Duration // before the next load while the database cannot be read, else 0

	targets  map[string]progress // by name; never ranged over, since the order would differ in a replay
	inFlight int                 // targets whose activity the main loop started and that has not ended

	firstAttempts []firstAttempt // that others waited for, the latest of each target and kind
	grace         grace          // how long others wait for the first attempts at the plan's revision
	notetakerGate time.Time      // until then the notetaker is not invited back after it was dismissed for a replace

	// emptyAttempts counts the activities in a row that found nothing to do although the plan named their target: the
	// clocks of the workflow and of a worker disagree.
	emptyAttempts int
	paused        bool // the pause after empty attempts has passed
}

// progress is what a run knows of a target.
type progress struct {
	inFlight  bool          // an activity does its effects, or the notetaker is being dismissed
	missed    bool          // it was owed something when the row was loaded while it was in flight
	failed    bool          // the attempts of its last activity ran out
	unbatched bool          // its letter failed in a batch, and goes by itself
	delay     time.Duration // before its next activity
}

// inbox is what waits for the main loop at the instant of a decision.
type inbox struct {
	wakeUps  bool // signals that were not received yet
	reloads  bool // requests of update handlers to load the row
	handlers bool // updates whose handlers have not returned
}

// decision is what a run does next: it waits out the pause, starts activities, and goes on with a step.
type decision struct {
	pause  time.Duration  // before anything else, where step is pauseStep
	start  []start        // activities to start, in this order
	missed []string       // targets that are owed something while their activity is in flight
	gated  []string       // targets that must wait for others
	grace  grace          // to remember
	open   *effect.Moment // when the gate opens for one of them; nil: none of them waits
	wakeAt *effect.Moment // the next instant of the timeline
	step   step
}

// step is what a run does after it has started what the decision names.
type step int

// Steps of a run.
const (
	waitStep          step = iota // wait for a timer, a wake-up, a request to reload, or the end of an activity
	pauseStep                     // wait for the pause, a wake-up or a request to reload; start nothing yet
	reloadStep                    // load the row again at once
	handlersStep                  // wait until update handlers have returned, or for news; then load the row again
	completeStep                  // complete the workflow: nothing is owed, and nothing will be
	continueAsNewStep             // continue as new with the reference alone
)

// start is an activity to start.
type start struct {
	target   activities.Target
	delay    time.Duration // before it, by a timer of its own
	first    *firstAttempt // others wait for this one attempt; nil: for none
	retries  retries
	batch    batch // all targets of the activity, whose first is target; nil: it is no batch
	onlyLoad int   // the number of the load that it follows, if nothing else is under way; else 0
}

// retries are the attempts of an activity: the pause doubles from initial up to a minute.
type retries struct {
	initial  time.Duration
	attempts int32
}

// Attempts of an effect. When they run out the workflow looks again, so that operators see what fails; then it goes on,
// less often, for as long as the effect is owed.
var (
	firstRetries = retries{time.Second, 5}
	laterRetries = retries{30 * time.Second, 30}
	noRetries    = retries{time.Second, 1}
)

// next decides what a run does at now about the plan that it loaded. It changes nothing: the run calls [state.take]
// with the decision when it carries it out.
func next(s state, p activities.Plan, in inbox, now time.Time) (d decision) {
	d.grace = s.grace
	if p.Gone {
		d.step = in.end(completeStep)
		return d
	}
	if d.pause = s.emptyPause(p); d.pause > 0 {
		d.step = pauseStep
		return d
	}
	g := s.gate(p, now)
	for _, t := range p.Targets {
		k := s.targets[t.Name]
		switch {
		case k.inFlight:
			d.missed = append(d.missed, t.Name) // its attempt may have read the row before it changed
		case g.holds(t):
			d.gated = append(d.gated, t.Name)
		case !s.full || !k.failed: // in a full run the next one goes on with what fails
			d.start = append(d.start, s.attempt(p, t))
		}
	}
	if d.start = batched(d.start); len(d.start) == 1 && s.inFlight == 0 {
		d.start[0].onlyLoad = s.loads
	}
	d.grace, d.wakeAt = g.grace, p.Next
	if len(d.gated) > 0 {
		d.open = g.opens()
	}
	switch {
	case s.inFlight > 0 || len(d.start) > 0:
		d.step = waitStep
	case in.wakeUps:
		d.step = reloadStep
	case p.Next == nil && len(p.Targets) == 0:
		d.step = in.end(completeStep)
	case s.full:
		d.step = in.end(continueAsNewStep)
	}
	return d
}

// end is the step that ends a run, once no update waits for it.
func (in inbox) end(s step) step {
	if in.handlers || in.reloads {
		return handlersStep
	}
	return s
}

// attempt is the activity that does what the plan owes a target.
func (s *state) attempt(p activities.Plan, t activities.Target) start {
	k := s.targets[t.Name]
	a := start{target: t, delay: k.delay, retries: firstRetries}
	if k.failed {
		a.retries = laterRetries
	}
	if t.Awaited() && !s.attempted(p, t) {
		a.first = &firstAttempt{target: t.Name, kind: t.Kind, revision: p.Revision}
		a.retries.attempts = 1
	}
	if t.Batch && !k.failed && !k.unbatched && k.delay == 0 {
		a.batch = batch{t}
	}
	return a
}

// emptyPause is how long the run waits before it starts activities that may find nothing again, 0 for not at all.
func (s *state) emptyPause(p activities.Plan) time.Duration {
	if s.full || s.paused || len(p.Targets) == 0 || s.emptyAttempts == 0 {
		return 0
	}
	return min(time.Second<<min(s.emptyAttempts, 6), longestEmptyPause)
}

// take notes that the decision is being carried out.
func (s *state) take(d decision) {
	s.paused = false
	for _, a := range d.start {
		for _, t := range a.targets() {
			s.update(t.Name, func(k *progress) { k.inFlight, k.delay = true, 0 })
			s.inFlight++
		}
	}
	for _, name := range d.missed {
		s.update(name, func(k *progress) { k.missed = true })
	}
	s.grace = d.grace
}

func (s *state) update(target string, change func(*progress)) {
	k := s.targets[target]
	change(&k)
	s.targets[target] = k
}

// waited notes that a pause has ended, by its time or by news: news end a row of empty attempts.
func (s *state) waited(news bool) {
	if s.paused = !news; news {
		s.emptyAttempts = 0
	}
}

// wake notes a wake-up. Whoever had the notetaker dismissed has decided by then.
func (s *state) wake() {
	s.wakes++
	s.known = nil
	s.notetakerGate = time.Time{}
}

// loaded notes a plan. suggested says that Temporal suggests to continue as new.
func (s *state) loaded(p activities.Plan, suggested bool) {
	s.plan, s.outdated, s.loadPause, s.known = p, false, 0, nil
	s.loads++
	s.full = s.wakes >= wakesPerRun || suggested
}

// loadFailed returns how long the run waits before it loads the row again.
func (s *state) loadFailed() time.Duration {
	s.loadPause = min(max(firstLoadPause, 2*s.loadPause), longestLoadPause)
	return s.loadPause
}

// result is how the activity of a target ended.
type result struct {
	start
	outcome activities.Outcome
	failed  bool             // its attempts ran out
	code    string           // of the failure
	after   time.Duration    // the pause before the next attempt that its provider asks for
	plan    *activities.Plan // of a batch, see [activities.Batch]
}

// ended notes how an activity ended, and reports whether the row is to be loaded again.
func (s *state) ended(r result) (reload bool) {
	s.inFlight--
	if r.failed && r.batch != nil {
		r.after = max(r.after, time.Second)
	}
	if s.emptyAttempts++; r.failed || r.outcome.Sent > 0 || r.outcome.Failed != "" {
		s.emptyAttempts = 0
	}
	if r.first != nil {
		f := *r.first
		if f.code = r.outcome.Failed; r.failed {
			f.code, r.after = r.code, max(r.after, time.Second)
		}
		s.note(f)
	}
	missed := false
	s.update(r.target.Name, func(k *progress) {
		missed = k.missed
		k.inFlight, k.missed, k.failed = false, false, r.failed && r.first == nil && r.batch == nil
		k.unbatched = r.failed && (r.batch != nil || k.unbatched)
		if r.after > 0 {
			k.delay = r.after
		}
	})
	s.outdated = s.outdated || r.outcome.Changed
	if s.known = nil; s.inFlight == 0 && r.onlyLoad == s.loads && !s.outdated && !missed {
		s.known = r.plan
	}
	return r.failed || r.outcome.Changed || r.first != nil || missed || s.inFlight == 0
}

// timerChange says what becomes of a timer that was set for an instant (zero: there is none) when the run waits for
// next: whether it is canceled, and how long a new one takes, 0 for none. One whose instant stays is left alone, so
// that a wake-up for nothing costs no event.
func timerChange(set time.Time, next *effect.Moment, now time.Time) (cancel bool, d time.Duration) {
	switch {
	case next == nil:
		return !set.IsZero(), 0
	case set.Equal(next.At):
		return false, 0
	}
	return !set.IsZero(), min(max(next.At.Sub(now), time.Millisecond), longestSleep)
}
