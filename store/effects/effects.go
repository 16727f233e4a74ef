package effects

import (
	"context"

	"litmus/models"
)

// Effects is an interview with how far its effects are, and its moments, for whoever follows it (D11).
type Effects struct {
	InterviewLedger
	Reports    []models.EffectReport
	Happenings []models.Happening
	Open       bool // something is still to be done at once
}

// Effects reads an interview with its effects; [models.NotFound] if the organization has none of that id.
func (s *Store) Effects(ctx context.Context, orgID, interviewID string) (e Effects, err error) {
	if e.InterviewLedger, err = s.InterviewLedger(ctx, models.Ref{OrgID: orgID, ID: interviewID}); err != nil {
		return Effects{}, err
	}
	now := s.db.NowOf(orgID)
	e.Reports = models.EffectReports(e.Interview, e.CandidateEmail, e.Ledger, s.db.Policy(), now)
	e.Happenings = models.Happenings(e.Interview, s.db.Policy(), now)
	for _, r := range e.Reports {
		e.Open = e.Open || r.Open()
	}
	return e, nil
}
