package booking

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// Facts are the facts for [Decide], gathered under the locks under which its decision is written.
type Facts struct {
	Organization models.Organization
	Posting      *models.Posting   // nil: unknown in the organization
	Round        *models.Round     // nil: unknown in that posting
	Candidate    *models.Candidate // by id, or the record for posting, assessment and email; nil if there is none
	// Existing is the candidate's that is not canceled, also one that is over (§4 rule 1); nil for none.
	Existing  *models.Interview
	Busy      []timetable.Booked // bookings of the named interviewer around the start
	Available timetable.Availability
	Own       InterviewerLinks       // of the named interviewer
	TimeOff   timetable.TimeOff      // of the named interviewer
	Limits    []timetable.Limited    // of the named interviewer
	Calendar  []timetable.Range      // busy times of the named interviewer's calendar around the start
	Admins    []string               // of the organization, in any order
	Letters   effect.StrangerLetters // loaded if [Facts.ToStranger]

	Members []Member               // of an order that names a panel: its people, in order
	Shares  map[string]panel.Share // for a panel that we choose: how much those interview who can be in it

	Links map[string]InterviewerLinks // for a pick: of the interviewers who may be chosen
	Load  map[string]int              // for a pick: scheduled interviews by interviewer, see [LoadWindow]
	Turns map[string]timetable.Turn   // for an order of [Anybody]: of the posting's interviewers
}

// Booking is a decided booking: the rows to write.
type Booking struct {
	Interview    models.Interview
	Candidate    models.Candidate
	NewCandidate bool   // this booking creates the candidate row
	NameFilled   bool   // an existing candidate's empty name was filled
	ReadsFilled  bool   // the same of their language
	Replaced     bool   // the interview row exists and moves to its next revision
	Unchanged    bool   // the candidate picked the time they already have: nothing is written
	ToStranger   bool   // its letters count as letters to strangers
	LinkToken    string // of the candidate link of an external session; only its hash is stored
	Warnings     []models.Warning
}

// Decide decides whether the order can be booked at now and which rows it writes. It refuses in this order: 404 for
// posting, round, candidate; 400 for the kind of round and for a start that could never take place; 409 for candidate
// identity, candidate state, existing interview, interviewer booked, full time; 429 for letters to strangers. A start
// that is offered and full is refused whoever is named, and one that nobody offers is accepted (§4 rule 3, ADR
// offered-times-bind-nobody). An external session has no start yet, so neither interviewer nor capacity are checked. A
// start that a candidate picks has rules of its own, see decidePick.
func Decide(o Order, f Facts, p models.Policy, ids models.IDs, now time.Time) (Booking, error) {
	err := checkResources(o, f)
	if err != nil {
		return Booking{}, err
	}
	f.Available.Not = []string{candidateEmail(o, f)}
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
		return Booking{}, models.About(models.Refusal{Cause: models.CauseHas, Value: f.Existing.StatusAt(now)},
			models.Advised(models.Conflictf("the candidate already has interview %s (%s); ", f.Existing.ID,
				f.Existing.StatusAt(now)), models.AdviceReplace))
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
	want := timetable.Range{From: o.Start, To: o.Start.Add(f.Round.Duration())}
	if o.Anybody && len(f.Available.Places) > 0 {
		o.Anybody, o.Auto = false, true
	}
	chosen := o.Anybody || o.Auto
	if chosen {
		if err := f.Available.CheckLimits(want, except, now); err != nil {
			return Booking{}, err
		}
	}
	if o.Auto {
		if f.Members, err = f.panelToBook(o, except, now); err != nil {
			return Booking{}, err
		}
	}
	if o.Anybody && len(f.Members) > 0 {
		if f.Members, err = f.anybodyLeads(o, except, now); err != nil {
			return Booking{}, err
		}
	}
	if len(f.Members) > 0 {
		lead := f.Members[0]
		o.InterviewerEmail, f.Own, f.TimeOff = lead.Email, lead.Own, lead.Off
		f.Limits, f.Calendar = lead.Limits, lead.Calendar
	}
	if o.Anybody && len(f.Members) == 0 {
		email, err := f.Available.AnybodyAt(o.Start, f.Round.Duration(), except, "", f.Turns, now)
		if err != nil {
			return Booking{}, err
		}
		o.InterviewerEmail, f.Own = email, f.Links[email]
	}
	if len(o.Panel) > 0 {
		if err := CheckKnown(f.Members, f.Admins); err != nil {
			return Booking{}, err
		}
	}
	if err := checkMembers(f.Members, o.Start, f.Round.Duration(), except); err != nil {
		return Booking{}, err
	}
	if err := checkInterviewer(o.InterviewerEmail, o.Start, f.Round.Duration(), f.Busy, except); err != nil {
		return Booking{}, err
	}
	lacking := false
	if len(f.Members) > 0 && !o.Auto {
		var rooms []Member
		rooms, lacking = f.rooms(o, f.Existing, now)
		f.Members = append(f.Members, rooms...)
	}
	if offered, capacity := f.Available.At(o.Start, f.Round.Duration(), now, except); offered && capacity == 0 {
		return Booking{}, models.About(models.Refusal{Cause: models.CauseFull, At: o.Start},
			models.Conflictf("scheduled_start_at %s is fully booked on posting %s; read its slots again and "+
				"choose another time", models.FormatInstant(o.Start), o.PostingID))
	}
	if o.Swapped {
		f.because(o, except, now)
	}
	b := book(o, f, p, ids, now)
	if !chosen {
		i := b.Interview
		b.Interview.OverLimits = timetable.Over(slices.Concat(f.Available.Limits, f.Available.PoolsOf(i.Panel),
			timetable.From(i.PoolOf(i.InterviewerEmail), f.Limits)), want, f.Calendar, except, now)
		b.Warnings = append(b.Warnings, b.Interview.OverLimits.Warnings("The interviewer")...)
	}
	if lacking {
		b.Warnings = append(b.Warnings, models.Warning{Code: models.WarnNoRoom,
			Message: "The round asks for a room, and none is free then: find one, or choose another time."})
	}
	if b.ToStranger = f.ToStranger(o); b.ToStranger {
		if err := f.Letters.Check(now); err != nil {
			return Booking{}, err
		}
	}
	return b, nil
}

// candidateEmail is the address of whom the order is for.
func candidateEmail(o Order, f Facts) string {
	if f.Candidate != nil {
		return f.Candidate.Email
	}
	return o.CandidateEmail
}

// book makes the rows of a booking after every check has passed. A replace is a booking of its own that keeps the
// interview's id (§4 rule 8), so that pollers, calendars and links see one interview that moved: what it leaves out
// takes its default again, its mode may change, and without an interview to replace it is a plain booking.
func book(o Order, f Facts, p models.Policy, ids models.IDs, now time.Time) Booking {
	now = models.Instant(now)
	b := Booking{Candidate: bookedCandidate(o, f, ids, now), NewCandidate: f.Candidate == nil}
	if f.Candidate != nil && f.Candidate.Name == "" && o.CandidateName != "" {
		b.Candidate.Name, b.Candidate.UpdatedAt, b.NameFilled = o.CandidateName, now, true
	}
	if reads := b.Candidate.Reads(o.CandidateLanguage); reads.Language != b.Candidate.Language {
		b.Candidate, b.ReadsFilled = reads, !b.NewCandidate
	}
	i := models.Interview{
		OrgID: f.Organization.ID, ID: ids.Interview, PostingID: f.Posting.ID, TrackID: f.Round.TrackID,
		AssessmentID: f.Round.AssessmentID, CandidateID: b.Candidate.ID, CreatedAt: now,
		InvitedAt:          b.Candidate.InvitedAt,
		AssessmentLinkOwed: b.NewCandidate || f.Candidate.OnlyAdvanced(),
	}
	var old models.Interview
	if f.Existing != nil { // the id, when it was booked and what was so then stay
		old, b.Replaced = *f.Existing, true
		i = old
		i.AccessEpoch++
		i.CallEndedAt, i.LinkUsedAt, i.ExpiresAt = nil, nil, nil
		i.LinkHash, i.LinkHolder, i.LinkExpiresAt = nil, nil, nil
		i.Replacement, i.Replacements = nil, nil // they were asked for of the session that ends here
	}
	i.Revise(now)
	if i.Reason = nil; b.Replaced { // the one of before was of another change
		i.Reason = o.Reason.At(i.Revision)
	}
	i.RoundID, i.DurationMinutes = f.Round.ID, f.Round.DurationMinutes
	i.TimeZone = o.TimeZone
	if i.TimeZone == "" {
		i.TimeZone = f.Organization.TimeZone
	}
	i.StartSetAt, i.InterviewerSetAt, i.OverLimits = now, now, nil
	if o.External() {
		awaitUse(&i, ids.LinkToken, p)
		b.LinkToken = ids.LinkToken
	} else {
		i.Source, i.ExternallyScheduled, i.Indefinite = models.SourceLitmus, false, f.Round.Indefinite
		i.SetStart(o.Start, p.SessionGrace)
		i.AnnounceRevision = i.Revision
	}
	if i.Picked, i.Reschedules = o.ByCandidate(), 0; o.ByCandidate() && b.Replaced {
		i.Reschedules = old.Reschedules + 1
	}
	i.InterviewerEmail = o.InterviewerEmail
	seat(&i, f.Members, old)
	rejoin(&i, old)
	setLinks(&i, o.MeetingLink, f.Own, old, p)
	i.BriefingRecipients = nil
	if i.InterviewerEmail == "" {
		i.BriefingRecipients = briefed(*f.Round, f.Admins)
	}
	b.Interview = i
	b.Warnings = append(warn(i, now), f.TimeOff.Warnings(i)...)
	for _, m := range f.Members {
		if other := i; m.Email != i.InterviewerEmail {
			other.InterviewerEmail = m.Email
			b.Warnings = append(b.Warnings, m.Off.Warnings(other)...)
			over := timetable.Over(timetable.From(m.Pool, m.Limits),
				timetable.Range{From: i.StartsAt, To: i.EndsAt}, m.Calendar, i.ID, now)
			b.Warnings = append(b.Warnings, over.Warnings(m.Email)...)
		}
	}
	return b
}

func bookedCandidate(o Order, f Facts, ids models.IDs, now time.Time) models.Candidate {
	if f.Candidate != nil {
		return *f.Candidate
	}
	return models.Candidate{
		OrgID: f.Organization.ID, ID: ids.Candidate, PostingID: f.Posting.ID, TrackID: f.Round.TrackID,
		AssessmentID: f.Round.AssessmentID, Email: o.CandidateEmail, Name: o.CandidateName,
		State:     models.CandidateInvited,
		CreatedAt: now, UpdatedAt: now,
	}
}

// briefed returns who is briefed if no interviewer is named, since a booking over REST chooses nobody: the round's
// fallback recipients, or the organization's where it has none of its own, else the admins.
func briefed(r models.Round, admins []string) []string {
	list := r.FallbackRecipients
	if len(list) == 0 {
		list = admins
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// warn says what is still to be looked after. In a room nothing is missing without a meeting link: everybody is told
// where it is held.
func warn(i models.Interview, now time.Time) []models.Warning {
	var ws []models.Warning
	switch {
	case i.MeetingLink != "" || len(i.Rooms()) > 0:
	case i.LinkMaker != "":
		ws = append(ws, models.Warning{Code: models.WarnMissingMeetingLink,
			Message: "The interview has no meeting link yet; one is being made, " +
				"and everybody who was told without it will be told again."})
	default:
		ws = append(ws, models.Warning{Code: models.WarnMissingMeetingLink,
			Message: "The interview has no meeting link; replace it by a booking " +
				"with a meeting link, or configure a link for the interviewer."})
	}
	if i.InterviewerEmail == "" && len(i.BriefingRecipients) == 0 {
		ws = append(ws, models.Warning{Code: models.WarnNoBriefingRecipient,
			Message: "No interviewer is named and neither the round nor the " +
				"organization has anybody to brief."})
	}
	if i.StartsAt.Before(now) {
		ws = append(ws, models.Warning{Code: models.WarnStartInPast,
			Message: "The interview starts in the past; its session window is still open."})
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
func (f Facts) ToStranger(o Order) bool {
	return !o.External() && !o.ByCandidate() && stranger(o.InterviewerEmail, f.Own, f.Admins)
}

// Changes are the changes of a decided booking's rows: the interview's, and the candidate's if the booking made or
// named them. existing is the interview that it replaces, nil for none.
func (b Booking) Changes(existing *models.Interview) []models.Change {
	before, what := models.Interview{}, models.ChangeBooked
	if b.Replaced && existing != nil {
		before, what = *existing, models.ChangeReplaced
		if movedFrom(b.Interview, before) {
			what = models.ChangeMoved
		}
	}
	out := []models.Change{models.InterviewChange(what, before, b.Interview)}
	switch {
	case b.NewCandidate:
		out = append(out, models.Change{Subject: models.SubjectCandidate, SubjectID: b.Candidate.ID,
			Kind: models.ChangeCreated, At: b.Candidate.CreatedAt})
	case b.NameFilled:
		out = append(out, models.NamedChange(b.Candidate))
	}
	return out
}

// movedFrom reports whether the interview is the one before at another start, and not another one in its place.
func movedFrom(i models.Interview, before models.Interview) bool {
	return !i.External() && !before.External() && before.CallEndedAt == nil && i.RoundID == before.RoundID &&
		!i.StartsAt.Equal(before.StartsAt)
}
