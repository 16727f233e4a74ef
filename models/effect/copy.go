package effect

import (
	"slices"
	"time"

	"litmus/models"
)

// CopyState says how an interview stands in its interviewer's connected calendar.
type CopyState string

// The states of a copy for people.
const (
	CopyNone    CopyState = ""        // it is not to be there
	CopyComing  CopyState = "coming"  // it is being written, or tried again
	CopyWritten CopyState = "written" // it is there, as the interview is now
	CopyOlder   CopyState = "older"   // it is there, perhaps as the interview was before its last change
	CopyUnknown CopyState = "unknown" // it may be there: no attempt was confirmed, and none is made any more
	CopyMissing CopyState = "missing" // it is not there, and is not written any more
)

// CopyOf says how the interview stands in the calendar of the owner, who leads it or is in its panel (D11). reports are
// its [Reports], so that it never contradicts them. A canceled interview has none: its removal is an effect of its own.
func CopyOf(i models.Interview, owner string, reports []Report) CopyState {
	if !i.HasCopy(owner) || i.CanceledAt != nil || i.Unused() {
		return CopyNone
	}
	state := CopyMissing
	for _, r := range reports { // those that were tried, the oldest first, and then those that are owed
		if r.Target != EventTarget(owner) {
			continue
		}
		there := state == CopyWritten || state == CopyOlder
		switch {
		case r.Kind == EventRemoved && r.State == StateDone:
			state = CopyMissing
		case r.Kind != EventWritten:
			// Its meeting link is another matter, and a removal that was not done was overtaken by a change.
		case r.State == StateDone && r.Revision < i.AnnounceRevision:
			state = CopyOlder
		case r.State == StateDone:
			state = CopyWritten
		case r.Open():
			state = CopyComing
		case there:
			state = CopyOlder
		case r.State == StateUnknown, r.Tries > 1: // one of them may have been accepted before the last was refused
			state = CopyUnknown
		}
	}
	if d := i.DriftOfCopy(owner); d != nil && d.Kind == models.DriftDeleted && state == CopyWritten {
		return CopyMissing
	}
	return state
}

var copyWords = map[CopyState]string{
	CopyComing:  "The interview is being written into their connected calendar.",
	CopyWritten: "The interview is in their connected calendar.",
	CopyOlder:   "The interview is in their connected calendar, perhaps as it was before the last change.",
	CopyUnknown: "It is not known whether the interview is in their connected calendar.",
	CopyMissing: "The interview is not in their connected calendar.",
}

// Words say it in a sentence about the interviewer, "" for [CopyNone].
func (s CopyState) Words() string { return copyWords[s] }

// Settling is how long after a copy was written a calendar is trusted to show it so: some servers answer from replicas
// that are behind.
const Settling = time.Minute

// CopySettled returns the entry by which the owner's copy of the interview was last written as it is to be now, if
// whoever reads the calendar from begun on sees it so unless somebody changed it. It is nil for a copy that was never
// written or whose id was forgotten, since its calendar was connected anew: what is in this one is not known then.
// later says that a write is owed, under way or not [Settling] ago, so that a later reading can tell more.
func CopySettled(i models.Interview, owner string, ledger []Entry, begun time.Time) (held *Entry, later bool) {
	told := byTarget(ledger)[EventTarget(owner)]
	last := told.lastOutside()
	switch underway := slices.ContainsFunc(told, func(e Entry) bool { return e.LeaseUntil != nil }); {
	case !i.HasCopy(owner) || last == nil || slices.Contains(removals, last.Kind) || told.refusedCopy(i.Revision):
		return nil, false
	case underway, !last.settled(), last.Revision < i.AnnounceRevision, !last.tells(i), last.toMend(i),
		last.UpdatedAt.Add(Settling).After(begun):
		return nil, true
	case last.ProviderID == "":
		return nil, false
	}
	return last, false
}

// MendOwed reports whether the owner's copy of the interview is to be written anew since it was changed behind our
// back, was not yet, and is not refused.
func MendOwed(i models.Interview, owner string, ledger []Entry) bool {
	told := byTarget(ledger)[EventTarget(owner)]
	last := told.lastOutside()
	return last != nil && last.toMend(i) && !told.refusedOutside(i.Revision)
}

// refusedCopy is refusedOutside of the copy itself. It stands where only its meeting link was given up.
func (told entries) refusedCopy(revision int64) bool {
	return slices.DeleteFunc(slices.Clone(told), func(e Entry) bool { return e.Kind == EventLinked }).
		refusedOutside(revision)
}

// toMend reports whether the copy is to be written anew since the entry was.
func (e Entry) toMend(i models.Interview) bool {
	d := i.DriftOfCopy(e.Whose())
	return d != nil && e.Revision < d.Mend
}
