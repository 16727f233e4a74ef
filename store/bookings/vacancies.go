package bookings

import (
	"cmp"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/availability"
	"litmus/store/internal/db"
	"litmus/store/team"
)

// LockVacancies takes the locks for changes by which people cannot interview: theirs, so that nobody books them
// meanwhile, and those of everybody who may be chosen for seats that are refilled by themselves. They are taken all at
// once, in the order of bookings.
func (s *Store) LockVacancies(tx *gorm.DB, orgID string, all ...booking.Vacancy) error {
	if !s.db.Dialect.Postgres || len(all) == 0 {
		return nil
	}
	var keys, pools []string
	for _, v := range all {
		keys = append(keys, db.InterviewerKey(orgID, v.Email))
		if v.Pool != "" { // whose row is written
			pools = append(pools, v.Pool)
		}
	}
	hours, err := refillHours(tx, orgID)
	if err != nil {
		return err
	}
	var orders []booking.Order
	if hours > 0 {
		now := s.db.NowOf(orgID)
		falls := func(i models.Interview) bool {
			return slices.ContainsFunc(all, func(v booking.Vacancy) bool { return v.Falls(i, hours, now) })
		}
		list, err := readVacant(tx, orgID, now, all, falls)
		if err != nil {
			return err
		}
		for _, i := range list {
			orders = append(orders, booking.Order{PostingID: i.PostingID, RoundID: i.RoundID, Start: i.StartsAt})
		}
	}
	return s.lockOfferings(tx, orgID, orders, pools, keys...)
}

// FillVacancies decides about each interview in which one of the people has a seat, after the change is written: see
// [booking.DecideVacancy]. A seat for which somebody is needed is refilled at once where the organization wants that
// (P11), those of the earliest interviews first. What is read for all of them is read once; who can take a seat is read
// for each, since those who were chosen before count.
func (s *Store) FillVacancies(by act.By, tx *gorm.DB, orgID string, all ...booking.Vacancy) error {
	if len(all) == 0 {
		return nil
	}
	hours, err := refillHours(tx, orgID)
	if err != nil {
		return err
	}
	now := s.db.NowOf(orgID)
	concerns := func(i models.Interview) bool {
		return i.CheckErasure() == nil && slices.ContainsFunc(all, func(v booking.Vacancy) bool {
			return v.Falls(i, hours, now) || v.Ends(i, now)
		})
	}
	list, err := readVacant(tx, orgID, now, all, concerns)
	if err != nil || len(list) == 0 {
		return err
	}
	var f booking.AnswerFacts
	if f.Members, err = team.ReadMembers(tx, orgID, ""); err != nil {
		return db.Wrap("read members", err)
	}
	if f.Asks, err = s.replacementAsks(tx, orgID, by.Who(), now, models.ChangeReplacementNeeds); err != nil {
		return err
	}
	if list, err = lockVacant(tx, orgID, list, concerns); err != nil {
		return err
	}
	var asked, refilled []models.Change
	for _, i := range list {
		f.Interview = i
		for _, v := range all {
			who := v.Email
			if by.Who().Kind == models.ActorMember {
				who = by.Who().ID
			}
			f.Interview, _ = booking.DecideVacancy(f, v, who, hours, now)
		}
		what := models.ChangeReplacementNeeds
		if len(f.Interview.ReplacementsAskedAt(now)) < len(i.ReplacementsAskedAt(now)) {
			what = models.ChangeReplacementEnded
		} else if len(booking.AskedFor(i, f.Interview, now)) > 0 { // each is a letter, and they are bounded
			f.Asks.Since = append(f.Asks.Since, now)
		}
		asked = append(asked, models.InterviewChange(what, i, f.Interview))
		after, is, err := s.refill(tx, i, f.Interview)
		if err != nil {
			return err
		}
		if is {
			refilled = append(refilled, models.InterviewChange(models.ChangeRefilled, f.Interview, after))
		}
		if err := db.UpdateInterview(tx, after); err != nil {
			return db.Wrap("update interview", err)
		}
	}
	if err := s.db.Note(by, tx, orgID, asked...); err != nil || len(refilled) == 0 {
		return err
	}
	return s.db.Note(act.By{}, tx, orgID, refilled...)
}

// readVacant reads those interviews to come of one of the people that are concerned.
func readVacant(tx *gorm.DB, orgID string, now time.Time, of []booking.Vacancy,
	concerns func(models.Interview) bool) (list []models.Interview, err error) {
	var emails []string
	for _, v := range of {
		emails = append(emails, v.Email)
	}
	var rows []db.InterviewRecord
	err = db.Of(tx, orgID).Where(`id in (select a.interview_id from attendees a where a.org_id = ? and a.email in ?
		and a.starts_at > ? and a.blocks)`, orgID, emails, now).Where(availability.Blocks).Find(&rows).Error
	return vacant(rows, concerns), db.Wrap("read interviews of who is away", err)
}

// lockVacant locks these interviews, always in the same order, and leaves out those that are not concerned any more.
func lockVacant(tx *gorm.DB, orgID string, list []models.Interview,
	concerns func(models.Interview) bool) ([]models.Interview, error) {
	ids := make([]string, len(list))
	for n, i := range list {
		ids[n] = i.ID
	}
	var rows []db.InterviewRecord
	err := db.Of(tx.Clauses(db.ForUpdate), orgID).Where("id in ?", ids).Order("id").Find(&rows).Error
	return vacant(rows, concerns), db.Wrap("lock interviews of who is away", err)
}

// vacant are those of the rows that are concerned, by their start.
func vacant(rows []db.InterviewRecord, concerns func(models.Interview) bool) (list []models.Interview) {
	for _, r := range rows {
		if i := models.Interview(r); concerns(i) {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b models.Interview) int {
		return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.ID, b.ID))
	})
	return list
}
