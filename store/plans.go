package store

import (
	"context"
	"encoding/json"

	"litmus/models/act"
	"litmus/store/internal/db"
)

// Committed returns what the organization's plan of that id made, nil if it was not carried out.
func (s *Store) Committed(ctx context.Context, orgID, planID string) (*act.Committed, error) {
	found, err := db.Take[db.CommittedRecord](db.Of(s.db.Read.WithContext(ctx), orgID).Where("id = ?", planID))
	if err != nil || found == nil {
		return nil, db.Wrap("look up plan", err)
	}
	made := &act.Committed{OrgID: found.OrgID, ID: found.ID, KeyID: found.KeyID, Tool: found.Tool,
		CommittedAt: found.CommittedAt, InterviewID: found.InterviewID, CandidateID: found.CandidateID,
		SubmissionID: found.SubmissionID}
	if found.Made != "" {
		err = json.Unmarshal([]byte(found.Made), &made.Parts)
	}
	return made, db.Wrap("read what a plan made", err)
}
