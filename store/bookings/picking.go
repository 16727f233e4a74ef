package bookings

import (
	"context"
	"errors"
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
	"litmus/store/pipelines"
)

// Picking reads what a candidate's pick-a-time page shows, with the starts between from and to that can be picked;
// [models.NotFound] if the organization has no such candidate, or never invited them and has no interview booked for
// them. The number of queries does not depend on the number of interviewers.
func (s *Store) Picking(ctx context.Context, candidate models.Ref, from, to time.Time) (p booking.Picking, err error) {
	now := s.db.NowOf(candidate.OrgID)
	if from.Before(now) {
		from = now
	}
	var a timetable.Availability
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		if p, err = s.readPicking(tx, candidate); err != nil {
			return err
		}
		if p.Round == nil || to.Before(from) || p.CanPick(now) != "" {
			return nil
		}
		g, err := s.availability.Gather(tx, availability.SlotQuery{OrgID: candidate.OrgID,
			PostingID: p.Candidate.PostingID,
			Duration:  p.Round.Duration(), Seats: p.Round.Seats, From: from, To: to})
		a = g.Availability
		a.Not = []string{p.Candidate.Email}
		return err
	})
	if err != nil {
		return booking.Picking{}, db.Wrap("read picking", err)
	}
	if p.Round != nil {
		p.Slots = a.Pickable(p.Round.Duration(), from, to, now, p.Interview)
	}
	return p, nil
}

// readPicking reads everything except the slots.
func (s *Store) readPicking(tx *gorm.DB, candidate models.Ref) (p booking.Picking, err error) {
	if p, err = readPicker(tx, candidate); err != nil {
		return p, err
	}
	if p.Assessment, err = pipelines.ReadAssessment(tx, candidate.OrgID, p.Candidate.AssessmentID); err != nil {
		return p, err
	}
	posting, err := pipelines.ReadPosting(tx, candidate.OrgID, p.Candidate.PostingID)
	if err != nil {
		return p, err
	}
	p.PostingTitle = posting.Title
	if p.WriteTo, err = db.ReadReplyTo(tx, candidate.OrgID, posting.ID); err != nil {
		return p, err
	}
	if p.Interview == nil {
		return p, nil
	}
	if email := p.Interview.InterviewerEmail; email != "" {
		if p.Interviewer, err = availability.ReadPerson(tx, candidate.OrgID, email); err != nil {
			return p, err
		}
		p.Interviewer.Email = email
	}
	return p, nil
}

// readPicker reads the candidate who picks with their organization, the interview that they have, and the round for
// which they pick a time, nil for none.
func readPicker(tx *gorm.DB, candidate models.Ref) (p booking.Picking, err error) {
	if p.Candidate, err = candidates.ReadCandidate(tx, candidate); err != nil {
		return p, db.Wrap("read candidate", err)
	}
	if p.Interview, err = interviews.LiveInterview(tx, candidate.OrgID, candidate.ID); err != nil {
		return p, db.Wrap("read interview", err)
	}
	if p.Candidate.InvitedAt == nil && p.Interview == nil { // what was booked for them is canceled
		return p, candidates.CandidateNotFound(candidate.ID)
	}
	if p.Organization, err = db.ReadOrganization(tx, "id", candidate.OrgID); err != nil {
		return p, err
	}
	p.Round, err = pipelines.ReadPickRound(tx, p.Candidate, p.Interview)
	return p, err
}

// Pick books the start for the candidate, or moves the interview that they picked before, in the same way as a booking
// over REST. zone is the visitor's; an unknown zone is [models.Invalid]. It returns [models.Conflict] if the start is
// taken or not offered any more, or if the candidate may not pick, and [models.NotFound] for a candidate who was never
// invited and has no interview. Picking the start that they have already changes nothing, so a form that is sent twice
// books once. Without change, another start than that of an existing interview is a Conflict, because the form is older
// than the interview.
func (s *Store) Pick(ctx context.Context, candidate models.Ref, start time.Time, zone string,
	change bool) (booking.Booking, error) {
	return s.pick(ctx, candidate, booking.Order{Kind: booking.OrderPick, Start: start, TimeZone: zone, Replace: change})
}

// Move moves the candidate's interview to another start, like [Store.Pick]. from is the start that the
// page showed. If there is no such interview any more, or it has another start by now, it returns [models.Conflict]: a
// candidate who confirms must know what they give up.
func (s *Store) Move(ctx context.Context, candidate models.Ref, from, to time.Time,
	zone string) (booking.Booking, error) {
	return s.pick(ctx, candidate, booking.Order{Kind: booking.OrderMove, Start: to, TimeZone: zone, Replace: true,
		From: from})
}

func (s *Store) pick(ctx context.Context, candidate models.Ref, o booking.Order) (booking.Booking, error) {
	if err := models.CheckTimeZone("zone", o.TimeZone); err != nil {
		return booking.Booking{}, err
	}
	o.CandidateID = candidate.ID
	for try := 1; ; try++ {
		var p booking.Picking
		err := s.db.View(ctx, func(tx *gorm.DB) (err error) {
			p, err = readPicker(tx, candidate)
			return err
		})
		if err != nil {
			return booking.Booking{}, db.Wrap("read picker", err)
		}
		if p.Round == nil {
			return booking.Booking{}, models.Conflictf("no round of track %s has a time to pick for candidate %s",
				p.Candidate.TrackID, p.Candidate.ID)
		}
		o.PostingID, o.RoundID, o.PresentRound = p.Candidate.PostingID, p.Round.ID, presentRound(p.Interview)
		b, err := s.Book(ctx, act.ByCandidate(candidate.ID), p.Organization, o)
		if try < 3 && errors.Is(err, errOtherRound) {
			continue
		}
		return b, err
	}
}

// errOtherRound says that the candidate's interview came to another round between the choice of the round for which
// they pick and the booking, which then would take it out of there.
var errOtherRound = models.Conflictf("the interview was changed at the same moment; look at it, and choose again")

// presentRound is the round of the candidate's interview, "" if they have none.
func presentRound(i *models.Interview) string {
	if i == nil {
		return ""
	}
	return i.RoundID
}

// readOffering reads the interviewers who may be offered at the order's start: those for whom it is painted, and all
// personal ones, whatever their schedule says. Of a round with seats it is everybody who can take one, and its rooms by
// their ids. pools are those of its pools whose limits count interviews.
func (s *Store) readOffering(tx *gorm.DB, orgID string, o booking.Order) (emails, pools []string, err error) {
	var rows []struct{ Email, Seats string }
	err = tx.Raw("select i.email, '' as seats"+offering+" where i.org_id = ? and i.posting_id = ? and ("+offers+`)
		union all select '', r.seats from rounds r where r.org_id = ? and r.id = ? and r.seats is not null`,
		o.Start, orgID, o.PostingID, orgID, o.RoundID).Scan(&rows).Error
	for _, r := range rows {
		if r.Email != "" {
			emails = append(emails, r.Email)
			continue
		}
		var seats []models.Seat
		if err := db.UnmarshalText(r.Seats, &seats); err != nil {
			return nil, nil, db.Wrap("read seats", err)
		}
		places, err := s.availability.ReadPlaces(tx, orgID, seats)
		if err != nil {
			return nil, nil, err
		}
		pools = availability.CountingPools(places)
		for _, email := range slices.Concat(availability.PeopleOf(places), availability.RoomsOf(places)) {
			if !slices.Contains(emails, email) {
				emails = append(emails, email)
			}
		}
	}
	return emails, pools, db.Wrap("read who offers", err)
}

// readLoad counts scheduled interviews of the posting's interviewers around the order's start, anywhere in the
// organization, without the one that is moved.
func readLoad(tx *gorm.DB, orgID string, o booking.Order, moving *models.Interview,
	now time.Time) (map[string]int, error) {
	except := ""
	if moving != nil {
		except = moving.ID
	}
	var rows []struct {
		Email     string
		Scheduled int
	}
	if err := tx.Raw(`select a.email, count(*) as scheduled from attendees a
		join interviews i on i.org_id = a.org_id and i.id = a.interview_id
		where a.org_id = ? and a.starts_at >= ? and a.starts_at <= ? and a.blocks
			and (i.window_ends_at is null or i.window_ends_at > ?) and i.id <> ?
			and a.email in (select email from posting_interviewers where org_id = ? and posting_id = ?)
		group by a.email`, orgID, o.Start.Add(-booking.LoadWindow), o.Start.Add(booking.LoadWindow), now,
		except, orgID, o.PostingID).Scan(&rows).Error; err != nil {
		return nil, db.Wrap("count scheduled interviews", err)
	}
	load := make(map[string]int, len(rows))
	for _, r := range rows {
		load[r.Email] = r.Scheduled
	}
	return load, nil
}
