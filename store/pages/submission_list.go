package pages

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/store/candidates"
	"litmus/store/internal/db"
)

// stageOf is the stage of a submission s, as [models.Submission.Stage] has it and the index submissions_queue.
const stageOf = "(case when s.decision <> 'pending' then 2 when s.grade_version = 0 then 0 else 1 end)"

// ListedSubmission is a submission as the queue shows it.
type ListedSubmission struct {
	models.Submission
	CandidateEmail, CandidateName, PostingTitle, AssessmentTitle string
}

// Submissions reads one page of the queue (D20): those that are not graded, those that are not decided on, and the
// rest; within each who has waited longest comes first, and so it does of all that are not decided on, if these are
// asked for. Of those that were decided on alone, the last comes first.
// after is the place of the last one of the page before, nil for the first page; next is nil on the last one.
func (s *Store) Submissions(ctx context.Context, orgID string, f candidacy.SubmissionFilter, after *models.Position,
	limit int) (page []ListedSubmission, next *models.Position, err error) {
	where, args := "", []any(nil)
	and := func(condition string, values ...any) {
		where += " and " + condition
		args = append(args, values...)
	}
	order := stageOf + ", s.submitted_at, s.id"
	switch {
	case f.Stage == nil && !f.Undecided:
		if after != nil {
			and("("+stageOf+", s.submitted_at, s.id) > (?, ?, ?)", after.Group, after.At, after.ID)
		}
	case f.Stage != nil && *f.Stage == models.DecidedStage:
		order = "s.submitted_at desc, s.id desc"
		if after != nil {
			and("(s.submitted_at, s.id) < (?, ?)", after.At, after.ID)
		}
	default:
		order = "s.submitted_at, s.id"
		if after != nil {
			and("(s.submitted_at, s.id) > (?, ?)", after.At, after.ID)
		}
	}
	switch {
	case f.Undecided:
		and(fmt.Sprint(stageOf, " in (", int(models.ToGrade), ", ", int(models.ToDecide), ")"))
	case f.Stage != nil:
		and(fmt.Sprint(stageOf, " = ", int(*f.Stage))) // in the text, so that the index is used
	}
	if f.PostingID != "" {
		and("s.posting_id = ?", f.PostingID)
	}
	if f.CandidateID != "" {
		and("s.candidate_id = ?", f.CandidateID)
	}
	page, err = listSubmissions(s.db.Read.WithContext(ctx), orgID, where+" order by "+order+fmt.Sprint(" limit ",
		limit+1),
		args...)
	if err != nil {
		return nil, nil, db.Wrap("list submissions", err)
	}
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1].Submission
		next = &models.Position{Group: int(last.Stage()), At: last.SubmittedAt, ID: last.ID}
	}
	return page, next, nil
}

// listSubmissions reads the submissions s that the condition selects, in its order.
func listSubmissions(tx *gorm.DB, orgID, where string, args ...any) (list []ListedSubmission, err error) {
	var rows []struct {
		Submission                                                   db.SubmissionRecord `gorm:"embedded"`
		CandidateEmail, CandidateName, PostingTitle, AssessmentTitle string
	}
	err = tx.Raw(`select s.*, c.email as candidate_email, c.name as candidate_name,
			p.title as posting_title, a.title as assessment_title
		from submissions s
		join candidates c on c.org_id = s.org_id and c.id = s.candidate_id
		join postings p on p.org_id = s.org_id and p.id = s.posting_id
		join assessments a on a.org_id = s.org_id and a.id = s.assessment_id
		where s.org_id = ?`+where, append([]any{orgID}, args...)...).Scan(&rows).Error
	for _, r := range rows {
		list = append(list, ListedSubmission{models.Submission(r.Submission), r.CandidateEmail, r.CandidateName,
			r.PostingTitle, r.AssessmentTitle})
	}
	return list, err
}

// listedSubmission reads the submission as a list has it; [models.NotFound] if the organization has no such submission.
func listedSubmission(tx *gorm.DB, orgID, id string) (x ListedSubmission, err error) {
	found, err := listSubmissions(tx, orgID, " and s.id = ?", id)
	switch {
	case err != nil:
		return x, err
	case len(found) == 0:
		return x, candidates.SubmissionNotFound(id)
	}
	return found[0], nil
}

// Judged reads a submission with the grade that counts, nil for none; [models.NotFound] if the organization has no such
// submission.
func (s *Store) Judged(ctx context.Context, orgID, id string) (x ListedSubmission, g *candidacy.Grade, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if x, err = listedSubmission(tx, orgID, id); err != nil {
			return err
		}
		grades, err := candidates.ReadGrades(tx, orgID, id, x.GradeVersion-1)
		if len(grades) > 0 {
			g = &grades[len(grades)-1]
		}
		return err
	})
	return x, g, db.Wrap("read submission", err)
}

// HandedIn reads a submission with the answer that the candidate handed in, nil for one that was not made on the
// assessment's page; [models.NotFound] if the organization has no such submission.
func (s *Store) HandedIn(ctx context.Context, orgID, id string) (x ListedSubmission, a *candidacy.Answer, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if x, err = listedSubmission(tx, orgID, id); err != nil {
			return err
		}
		a, err = candidates.ReadHandedIn(tx, orgID, id, x.CandidateID)
		return err
	})
	return x, a, db.Wrap("read answer", err)
}

// WaitingSubmissions counts the submissions that wait to be graded and to be decided on. The index submissions_queue
// holds all that it reads.
func (s *Store) WaitingSubmissions(ctx context.Context, orgID string) (toGrade, toDecide int, err error) {
	var rows []struct{ Stage, N int }
	if err := s.db.Read.WithContext(ctx).Raw("select "+stageOf+" as stage, count(*) as n from submissions s "+
		"where s.org_id = ? and "+stageOf+" < 2 group by 1", orgID).Scan(&rows).Error; err != nil {
		return 0, 0, db.Wrap("count submissions", err)
	}
	for _, r := range rows {
		switch models.Stage(r.Stage) {
		case models.ToGrade:
			toGrade = r.N
		case models.ToDecide:
			toDecide = r.N
		}
	}
	return toGrade, toDecide, nil
}

// QueuePlaces says where a submission stands among those that wait as it does, and which follow it.
type QueuePlaces struct {
	Place, Of int // from 1 among those of its stage; both 0 for one that is decided on

	// Next has, for [models.ToGrade] and [models.ToDecide], the id of the one that has waited longest since it, or else
	// of the one that has waited longest of all; "" if no other waits. Waiting counts all that wait, itself included.
	Next    [2]string
	Waiting [2]int
}

// QueuePlaces reads the place of a submission in the queue (D20).
func (s *Store) QueuePlaces(ctx context.Context, orgID string, x models.Submission) (q QueuePlaces, err error) {
	query, args := "", []any(nil)
	for stage := range q.Next {
		if stage > 0 {
			query += " union all "
		}
		from := " from submissions s where s.org_id = ? and " + stageOf + fmt.Sprint(" = ", stage)
		query += fmt.Sprint("select ", stage, " as stage, (select count(*)", from, ") as waiting, (select count(*)",
			from, " and (s.submitted_at, s.id) <= (?, ?)) as place, coalesce((select s.id", from,
			" and (s.submitted_at, s.id) > (?, ?) order by s.submitted_at, s.id limit 1), (select s.id", from,
			" and s.id <> ? order by s.submitted_at, s.id limit 1), '') as next")
		args = append(args, orgID, orgID, x.SubmittedAt, x.ID, orgID, x.SubmittedAt, x.ID, orgID, x.ID)
	}
	var rows []struct {
		Stage, Waiting, Place int
		Next                  string
	}
	err = s.db.Read.WithContext(ctx).Raw(query, args...).Scan(&rows).Error
	for _, r := range rows {
		q.Next[r.Stage], q.Waiting[r.Stage] = r.Next, r.Waiting
		if models.Stage(r.Stage) == x.Stage() {
			q.Place, q.Of = r.Place, r.Waiting
		}
	}
	return q, db.Wrap("read the queue of submissions", err)
}
