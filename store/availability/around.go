package availability

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// around is what interviews ask about together: those of a posting, or those with a panel of a round.
type around struct{ posting, panelOf string }

// Around reads what the starts around these interviews depend on, for each in the order of the list: from the first of
// a posting's interviews until that long after its last one, and of those with a panel of what their round's seats ask.
// names are those of who could interview, by email. The number of queries depends on the number of postings and such
// rounds, and not on that of interviews or interviewers.
func (s *Store) Around(ctx context.Context, orgID string, list []models.Interview,
	after time.Duration) (out []booking.HandingOver, names map[string]string, err error) {
	var asked []around
	var rounds []string
	spans := map[around]SlotQuery{}
	part := make([]around, len(list))
	for n, i := range list {
		part[n] = around{posting: i.PostingID}
		if len(i.Panel) > 0 {
			part[n].panelOf = i.RoundID
			rounds = append(rounds, i.RoundID)
		}
		q, known := spans[part[n]]
		if !known {
			asked = append(asked, part[n])
			q = SlotQuery{OrgID: orgID, PostingID: i.PostingID, Duration: db.Longest, From: i.StartsAt, To: i.StartsAt}
		}
		if i.StartsAt.Before(q.From) {
			q.From = i.StartsAt
		}
		if i.StartsAt.After(q.To) {
			q.To = i.StartsAt
		}
		for _, one := range models.People(i.Panel) {
			q.others = append(q.others, one.Email)
		}
		spans[part[n]] = q
	}
	names, out = map[string]string{}, make([]booking.HandingOver, len(list))
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		seats, err := readSeats(tx, orgID, rounds)
		if err != nil {
			return err
		}
		var emails []string
		read := map[around]gathered{}
		for _, one := range asked {
			q := spans[one]
			q.To, q.Seats = q.To.Add(after), seats[one.panelOf]
			if read[one], err = s.Gather(tx, q); err != nil {
				return err
			}
			for _, iv := range read[one].Interviewers {
				emails = append(emails, iv.Email)
			}
		}
		for n, i := range list {
			g := read[part[n]]
			out[n] = booking.HandingOver{Interview: i, Available: g.Availability}
			if len(i.Panel) > 0 && len(g.Places) == 0 {
				out[n].Busy = map[string][]timetable.Booked{}
				for _, one := range i.Others() {
					out[n].Busy[one.Email] = g.Bookings[one.Email]
				}
			}
		}
		people, err := readPeople(tx, orgID, emails)
		for email, p := range people {
			names[email] = p.Name
		}
		return err
	})
	return out, names, db.Wrap("read availability around interviews", err)
}

// readSeats reads the seats of these rounds, by their ids.
func readSeats(tx *gorm.DB, orgID string, rounds []string) (map[string][]models.Seat, error) {
	if len(rounds) == 0 {
		return nil, nil
	}
	var rows []db.RoundRecord
	err := db.Of(tx, orgID).Select("id", "seats").Where("id in ?", rounds).Find(&rows).Error
	seats := map[string][]models.Seat{}
	for _, r := range rows {
		seats[r.ID] = r.Seats
	}
	return seats, db.Wrap("read seats", err)
}
