package pipelines

import (
	"encoding/json"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/store/internal/db"
)

// ReadPickRound reads the round for which the candidate picks a time, nil if there is none: the first bookable live one
// with their assessment in their track. An interview that they move stays in its round while that can be booked, since
// the team may have chosen another one.
func ReadPickRound(tx *gorm.DB, c models.Candidate, moving *models.Interview) (*models.Round, error) {
	present := ""
	if moving != nil {
		present = moving.RoundID
	}
	type found struct {
		ID, Key, Title            string
		Position, DurationMinutes int
		Indefinite                bool
		FallbackRecipients, Seats string
	}
	row, err := db.First[found](tx, `select r.id, r.key, r.title, r.position, r.duration_minutes, r.indefinite,
		r.fallback_recipients, coalesce(r.seats, '') as seats
		from rounds r join assessments a on a.org_id = r.org_id and a.id = r.assessment_id
		where r.org_id = ? and r.posting_id = ? and r.track_id = ? and r.assessment_id = ? and r.type = 'assessment'
			and r.bookable and a.delivery_mode = 'sync'
		order by case when r.id = ? then 0 else 1 end, r.position, r.id limit 1`,
		c.OrgID, c.PostingID, c.TrackID, c.AssessmentID, present)
	if err != nil || row == nil {
		return nil, db.Wrap("read round", err)
	}
	r := &models.Round{
		OrgID: c.OrgID, ID: row.ID, PostingID: c.PostingID, TrackID: c.TrackID, Key: row.Key,
		Type: models.StepAssessment, Title: row.Title, Position: row.Position, AssessmentID: c.AssessmentID,
		DeliveryMode: models.DeliverySync, DurationMinutes: row.DurationMinutes, Bookable: true,
		Indefinite: row.Indefinite,
	}
	if err := db.UnmarshalText(row.Seats, &r.Seats); err != nil {
		return nil, db.Wrap("read seats", err)
	}
	return r, db.Wrap("read fallback recipients", json.Unmarshal([]byte(row.FallbackRecipients), &r.FallbackRecipients))
}
