package availability

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/panel"
	"litmus/models/timetable"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/pipelines"
)

// Question asks why starts of a posting are or are not offered (D15).
type Question struct {
	PostingID string
	RoundID   string // "": half an hour, whatever the round
	// Interviewer is who the question is about, "" for everybody on the posting. Somebody who does not interview there
	// is answered as well. Others are further ones, if it is about several.
	Interviewer string
	Others      []string
	Except      string // the interview that is moved or reassigned and so takes no place, "" for none
}

// named returns whom the question is about, nobody if it is about everybody.
func (q Question) named() []string {
	if q.Interviewer == "" {
		return q.Others
	}
	return append([]string{q.Interviewer}, q.Others...)
}

// Explained is the answer to a [Question].
type Explained struct {
	Posting      models.Posting
	Round        models.Round // zero: none was named
	Explanations []timetable.Explanation
	Names        map[string]string         // of the interviewers, by email; those that are known
	Pictures     map[string]string         // ids of their pictures, of those who have one
	Bookings     map[string]models.Posting // of interviews that the answer names, by the interview's id: its posting
	Nearest      []timetable.Slot          // offered starts near the one that was asked for
	Places       []panel.Place             // of the round's seats, none without
}

// nearest is how many offered starts [Store.Explain] returns at most. It looks for them nearestBefore the start and
// nearestAfter it.
const (
	nearest       = 6
	nearestBefore = 14 * 24 * time.Hour
	nearestAfter  = 28 * 24 * time.Hour
)

// Explain says why one start, which may be any instant, is or is not offered now, with the nearest starts that are
// (none for a start that is weeks past): those of the interviewers, if the question names some. Refusals:
// [models.NotFound] for an unknown posting, interview or round, [models.Invalid] for a round that cannot be booked. The
// number of queries does not depend on the number of interviewers.
func (s *Store) Explain(ctx context.Context, orgID string, q Question, start time.Time) (Explained, error) {
	now := s.db.NowOf(orgID)
	from, to := start, start
	if start.After(now.Add(-nearestBefore)) {
		from, to = start.Add(-nearestBefore), start.Add(nearestAfter)
	}
	return s.explain(ctx, orgID, q, from, to, func(x *Explained, a timetable.Availability, duration time.Duration) {
		x.Explanations = []timetable.Explanation{a.Explain(start, duration, now, q.Except)}
		if from.Equal(to) {
			return
		}
		offered := a.Offered(duration, from, to, now, q.Except)
		x.Nearest = timetable.Nearest(timetable.SlotsOf(offered, q.named()...), start, nearest)
	})
}

// ExplainSpan is [Store.Explain] of every start on the grid with from <= start <= to, at most 92 days, without the
// nearest ones. If the question names interviewers, the explanations are about them alone, also those of the starts
// as a whole.
func (s *Store) ExplainSpan(ctx context.Context, orgID string, q Question, from, to time.Time) (Explained, error) {
	if to.Sub(from) > timetable.MaxPersonalHorizon {
		return Explained{}, models.Invalidf("at most %d days can be asked for at once",
			int(timetable.MaxPersonalHorizon/(24*time.Hour)))
	}
	now := s.db.NowOf(orgID)
	return s.explain(ctx, orgID, q, from, to, func(x *Explained, a timetable.Availability, duration time.Duration) {
		if named := q.named(); len(named) > 0 {
			a = a.Only(named...)
		}
		x.Explanations = a.ExplainAll(timetable.GridStarts(from, to), duration, now, q.Except)
	})
}

// explain reads what starts within the bounds depend on and has fn answer.
func (s *Store) explain(ctx context.Context, orgID string, q Question, from, to time.Time,
	fn func(x *Explained, a timetable.Availability, duration time.Duration)) (x Explained, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if x.Posting, err = pipelines.ReadPosting(tx, orgID, q.PostingID); err != nil {
			return err
		}
		if err := checkMoved(tx, orgID, q.Except); err != nil {
			return err
		}
		duration, seats := timetable.HalfHour, []models.Seat(nil)
		if q.RoundID != "" {
			_, r, err := db.ReadRound(tx, orgID, q.PostingID, q.RoundID)
			switch {
			case err != nil:
				return err
			case r == nil:
				return models.NotFoundf("round_id %s not found in posting %s", models.Quote(q.RoundID), q.PostingID)
			}
			if err := r.CheckBookable(); err != nil {
				return err
			}
			x.Round, duration, seats = *r, r.Duration(), r.Seats
		}
		g, err := s.Gather(tx, SlotQuery{OrgID: orgID, PostingID: q.PostingID, Duration: duration, Seats: seats,
			From: from, To: to, Named: q.Interviewer, others: q.Others, whole: true})
		if err != nil {
			return err
		}
		for _, email := range q.named() {
			if _, assigned := g.Links[email]; !assigned {
				g.Interviewers = append(g.Interviewers, timetable.Available{Email: email, Unassigned: true,
					Bookings: g.Bookings[email]})
			}
		}
		x.Places = g.Places
		fn(&x, g.Availability, duration)
		return readNamed(tx, orgID, &x)
	})
	if err != nil {
		return Explained{}, db.Wrap("explain availability", err)
	}
	return x, nil
}

// checkMoved returns [models.NotFound] unless the organization has the interview, or none is named.
func checkMoved(tx *gorm.DB, orgID, id string) error {
	if id == "" {
		return nil
	}
	_, err := db.Must[db.InterviewRecord](db.Of(tx, orgID).Select("id").Where("id = ?", id),
		interviews.InterviewNotFound(id))
	return err
}

// readNamed reads the names and pictures of the interviewers, and the postings of the interviews that are named.
func readNamed(tx *gorm.DB, orgID string, x *Explained) error {
	var emails, interviews []string
	for n, e := range x.Explanations {
		for _, w := range e.Interviewers {
			if n == 0 { // all have the same interviewers
				emails = append(emails, w.Email)
			}
			if w.InterviewID != "" {
				interviews = append(interviews, w.InterviewID)
			}
		}
		for _, b := range e.Unnamed {
			interviews = append(interviews, b.InterviewID)
		}
	}
	var rows []struct{ Email, Name, Picture string }
	if err := tx.Raw(`select p.email, p.name, '' as picture from people p where p.org_id = ? and p.email in ?
		union all select i.email, '', i.id from pictures i where i.org_id = ? and i.email in ?`, orgID, emails, orgID,
		emails).Scan(&rows).Error; err != nil {
		return db.Wrap("read names", err)
	}
	x.Names, x.Pictures = map[string]string{}, map[string]string{}
	for _, r := range rows {
		if r.Name != "" {
			x.Names[r.Email] = r.Name
		}
		if r.Picture != "" {
			x.Pictures[r.Email] = r.Picture
		}
	}
	slices.Sort(interviews)
	var err error
	x.Bookings, err = readPostingsOf(tx, orgID, slices.Compact(interviews))
	return err
}

// readPostingsOf reads the id and title of the interviews' postings, by the interview's id.
func readPostingsOf(tx *gorm.DB, orgID string, interviews []string) (map[string]models.Posting, error) {
	out := make(map[string]models.Posting, len(interviews))
	var rows []struct{ ID, PostingID, Title string }
	if err := tx.Raw(`select i.id, p.id as posting_id, p.title
		from interviews i join postings p on p.org_id = i.org_id and p.id = i.posting_id
		where i.org_id = ? and i.id in ?`, orgID, append(interviews, "")).Scan(&rows).Error; err != nil {
		return nil, db.Wrap("read postings of interviews", err)
	}
	for _, r := range rows {
		out[r.ID] = models.Posting{OrgID: orgID, ID: r.PostingID, Title: r.Title}
	}
	return out, nil
}
