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
	"litmus/models/panel"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/store/candidates"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Book decides the order under its locks and writes it: the booking is a fact when Book returns, whatever becomes of
// its effects (ADR a-booking-does-not-wait). Refusals are models.Errors of [booking.Decide].
func (s *Store) Book(ctx context.Context, by act.By, org models.Organization,
	o booking.Order) (booking.Booking, error) {
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
func newIDs(o booking.Order) models.IDs {
	ids := models.IDs{Interview: db.NewID(db.PrefixInterview), Candidate: db.NewID(db.PrefixCandidate)}
	if o.External() {
		ids.LinkToken = newLinkToken()
	}
	return ids
}

// lostRace reports whether another request made the same candidate or interview, or took the interviewer or the room
// that was chosen, between this one's reading and writing: with their row in view the decision is a different one. A
// room is chosen also for people who are named.
func lostRace(o booking.Order, err error) bool {
	return errors.Is(err, db.ConstraintErrors["one_live_interview_per_candidate"]) ||
		errors.Is(err, db.ConstraintErrors["one_candidate_per_assessment_and_email"]) ||
		(o.Chooses() || len(o.Panel) > 0 || o.KeepsPanel) &&
			errors.Is(err, db.ConstraintErrors["no_interviewer_overlap"])
}

// bookOnce decides and writes the order.
func (s *Store) bookOnce(ctx context.Context, by act.By, org models.Organization, o booking.Order,
	ids models.IDs) (booking.Booking, error) {
	var booked booking.Booking // read these only after the commit
	var refusal error
	err := s.db.BatchedTx(ctx, func(tx *gorm.DB) error {
		if refusal = s.db.BeginCommit(by, tx, org.ID); refusal != nil {
			return act.UnlessRefused(refusal)
		}
		if org.Limits.Counts() && !o.External() { // the first of all locks
			if err := s.db.Dialect.Lock(tx, db.OrganizationLimitKey(org.ID)); err != nil {
				return db.Wrap("lock", err)
			}
		}
		if err := s.lockBooking(tx, org.ID, o); err != nil {
			return err
		}
		now := s.db.NowOf(org.ID)
		f, err := s.bookingFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		if o.ByCandidate() && f.Candidate != nil && presentRound(f.Existing) != o.PresentRound {
			return errOtherRound
		}
		if booked, refusal = booking.Decide(o, f, s.db.Policy(), ids, now); refusal != nil || booked.Unchanged {
			return nil // nothing is written
		}
		if refusal = by.CheckReplaced(f.Existing); refusal != nil {
			return nil
		}
		if err := interviews.NamePanels(tx, org.ID, &booked.Interview); err != nil {
			return err
		}
		if booked.Replaced {
			booked.Interview.Hold(*f.Existing, by.Undo, now, s.db.Now())
		}
		made := act.Committed{InterviewID: booked.Interview.ID, CandidateID: booked.Candidate.ID}
		if refusal = s.db.Commit(by, tx, org.ID, made, func() (act.Preview, error) {
			return s.previewBooking(tx, o, f, booked, now)
		}); refusal != nil {
			return act.UnlessRefused(refusal)
		}
		return s.writeBooking(by, tx, booked, f.Existing, now)
	})
	if err != nil {
		return booking.Booking{}, err
	}
	return booked, refusal
}

// lockBooking takes the locks under which the order is decided. The first is the posting's for this start: whether a
// start is full depends on the interviews without an interviewer that have the same start, so those are decided one
// after another, and other starts do not wait. The others are those of every interviewer who may get the interview:
// what they have elsewhere takes their place. Meanwhile nobody changes what the posting offers: offers and bookings
// that were read at two moments could together refuse a time that was free in both.
//
// A booking without an interviewer may be decided beside one that names an interviewer at an overlapping start. Neither
// sees the other then, as if the first had come first: it takes nobody's time.
func (s *Store) lockBooking(tx *gorm.DB, orgID string, o booking.Order) error {
	if o.External() {
		// nobody is asked whether they are free, and the candidate's row is locked when it is read
		return nil
	}
	keys, offered := []string{startKey(orgID, o.PostingID, o.Start)}, db.AvailabilityKey(orgID, o.PostingID)
	switch {
	case o.Chooses():
		return s.lockOffering(tx, orgID, o, keys...)
	case o.InterviewerEmail != "":
		keys = append(keys, db.InterviewerKey(orgID, o.InterviewerEmail))
		for _, email := range o.Panel[min(len(o.Panel), 1):] {
			keys = append(keys, db.InterviewerKey(orgID, email))
		}
	}
	if len(o.Panel) > 0 || o.KeepsPanel { // their rooms are chosen, and they take seats from pools
		return db.Wrap("lock", s.db.Dialect.LockSeats(tx, offered, orgID, o.RoundID, keys...))
	}
	return db.Wrap("lock", s.db.Dialect.LockBeside(tx, offered, keys...))
}

// lockOffering takes the locks under which we choose who interviews: the pools whose limits count interviews, then the
// keys given, and those of everybody who may be offered at the order's start.
func (s *Store) lockOffering(tx *gorm.DB, orgID string, o booking.Order, keys ...string) error {
	return s.lockOfferings(tx, orgID, []booking.Order{o}, nil, keys...)
}

// lockOfferings is [Store.lockOffering] of several orders in one transaction, with further pools.
func (s *Store) lockOfferings(tx *gorm.DB, orgID string, all []booking.Order, pools []string, keys ...string) error {
	var postings []string
	for _, o := range all {
		postings = append(postings, o.PostingID)
	}
	slices.Sort(postings)
	for _, id := range slices.Compact(postings) { // who offers is not to change before they are locked
		if err := s.db.Dialect.LockBeside(tx, db.AvailabilityKey(orgID, id)); err != nil {
			return db.Wrap("lock", err)
		}
	}
	for _, o := range all {
		emails, counting, err := s.readOffering(tx, orgID, o)
		if err != nil {
			return err
		}
		for _, e := range emails {
			keys = append(keys, db.InterviewerKey(orgID, e))
		}
		pools = append(pools, counting...)
	}
	if err := s.db.Dialect.LockPools(tx, orgID, pools); err != nil {
		return err
	}
	return db.Wrap("lock", s.db.Dialect.Lock(tx, keys...))
}

// writeBooking writes the rows of a booking with their history. existing is the interview that it replaces, nil for
// none.
func (s *Store) writeBooking(by act.By, tx *gorm.DB, b booking.Booking, existing *models.Interview,
	now time.Time) error {
	if b.NewCandidate {
		if err := candidates.InsertCandidate(tx, b.Candidate); err != nil {
			return db.Wrap("insert candidate", err)
		}
	}
	if b.NameFilled {
		if err := candidates.NameCandidate(s.db.Dialect, tx, b.Candidate); err != nil {
			return err
		}
	}
	if b.ReadsFilled {
		if err := candidates.KeepReading(tx, b.Candidate); err != nil {
			return err
		}
	}
	write, what := db.InsertInterview, "insert interview"
	if b.Replaced {
		write, what = db.UpdateInterview, "replace interview"
	}
	if err := write(tx, b.Interview); err != nil {
		return db.Wrap(what, err)
	}
	err := s.db.Note(by, tx, b.Interview.OrgID, b.Changes(existing)...)
	if err != nil || !b.ToStranger {
		return err
	}
	return s.team.CountStrangerLetter(tx, b.Interview.OrgID, now)
}

// bookingFacts gathers what [booking.Decide] needs at now; a fact that a refusal makes needless is not read.
func (s *Store) bookingFacts(tx *gorm.DB, org models.Organization, o booking.Order,
	now time.Time) (f booking.Facts, err error) {
	f.Organization = org
	f.Posting, f.Round, f.Admins, err = db.ReadRoundAnd(tx, s.db.Dialect.Admins("p.org_id"), org.ID, o.PostingID,
		o.RoundID)
	if err != nil || f.Posting == nil || f.Round == nil {
		return f, err
	}
	if f.Candidate, err = bookedCandidate(tx, org.ID, o, f.Round.AssessmentID); err != nil {
		return f, err
	}
	if f.Candidate != nil {
		if f.Existing, err = interviews.LiveInterview(tx.Clauses(db.ForUpdate), org.ID, f.Candidate.ID); err != nil {
			return f, db.Wrap("read existing interview", err)
		}
	}
	if f.Round.DurationMinutes == 0 || o.External() {
		return f, nil
	}
	g, err := s.availability.Gather(tx, availability.SlotQuery{OrgID: org.ID, PostingID: o.PostingID,
		Duration: f.Round.Duration(), Seats: f.Round.Seats, From: o.Start,
		To: o.Start, Booking: true, Named: o.InterviewerEmail, Home: org.Limits, HomeZone: org.TimeZone})
	if err != nil {
		return f, db.Wrap("read availability", err)
	}
	f.Available, f.Links = g.Availability, g.Links
	if o.InterviewerEmail != "" {
		var assigned bool
		f.Busy = g.Bookings[o.InterviewerEmail]
		if f.Own, assigned = g.Links[o.InterviewerEmail]; !assigned {
			var own own
			own, err = s.readOwn(tx, org.ID, o.InterviewerEmail,
				timetable.Range{From: o.Start, To: o.Start.Add(f.Round.Duration())})
			f.Own, f.TimeOff, f.Limits, f.Calendar = own.links, own.off, own.limits, own.busy
		}
		for _, iv := range g.Interviewers {
			if iv.Email == o.InterviewerEmail {
				f.TimeOff, f.Limits, f.Calendar = iv.TimeOff(), iv.Limits, iv.Busy
			}
		}
	}
	kept := booking.KeptPanel(o, f.Existing, now)
	emails := o.Panel
	for _, m := range kept {
		emails = append(emails, m.Email)
	}
	if err == nil && len(emails) > 0 {
		f.Members, err = s.readMembers(tx, org.ID, o.PostingID, emails, f.Available.Places, o.Start, f.Round.Duration())
		for n, m := range kept[:min(len(kept), len(f.Members))] {
			f.Members[n].Seated = m
		}
	}
	if err == nil && (o.Chooses() || o.Swapped) && len(f.Available.Places) > 0 {
		f.Shares, err = s.availability.ReadShares(tx, org.ID, f.Available.Interviewers, f.Existing, now)
		return f, err
	}
	if err == nil && o.ByCandidate() {
		f.Load, err = readLoad(tx, org.ID, o, f.Existing, now)
	}
	if err == nil && o.Anybody {
		f.Turns, err = s.availability.ReadTurns(tx, org.ID, o.PostingID, f.Existing, now)
	}
	if err == nil && (o.Anybody || f.ToStranger(o)) {
		f.Letters, err = s.team.StrangerLetters(tx, org.ID, now)
	}
	return f, err
}

// readMembers reads the people of a panel, in order, with what a booking at the start needs of them. The number of
// queries is that of people: few, and only where there is a panel.
func (s *Store) readMembers(tx *gorm.DB, orgID, postingID string, emails []string, places []panel.Place,
	start time.Time, d time.Duration) ([]booking.Member, error) {
	members := booking.NamedMembers(emails, places)
	for n := range members {
		var pool []timetable.Limited
		for _, p := range places {
			if p.Pool != "" && p.Pool == members[n].Pool && len(pool) == 0 {
				pool = append(pool, timetable.PoolLimits(p.Pool, p.Seat, "", p.Limits.Each()))
			}
		}
		m := &members[n]
		var err error
		if m.Busy, err = availability.ReadBlocking(tx, orgID, m.Email, start, start.Add(d)); err != nil {
			return nil, err
		}
		own, err := s.readOwn(tx, orgID, m.Email, timetable.Range{From: start, To: start.Add(d)}, pool...)
		if err != nil {
			return nil, err
		}
		m.Own, m.Off, m.Limits, m.Calendar = own.links, own.off, own.limits, own.busy
		assigned, err := db.Take[db.AssignedRecord](db.Of(tx, orgID).Where("posting_id = ? and email = ?", postingID,
			m.Email))
		if err != nil {
			return nil, db.Wrap("read posting's link", err)
		}
		if assigned != nil {
			m.Own.Posting = assigned.MeetingLink // whoever is assigned over REST is a stranger all the same
		}
	}
	return members, nil
}

// bookedCandidate reads the order's candidate, nil for none, and locks the row before their interviews' as an invite
// does: the answer shows the name that is stored, and neither waits for the other in a circle.
func bookedCandidate(tx *gorm.DB, orgID string, o booking.Order, assessmentID string) (*models.Candidate, error) {
	if o.CandidateID == "" {
		c, err := candidates.LockRecord(tx, orgID, o.PostingID, assessmentID, o.CandidateEmail)
		return c, db.Wrap("read candidate", err)
	}
	c, err := candidates.LockCandidate(tx, models.Ref{OrgID: orgID, ID: o.CandidateID})
	switch {
	case models.KindOf(err) == models.NotFound:
		return nil, nil
	case err != nil:
		return nil, db.Wrap("read candidate", err)
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

// own is what a person has of their own that a booking with them asks for.
type own struct {
	links  booking.InterviewerLinks
	off    timetable.TimeOff
	limits []timetable.Limited
	busy   []timetable.Range // of their calendar, if their limits ask for it
}

// readOwn reads the person's own meeting link and the provider of their connected calendar, each "" for none, whether
// there is such a person, when they are away from the start of an interview on, and their limits around it, with those
// that pools have for each of their people.
func (s *Store) readOwn(tx *gorm.DB, orgID, email string, want timetable.Range,
	ofPools ...timetable.Limited) (o own, err error) {
	var row struct {
		MeetingLink, Provider string
		Known                 bool
		Zone, Dates, Absences string
		Limits, Home          string
	}
	if err = tx.Raw(`select coalesce(p.meeting_link, '') as meeting_link, coalesce(c.provider, '') as provider,
			p.email is not null as known, coalesce(nullif(p.time_zone, ''), o.time_zone) as zone,
			coalesce(p.dates, '') as dates, coalesce(p.limits, '') as limits, coalesce(o.limits, '') as home,
			`+availability.Absences(s.db.Dialect, "o.id", "?", "?")+` as absences
		from organizations o
		left join people p on p.org_id = o.id and p.email = ?
		left join calendars c on c.org_id = o.id and c.email = p.email
		where o.id = ?`, email, availability.FirstDate(want.From), email, orgID).Scan(&row).Error; err != nil {
		return o, db.Wrap("read person", err)
	}
	o.links = booking.InterviewerLinks{Person: row.MeetingLink, Calendar: row.Provider, Known: row.Known}
	o.off.Zone = row.Zone
	var limits models.InterviewLimits
	var home models.OrganizationLimits
	if err = errors.Join(db.UnmarshalText(row.Dates, &o.off.Dates), db.UnmarshalText(row.Limits, &limits),
		db.UnmarshalText(row.Home, &home)); err != nil {
		return o, db.Wrap("read person", err)
	}
	if o.off.Absences, err = db.ParseAbsences(row.Absences); err != nil {
		return o, db.Wrap("read when a person is away", err)
	}
	o.limits, o.busy, err = s.availability.LimitsOf(tx, orgID, email, row.Zone, limits, home, want, ofPools...)
	return o, err
}

// startKey is the posting's lock on a start.
func startKey(orgID, postingID string, start time.Time) string {
	return "start\x00" + orgID + "\x00" + postingID + "\x00" + models.FormatInstant(start)
}
