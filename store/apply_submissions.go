package store

import (
	"slices"

	"litmus/models"
)

func (a *applier) applySubmissions() error {
	known, err := a.readSubmissions()
	if err != nil {
		return err
	}
	for _, e := range a.setup.Submissions {
		if err := a.applySubmission(e, known[e.Key]); err != nil {
			return err
		}
	}
	return nil
}

// readSubmissions reads the submissions that came from a file, by key.
func (a *applier) readSubmissions() (map[string]models.Submission, error) {
	var rows []models.Submission
	if err := a.tx.Raw("select * from submissions where org_id = ? and key is not null order by key",
		a.org.ID).Scan(&rows).Error; err != nil {
		return nil, err
	}
	out := map[string]models.Submission{}
	for _, r := range rows {
		out[r.Key] = r
	}
	return out, nil
}

func (a *applier) applySubmission(e models.SubmissionSetup, old models.Submission) error {
	entry := "submission " + e.Key
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
		return wrap(entry, err)
	}
	want := models.Submission{OrgID: a.org.ID, ID: old.ID, Key: e.Key, PostingID: p.ID, AssessmentID: assessmentID,
		CandidateID: c.ID, SubmittedAt: models.Instant(e.SubmittedAt),
		Score: e.Score, NativeScore: e.NativeScore, Decision: e.Decision, CreatedAt: old.CreatedAt, UpdatedAt: a.now}
	if want.Decision == "" {
		want.Decision = models.DecisionPending
	}
	exists := old.ID != ""
	same := exists && want.CandidateID == old.CandidateID && want.SubmittedAt.Equal(old.SubmittedAt) &&
		sameNumber(want.Score, old.Score) &&
		sameNumber(want.NativeScore, old.NativeScore) && want.Decision == old.Decision
	if !exists {
		want.ID, want.CreatedAt = newID(prefixSubmission), a.now
	}
	if err := a.put("submission", e.Key, "submissions", exists, same, 2, []column{
		{"org_id", want.OrgID}, {"id", want.ID}, {"key", want.Key}, {"posting_id", want.PostingID},
		{"assessment_id", want.AssessmentID}, {"candidate_id", want.CandidateID},
		{"submitted_at", want.SubmittedAt}, {"score", want.Score}, {"native_score", want.NativeScore},
		{"decision", want.Decision},
		{"created_at", want.CreatedAt}, {"updated_at", want.UpdatedAt},
	}); err != nil {
		return err
	}
	a.out.Submissions[e.Key] = want.ID
	if exists && want.CandidateID == old.CandidateID && want.Decision == old.Decision {
		return nil // later changes of the candidate's state stay
	}
	return a.decided(c, models.StateOfDecision(want.Decision))
}

// decided sets the candidate's state to that of the decision (decision 93).
func (a *applier) decided(c models.Candidate, state string) error {
	if c.State == state {
		return nil
	}
	return wrap("move candidate", a.tx.Exec("update candidates set state = ?, updated_at = ? where org_id = ? "+
		"and id = ?", state, a.now, a.org.ID, c.ID).Error)
}

// submissionTrack returns the track for a candidate who is created by a submission: the default track if it has the
// assessment, else the first that has, else the default one (as in decision 98).
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
