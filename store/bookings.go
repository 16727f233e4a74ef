package store

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Book decides the order under its locks and writes it: the booking is a fact when Book returns, whatever becomes of
// its effects (ADR a-booking-does-not-wait). Refusals are models.Errors of [models.DecideBooking].
func (s *Store) Book(ctx context.Context, by By, org models.Organization, o models.BookingOrder) (models.Booking,
	error) {
	ids := newIDs(o)
	for try := 1; ; try++ {
		b, err := s.bookOnce(ctx, by, org, o, ids)
		if try < 3 && lostRace(o, err) {
			continue
		}
		return b, err
	}
}

// newIDs returns ids for the rows that the order may create.
func newIDs(o models.BookingOrder) models.IDs {
	ids := models.IDs{Interview: newID(prefixInterview), Candidate: newID(prefixCandidate)}
	if o.External() {
		ids.LinkToken = newLinkToken()
	}
	return ids
}

// lostRace reports whether another request made the same candidate or interview, or took the interviewer who was
// chosen, between this one's reading and writing: with their row in view the decision is a different one.
func lostRace(o models.BookingOrder, err error) bool {
	return errors.Is(err, constraintErrors["one_live_interview_per_candidate"]) ||
		errors.Is(err, constraintErrors["one_candidate_per_assessment_and_email"]) ||
		o.Chooses() && errors.Is(err, constraintErrors["no_interviewer_overlap"])
}

// bookOnce decides and writes the order.
func (s *Store) bookOnce(ctx context.Context, by By, org models.Organization, o models.BookingOrder,
	ids models.IDs) (models.Booking, error) {
	var booking models.Booking // read these only after the commit
	var refusal error
	err := s.batchedTx(ctx, func(tx *gorm.DB) error {
		if refusal = s.beginCommit(by, tx, org.ID); refusal != nil {
			return unlessRefused(refusal)
		}
		if err := s.lockBooking(tx, org.ID, o); err != nil {
			return err
		}
		now := s.NowOf(org.ID)
		f, err := s.bookingFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		if o.ByCandidate() && f.Candidate != nil && presentRound(f.Existing) != o.PresentRound {
			return errOtherRound
		}
		if booking, refusal = models.DecideBooking(o, f, s.policy, ids, now); refusal != nil || booking.Unchanged {
			return nil // nothing is written
		}
		if refusal = by.checkReplaced(f.Existing); refusal != nil {
			return nil
		}
		made := Committed{InterviewID: booking.Interview.ID, CandidateID: booking.Candidate.ID}
		if refusal = s.commit(by, tx, org.ID, made, func() (models.Preview, error) {
			return s.previewBooking(tx, o, f, booking, now)
		}); refusal != nil {
			return unlessRefused(refusal)
		}
		return s.writeBooking(by, tx, booking, f.Existing, now)
	})
	if err != nil {
		return models.Booking{}, err
	}
	return booking, refusal
}

// lockBooking takes the locks under which the order is decided. The first is the posting's for this start: whether a
// start is full depends on the interviews without an interviewer that have the same start, so those are decided one
// after another, and other starts do not wait. The others are those of every interviewer who may get the interview:
// what they have elsewhere takes their place. Meanwhile nobody changes what the posting offers: offers and bookings
// that were read at two moments could together refuse a time that was free in both.
//
// A booking without an interviewer may be decided beside one that names an interviewer at an overlapping start. Neither
// sees the other then, as if the first had come first: it takes nobody's time.
func (s *Store) lockBooking(tx *gorm.DB, orgID string, o models.BookingOrder) error {
	if o.External() {
		// nobody is asked whether they are free, and the candidate's row is locked when it is read
		return nil
	}
	keys, offered := []string{startKey(orgID, o.PostingID, o.Start)}, availabilityKey(orgID, o.PostingID)
	switch {
	case o.Chooses():
		return s.lockOffering(tx, orgID, o, keys...)
	case o.InterviewerEmail != "":
		keys = append(keys, interviewerKey(orgID, o.InterviewerEmail))
	}
	return wrap("lock", s.dialect.lockBeside(tx, offered, keys...))
}

// lockOffering takes the locks under which we choose who interviews: the keys given, and those of everybody who may be
// offered at the order's start.
func (s *Store) lockOffering(tx *gorm.DB, orgID string, o models.BookingOrder, keys ...string) error {
	// who offers is not to change before they are locked
	if err := s.dialect.lockBeside(tx, availabilityKey(orgID, o.PostingID)); err != nil {
		return wrap("lock", err)
	}
	emails, err := readOffering(tx, orgID, o)
	if err != nil {
		return err
	}
	for _, e := range emails {
		keys = append(keys, interviewerKey(orgID, e))
	}
	return wrap("lock", s.dialect.lock(tx, keys...))
}

// writeBooking writes the rows of a booking with their history. existing is the interview that it replaces, nil for
// none.
func (s *Store) writeBooking(by By, tx *gorm.DB, b models.Booking, existing *models.Interview,
	now time.Time) error {
	if b.NewCandidate {
		if err := insertCandidate(tx, b.Candidate); err != nil {
			return wrap("insert candidate", err)
		}
	}
	if b.NameFilled {
		if err := nameCandidate(s.dialect, tx, b.Candidate); err != nil {
			return err
		}
	}
	write, what := insertInterview, "insert interview"
	if b.Replaced {
		write, what = updateInterview, "replace interview"
	}
	if err := write(tx, b.Interview); err != nil {
		return wrap(what, err)
	}
	err := s.note(by, tx, b.Interview.OrgID, b.Changes(existing)...)
	if err != nil || !b.ToStranger {
		return err
	}
	return s.countStrangerLetter(tx, b.Interview.OrgID, now)
}

// bookingFacts gathers what DecideBooking needs at now; a fact that a refusal makes needless is not read.
func (s *Store) bookingFacts(tx *gorm.DB, org models.Organization, o models.BookingOrder,
	now time.Time) (f models.BookingFacts, err error) {
	f.Organization = org
	f.Posting, f.Round, f.Admins, err = readRoundAnd(tx, s.dialect.admins("p.org_id"), org.ID, o.PostingID, o.RoundID)
	if err != nil || f.Posting == nil || f.Round == nil {
		return f, err
	}
	if f.Candidate, err = bookedCandidate(tx, org.ID, o, f.Round.AssessmentID); err != nil {
		return f, err
	}
	if f.Candidate != nil {
		if f.Existing, err = liveInterview(tx.Clauses(forUpdate), org.ID, f.Candidate.ID); err != nil {
			return f, wrap("read existing interview", err)
		}
	}
	if f.Round.DurationMinutes == 0 || o.External() {
		return f, nil
	}
	g, err := s.gather(tx, slotQuery{orgID: org.ID, postingID: o.PostingID, duration: f.Round.Duration(), from: o.Start,
		to: o.Start, booking: true, named: o.InterviewerEmail})
	if err != nil {
		return f, wrap("read availability", err)
	}
	f.Available, f.Links = g.Availability, g.links
	if o.InterviewerEmail != "" {
		var assigned bool
		f.Busy = g.bookings[o.InterviewerEmail]
		if f.Own, assigned = g.links[o.InterviewerEmail]; !assigned {
			f.Own, f.TimeOff, err = s.readOwn(tx, org.ID, o.InterviewerEmail, o.Start)
		}
		for _, iv := range g.Interviewers {
			if iv.Email == o.InterviewerEmail {
				f.TimeOff = iv.TimeOff()
			}
		}
	}
	if err == nil && o.ByCandidate() {
		f.Load, err = readLoad(tx, org.ID, o, f.Existing, now)
	}
	if err == nil && o.Anybody {
		f.Turns, err = s.readTurns(tx, org.ID, o.PostingID, f.Existing, now)
	}
	if err == nil && (o.Anybody || f.ToStranger(o)) {
		f.Letters, err = s.strangerLetters(tx, org.ID, now)
	}
	return f, err
}

// bookedCandidate reads the order's candidate, nil for none, and locks the row before their interviews' as an invite
// does: the answer shows the name that is stored, and neither waits for the other in a circle.
func bookedCandidate(tx *gorm.DB, orgID string, o models.BookingOrder, assessmentID string) (*models.Candidate, error) {
	if o.CandidateID == "" {
		c, err := lockRecord(tx, orgID, o.PostingID, assessmentID, o.CandidateEmail)
		return c, wrap("read candidate", err)
	}
	c, err := lockCandidate(tx, Ref{OrgID: orgID, ID: o.CandidateID})
	switch {
	case models.KindOf(err) == models.NotFound:
		return nil, nil
	case err != nil:
		return nil, wrap("read candidate", err)
	}
	return &c, nil
}

// offering joins the interviewers i of a posting with their rows as people p, their connected calendars c and their
// painted slots s at a start. offers is the condition that somebody may be offered there: they have a painted slot, or
// they are personal, whatever their own schedule says.
const (
	offering = `
		from posting_interviewers i
		left join people p on p.org_id = i.org_id and p.email = i.email
		left join calendars c on c.org_id = i.org_id and c.email = i.email
		left join slots s on s.org_id = i.org_id and s.posting_id = i.posting_id and s.email = i.email
			and s.start_at = ?`
	offers = "s.start_at is not null or p.working_hours is not null or p.calendar_connected"
)

// readOwn reads the person's own meeting link and the provider of their connected calendar, each "" for none, whether
// there is such a person, and when they are away from an instant on.
func (s *Store) readOwn(tx *gorm.DB, orgID, email string, from time.Time) (links models.InterviewerLinks,
	off models.TimeOff, err error) {
	var row struct {
		MeetingLink, Provider string
		Known                 bool
		Zone, Dates, Absences string
	}
	if err = tx.Raw(`select coalesce(p.meeting_link, '') as meeting_link, coalesce(c.provider, '') as provider,
			p.email is not null as known, coalesce(nullif(p.time_zone, ''), o.time_zone) as zone,
			coalesce(p.dates, '') as dates, `+absences(s.dialect, "o.id", "?", "?")+` as absences
		from organizations o
		left join people p on p.org_id = o.id and p.email = ?
		left join calendars c on c.org_id = o.id and c.email = p.email
		where o.id = ?`, email, firstDate(from), email, orgID).Scan(&row).Error; err != nil {
		return links, off, wrap("read person", err)
	}
	links = models.InterviewerLinks{Person: row.MeetingLink, Calendar: row.Provider, Known: row.Known}
	off.Zone = row.Zone
	if err = unmarshalText(row.Dates, &off.Dates); err == nil {
		off.Absences, err = parseAbsences(row.Absences)
	}
	return links, off, wrap("read when a person is away", err)
}

// startKey is the posting's lock on a start.
func startKey(orgID, postingID string, start time.Time) string {
	return "start\x00" + orgID + "\x00" + postingID + "\x00" + models.FormatInstant(start)
}
