package pages

import (
	"context"
	"time"

	"litmus/store/internal/db"
)

// WaitingProposal is a candidate whose proposed times wait for an answer.
type WaitingProposal struct {
	CandidateID, Name, Email string
	ProposedAt               time.Time
}

// proposed is the condition that the candidate of a record c, with the interview i of theirs that is not canceled, has
// an open proposal, but for their state: as booking.Proposal.OpenAt says it. It takes now twice.
const proposed = `exists (select 1 from proposals q where q.org_id = c.org_id and q.candidate_id = c.id
	and q.outcome = '' and q.last_end > ? and (i.id is null and q.interview_id = '' or q.interview_id = i.id
	and q.moves_from = i.starts_at and i.starts_at > ?))`

// WaitingProposals reads whose proposals the team has to answer, the longest ago first: at most twenty.
func (s *Store) WaitingProposals(ctx context.Context, orgID string) (list []WaitingProposal, err error) {
	now := s.db.NowOf(orgID)
	err = s.db.Read.WithContext(ctx).Raw(`select c.id as candidate_id, c.name, c.email, o.proposed_at
		from proposals o
		join candidates c on c.org_id = o.org_id and c.id = o.candidate_id and c.state in ('invited', 'in_progress')
		left join interviews i on i.org_id = c.org_id and i.candidate_id = c.id and i.canceled_at is null
		where o.org_id = ? and o.outcome = '' and o.last_end > ? and `+proposed+`
			and (c.state = 'in_progress' or i.id is not null or c.invite_expires_at is null or c.invite_expires_at > ?)
		order by o.proposed_at, c.id limit ?`, orgID, now, now, now, now, MaxAsking+1).Scan(&list).Error
	return list, db.Wrap("read proposals", err)
}
