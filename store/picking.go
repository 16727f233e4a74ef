package store

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Picking reads what a candidate's pick-a-time page shows, with the starts between from and to that can be picked;
// [models.NotFound] if the organization has no such candidate, or never invited them. The number of queries does not
// depend on the number of interviewers.
func (s *Store) Picking(ctx context.Context, candidate Ref, from, to time.Time) (p models.Picking, err error) {
	now := s.NowOf(candidate.OrgID)
	if from.Before(now) {
		from = now
	}
	var a models.Availability
	err = s.view(ctx, func(tx *gorm.DB) error {
		if p, err = s.readPicking(tx, candidate); err != nil {
			return err
		}
		if p.Round == nil || to.Before(from) || p.CanPick(now) != "" {
			return nil
		}
		g, err := s.gather(tx, slotQuery{orgID: candidate.OrgID, postingID: p.Candidate.PostingID,
			duration: p.Round.Duration(), from: from, to: to})
		a = g.Availability
		return err
	})
	if err != nil {
		return models.Picking{}, wrap("read picking", err)
	}
	if p.Round != nil {
		p.Slots = a.Pickable(p.Round.Duration(), from, to, now, p.Interview)
	}
	return p, nil
}

// readPicking reads everything except the slots.
func (s *Store) readPicking(tx *gorm.DB, candidate Ref) (p models.Picking, err error) {
	if p.Organization, p.Candidate, p.Round, err = readPicker(tx, candidate); err != nil {
		return p, err
	}
	if p.Assessment, err = readAssessment(tx, candidate.OrgID, p.Candidate.AssessmentID); err != nil {
		return p, err
	}
	posting, err := readPosting(tx, candidate.OrgID, p.Candidate.PostingID)
	if err != nil {
		return p, err
	}
	p.PostingTitle = posting.Title
	if p.Interview, err = liveInterview(tx, candidate.OrgID, candidate.ID); err != nil || p.Interview == nil {
		return p, wrap("read interview", err)
	}
	if email := p.Interview.InterviewerEmail; email != "" {
		if p.Interviewer, err = readPerson(tx, candidate.OrgID, email); err != nil {
			return p, err
		}
		p.Interviewer.Email = email
	}
	return p, nil
}

// readPicker reads the candidate who picks, and the round for which they pick a time, nil for none (decision 79).
func readPicker(tx *gorm.DB, candidate Ref) (org models.Organization, c models.Candidate, r *models.Round, err error) {
	if c, err = readCandidate(tx, candidate); err != nil {
		return org, c, nil, wrap("read candidate", err)
	}
	if c.InvitedAt == nil { // created by a booking: there is no such page for them
		return org, c, nil, candidateNotFound(candidate.ID)
	}
	if org, err = readOrganization(tx, "id", candidate.OrgID); err != nil {
		return org, c, nil, err
	}
	r, err = readPickRound(tx, c)
	return org, c, r, err
}

// readPickRound reads the first bookable live round with the candidate's assessment in their track (decision 79), nil
// if there is none.
func readPickRound(tx *gorm.DB, c models.Candidate) (*models.Round, error) {
	type found struct {
		ID, Key, Title            string
		Position, DurationMinutes int
		Indefinite                bool
		FallbackRecipients        string
	}
	row, err := first[found](tx, `select r.id, r.key, r.title, r.position, r.duration_minutes, r.indefinite,
		r.fallback_recipients
		from rounds r join assessments a on a.org_id = r.org_id and a.id = r.assessment_id
		where r.org_id = ? and r.posting_id = ? and r.track_id = ? and r.assessment_id = ? and r.type = 'assessment'
			and r.bookable and a.delivery_mode = 'sync'
		order by r.position, r.id limit 1`, c.OrgID, c.PostingID, c.TrackID, c.AssessmentID)
	if err != nil || row == nil {
		return nil, wrap("read round", err)
	}
	r := &models.Round{
		OrgID: c.OrgID, ID: row.ID, PostingID: c.PostingID, TrackID: c.TrackID, Key: row.Key,
		Type: models.StepAssessment, Title: row.Title, Position: row.Position, AssessmentID: c.AssessmentID,
		DeliveryMode: models.DeliverySync, DurationMinutes: row.DurationMinutes, Bookable: true,
		Indefinite: row.Indefinite,
	}
	return r, wrap("read fallback recipients", json.Unmarshal([]byte(row.FallbackRecipients), &r.FallbackRecipients))
}

// Pick books the start for the candidate, or moves the interview that they picked before, in the same way as a booking
// over REST (decision 79). zone is the visitor's; an unknown zone is [models.Invalid]. It returns [models.Conflict] if
// the start is taken or not offered any more, or if the candidate may not pick, and [models.NotFound] for a candidate
// who was never invited. Picking the start that they have already changes nothing, so a form that is sent twice books
// once. Without change, another start than that of an existing interview is a Conflict, because the form is older than
// the interview.
func (s *Store) Pick(ctx context.Context, candidate Ref, start time.Time, zone string,
	change bool) (models.Booking, error) {
	return s.pick(ctx, candidate, models.BookingOrder{Kind: models.OrderPick, Start: start, TimeZone: zone,
		Replace: change})
}

// Move moves the interview that the candidate picked to another start, like [Store.Pick]. from is the start that the
// page showed. If there is no such interview any more, or it has another start by now, it returns [models.Conflict]: a
// candidate who confirms must know what they give up.
func (s *Store) Move(ctx context.Context, candidate Ref, from, to time.Time, zone string) (models.Booking, error) {
	return s.pick(ctx, candidate, models.BookingOrder{Kind: models.OrderMove, Start: to, TimeZone: zone, Replace: true,
		From: from})
}

func (s *Store) pick(ctx context.Context, candidate Ref, o models.BookingOrder) (models.Booking, error) {
	if err := models.CheckTimeZone("zone", o.TimeZone); err != nil {
		return models.Booking{}, err
	}
	o.CandidateID = candidate.ID
	var org models.Organization
	err := s.view(ctx, func(tx *gorm.DB) error {
		found, c, r, err := readPicker(tx, candidate)
		if err != nil {
			return err
		}
		if r == nil {
			return models.Conflictf("no round of track %s has a time to pick for candidate %s", c.TrackID, c.ID)
		}
		org, o.PostingID, o.RoundID = found, c.PostingID, r.ID
		return nil
	})
	if err != nil {
		return models.Booking{}, wrap("read picker", err)
	}
	return s.Book(ctx, org, o)
}

// readOffering reads the interviewers who may be offered at the order's start: those for whom it is painted, and all
// personal ones, whatever their schedule says.
func readOffering(tx *gorm.DB, orgID string, o models.BookingOrder) (emails []string, err error) {
	err = tx.Raw("select i.email"+offering+" where i.org_id = ? and i.posting_id = ? and ("+offers+")",
		o.Start, orgID, o.PostingID).Scan(&emails).Error
	return emails, wrap("read who offers", err)
}

// readLoad counts scheduled interviews of the posting's interviewers around the order's start, anywhere in the
// organization, without the one that is moved (decision 79).
func readLoad(tx *gorm.DB, orgID string, o models.BookingOrder, moving *models.Interview,
	now time.Time) (map[string]int, error) {
	except := ""
	if moving != nil {
		except = moving.ID
	}
	var rows []struct {
		InterviewerEmail string
		Scheduled        int
	}
	if err := tx.Raw(`select interviewer_email, count(*) as scheduled from interviews
		where org_id = ? and starts_at >= ? and starts_at <= ?
			and `+blocks+` and (window_ends_at is null or window_ends_at > ?) and id <> ?
			and interviewer_email in (select email from posting_interviewers where org_id = ? and posting_id = ?)
		group by interviewer_email`, orgID, o.Start.Add(-models.LoadWindow), o.Start.Add(models.LoadWindow), now,
		except, orgID, o.PostingID).Scan(&rows).Error; err != nil {
		return nil, wrap("count scheduled interviews", err)
	}
	load := make(map[string]int, len(rows))
	for _, r := range rows {
		load[r.InterviewerEmail] = r.Scheduled
	}
	return load, nil
}
