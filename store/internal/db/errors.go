package db

import "litmus/models"

// ConstraintErrors are the errors for constraints that two transactions can violate although each was decided
// correctly.
var ConstraintErrors = map[string]error{
	"one_live_interview_per_candidate": models.About(models.Refusal{Cause: models.CauseHas},
		models.Advised(models.Conflictf("the candidate already has an interview; "),
			models.AdviceReplace)),
	"no_interviewer_overlap": models.Conflictf("the interviewer already has an interview at that time"),
	"one_candidate_per_assessment_and_email": models.Conflictf("the candidate was created by another request at the " +
		"same time; read it again"),
	// PostgreSQL's names: what a booking or an invite read was removed before it was written
	"interviews_org_id_posting_id_track_id_round_id_fkey": models.Conflictf("the step was removed at the same time; " +
		"read the pipeline again"),
	"candidates_org_id_posting_id_track_id_fkey": models.Conflictf("the track was removed at the same time; read the " +
		"pipeline again"),
	"candidates_org_id_assessment_id_fkey": models.Conflictf("the assessment was removed at the same time; read the " +
		"pipeline again"),
	"half_hour_slots": models.About(models.Refusal{Cause: models.CauseGrid},
		models.Invalidf("slot start times must be on the hour or half hour")),
}

// Wrap adds what was being done to err; it returns nil for nil.
func Wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return &wrapped{doing, err}
}

// wrapped is an error of the store, by which it is told from those of other servers: see [Away].
type wrapped struct {
	doing string
	err   error
}

// Error implements error.
func (w *wrapped) Error() string { return w.doing + ": " + w.err.Error() }

// Unwrap returns what went wrong.
func (w *wrapped) Unwrap() error { return w.err }
