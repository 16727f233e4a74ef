package effects

import (
	"context"

	"litmus/models"
	"litmus/models/effect"
)

// Effects is an interview with how far its effects are, and its moments, for whoever follows it (D11).
type Effects struct {
	InterviewLedger
	Reports    []effect.Report
	Happenings []effect.Happening
	Open       bool // something is still to be done at once
}

// Effects reads an interview with its effects; [models.NotFound] if the organization has none of that id.
func (s *Store) Effects(ctx context.Context, orgID, interviewID string) (e Effects, err error) {
	if e.InterviewLedger, err = s.InterviewLedger(ctx, models.Ref{OrgID: orgID, ID: interviewID}); err != nil {
		return Effects{}, err
	}
	now := s.db.NowOf(orgID)
	e.Reports = effect.Reports(e.Interview, e.CandidateEmail, e.Ledger, s.db.Policy(), now)
	e.Happenings = effect.Happenings(e.Interview, s.db.Policy(), now)
	for _, r := range e.Reports {
		e.Open = e.Open || r.Open()
	}
	return e, nil
}
