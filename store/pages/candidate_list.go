package pages

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// ListedCandidate is a candidate record as lists show it.
type ListedCandidate struct {
	models.Candidate
	PostingTitle, PostingStatus   string
	AssessmentTitle, DeliveryMode string
	Interview                     *models.Interview // that is not canceled; nil for none
	SubmissionID                  string            // the last one's, "" for none
	Proposal                      *booking.Proposal // that the team has to answer, nil for none
}

// StateAt returns the candidate's state at now.
func (c ListedCandidate) StateAt(now time.Time) string {
	return c.Candidate.StateAt(now, c.Interview != nil)
}

// Candidates reads one page of the organization's candidate records that the filter selects, the newest first (D19).
// after is the place of the last one of the page before, nil for the first page; next is nil on the last one.
func (s *Store) Candidates(ctx context.Context, orgID string, f candidacy.CandidateFilter, after *models.Position,
	limit int) (page []ListedCandidate, next *models.Position, err error) {
	where, args := s.candidatesBy(orgID, f)
	if after != nil {
		where, args = where+" and (c.created_at, c.id) < (?, ?)", append(args, after.At, after.ID)
	}
	page, err = s.listCandidates(s.db.Read.WithContext(ctx), orgID, where+
		fmt.Sprint(" order by c.created_at desc, c.id desc limit ", limit+1), args...)
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = &models.Position{At: last.CreatedAt, ID: last.ID}
	}
	return page, next, db.Wrap("list candidates", err)
}

// candidatesBy is the condition that candidates c, with their interviews i that are not canceled, match the filter.
func (s *Store) candidatesBy(orgID string, f candidacy.CandidateFilter) (where string, args []any) {
	and := func(condition string, values ...any) {
		where += " and " + condition
		args = append(args, values...)
	}
	if f.PostingID != "" {
		and("c.posting_id = ?", f.PostingID)
	}
	// As models.Candidate.StateAt: who is still invited when the invitation has run out is expired. An end has only who
	// was invited: it is said for the index candidates_invited.
	const ranOut = "c.state = 'invited' and c.invited_at is not null and c.invite_expires_at <= ? and i.id is null"
	switch now := s.db.NowOf(orgID); f.State {
	case "":
	case models.CandidateInvited:
		and("c.state = 'invited' and (c.invite_expires_at is null or c.invite_expires_at > ? or i.id is not null)", now)
	case models.CandidateExpired:
		and("(c.state = 'expired' or "+ranOut+")", now)
	default:
		and("c.state = ?", f.State)
	}
	if f.Invited {
		and("c.invited_at is not null")
	}
	if f.Turn != candidacy.TurnNobody {
		turn, turns := turnOf(s.db.NowOf(orgID), s.goesOn())
		and(turn+" = ?", append(turns, string(f.Turn))...)
	}
	if text := strings.TrimSpace(f.Text); text != "" {
		condition, given := s.db.Dialect.Contains(text, "c.email", "c.name")
		and(condition, given...)
	}
	if f.Owner != "" {
		and("exists (select 1 from interviews x where x.org_id = c.org_id and x.candidate_id = c.id and "+
			interviews.OwnedBy(s.db.Dialect, "x")+")", f.Owner, f.Owner)
	}
	return where, args
}

// listCandidates reads the records c that the condition selects, in its order, and their interviews i that are not
// canceled: two statements.
func (s *Store) listCandidates(tx *gorm.DB, orgID, where string, args ...any) ([]ListedCandidate, error) {
	var rows []struct {
		Candidate                     db.CandidateRecord `gorm:"embedded"`
		PostingTitle, PostingStatus   string
		AssessmentTitle, DeliveryMode string
		SubmissionID                  string
		ProposedTimes, ProposedZone   string
		ProposedNote, ProposedMoves   string
		ProposedFrom, ProposedAt      *time.Time
	}
	if err := tx.Raw(`select c.*, p.title as posting_title, p.status as posting_status,
			a.title as assessment_title, a.delivery_mode,
			coalesce((select max(x.id) from submissions x where x.org_id = c.org_id and x.candidate_id = c.id), '')
				as submission_id,
			q.times as proposed_times, q.zone as proposed_zone, q.note as proposed_note,
			q.interview_id as proposed_moves, q.moves_from as proposed_from, q.proposed_at
		from candidates c
		join postings p on p.org_id = c.org_id and p.id = c.posting_id
		join assessments a on a.org_id = c.org_id and a.id = c.assessment_id
		left join interviews i on i.org_id = c.org_id and i.candidate_id = c.id and i.canceled_at is null
		left join proposals q on q.org_id = c.org_id and q.candidate_id = c.id and q.outcome = ''
		where c.org_id = ?`+where, append([]any{orgID}, args...)...).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return nil, err
	}
	out, ids := make([]ListedCandidate, len(rows)), make([]string, len(rows))
	for n, r := range rows {
		out[n] = ListedCandidate{Candidate: models.Candidate(r.Candidate), PostingTitle: r.PostingTitle,
			PostingStatus: r.PostingStatus, AssessmentTitle: r.AssessmentTitle, DeliveryMode: r.DeliveryMode,
			SubmissionID: r.SubmissionID}
		ids[n] = r.Candidate.ID
	}
	live, err := interviews.ReadInterviewRows(s.db.Dialect, tx, orgID, true, // whole, for models.Member.Owns
		" and i.candidate_id in ? and i.canceled_at is null", ids)
	if err != nil {
		return nil, err
	}
	held := map[string]*models.Interview{}
	for n := range live {
		held[live[n].CandidateID] = &live[n].Interview
	}
	now := s.db.NowOf(orgID)
	for n, r := range rows {
		out[n].Interview = held[out[n].ID]
		if r.ProposedAt == nil {
			continue
		}
		p := booking.Proposal{Zone: r.ProposedZone, Note: r.ProposedNote, InterviewID: r.ProposedMoves,
			MovesFrom: r.ProposedFrom, ProposedAt: *r.ProposedAt}
		if err := db.UnmarshalText(r.ProposedTimes, &p.Times); err != nil {
			return nil, err
		}
		if p.OpenAt(out[n].Candidate, out[n].Interview, now) {
			out[n].Proposal = &p
		}
	}
	return out, nil
}
