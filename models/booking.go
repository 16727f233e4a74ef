package models

import (
	"errors"
	"slices"
	"time"
)

// BookingFacts are the facts for [DecideBooking], gathered under the locks under which its decision is written.
type BookingFacts struct {
	Organization Organization
	Posting      *Posting   // nil: unknown in the organization
	Round        *Round     // nil: unknown in that posting
	Candidate    *Candidate // by id, or the record for posting, assessment and email; nil if there is none
	Existing     *Interview // the candidate's that is not canceled, also one that is over (§4 rule 1); nil for none
	Busy         []Booked   // bookings of the named interviewer around the start
	Available    Availability
	Own          InterviewerLinks // of the named interviewer
	TimeOff      TimeOff          // of the named interviewer
	Admins       []string         // of the organization, in any order
	Letters      StrangerLetters  // loaded if [BookingFacts.ToStranger]

	Links map[string]InterviewerLinks // for a pick: of the interviewers who may be chosen
	Load  map[string]int              // for a pick: scheduled interviews by interviewer, see [LoadWindow]
	Turns map[string]Turn             // for an order of [Anybody]: of the posting's interviewers
}

// Booking is a decided booking: the rows to write.
type Booking struct {
	Interview    Interview
	Candidate    Candidate
	NewCandidate bool   // this booking creates the candidate row
	NameFilled   bool   // an existing candidate's empty name was filled
	Replaced     bool   // the interview row exists and moves to its next revision
	Unchanged    bool   // the candidate picked the time they already have: nothing is written
	ToStranger   bool   // its letters count as letters to strangers
	LinkToken    string // of the candidate link of an external session; only its hash is stored
	Warnings     []Warning
}

// DecideBooking decides whether the order can be booked at now and which rows it writes. It refuses in this order: 404
// for posting, round, candidate; 400 for the kind of round and for a start that could never take place; 409 for
// candidate identity, candidate state, existing interview, interviewer booked, full time; 429 for letters to strangers.
// A start that is offered and full is refused whoever is named, and one that nobody offers is accepted (§4 rule 3, ADR
// offered-times-bind-nobody). An external session has no start yet, so neither interviewer nor capacity are checked. A
// start that a candidate picks has rules of its own, see decidePick.
func DecideBooking(o BookingOrder, f BookingFacts, p Policy, ids IDs, now time.Time) (Booking, error) {
	if err := checkResources(o, f); err != nil {
		return Booking{}, err
	}
	if o.ByCandidate() {
		return decidePick(o, f, p, ids, now)
	}
	if err := f.Round.CheckBookable(); err != nil {
		return Booking{}, err
	}
	if !o.External() {
		if err := checkPast(o.Start, *f.Round, p, now); err != nil {
			return Booking{}, err
		}
	}
	if err := checkCandidate(o, f, now); err != nil {
		return Booking{}, err
	}
	if f.Existing != nil && !o.Replace {
		return Booking{}, About(Refusal{Cause: CauseHas, Value: f.Existing.StatusAt(now)},
			Advised(Conflictf("the candidate already has interview %s (%s); ", f.Existing.ID,
				f.Existing.StatusAt(now)), AdviceReplace))
	}
	if err := checkReplaces(o, f, now); err != nil {
		return Booking{}, err
	}
	if o.External() {
		return book(o, f, p, ids, now), nil
	}
	except := ""
	if f.Existing != nil {
		except = f.Existing.ID // the old time is released when the new one is claimed
	}
	if o.Anybody {
		email, err := f.Available.anybodyAt(o.Start, f.Round.Duration(), except, "", f.Turns, now)
		if err != nil {
			return Booking{}, err
		}
		o.InterviewerEmail, f.Own = email, f.Links[email]
	}
	if err := checkInterviewer(o.InterviewerEmail, o.Start, f.Round.Duration(), f.Busy, except); err != nil {
		return Booking{}, err
	}
	if offered, capacity := f.Available.At(o.Start, f.Round.Duration(), now, except); offered && capacity == 0 {
		return Booking{}, About(Refusal{Cause: CauseFull, At: o.Start},
			Conflictf("scheduled_start_at %s is fully booked on posting %s; read its slots again and "+
				"choose another time", FormatInstant(o.Start), o.PostingID))
	}
	b := book(o, f, p, ids, now)
	if b.ToStranger = f.ToStranger(o); b.ToStranger {
		if err := f.Letters.Check(now); err != nil {
			return Booking{}, err
		}
	}
	return b, nil
}

// checkReplaces refuses a replace of an interview that is not what the candidate has.
func checkReplaces(o BookingOrder, f BookingFacts, now time.Time) error {
	switch {
	case o.Replaces == "" || f.Existing != nil && f.Existing.ID == o.Replaces:
		return nil
	case f.Existing == nil:
		return About(Refusal{Cause: CauseCanceledSince},
			Conflictf("interview %s was canceled; book another one in its place", o.Replaces))
	}
	return About(Refusal{Cause: CauseOtherSince}, Conflictf("interview %s was canceled; the candidate has interview "+
		"%s (%s) since", o.Replaces, f.Existing.ID, f.Existing.StatusAt(now)))
}

func checkResources(o BookingOrder, f BookingFacts) error {
	switch {
	case f.Posting == nil:
		return NotFoundf("posting_id %s not found", Quote(o.PostingID))
	case f.Round == nil:
		return NotFoundf("round_id %s not found in posting %s", Quote(o.RoundID), o.PostingID)
	case o.CandidateID != "" && f.Candidate == nil:
		return NotFoundf("candidate_id %s not found", Quote(o.CandidateID))
	}
	return nil
}

// checkPast refuses only a start that could never take place: its session window would be over already, or it is
// indefinite and more than 24 hours ago. Any other start in the past is booked with a warning, since §4 says no more
// than that a start should be in the future.
func checkPast(start time.Time, r Round, p Policy, now time.Time) error {
	if r.Indefinite && start.Before(now.Add(-24*time.Hour)) {
		return About(Refusal{Cause: CausePast, Field: "scheduled_start_at", At: start},
			Invalidf("scheduled_start_at %s is more than 24 hours in the past", FormatInstant(start)))
	}
	if end := start.Add(r.Duration() + p.SessionGrace); !r.Indefinite && !now.Before(end) {
		return About(Refusal{Cause: CausePast, Field: "scheduled_start_at", At: start, Until: end},
			Invalidf("scheduled_start_at %s is in the past: its session window would have closed at %s",
				FormatInstant(start), FormatInstant(end)))
	}
	return nil
}

// checkCandidate refuses a candidate of another posting, assessment or track, one who is not active, and a new one for
// a closed posting (§4 rule 4).
func checkCandidate(o BookingOrder, f BookingFacts, now time.Time) error {
	c := f.Candidate
	if c == nil {
		if !f.Posting.Open() {
			return About(Refusal{Cause: CauseClosed},
				Conflictf("posting %s is closed; only candidates it already has can be booked", f.Posting.ID))
		}
		return nil
	}
	switch {
	case c.PostingID != f.Posting.ID:
		return About(Refusal{Cause: CauseOtherTrack},
			Conflictf("candidate %s belongs to posting %s, not %s", c.ID, c.PostingID, f.Posting.ID))
	case c.AssessmentID != f.Round.AssessmentID:
		return About(Refusal{Cause: CauseOtherTrack},
			Conflictf("candidate %s belongs to assessment %s; round %s uses %s",
				c.ID, c.AssessmentID, f.Round.ID, f.Round.AssessmentID))
	case c.TrackID != f.Round.TrackID:
		return About(Refusal{Cause: CauseOtherTrack}, Conflictf("candidate %s is in track %s; round %s is in track %s",
			c.ID, c.TrackID, f.Round.ID, f.Round.TrackID))
	}
	if s := c.StateAt(now, f.Existing != nil); !ActiveState(s) {
		return About(Refusal{Cause: CauseOver, Value: s},
			Conflictf("candidate %s is %s; only an invited or in_progress candidate can be booked", c.ID, s))
	}
	return nil
}

// checkInterviewer refuses an interviewer who is already booked then, anywhere in the organization (§4 rule 2): see
// [Interview.Blocks] for what counts. Ends that touch are no conflict. except is the id of an interview that does not
// count.
func checkInterviewer(email string, start time.Time, d time.Duration, busy []Booked, except string) error {
	if email == "" {
		return nil
	}
	want := Range{start, start.Add(d)}
	for _, b := range busy {
		if b.InterviewID != except && b.Overlaps(want) {
			return About(Refusal{Cause: CauseBusy, Who: email, At: b.From, Until: b.To},
				Conflictf("interviewer %s already has an interview from %s to %s",
					email, FormatInstant(b.From), FormatInstant(b.To)))
		}
	}
	return nil
}

// UnnamedBusy is the refusal of a booking whose interviewer is booked then without their address, for a caller who has
// not named them and may not read who interviews (§5 rule 5). Every other error stays as it is.
func UnnamedBusy(err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Cause != CauseBusy {
		return err
	}
	return About(Refusal{Cause: CauseBusy, Field: e.Field, At: e.At, Until: e.Until},
		Conflictf("the interviewer already has an interview from %s to %s", FormatInstant(e.At),
			FormatInstant(e.Until)))
}

// book makes the rows of a booking after every check has passed. A replace is a booking of its own that keeps the
// interview's id (ADR a-replace-keeps-the-interview): what it leaves out takes its default again, its mode may change,
// and without an interview to replace it is a plain booking.
func book(o BookingOrder, f BookingFacts, p Policy, ids IDs, now time.Time) Booking {
	now = Instant(now)
	b := Booking{Candidate: bookedCandidate(o, f, ids, now), NewCandidate: f.Candidate == nil}
	if f.Candidate != nil && f.Candidate.Name == "" && o.CandidateName != "" {
		b.Candidate.Name, b.Candidate.UpdatedAt, b.NameFilled = o.CandidateName, now, true
	}
	i := Interview{
		OrgID: f.Organization.ID, ID: ids.Interview, PostingID: f.Posting.ID, TrackID: f.Round.TrackID,
		AssessmentID: f.Round.AssessmentID, CandidateID: b.Candidate.ID, CreatedAt: now,
		AssessmentLinkOwed: b.NewCandidate || f.Candidate.OnlyAdvanced(),
	}
	var old Interview
	if f.Existing != nil { // the id, created_at and AssessmentLinkOwed stay
		old, b.Replaced = *f.Existing, true
		i = old
		i.AccessEpoch++
		i.CallEndedAt, i.LinkUsedAt, i.ExpiresAt = nil, nil, nil
		i.LinkHash, i.LinkHolder, i.LinkExpiresAt = nil, nil, nil
		i.Replacement = nil // it was asked for of the session that ends here
	}
	i.change(now)
	i.RoundID, i.DurationMinutes = f.Round.ID, f.Round.DurationMinutes
	i.TimeZone = o.TimeZone
	if i.TimeZone == "" {
		i.TimeZone = f.Organization.TimeZone
	}
	i.StartSetAt, i.InterviewerSetAt = now, now
	if o.External() {
		i.awaitUse(ids.LinkToken, p)
		b.LinkToken = ids.LinkToken
	} else {
		i.Source, i.ExternallyScheduled, i.Indefinite = SourceLitmus, false, f.Round.Indefinite
		i.setStart(o.Start, p.SessionGrace)
		i.AnnounceRevision = i.Revision
	}
	if i.Picked, i.Reschedules = o.ByCandidate(), 0; o.ByCandidate() && b.Replaced {
		i.Reschedules = old.Reschedules + 1
	}
	i.InterviewerEmail = o.InterviewerEmail
	i.setLinks(o.MeetingLink, f.Own, old, p)
	i.BriefingRecipients = nil
	if i.InterviewerEmail == "" {
		i.BriefingRecipients = briefed(*f.Round, f.Admins)
	}
	b.Interview = i
	b.Warnings = append(warn(i, now), f.TimeOff.Warnings(i)...)
	return b
}

func bookedCandidate(o BookingOrder, f BookingFacts, ids IDs, now time.Time) Candidate {
	if f.Candidate != nil {
		return *f.Candidate
	}
	return Candidate{
		OrgID: f.Organization.ID, ID: ids.Candidate, PostingID: f.Posting.ID, TrackID: f.Round.TrackID,
		AssessmentID: f.Round.AssessmentID, Email: o.CandidateEmail, Name: o.CandidateName, State: CandidateInvited,
		CreatedAt: now, UpdatedAt: now,
	}
}

// briefed returns who is briefed if no interviewer is named, since a booking over REST chooses nobody: the round's
// fallback recipients, or the organization's where it has none of its own, else the admins.
func briefed(r Round, admins []string) []string {
	list := r.FallbackRecipients
	if len(list) == 0 {
		list = admins
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

func warn(i Interview, now time.Time) []Warning {
	var ws []Warning
	switch {
	case i.MeetingLink != "":
	case i.LinkMaker != "":
		ws = append(ws, Warning{WarnMissingMeetingLink, "The interview has no meeting link yet; one is being made, " +
			"and everybody who was told without it will be told again."})
	default:
		ws = append(ws, Warning{WarnMissingMeetingLink, "The interview has no meeting link; replace it by a booking " +
			"with a meeting link, or configure a link for the interviewer."})
	}
	if i.InterviewerEmail == "" && len(i.BriefingRecipients) == 0 {
		ws = append(ws, Warning{WarnNoBriefingRecipient, "No interviewer is named and neither the round nor the " +
			"organization has anybody to brief."})
	}
	if i.StartsAt.Before(now) {
		ws = append(ws, Warning{WarnStartInPast, "The interview starts in the past; its session window is still open."})
	}
	return ws
}

// stranger reports whether a letter to the interviewer goes to somebody whom the organization does not know: neither a
// person of its file nor one of its admins. Somebody who was only named over REST is a stranger.
func stranger(email string, own InterviewerLinks, admins []string) bool {
	return email != "" && !own.Known && !slices.Contains(admins, email)
}

// ToStranger reports whether the order sends letters to an interviewer whom the organization does not know. An external
// session sends none, and a candidate can only pick an interviewer of the posting.
func (f BookingFacts) ToStranger(o BookingOrder) bool {
	return !o.External() && !o.ByCandidate() && stranger(o.InterviewerEmail, f.Own, f.Admins)
}

// Changes are the changes of a decided booking's rows: the interview's, and the candidate's if the booking made or
// named them. existing is the interview that it replaces, nil for none.
func (b Booking) Changes(existing *Interview) []Change {
	before, what := Interview{}, ChangeBooked
	if b.Replaced && existing != nil {
		before, what = *existing, ChangeReplaced
		if b.Interview.movedFrom(before) {
			what = ChangeMoved
		}
	}
	out := []Change{InterviewChange(what, before, b.Interview)}
	switch {
	case b.NewCandidate:
		out = append(out, Change{Subject: SubjectCandidate, SubjectID: b.Candidate.ID, Kind: ChangeCreated,
			At: b.Candidate.CreatedAt})
	case b.NameFilled:
		out = append(out, NamedChange(b.Candidate))
	}
	return out
}

// movedFrom reports whether the interview is the one before at another start, and not another one in its place.
func (i Interview) movedFrom(before Interview) bool {
	return !i.External() && !before.External() && before.CallEndedAt == nil && i.RoundID == before.RoundID &&
		!i.StartsAt.Equal(before.StartsAt)
}
