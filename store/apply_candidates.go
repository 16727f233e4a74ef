package store

import (
	"litmus/models"
)

// candidate finds or creates the record for that posting, assessment and email, and locks it, so that nobody books the
// candidate meanwhile. An existing record keeps its track and state; an empty name is filled (decision 90).
func (a *applier) candidate(postingID, assessmentID, trackID string,
	e models.CandidateSetup) (models.Candidate, error) {
	for {
		found, err := a.store.dialect.lockRecord(a.tx, a.org.ID, postingID, assessmentID, e.Email)
		if err != nil {
			return models.Candidate{}, wrap("read candidate", err)
		}
		if found != nil {
			return a.nameCandidate(*found, e.Name)
		}
		// If another transaction creates it at the same time, the next round finds it.
		if err := insertRows(a.tx, "candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, "+
			"created_at, updated_at)", "on conflict do nothing", 1, func(int) []any {
			return []any{a.org.ID, newID(prefixCandidate), postingID, assessmentID, trackID, e.Email, e.Name,
				models.CandidateInvited, a.now, a.now}
		}); err != nil {
			return models.Candidate{}, wrap("insert candidate", err)
		}
	}
}

func (a *applier) nameCandidate(c models.Candidate, name string) (models.Candidate, error) {
	if c.Name != "" || name == "" {
		return c, nil
	}
	c.Name, c.UpdatedAt = name, a.now
	return c, a.store.dialect.nameCandidate(a.tx, c)
}
