package availability

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// Around reads what the starts around these interviews depend on, by the posting's id: from the first of a posting's
// interviews until that long after its last one. names are those of who interviews there, by email. The number of
// queries depends on the number of postings, and not on that of interviews or interviewers.
func (s *Store) Around(ctx context.Context, orgID string, list []models.Interview,
	after time.Duration) (byInterview map[string]timetable.Availability, names map[string]string, err error) {
	var postings []string
	spans := map[string]SlotQuery{}
	for _, i := range list {
		q, known := spans[i.PostingID]
		if !known {
			postings = append(postings, i.PostingID)
			q = SlotQuery{OrgID: orgID, PostingID: i.PostingID, Duration: db.Longest, From: i.StartsAt, To: i.StartsAt}
		}
		if i.StartsAt.Before(q.From) {
			q.From = i.StartsAt
		}
		if i.StartsAt.After(q.To) {
			q.To = i.StartsAt
		}
		spans[i.PostingID] = q
	}
	byInterview, names = map[string]timetable.Availability{}, map[string]string{}
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		var emails []string
		for _, id := range postings {
			q := spans[id]
			q.To = q.To.Add(after)
			g, err := s.Gather(tx, q)
			if err != nil {
				return err
			}
			byInterview[id] = g.Availability
			for _, iv := range g.Interviewers {
				emails = append(emails, iv.Email)
			}
		}
		people, err := readPeople(tx, orgID, emails)
		for email, p := range people {
			names[email] = p.Name
		}
		return err
	})
	return byInterview, names, db.Wrap("read availability around interviews", err)
}
