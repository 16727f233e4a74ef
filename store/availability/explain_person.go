package availability

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// ExplainPerson says for each round of the open postings for which a person interviews why a start, which may be any
// instant, is or is not offered now with them. The interview of the id except, "" for none, takes no place;
// [models.NotFound] if the organization has no such interview. The number of queries does not depend on how many
// postings there are.
func (s *Store) ExplainPerson(ctx context.Context, orgID, email, except string,
	start time.Time) (x timetable.PersonExplanation, err error) {
	x.Email = email
	now := s.db.NowOf(orgID)
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if err := checkMoved(tx, orgID, except); err != nil {
			return err
		}
		rounds, err := readOffered(tx, orgID, email, start)
		if err != nil || len(rounds) == 0 {
			return err
		}
		longest := time.Duration(0)
		for _, r := range rounds {
			longest = max(longest, r.Round.Duration())
		}
		// What is true of the person is so on each posting, but for the painted starts.
		g, err := s.Gather(tx, SlotQuery{OrgID: orgID, PostingID: rounds[0].Posting.ID, Duration: longest, From: start,
			To: start, Named: email})
		if err != nil {
			return err
		}
		person := g.Only(email)
		for _, r := range rounds {
			person.Interviewers[0].Painted = r.painted
			r.Explanation = person.Explain(start, r.Round.Duration(), now, except)
			r.Verdict = r.Explanation.Interviewers[0]
			x.Rounds = append(x.Rounds, r.RoundExplanation)
		}
		return nil
	})
	return x, db.Wrap("explain a person's availability", err)
}

// offeredRound is a round for which a person interviews, with the start if it is painted for them there.
type offeredRound struct {
	timetable.RoundExplanation
	painted []time.Time
}

// readOffered reads the rounds of open postings that can be booked and for which the person interviews.
func readOffered(tx *gorm.DB, orgID, email string, start time.Time) (out []offeredRound, err error) {
	var rows []struct {
		PostingID, PostingTitle, ID, Title, Type, DeliveryMode string
		DurationMinutes                                        int
		Bookable, Painted                                      bool
	}
	err = tx.Raw(`select p.id as posting_id, p.title as posting_title, r.id, r.title, r.type, a.delivery_mode,
			r.duration_minutes, r.bookable, exists (select 1 from slots s where s.org_id = i.org_id
				and s.posting_id = i.posting_id and s.email = i.email and s.start_at = ?) as painted
		from posting_interviewers i
		join postings p on p.org_id = i.org_id and p.id = i.posting_id
		join rounds r on r.org_id = i.org_id and r.posting_id = i.posting_id
		join tracks t on t.org_id = r.org_id and t.id = r.track_id
		join assessments a on a.org_id = r.org_id and a.id = r.assessment_id
		where i.org_id = ? and i.email = ? and p.status = ?
		order by p.title, p.id, t.position, t.id, r.position, r.id`, start, orgID, email, models.StatusOpen).
		Scan(&rows).Error
	for _, row := range rows {
		one := offeredRound{RoundExplanation: timetable.RoundExplanation{
			Posting: models.Posting{OrgID: orgID, ID: row.PostingID, Title: row.PostingTitle},
			Round: models.Round{OrgID: orgID, ID: row.ID, Title: row.Title, Type: row.Type,
				DeliveryMode: row.DeliveryMode, DurationMinutes: row.DurationMinutes, Bookable: row.Bookable}}}
		if row.Painted {
			one.painted = []time.Time{start}
		}
		if one.Round.CheckBookable() == nil {
			out = append(out, one)
		}
	}
	return out, err
}
