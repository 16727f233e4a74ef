package pages

import (
	"context"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/store/internal/db"
)

// Bounds of what the first page says of the team's work.
const (
	MaxUndecided   = 50                  // so many interviews are counted
	MaxAsking      = 20                  // so many who propose times, or need something
	undecidedSince = 30 * 24 * time.Hour // nobody is reminded of what is older
	LongestWaiting = 3                   // are named of each sort
)

// TeamsWork is what waits for whoever grades and decides (D10).
type TeamsWork struct {
	Submissions [2]int                // how many wait in [models.ToGrade] and in [models.ToDecide]
	Longest     [2][]ListedSubmission // who has waited longest there
	Undecided   []HeldInterview       // the longest ago first, at most one more than [MaxUndecided]
	Proposed    []WaitingProposal     // that nobody answered, the longest ago first
	Needs       []ListedAccommodation // that nobody has seen to, the longest ago first
}

// HeldInterview is an interview that took place, and nobody decided on its candidate since.
type HeldInterview struct {
	CandidateID, Name, Email string
	EndsAt                   time.Time
}

// TeamsWork reads what waits for the team. Interviews are those of the last 30 days.
func (s *Store) TeamsWork(ctx context.Context, orgID string) (w TeamsWork, err error) {
	if w.Submissions[models.ToGrade], w.Submissions[models.ToDecide], err = s.WaitingSubmissions(ctx,
		orgID); err != nil {
		return w, err
	}
	for stage := range w.Longest {
		if w.Longest[stage], _, err = s.Submissions(ctx, orgID, candidacy.SubmissionFilter{
			Stage: new(models.Stage(stage))}, nil, LongestWaiting); err != nil {
			return w, err
		}
	}
	if w.Proposed, err = s.WaitingProposals(ctx, orgID); err != nil {
		return w, err
	}
	if w.Needs, err = s.OpenAccommodations(ctx, orgID); err != nil {
		return w, err
	}
	now := s.db.NowOf(orgID)
	turn, args := turnOf(now, "false") // nobody is advanced
	err = s.db.Read.WithContext(ctx).Raw(`select c.id as candidate_id, c.name, c.email, i.ends_at
		from interviews i`+s.db.Dialect.IndexedBy("interviews_by_start")+`
		join candidates c on c.org_id = i.org_id and c.id = i.candidate_id and c.state in ('invited', 'in_progress')
		where i.org_id = ? and i.starts_at > ? and i.starts_at <= ? and i.no_show = '' and `+takes+`
			and not exists (select 1 from submissions x where x.org_id = c.org_id and x.candidate_id = c.id)
			and `+turn+` = 'team'
		order by i.starts_at, i.id limit ?`, append(append([]any{orgID, now.Add(-undecidedSince), now}, args...),
		MaxUndecided+1)...).Scan(&w.Undecided).Error
	return w, db.Wrap("read what waits for the team", err)
}
