package candidates

import (
	"context"
	"slices"

	"litmus/models"
	"litmus/store/internal/db"
)

// Invitable is an open posting with the assessments to which candidates can be invited.
type Invitable struct {
	PostingID, Title string
	Assessments      []models.Assessment // in the order of [candidacy.Attached]; those that are not ready, too
}

// Invitables lists the open postings of the organization by title, each with the assessments that are attached to it
// and can be invited to; members of a self-select group cannot be. It takes two statements.
func (s *Store) Invitables(ctx context.Context, orgID string) (out []Invitable, err error) {
	tx := s.db.Read.WithContext(ctx)
	var rows []struct {
		PostingID, Title, Type, AssessmentID, Mode, AssessmentIDs, Unstaged string
	}
	// As in readAttached: the default track, other tracks, each in its order, then unstaged ones.
	if err := tx.Raw(`select p.id as posting_id, p.title, coalesce(r.type, '') as type,
			coalesce(r.assessment_id, '') as assessment_id, coalesce(r.assignment_mode, '') as mode,
			coalesce(r.assessment_ids, '') as assessment_ids, '' as unstaged, p.title as by_title, 0 as part,
			case when t.is_default then 0 else 1 end as other, t.position as track, coalesce(r.position, 0) as place
		from postings p
		join tracks t on t.org_id = p.org_id and t.posting_id = p.id
		left join rounds r on r.org_id = t.org_id and r.track_id = t.id and r.type <> 'step'
		where p.org_id = ? and p.status = 'open'
		union all
		select p.id, p.title, '', '', '', '', u.assessment_id, p.title, 1, 0, 0, u.position
		from postings p
		join unstaged_assessments u on u.org_id = p.org_id and u.posting_id = p.id
		where p.org_id = ? and p.status = 'open'
		order by by_title, posting_id, part, other, track, place`, orgID, orgID).Scan(&rows).Error; err != nil {
		return nil, db.Wrap("list postings", err)
	}
	var all []db.AssessmentRecord
	if err := db.Of(tx, orgID).Select("id", "key", "title", "delivery_mode", "ready").Find(&all).Error; err != nil {
		return nil, db.Wrap("list assessments", err)
	}
	known := map[string]models.Assessment{}
	for _, a := range all {
		known[a.ID] = models.Assessment(a)
	}
	var ids, barred []string // of the posting's assessments
	finish := func() {
		if len(out) == 0 {
			return
		}
		last := &out[len(out)-1]
		for _, id := range ids {
			if !slices.Contains(barred, id) {
				last.Assessments = append(last.Assessments, known[id])
			}
		}
		ids, barred = nil, nil
	}
	for _, r := range rows {
		if len(out) == 0 || out[len(out)-1].PostingID != r.PostingID {
			finish()
			out = append(out, Invitable{PostingID: r.PostingID, Title: r.Title})
		}
		members := []string{r.AssessmentID + r.Unstaged}
		if r.Type == models.StepGroup {
			members = nil
			if err := db.UnmarshalText(r.AssessmentIDs, &members); err != nil {
				return nil, db.Wrap("read group", err)
			}
			if r.Mode == models.AssignSelfSelect {
				barred = append(barred, members...)
			}
		}
		for _, id := range members {
			if id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	finish()
	return out, nil
}
