package pipelines

import (
	"context"

	"gorm.io/gorm"

	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// PipelineStatus reads a posting's pipeline and counts who stands where now; [models.NotFound] if the organization has
// no such posting. The number of statements is the same whatever there is.
func (s *Store) PipelineStatus(ctx context.Context, orgID, postingID string) (p pipeline.Status, err error) {
	now := s.db.NowOf(orgID)
	err = s.db.View(ctx, func(tx *gorm.DB) (err error) {
		if p.Pipeline, err = readPipeline(tx, orgID, postingID); err != nil {
			return err
		}
		// By hand, since it counts by a condition: models.Candidate.StateAt has whose invitation ran out.
		if err := tx.Raw(`select c.track_id, c.assessment_id, case when c.state = 'invited' and c.invite_expires_at <= ?
				and not exists (select 1 from interviews i where i.org_id = c.org_id and i.candidate_id = c.id
					and i.canceled_at is null) then 'expired' else c.state end as state, count(*) as n
			from candidates c where c.org_id = ? and c.posting_id = ? group by 1, 2, 3 order by 1, 2, 3`,
			now, orgID, postingID).Scan(&p.Records).Error; err != nil {
			return err
		}
		var upcoming []struct {
			RoundID string
			N       int
		}
		if err := tx.Raw(`select round_id, count(*) as n from interviews where org_id = ? and posting_id = ?
			and canceled_at is null and call_ended_at is null and starts_at > ? group by round_id`,
			orgID, postingID, now).Scan(&upcoming).Error; err != nil {
			return err
		}
		p.Upcoming = map[string]int{}
		for _, u := range upcoming {
			p.Upcoming[u.RoundID] = u.N
		}
		return nil
	})
	return p, db.Wrap("read pipeline status", err)
}
