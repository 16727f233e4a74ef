package bookings

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/store/candidates"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// ChangePanel gives a seat of an interview to somebody else, or changes who is in it otherwise: see
// [booking.DecideChangePanel]. Addresses must be normalized. changed is false if it is so already. Warnings of the row
// say what to look after all the same.
func (s *Store) ChangePanel(ctx context.Context, by act.By, orgID, id string,
	c booking.PanelChange) (i interviews.InterviewRow, changed bool, err error) {
	for try := 1; ; try++ {
		i, changed, err = s.changePanel(ctx, by, orgID, id, c)
		if try == 3 || !lostRace(booking.Order{Anybody: c.Joins == booking.Anybody}, err) {
			return i, changed, err
		}
	}
}

func (s *Store) changePanel(ctx context.Context, by act.By, orgID, id string,
	c booking.PanelChange) (i interviews.InterviewRow, changed bool, err error) {
	var toStranger bool
	var warnings []models.Warning
	decide := func(tx *gorm.DB, i models.Interview) (after models.Interview, changed bool, err error) {
		if after, changed, toStranger, err = s.decideChangePanel(tx, i, c, by.Reason); changed {
			after.Hold(i, by.Undo, s.db.NowOf(orgID), s.db.Now())
			warnings, err = s.joined(tx, i, after)
		}
		return after, changed, err
	}
	lock := func(tx *gorm.DB) error { return s.lockJoining(tx, orgID, id, c.Joins) }
	i, changed, err = s.change(ctx, by, orgID, id, models.ChangePanelChanged, lock, decide,
		s.countStranger(orgID, &toStranger))
	i.Warnings = warnings
	return i, changed, err
}

// PreviewChangePanel is the preview of [Store.ChangePanel].
func (s *Store) PreviewChangePanel(ctx context.Context, by act.By, orgID, id string,
	c booking.PanelChange) (act.Preview, error) {
	return s.previewChange(ctx, orgID, id, func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		after, changed, _, err := s.decideChangePanel(tx, i, c, by.Reason)
		return after, changed, err
	})
}

// Successors are those who could take the seat of who leaves the interview: see [booking.PanelFacts.Succession].
func (s *Store) Successors(ctx context.Context, orgID, id, leaves string) (able []models.Seated, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		found, err := db.Take[db.InterviewRecord](db.Of(tx, orgID).Where("id = ?", id))
		if err != nil || found == nil {
			return db.Wrap("read interview", err)
		}
		f, err := s.panelFacts(tx, models.Interview(*found), booking.PanelChange{Leaves: leaves,
			Joins: booking.Anybody}, 0)
		if err == nil {
			able, _ = f.Succession(leaves, s.db.NowOf(orgID))
		}
		return err
	})
	return able, err
}

// decideChangePanel gathers the facts of [booking.DecideChangePanel] and decides. toStranger says that the letter
// counts as one to a stranger.
func (s *Store) decideChangePanel(tx *gorm.DB, i models.Interview, c booking.PanelChange,
	why *models.Reason) (after models.Interview, changed, toStranger bool, err error) {
	f, err := s.panelFacts(tx, i, c, 0)
	if err != nil {
		return i, false, false, err
	}
	f.Why = why
	after, changed, err = booking.DecideChangePanel(f, c, s.db.Policy(), s.db.NowOf(i.OrgID))
	return after, changed, changed && f.ToStranger(after), err
}

// panelFacts reads what the change is decided on; around is how far before and after the start it is asked who is free.
func (s *Store) panelFacts(tx *gorm.DB, i models.Interview, c booking.PanelChange,
	around time.Duration) (f booking.PanelFacts, err error) {
	f.Interview = i
	now, seats := s.db.NowOf(i.OrgID), []models.Seat(nil)
	_, round, admins, err := db.ReadRoundAnd(tx, s.db.Dialect.Admins("p.org_id"), i.OrgID, i.PostingID, i.RoundID)
	if err != nil {
		return f, db.Wrap("read round", err)
	}
	if round != nil {
		seats = round.Seats
	}
	f.Admins = admins
	if c.Leaves == i.InterviewerEmail {
		if f.Letters, err = s.team.StrangerLetters(tx, i.OrgID, now); err != nil {
			return f, err
		}
	}
	if c.Joins != booking.Anybody {
		if f.Places, err = s.availability.ReadPlaces(tx, i.OrgID, seats); err != nil || c.Joins == "" {
			return f, err
		}
		return f, s.readJoining(tx, &f.ReassignFacts, c.Joins)
	}
	g, err := s.availability.Gather(tx, availability.SlotQuery{OrgID: i.OrgID, PostingID: i.PostingID,
		Duration: i.Duration(), Seats: seats, From: i.StartsAt.Add(-around), To: i.StartsAt.Add(around),
		Booking: around == 0})
	if err != nil {
		return f, db.Wrap("read availability", err)
	}
	f.Available, f.Places, f.Links = g.Availability, g.Places, g.Links
	candidate, err := candidates.ReadCandidate(tx, models.Ref{OrgID: i.OrgID, ID: i.CandidateID})
	if err != nil {
		return f, db.Wrap("read candidate", err)
	}
	f.Available.Not = []string{candidate.Email}
	if len(seats) > 0 {
		f.Shares, err = s.availability.ReadShares(tx, i.OrgID, g.Interviewers, &i, now)
	} else {
		f.Turns, err = s.availability.ReadTurns(tx, i.OrgID, i.PostingID, &i, now)
	}
	return f, err
}

// readJoining reads the facts about the person who is named for the interview.
func (s *Store) readJoining(tx *gorm.DB, f *booking.ReassignFacts, email string) error {
	i := f.Interview
	joins, err := s.readMembers(tx, i.OrgID, i.PostingID, []string{email}, nil, i.StartsAt, i.Duration())
	if err != nil {
		return err
	}
	f.Busy, f.Own, f.Limits, f.Calendar = joins[0].Busy, joins[0].Own, joins[0].Limits, joins[0].Calendar
	pool := i.PoolOf(i.InterviewerEmail)
	if pool == "" {
		return nil
	}
	want := timetable.Range{From: i.StartsAt, To: i.EndsAt} // in the lead's seat the limits of its pool hold, too
	_, each, err := s.availability.PoolLimitsOf(tx, i.OrgID, []string{pool}, want)
	if err != nil || len(each) == 0 {
		return err
	}
	own, err := s.readOwn(tx, i.OrgID, email, want, each...)
	f.Limits, f.Calendar = own.limits, own.busy
	return err
}

// joined are the warnings about those who are in the interview and were not: that they are away then, or over a limit,
// and that a pool is from which no seat was taken before.
func (s *Store) joined(tx *gorm.DB, before, after models.Interview) (ws []models.Warning, err error) {
	people := []models.Seated{{Email: after.InterviewerEmail}}
	if after.InterviewerEmail == before.InterviewerEmail {
		people = nil
	}
	want, now := timetable.Range{From: after.StartsAt, To: after.EndsAt}, s.db.NowOf(after.OrgID)
	people = slices.DeleteFunc(append(people, after.Others()...), func(m models.Seated) bool {
		return before.Attends(m.Email) && m.Email != after.InterviewerEmail
	})
	var pools []string
	for _, m := range people {
		if pool := after.PoolOf(m.Email); pool != "" && !slices.Contains(pools, pool) {
			pools = append(pools, pool)
		}
	}
	whole, each, err := s.availability.PoolLimitsOf(tx, before.OrgID, pools, want)
	if err != nil {
		return nil, err
	}
	whole = slices.DeleteFunc(whole, func(l timetable.Limited) bool {
		return slices.ContainsFunc(before.Panel, func(s models.Seated) bool { return s.Pool == l.Pool })
	})
	ws = timetable.Over(whole, want, nil, after.ID, now).Warnings("")
	for _, m := range people {
		of := slices.DeleteFunc(slices.Clone(each), func(l timetable.Limited) bool { return l.Pool != m.Pool })
		own, err := s.readOwn(tx, before.OrgID, m.Email, want, of...)
		if err != nil {
			return nil, err
		}
		one := after
		one.InterviewerEmail = m.Email
		ws = append(ws, own.off.Warnings(one)...)
		if m.Email == after.InterviewerEmail {
			ws = append(ws, after.OverLimits.OfPerson().Warnings("The interviewer")...)
			continue
		}
		over := timetable.Over(own.limits, want, own.busy, after.ID, now)
		ws = append(ws, over.Warnings(m.Email)...)
	}
	return ws, nil
}
