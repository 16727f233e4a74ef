package effect

import (
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

// CopyOf says how the interview stands in the calendar of its interviewer (D11). reports are its [Reports], so that it
// never contradicts them. A canceled interview has none: its removal is an effect of its own.
func CopyOf(i models.Interview, reports []Report) CopyState {
	if !i.CalendarCopy || i.CanceledAt != nil || i.Unused() {
		return CopyNone
	}
	state := CopyMissing
	for _, r := range reports { // those that were tried, the oldest first, and then those that are owed
		if r.Target != EventTarget(i.InterviewerEmail) {
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
