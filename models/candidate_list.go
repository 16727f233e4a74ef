package models

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// CandidateStates are all states of candidates, in the order in which they are reached.
var CandidateStates = []string{CandidateInvited, CandidateInProgress, CandidateSubmitted, CandidateAdvanced,
	CandidateRejected, CandidateExpired, CandidateWithdrawn}

// CandidateFilter selects candidate records of a list (D19). Empty fields do not filter.
type CandidateFilter struct {
	PostingID string
	State     string // as [Candidate.StateAt] shows it
	Text      string // a part of the name or of the address, in either case
	Owner     string // address of a member: only candidates with an interview that is theirs ([Member.Owns])
}

// CheckCandidateState returns an [Invalid] error unless the state is "" or one of [CandidateStates].
func CheckCandidateState(state string) error {
	if state != "" && !slices.Contains(CandidateStates, state) {
		return About(Refusal{Cause: CauseWord, Field: "state", Value: state},
			Invalidf("state %s is unknown; the states are %s", Quote(state), strings.Join(CandidateStates, ", ")))
	}
	return nil
}

// SubmissionFilter selects submissions of the queue (D20).
type SubmissionFilter struct {
	PostingID   string // "": of all
	CandidateID string // "": of all
	Stage       *Stage // nil: all
	Undecided   bool   // whatever is graded or not; the stage is nil then
}

// Place is a position in a list of the dashboard that is ordered by an instant and then by id. Group comes before both
// where a list has groups, such as the stages of the queue.
type Place struct {
	Group int
	At    time.Time // to the millisecond
	ID    string
}

// String returns the place for an address; [ParsePlace] reads it.
func (p Place) String() string {
	return strconv.Itoa(p.Group) + "." + strconv.FormatInt(p.At.UnixMilli(), 10) + "." + p.ID
}

// ParsePlace reads what [Place.String] returned, nil for "". It is in the address, so it may be anything; the error is
// of kind [Invalid].
func ParsePlace(s string) (*Place, error) {
	if s == "" {
		return nil, nil
	}
	parts := strings.SplitN(s, ".", 3)
	if len(parts) == 3 {
		group, err := strconv.Atoi(parts[0])
		at, err2 := strconv.ParseInt(parts[1], 10, 64)
		if err == nil && err2 == nil && group >= 0 && group < 10 && at > -1<<45 && at < 1<<45 {
			return &Place{group, time.UnixMilli(at).UTC(), parts[2]}, nil
		}
	}
	return nil, Invalidf("after %s is no place in this list; open the list again", Quote(s))
}
