package candidacy

import (
	"slices"
	"strings"

	"litmus/models"
)

// CandidateStates are all states of candidates, in the order in which they are reached.
var CandidateStates = []string{models.CandidateInvited, models.CandidateInProgress, models.CandidateSubmitted,
	models.CandidateAdvanced, models.CandidateRejected, models.CandidateExpired, models.CandidateWithdrawn}

// CandidateFilter selects candidate records of a list (D19). Empty fields do not filter.
type CandidateFilter struct {
	PostingID string
	State     string // as [models.Candidate.StateAt] shows it
	Turn      Turn   // whose turn it is, as [PositionFacts.At] says; [TurnNobody] does not filter
	Text      string // a part of the name or of the address, in either case
	Invited   bool   // only those with an invitation
	Owner     string // address of a member: only candidates with an interview that is theirs ([models.Member.Owns])
}

// CheckCandidateState returns an [models.Invalid] error unless the state is "" or one of [CandidateStates].
func CheckCandidateState(state string) error {
	if state != "" && !slices.Contains(CandidateStates, state) {
		return models.About(models.Refusal{Cause: models.CauseWord, Field: "state", Value: state},
			models.Invalidf("state %s is unknown; the states are %s", models.Quote(state),
				strings.Join(CandidateStates, ", ")))
	}
	return nil
}

// SubmissionFilter selects submissions of the queue (D20).
type SubmissionFilter struct {
	PostingID   string        // "": of all
	CandidateID string        // "": of all
	Stage       *models.Stage // nil: all
	Undecided   bool          // whatever is graded or not; the stage is nil then
}

// Judged lets the filter select the submissions of that status, any for "": a stage's name, or undecided. The error is
// of kind [models.Invalid].
func (f *SubmissionFilter) Judged(status string) error {
	if status == "" {
		return nil
	}
	if f.Undecided = status == undecided; f.Undecided {
		return nil
	}
	n := slices.Index(models.StageNames, status)
	if n < 0 {
		return models.About(models.Refusal{Cause: models.CauseWord, Field: "status", Value: status},
			models.Invalidf("status %s is unknown; it is to_grade, to_decide, undecided or decided", models.Quote(status)))
	}
	stage := models.Stage(n)
	f.Stage = &stage
	return nil
}

// undecided is what tools call to_grade and to_decide together.
const undecided = "undecided"
