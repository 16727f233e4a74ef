package pages

import (
	"context"
	"time"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
)

// turnOf is whose turn it is by a candidate's record c with its interview i that is not canceled, as
// candidacy.PositionFacts.At says it. onward says of an advanced record whether a step of its track is next: see
// [Store.goesOn]. Lists are selected and ordered by it, and TestTurns holds both to the same.
func turnOf(now time.Time, onward string) (expression string, args []any) {
	const unused = interviews.Unused
	const scheduled = "not (" + unused + ") and i.call_ended_at is null and (i.window_ends_at is null or " +
		"i.window_ends_at > ?)"
	const handedIn = "exists (select 1 from submissions x where x.org_id = c.org_id and x.candidate_id = c.id)"
	return `(case when c.state in ('rejected', 'withdrawn') then ''
		when c.state = 'expired' or c.state = 'invited' and i.id is null and c.invite_expires_at <= ? then 'team'
		when c.state in ('invited', 'in_progress') and ` + proposed + ` then 'team'
		when c.state = 'advanced' then case when ` + onward + ` then 'team' else '' end
		when ` + unused + ` and i.call_ended_at is null and (i.expires_at is null or i.expires_at > ?) then
			case when i.link_hash is not null and i.link_expires_at > ? then 'candidate' else 'team' end
		when i.id is not null and ` + scheduled + ` and i.starts_at > ? then ''
		when i.id is not null and not ` + handedIn + ` then
			case when ` + scheduled + ` and i.ends_at > ? then '' else 'team' end
		when c.state = 'submitted' or c.state = 'invited' and c.invited_at is null then 'team'
		else 'candidate' end)`, []any{now, now, now, now, now, now, now, now, now}
}

// goesOn selects the records c who stand at a next step of their track once they are advanced: one with another
// assessment or none follows, and they have no record of a later one that counts, as pipeline.TrackPlace.Onward says.
func (s *Store) goesOn() string {
	return `exists (select 1 from rounds r where r.org_id = c.org_id and r.track_id = c.track_id
		and r.position > ` + stepOf("c") + ` and not ` + holds("c") + `)
	and not exists (select 1 from candidates n` + s.db.Dialect.IndexedBy("candidates_by_email") + `
		where n.org_id = c.org_id and n.email = c.email and n.posting_id = c.posting_id
		and n.track_id = c.track_id and n.state <> 'withdrawn'
		and ` + stepOf("n") + ` > ` + stepOf("c") + `)`
}

// stepOf is the place of the first step of a record's track with its assessment, null for none.
func stepOf(record string) string {
	return "(select min(r.position) from rounds r where r.org_id = " + record + ".org_id and r.track_id = " + record +
		".track_id and " + holds(record) + ")"
}

// holds selects the steps r with the assessment of a record.
func holds(record string) string {
	return "(coalesce(r.assessment_id, '') = " + record + ".assessment_id or r.assessment_ids like '%\"' || " + record +
		".assessment_id || '\"%')"
}

// Positions says of each record of a list what [BoardCard.Position] asks, in their order. The number of statements is
// the same however many there are.
func (s *Store) Positions(ctx context.Context, orgID string, page []ListedCandidate,
	tracks map[string]pipelines.TrackSteps) ([]BoardCard, error) {
	tx := s.db.Read.WithContext(ctx)
	ids, emails := []string{""}, []string{""} // at least one, so that as much is asked whatever is listed
	cards := make(map[string]BoardCard, len(page))
	for _, c := range page {
		ids, cards[c.ID] = append(ids, c.ID), BoardCard{ListedCandidate: c}
		if c.State == models.CandidateAdvanced {
			emails = append(emails, c.Email)
		}
	}
	if err := readJudged(tx, orgID, ids, cards); err != nil {
		return nil, db.Wrap("read positions", err)
	}
	var rows []db.CandidateRecord
	if err := db.Of(tx, orgID).Select("id, posting_id, track_id, assessment_id, email, state").
		Where("email in ?", emails).Order("created_at desc, id desc").Find(&rows).Error; err != nil {
		return nil, db.Wrap("read positions", err)
	}
	type person struct{ email, trackID string }
	records := map[person][]pipeline.PlacedRecord{}
	for _, r := range rows {
		p := person{r.Email, r.TrackID}
		records[p] = append(records[p], pipeline.PlacedRecord{ID: r.ID, AssessmentID: r.AssessmentID, State: r.State})
	}
	out := make([]BoardCard, len(page))
	for n, c := range page {
		card := cards[c.ID]
		if c.State == models.CandidateAdvanced {
			own := pipeline.PlacedRecord{ID: c.ID, AssessmentID: c.AssessmentID, State: c.State}
			all := append([]pipeline.PlacedRecord{own}, records[person{c.Email, c.TrackID}]...)
			card.GoesOn, card.Plain = pipeline.PlaceIn(tracks[c.TrackID].Steps, all).Onward(c.ID)
		}
		out[n] = card
	}
	return out, nil
}
