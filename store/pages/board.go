package pages

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// BoardColumn names a column of a posting's board: the step of a track by its place, -1 for records whose assessment
// stands in no step.
type BoardColumn struct {
	TrackID string
	At      int
}

// Board is who stands where in a posting's pipeline (D17).
type Board struct {
	Columns map[BoardColumn]BoardCell
}

// BoardCell is what a column of the board has.
type BoardCell struct {
	Open  int         // records that are not done with
	Cards []BoardCard // the first of them, what waits for the team longest first, see [candidacy.Position.Compare]

	// Records that are done with at the step, by how they ended.
	WentOn, Done, Rejected, Withdrawn int
}

// Total returns how many records stand at the column, those that are done with included.
func (c BoardCell) Total() int { return c.Open + c.WentOn + c.Done + c.Rejected + c.Withdrawn }

// BoardCard is an open record of the board.
type BoardCard struct {
	ListedCandidate
	CanceledAt *time.Time         // when an interview of theirs was canceled last, nil for never
	Submission *models.Submission // the last one, nil for none
	GoesOn     bool               // they are advanced, and a step with an assessment follows
	Plain      bool               // they are advanced, and no such step does
}

// Position says where the candidate stands at now.
func (c BoardCard) Position(now time.Time) candidacy.Position {
	var proposed *time.Time
	if c.Proposal != nil {
		proposed = &c.Proposal.ProposedAt
	}
	return candidacy.PositionFacts{Candidate: c.Candidate, ProposedAt: proposed, DeliveryMode: c.DeliveryMode,
		PostingOpen: c.PostingStatus == models.StatusOpen, Interview: c.Interview, CanceledAt: c.CanceledAt,
		Submission: c.Submission, GoesOn: c.GoesOn, Plain: c.Plain}.At(now)
}

// How a record of the board is, in SQL.
const (
	boardOpen      = "open"
	boardWentOn    = "went_on" // advanced, and a record of a later step counts
	boardDone      = "done"    // advanced, and nothing follows
	boardRejected  = "rejected"
	boardWithdrawn = "withdrawn"
)

// Board reads the records of a posting by column, of each at most as many cards as limit. The lanes are those of its
// pipeline. Somebody who is advanced stands at the next step until they have a record there; a record that is done with
// is only counted. The number of statements is the same however many records there are.
func (s *Store) Board(ctx context.Context, orgID, postingID string, lanes []pipeline.Lane, limit int) (b Board,
	err error) {
	b.Columns = map[BoardColumn]BoardCell{}
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		places, err := s.readPlaces(tx, orgID, postingID, lanes, limit)
		if err != nil || len(places) == 0 {
			return err
		}
		var ids []string
		for _, p := range places {
			column := BoardColumn{p.TrackID, p.At}
			cell := b.Columns[column]
			switch p.Kind {
			case boardOpen:
				ids, cell.Open = append(ids, p.ID), p.Total
			case boardWentOn:
				cell.WentOn = p.Total
			case boardDone:
				cell.Done = p.Total
			case boardRejected:
				cell.Rejected = p.Total
			case boardWithdrawn:
				cell.Withdrawn = p.Total
			}
			b.Columns[column] = cell
		}
		cards, err := s.readCards(tx, orgID, ids)
		if err != nil {
			return err
		}
		goesOn := map[pipeline.TrackRecord]bool{}
		for _, l := range lanes {
			goesOn[l.TrackRecord] = l.GoesOn
		}
		for _, p := range places {
			card, open := cards[p.ID]
			if !open {
				continue
			}
			if card.State == models.CandidateAdvanced {
				card.GoesOn = goesOn[pipeline.TrackRecord{TrackID: card.TrackID, AssessmentID: card.AssessmentID}]
				card.Plain = !card.GoesOn
			}
			column := BoardColumn{p.TrackID, p.At}
			cell := b.Columns[column]
			cell.Cards = append(cell.Cards, card)
			b.Columns[column] = cell
		}
		return nil
	})
	now := s.db.NowOf(orgID)
	for _, cell := range b.Columns {
		slices.SortStableFunc(cell.Cards, func(x, y BoardCard) int { return x.Position(now).Compare(y.Position(now)) })
	}
	return b, db.Wrap("read board", err)
}

// boardPlace is where a record stands, with how many records of that kind stand there.
type boardPlace struct {
	ID, TrackID, Kind string
	At, Total         int
}

// readPlaces reads where the open records of a posting stand: of each column at most limit, in the order of
// [candidacy.Position.Compare], and one record of each other kind. A wait begins with the last change, the end of the
// invitation or the end of the interview.
func (s *Store) readPlaces(tx *gorm.DB, orgID, postingID string, lanes []pipeline.Lane, limit int) (places []boardPlace,
	err error) {
	now := s.db.NowOf(orgID)
	turn, turns := turnOf(now, "true")             // who went on is only counted
	values, args := "('', '', -1, -1)", []any(nil) // a row where there are no lanes
	for _, l := range lanes {
		values += fmt.Sprintf(", (?, ?, %d, %d)", l.At, l.Next)
		args = append(args, l.TrackID, l.AssessmentID)
	}
	args = append(append(args, turns...), orgID, postingID, now, now, limit)
	// By hand, since it ranks. A later record counts as in pipeline.TrackPlace.GoesOn; without "materialized" it is
	// looked for several times.
	err = tx.Raw(`with lanes(track_id, assessment_id, at, next_at) as (values `+values+`),
		known as materialized (
			select c.id, c.track_id, c.state, coalesce(l.at, -1) as at, coalesce(l.next_at, -1) as next_at,
				case when i.updated_at > c.updated_at then i.updated_at else c.updated_at end as changed_at,
				c.invite_expires_at as runs_out_at, i.starts_at, i.ends_at, `+turn+` as turn,
				c.state = 'advanced' and exists (select 1 from candidates n`+
		s.db.Dialect.IndexedBy("candidates_by_email")+`
					join lanes m on m.track_id = n.track_id and m.assessment_id = n.assessment_id
					where n.org_id = c.org_id and n.email = c.email and n.posting_id = c.posting_id
						and n.track_id = c.track_id and n.state <> 'withdrawn' and m.at > l.at) as went_on
			from candidates c
			left join lanes l on l.track_id = c.track_id and l.assessment_id = c.assessment_id
			left join interviews i on i.org_id = c.org_id and i.candidate_id = c.id and i.canceled_at is null
			where c.org_id = ? and c.posting_id = ?),
		placed as (
			select id, track_id, case turn when 'team' then 0 when 'candidate' then 1 else 2 end as turn,
				case when turn = '' and starts_at is not null then starts_at
					when ends_at > changed_at and ends_at <= ? then ends_at
					when runs_out_at > changed_at and runs_out_at <= ? then runs_out_at else changed_at end as waits,
				case when state = 'advanced' and not went_on and next_at >= 0 then next_at else at end as at,
				case when state in ('rejected', 'withdrawn') then state when state <> 'advanced' then 'open'
					when went_on then 'went_on' when next_at < 0 then 'done' else 'open' end as kind
			from known),
		ranked as (
			select id, track_id, at, kind, count(*) over (partition by track_id, at, kind) as total,
				row_number() over (partition by track_id, at, kind order by turn, waits, id) as n
			from placed)
		select id, track_id, at, kind, total from ranked where n <= case when kind = 'open' then ? else 1 end
		order by track_id, at, kind, n`, args...).Scan(&places).Error
	return places, err
}

// readCards reads the records of those ids with what says where they stand.
func (s *Store) readCards(tx *gorm.DB, orgID string, ids []string) (map[string]BoardCard, error) {
	records, err := s.listCandidates(tx, orgID, " and c.id in ?", ids)
	if err != nil {
		return nil, err
	}
	cards := make(map[string]BoardCard, len(records))
	for _, c := range records {
		cards[c.ID] = BoardCard{ListedCandidate: c}
	}
	return cards, readJudged(tx, orgID, ids, cards)
}

// readJudged adds to the cards of those ids when an interview of theirs was canceled last, and what they handed in.
func readJudged(tx *gorm.DB, orgID string, ids []string, cards map[string]BoardCard) error {
	var canceled []db.InterviewRecord
	if err := db.Of(tx, orgID).Select("candidate_id, canceled_at").
		Where("candidate_id in ? and canceled_at is not null", ids).Order("canceled_at").
		Find(&canceled).Error; err != nil {
		return err
	}
	for _, r := range canceled {
		card := cards[r.CandidateID]
		card.CanceledAt = r.CanceledAt
		cards[r.CandidateID] = card
	}
	var submissions []db.SubmissionRecord
	if err := db.Of(tx, orgID).Where("candidate_id in ?", ids).Order("submitted_at, id").
		Find(&submissions).Error; err != nil {
		return err
	}
	for _, r := range submissions {
		card := cards[r.CandidateID]
		card.Submission = new(models.Submission(r))
		cards[r.CandidateID] = card
	}
	return nil
}
