package setups

import (
	"errors"

	"litmus/models"
	"litmus/models/setup"
	"litmus/store/candidates"
	"litmus/store/internal/db"
)

// errErasing is the error about an entry whose candidate is being erased. The entry is left as it is: the workers that
// end the erasure may not run before the file is applied, as those of `litmus up`.
var errErasing = errors.New("the candidate is being erased")

// skipsErased reports whether the entry was left as it is because of [errErasing], and notes that it was.
func (a *applier) skipsErased(kind, key string, err error) bool {
	if !errors.Is(err, errErasing) {
		return false
	}
	a.note("left %s %s as it is: its candidate is being erased; apply the file again after it", kind, key)
	a.out.Kept = append(a.out.Kept, KeptRecord{kind, key})
	return true
}

// candidate finds or creates the record for that posting, assessment and email, and locks it, so that nobody books the
// candidate meanwhile. An existing record keeps its track and state; an empty name is filled. It returns [errErasing]
// for one who is being erased.
func (a *applier) candidate(postingID, assessmentID, trackID string,
	e setup.Candidate) (models.Candidate, error) {
	for {
		found, err := candidates.LockRecord(a.tx, a.org.ID, postingID, assessmentID, e.Email)
		if found != nil && found.Erasure == models.ErasureAsked {
			return *found, errErasing
		}
		if err != nil {
			return models.Candidate{}, db.Wrap("read candidate", err)
		}
		if found != nil {
			return a.nameCandidate(*found, e.Name)
		}
		// Another transaction may make it at the same time; then the next round finds it.
		row := db.CandidateRecord{OrgID: a.org.ID, ID: db.NewID(db.PrefixCandidate), PostingID: postingID,
			AssessmentID: assessmentID, TrackID: trackID, Email: e.Email, Name: e.Name,
			State: models.CandidateInvited, CreatedAt: a.now, UpdatedAt: a.now}
		made := a.tx.Clauses(db.SkipKnown).Create(&row)
		if made.Error != nil {
			return models.Candidate{}, db.Wrap("insert candidate", made.Error)
		}
		if made.RowsAffected > 0 {
			a.changed(models.Change{Subject: models.SubjectCandidate, SubjectID: row.ID, Kind: models.ChangeCreated})
		}
	}
}

func (a *applier) nameCandidate(c models.Candidate, name string) (models.Candidate, error) {
	if c.Name != "" || name == "" {
		return c, nil
	}
	c.Name, c.UpdatedAt = name, a.now
	a.changed(models.NamedChange(c))
	return c, candidates.NameCandidate(a.store.db.Dialect, a.tx, c)
}
