package models

import (
	"slices"
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
	GradeVersion                                         int64 // of the [Grade] that counts; 0: not graded
	CreatedAt, UpdatedAt                                 time.Time

	Origin string // where it is kept (D24)
}

// Stage is how far the judging of a submission is (D20).
type Stage int

// The stages, in the order of the queue.
const (
	ToGrade      Stage = iota // neither graded nor decided
	ToDecide                  // graded
	DecidedStage              // with or without a grade
)

// stageNames are the stages as tools name them.
var stageNames = []string{"to_grade", "to_decide", "decided"}

// String returns the stage's name.
func (s Stage) String() string { return stageNames[s] }

// ParseStage returns the stage of that name, nil for "". The error is of kind [Invalid].
func ParseStage(name string) (*Stage, error) {
	if name == "" {
		return nil, nil
	}
	n := slices.Index(stageNames, name)
	if n < 0 {
		return nil, About(Refusal{Cause: CauseWord, Field: "status", Value: name},
			Invalidf("status %s is unknown; it is to_grade, to_decide or decided", Quote(name)))
	}
	stage := Stage(n)
	return &stage, nil
}

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

// ScoreScale is the range of a native score (§2).
type ScoreScale struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// ScoreScale returns 0 to 5 when there is a native score, else nil (decision 83).
func (s Submission) ScoreScale() *ScoreScale {
	if s.NativeScore == nil {
		return nil
	}
	scale := NativeScale
	return &scale
}
