package candidacy

import (
	"slices"

	"litmus/models"
)

// SeesTask reports whether the candidate may open the files that their assessment brings along: from the start, since
// they would tell the task before its time limit begins, until it is handed in.
func SeesTask(c models.Candidate) bool { return c.State == models.CandidateInProgress }

// SeesOwn reports whether the candidate may open the files that they added: from the start on, also those that they
// handed in.
func SeesOwn(c models.Candidate) bool {
	return SeesTask(c) || c.State == models.CandidateSubmitted || c.State == models.CandidateAdvanced ||
		c.State == models.CandidateRejected
}

// CheckFiles returns a [models.Conflict] if the files that the form showed are not those that there are now: what is
// handed in is what the page showed. Nil is a form that does not say.
func CheckFiles(shown, now []models.File) error {
	if shown == nil || slices.EqualFunc(shown, now, func(a, b models.File) bool { return a.ID == b.ID }) {
		return nil
	}
	return models.Conflictf("The files were changed meanwhile; what you sent was not handed in.")
}
