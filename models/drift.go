package models

import (
	"slices"
	"time"
)

// DriftKind says what became of the copy of an interview in the calendar of somebody who interviews.
type DriftKind string

// What becomes of a copy behind our back.
const (
	DriftDeleted  DriftKind = "deleted"  // or canceled there
	DriftDoubled  DriftKind = "doubled"  // there is more than one
	DriftMoved    DriftKind = "moved"    // it is at another time
	DriftDeclined DriftKind = "declined" // its owner said there that they will not come
)

// Drift is how the copy of an interview came to differ from it without us (ADR calendars-heal). It is stored with the
// interview, and is about one copy: that of its owner, the start and the announcement of then.
type Drift struct {
	Owner     string    `json:"owner"`     // whose calendar it is
	Of        time.Time `json:"of"`        // the start that the copy told of
	Announced int64     `json:"announced"` // [Interview.AnnounceRevision] of then

	Kind   DriftKind  `json:"kind,omitempty"`  // as the last reading found it, "" as it should be
	Start  *time.Time `json:"start,omitempty"` // where it was moved
	SeenAt time.Time  `json:"seen_at"`         // when that was found
	Said   Response   `json:"said,omitempty"`  // what its owner answered there, "" for nothing or a refusal

	Mended []DriftKind `json:"mended,omitempty"` // what was mended without asking, each once
	Mend   int64       `json:"mend,omitempty"`   // the revision that owes the copy anew, 0 for none
}

// HasCopy reports whether the person is to have a copy of the interview in their connected calendar: its lead, somebody
// else of its panel, or a room.
func (i Interview) HasCopy(email string) bool {
	if email == i.InterviewerEmail {
		return i.CalendarCopy
	}
	s := i.InPanel(email)
	return s != nil && s.CalendarCopy
}

// DriftOfCopy returns what is known of the person's copy as it is to be now, nil for nothing.
func (i Interview) DriftOfCopy(owner string) *Drift {
	same := func(d Drift) bool {
		return d.Owner == owner && d.Of.Equal(i.StartsAt) && d.Announced == i.AnnounceRevision
	}
	if !i.HasCopy(owner) {
		return nil
	}
	if owner == i.InterviewerEmail {
		if i.Drift != nil && same(*i.Drift) {
			return i.Drift
		}
		return nil
	}
	if n := slices.IndexFunc(i.Drifts, same); n >= 0 {
		return &i.Drifts[n]
	}
	return nil
}

// SaidInCopy is what the owner was last seen to say in their copy, "" for nothing and for a refusal. It is about the
// start: a copy that is announced anew may say it still.
func (i Interview) SaidInCopy(owner string) Response {
	drifts := i.Drifts
	if owner == i.InterviewerEmail {
		if drifts = nil; i.Drift != nil {
			drifts = []Drift{*i.Drift}
		}
	}
	for _, d := range drifts {
		if d.Owner == owner && d.Of.Equal(i.StartsAt) {
			return d.Said
		}
	}
	return ""
}

// SetDrift makes that what is known of its owner's copy. The lead's has a column of its own, since the release before
// reads it there.
func (i *Interview) SetDrift(d Drift) {
	if d.Owner == i.InterviewerEmail {
		i.Drift = &d
		return
	}
	others := slices.DeleteFunc(slices.Clone(i.Drifts), func(x Drift) bool {
		return x.Owner == d.Owner || !i.HasCopy(x.Owner) || !x.Of.Equal(i.StartsAt)
	})
	i.Drifts = append(others, d)
}

// DriftedOf returns how the person's copy differs from the interview at now, nil if it does not as far as is known, or
// if that is no matter any more: the session has begun, or is canceled.
func (i Interview) DriftedOf(owner string, now time.Time) *Drift {
	if d := i.DriftOfCopy(owner); d != nil && d.Kind != "" && i.Replaceable(now) {
		return d
	}
	return nil
}

// Drifted returns how copies differ from the interview at now: the lead's first, then those of the others in the order
// of their seats, then those of rooms.
func (i Interview) Drifted(now time.Time) (differ []Drift) {
	for _, email := range i.Holders() {
		if d := i.DriftedOf(email, now); d != nil {
			differ = append(differ, *d)
		}
	}
	return differ
}

// Mends reports whether the copy was mended for that reason before.
func (d *Drift) Mends(k DriftKind) bool { return d != nil && slices.Contains(d.Mended, k) }
