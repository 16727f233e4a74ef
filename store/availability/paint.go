package availability

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// PaintSlots changes the painted starts of one interviewer of a posting as a form of the week grid says (D14), in one
// transaction, and returns the interviewer with their starts after it. Refusals: [models.NotFound] for an unknown
// posting or somebody who does not interview there, [models.Conflict] for an interviewer whose own schedule decides,
// [models.Invalid] if there would be too many painted starts.
func (s *Store) PaintSlots(ctx context.Context, by act.By, orgID, postingID, email string,
	p timetable.Painting) (out timetable.PostingInterviewer, err error) {
	added, removed := p.Changes()
	list, err := s.availability(ctx, by, orgID, postingID, []string{email}, func(tx *gorm.DB) error {
		list, err := s.readAssigned(tx, orgID, postingID, []string{email})
		if err != nil {
			return err
		}
		switch {
		case len(list) == 0:
			return models.NotFoundf("%s is not an interviewer of posting %s", email, postingID)
		case list[0].personal:
			return models.Conflictf("%s is offered by their own working hours or calendar now, so nothing is painted "+
				"for them", email)
		}
		gone, err := s.unpaint(tx, orgID, postingID, writesOf(email, removed))
		if err != nil {
			return err
		}
		return s.paint(tx, orgID, postingID, []string{email}, writesOf(email, added), gone)
	})
	if err != nil {
		return out, db.Wrap("paint slots", err)
	}
	after, err := postingInterviewers(list)
	if err != nil {
		return out, err
	}
	return after[0], nil
}

func writesOf(email string, starts []time.Time) []timetable.SlotWrite {
	out := make([]timetable.SlotWrite, len(starts))
	for n, at := range starts {
		out[n] = timetable.SlotWrite{InterviewerEmail: email, StartAt: at}
	}
	return out
}

// unpaint removes slots of the posting and returns how many of them there were.
func (s *Store) unpaint(tx *gorm.DB, orgID, postingID string, slots []timetable.SlotWrite) (gone int, err error) {
	for chunk := range slices.Chunk(slots, 100) {
		args := []any{orgID, postingID}
		for _, x := range chunk {
			args = append(args, x.InterviewerEmail, models.Instant(x.StartAt))
		}
		done := tx.Exec("delete from slots where org_id = ? and posting_id = ? and (email, start_at) in "+
			s.db.Dialect.Pairs(len(chunk)), args...)
		if done.Error != nil {
			return gone, done.Error
		}
		gone += int(done.RowsAffected)
	}
	return gone, nil
}

// Offering is somebody who interviews on a posting, with how they are offered there.
type Offering struct {
	PostingID, Title, Status string
	Email, Name              string // name: "" if none is known
	Personal                 bool
	Connected                bool // a calendar is
	Painted                  int  // starts from now on; of a personal interviewer they do not count
}

// Empty reports whether nothing can be offered of them, see [pipeline.OffersNothing].
func (o Offering) Empty() bool { return pipeline.OffersNothing(o.Personal, o.Painted) }

// None reports whether nothing can be offered of them where it should be: on an open posting.
func (o Offering) None() bool { return o.Status == models.StatusOpen && o.Empty() }

// Offerings lists the interviewers of the organization's postings, by title and email: of one posting unless postingID
// is "", of one person unless email is "". It is one query.
func (s *Store) Offerings(ctx context.Context, orgID, postingID, email string) (out []Offering, err error) {
	// SQL by hand: the number of starts is counted by the primary key of slots, without reading them.
	err = s.db.Read.WithContext(ctx).Raw(`select p.id as posting_id, p.title, p.status, i.email,
			coalesce(h.name, '') as name,
			h.working_hours is not null or coalesce(h.calendar_connected, false) as personal,
			coalesce(h.calendar_connected, false) as connected,
			(select count(*) from slots s where s.org_id = i.org_id and s.posting_id = i.posting_id
				and s.email = i.email and s.start_at >= ?) as painted
		from posting_interviewers i
		join postings p on p.org_id = i.org_id and p.id = i.posting_id
		left join people h on h.org_id = i.org_id and h.email = i.email
		where i.org_id = ? and (i.posting_id = ? or ? = '') and (i.email = ? or ? = '')
		order by p.title, p.id, i.email`, s.db.NowOf(orgID), orgID, postingID, postingID, email, email).Scan(&out).Error
	return out, db.Wrap("list who interviews", err)
}
