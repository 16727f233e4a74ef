package models

import (
	"slices"
	"time"
)

// DriftKind says what became of the copy of an interview in its interviewer's calendar.
type DriftKind string

// What becomes of a copy behind our back.
const (
	DriftDeleted  DriftKind = "deleted"  // or canceled there
	DriftDoubled  DriftKind = "doubled"  // there is more than one
	DriftMoved    DriftKind = "moved"    // it is at another time
	DriftDeclined DriftKind = "declined" // its owner said there that they will not come
)

// Drift is how the copy of an interview came to differ from it without us (ADR calendars-heal). It is stored with the
// interview, and is about one copy: that of the interviewer, the start and the announcement of then.
type Drift struct {
	Owner     string    `json:"owner"`     // whose calendar it is
	Of        time.Time `json:"of"`        // the start that the copy told of
	Announced int64     `json:"announced"` // [Interview.AnnounceRevision] of then

	Kind   DriftKind  `json:"kind,omitempty"`  // as the last reading found it, "" as it should be
	Start  *time.Time `json:"start,omitempty"` // where it was moved
	SeenAt time.Time  `json:"seen_at"`         // when that was found

	Mended []DriftKind `json:"mended,omitempty"` // what was mended without asking, each once
	Mend   int64       `json:"mend,omitempty"`   // the revision that owes the copy anew, 0 for none
}

// DriftOfCopy returns what is known of the interview's copy as it is to be now, nil for nothing.
func (i Interview) DriftOfCopy() *Drift {
	if d := i.Drift; d != nil && i.CalendarCopy && d.Owner == i.InterviewerEmail && d.Of.Equal(i.StartsAt) &&
		d.Announced == i.AnnounceRevision {
		return d
	}
	return nil
}

// Drifted returns how the copy differs from the interview at now, nil if it does not as far as is known, or if that is
// no matter any more: the session has begun, or is canceled.
func (i Interview) Drifted(now time.Time) *Drift {
	if d := i.DriftOfCopy(); d != nil && d.Kind != "" && i.Replaceable(now) {
		return d
	}
	return nil
}

// Mends reports whether the copy was mended for that reason before.
func (d *Drift) Mends(k DriftKind) bool { return d != nil && slices.Contains(d.Mended, k) }
