package workflows

import (
	"time"

	"litmus/models/effect"
)

// Bounds of a dismissal.
const (
	dismissAttempts   = 3
	dismissTime       = 8 * time.Second
	notetakerGateTime = 10 * time.Second // for the decision that follows; then the notetaker is invited back
)

// codeNotetakerBusy is the code of a dismissal that found no time beside another effect of the notetaker: it is not
// known then whether the notetaker is there, so the replace is refused.
const codeNotetakerBusy = "notetaker_busy"

// notetakerBusy reports whether an effect of the notetaker, or a dismissal, is under way.
func (s *state) notetakerBusy() bool { return s.targets[effect.TargetNotetaker].inFlight }

// beginDismissal notes that the notetaker is being dismissed, which keeps the main loop from starting an effect of it.
// It reports false, and notes nothing, when one is under way or no time is left.
func (s *state) beginDismissal(left time.Duration) bool {
	if s.notetakerBusy() || left <= 0 {
		return false
	}
	s.update(effect.TargetNotetaker, func(k *progress) { k.inFlight = true })
	return true
}

// endDismissal notes how a dismissal ended. A notetaker that was dismissed is not invited back at once, though the row
// still wants it: the replace that it was dismissed for is being decided.
func (s *state) endDismissal(dismissed bool, now time.Time) {
	s.update(effect.TargetNotetaker, func(k *progress) { k.inFlight = false })
	if dismissed {
		s.notetakerGate = now.Add(notetakerGateTime)
	}
}
