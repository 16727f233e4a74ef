package setups

import (
	"cmp"
	"slices"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/setup"
	"litmus/store/candidates"
	"litmus/store/internal/db"
)

func (a *applier) applySubmissions() error {
	known, err := a.readSubmissions()
	if err != nil {
		return err
	}
	for _, e := range a.setup.Submissions {
		old := known[e.Key]
		err := a.applySubmission(e, old)
		if a.skipsErased("submission", e.Key, err) {
			if old.ID != "" {
				a.out.Submissions[e.Key] = old.ID
			}
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readSubmissions reads those that came from a file, by key.
func (a *applier) readSubmissions() (map[string]db.SubmissionRecord, error) {
	var rows []db.SubmissionRecord
	if err := db.Of(a.tx, a.org.ID).Where("key is not null").Find(&rows).Error; err != nil {
		return nil, err
	}
	out := map[string]db.SubmissionRecord{}
	for _, r := range rows {
		out[r.Key] = r
	}
	return out, nil
}

func (a *applier) applySubmission(e setup.Submission, old db.SubmissionRecord) error {
	entry := "submission " + e.Key
	if a.leaves("submission", e.Key, old.Origin) {
		if old.ID != "" {
			a.out.Submissions[e.Key] = old.ID
		}
		return nil
	}
	p, err := a.posting(entry, e.Posting)
	if err != nil {
		return err
	}
	assessmentID, err := a.assessmentID(entry, e.Assessment)
	if err != nil {
		return err
	}
	track, err := submissionTrack(entry, p, assessmentID)
	if err != nil {
		return err
	}
	c, err := a.candidate(p.ID, assessmentID, track.ID, e.Candidate)
	if err != nil {
		return db.Wrap(entry, err)
	}
	want := db.SubmissionRecord{OrgID: a.org.ID, ID: old.ID, Key: e.Key, PostingID: p.ID, AssessmentID: assessmentID,
		CandidateID: c.ID, SubmittedAt: models.Instant(e.SubmittedAt), Score: e.Score, NativeScore: e.NativeScore,
		Decision: cmp.Or(e.Decision, models.DecisionPending), GradeVersion: old.GradeVersion, CreatedAt: old.CreatedAt,
		UpdatedAt: a.now, Origin: models.OriginFile}
	exists := old.ID != ""
	graded := !sameNumber(want.Score, old.Score) || !sameNumber(want.NativeScore, old.NativeScore)
	same := exists && want.CandidateID == old.CandidateID && want.SubmittedAt.Equal(old.SubmittedAt) && !graded &&
		want.Decision == old.Decision
	if !exists {
		want.ID, want.CreatedAt = db.NewID(db.PrefixSubmission), a.now
	}
	if graded { // the file's scores are a version as those of a member are
		want.GradeVersion++
	}
	if err := a.put("submission", e.Key, exists, same, &want); err != nil {
		return err
	}
	if graded {
		if err := candidates.InsertGrade(a.tx, candidacy.Grade{OrgID: a.org.ID, SubmissionID: want.ID,
			Version: want.GradeVersion, Score: want.Score, NativeScore: want.NativeScore,
			By: models.Actor{Kind: models.ActorFile}, CreatedAt: a.now}); err != nil {
			return err
		}
	}
	a.out.Submissions[e.Key] = want.ID
	if exists && want.CandidateID == old.CandidateID && want.Decision == old.Decision {
		return nil // later changes of the candidate's state stay
	}
	return a.decided(c, models.StateOfDecision(want.Decision))
}

// decided sets the candidate's state to that of the decision.
func (a *applier) decided(c models.Candidate, state string) error {
	if c.State == state {
		return nil
	}
	row := db.CandidateRecord(c)
	row.State, row.UpdatedAt = state, a.now
	a.changed(models.StateChange(models.ChangeDecided, c, models.Candidate(row)))
	return db.Wrap("move candidate", a.tx.Select("state", "updated_at").Updates(&row).Error)
}

// submissionTrack returns the track for a candidate who is created by a submission: the default track if it has the
// assessment, else the first that has, else the default one, as an invite does.
func submissionTrack(entry string, p *postingState, assessmentID string) (*trackState, error) {
	if len(p.tracks) == 0 {
		return nil, models.Invalidf("%s names posting %s, which has no track to put the candidate in", entry, p.Key)
	}
	first := p.tracks[max(0, slices.IndexFunc(p.tracks, func(t *trackState) bool { return t.IsDefault }))]
	if first.holds(assessmentID) {
		return first, nil
	}
	if n := slices.IndexFunc(p.tracks, func(t *trackState) bool { return t.holds(assessmentID) }); n >= 0 {
		return p.tracks[n], nil
	}
	return first, nil
}

func sameNumber(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
