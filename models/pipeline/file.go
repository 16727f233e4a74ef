package pipeline

import (
	"time"

	"litmus/models"
)

// CheckBrings returns a [models.Conflict] for an assessment that brings no files along: a live interview has nothing
// that candidates start, so there is nothing after which they could open them.
func CheckBrings(a models.Assessment) error {
	if a.DeliveryMode == models.DeliverySync {
		return models.Conflictf("a live interview brings no files along; link to them in its instructions")
	}
	return nil
}

// FileChange is the change of an assessment that a file was added to or removed from (D4).
func FileChange(what models.ChangeKind, f models.File, at time.Time) models.Change {
	return models.Change{Subject: models.SubjectAssessment, SubjectID: f.AssessmentID, Kind: what, At: at,
		Details: models.Changed(models.FieldRecord, "", f.Name)}
}
