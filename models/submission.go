package models

import (
	"time"
)

// Decisions of a submission (§3).
const (
	DecisionPending = "pending"
	DecisionAdvance = "advance"
	DecisionReject  = "reject"
)

// Submission is what a candidate handed in and how it was judged.
type Submission struct {
	OrgID, ID, Key, PostingID, AssessmentID, CandidateID string
	SubmittedAt                                          time.Time
	Score                                                *float64 // legacy, 0 to 100
	NativeScore                                          *float64 // 0.0 to 5.0
	Decision                                             string
	GradeVersion                                         int64 // of the [candidacy.Grade] that counts; 0: not graded
	CreatedAt, UpdatedAt                                 time.Time

	Origin string // where it is kept (D24)

	// ReceiptZone is the zone in which the candidate's receipt says when they handed in; "" if none is owed, since it
	// came from a file, or from before there were receipts.
	ReceiptZone string
}

// Stage is how far the judging of a submission is (D20).
type Stage int

// The stages, in the order of the queue.
const (
	ToGrade      Stage = iota // neither graded nor decided
	ToDecide                  // graded
	DecidedStage              // with or without a grade
)

// StageNames are the stages as tools name them.
var StageNames = []string{"to_grade", "to_decide", "decided"}

// String returns the stage's name.
func (s Stage) String() string { return StageNames[s] }

// Stage returns how far the judging of the submission is.
func (s Submission) Stage() Stage {
	switch {
	case s.Decision != DecisionPending:
		return DecidedStage
	case s.GradeVersion == 0:
		return ToGrade
	}
	return ToDecide
}
