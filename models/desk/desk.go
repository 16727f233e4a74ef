package desk

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/timetable"
)

// Desk simulates the life of one interview with the pure rules: it makes changes as the store does and attempts at
// letters as the activities do, and keeps the ledger in memory. It records the letters that leave in words, such as
//
//	cleo confirmation 15:00 +assessment
//	ann cancellation 15:00
//	ann cancellation 15:00 (same again)
type Desk struct {
	T         Failer
	Line      string // of the timetable
	Now       time.Time
	Policy    models.Policy
	Interview models.Interview
	Candidate models.Candidate
	Ledger    []effect.Entry
	Server    map[string]Answer // by recipient; accepts by default
	left      []string          // letters since the last check
	Calendars map[string]string // providers of connected calendars, by owner
	Own       map[string]string // people's own meeting links
	Posted    []Posted          // all letters
	ids       int
	Begin     func() // runs when another row begins
}

// Failer is what a desk needs of a test, or of a property that is checked.
type Failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Answer is how the mail server treats an attempt.
type Answer int

const (
	Accepts   Answer = iota
	Refuses          // 550: refused for good
	defers           // 451: not accepted, and tried again
	Vanishes         // the answer got lost: it may have been accepted
	Forgotten        // accepted, but the worker died before it could settle the entry
)

// Posted is a letter that was accepted, or may have been.
type Posted struct {
	Entry effect.Entry
	Again bool // the attempt before may have been accepted, too
}

// Room is the meeting link that bookings come with.
const Room = "https://room"

// ownLink has the links of the people who have one of their own.
var ownLink = map[string]string{Ann: "https://meet.example/ann", Bob: "https://meet.example/bob"}

// New returns a desk on Thursday at noon, without an interview.
func New(t Failer) *Desk {
	return &Desk{T: t, Now: Thu, Policy: models.DefaultPolicy, Server: map[string]Answer{},
		Calendars: map[string]string{}, Own: ownLink, Begin: func() {}}
}

// Book books an interview, or replaces the existing one.
func (d *Desk) Book(start time.Time, interviewer, link string) {
	d.T.Helper()
	o := Order()
	o.Start, o.InterviewerEmail, o.MeetingLink, o.Replace = start, interviewer, link, true
	d.place(o)
}

// BookExternal books a session by link, or replaces the existing interview by one.
func (d *Desk) BookExternal(interviewer string) {
	d.T.Helper()
	o := Order()
	o.Start, o.InterviewerEmail, o.MeetingLink, o.Replace, o.Kind = time.Time{}, interviewer,
		"https://meet.example/external", true, booking.OrderExternal
	d.place(o)
}

// Use uses the link of the external session.
func (d *Desk) Use() {
	d.T.Helper()
	i, _, err := booking.DecideUseLink(d.Interview, "", d.Policy, d.Now)
	d.becomes(i, err)
}

// FreshLink gives the pending session another link.
func (d *Desk) FreshLink() {
	d.T.Helper()
	i, err := booking.DecideFreshLink(d.Interview, "fresh", d.Policy, d.Now)
	d.becomes(i, err)
}

// becomes takes what was decided for the interview's next row.
func (d *Desk) becomes(i models.Interview, err error) {
	d.T.Helper()
	if err != nil {
		d.T.Fatalf("%s: refused: %v", d.Line, err)
	}
	d.Interview = i
}

// place decides an order.
func (d *Desk) place(o booking.Order) {
	d.T.Helper()
	f := Facts()
	f.Own.Person, f.Own.Calendar = d.Own[o.InterviewerEmail], d.Calendars[o.InterviewerEmail]
	if d.Candidate.ID != "" {
		f.Candidate = &d.Candidate
	}
	if d.Interview.ID != "" && d.Interview.CanceledAt == nil {
		f.Existing = &d.Interview
	}
	d.ids++
	b, err := booking.Decide(o, f, d.Policy, models.IDs{Interview: fmt.Sprintf("int_%d", d.ids), Candidate: "cand_1",
		LinkToken: "first"}, d.Now)
	if err != nil {
		d.T.Fatalf("book %s with %q: %v", o.Start, o.InterviewerEmail, err)
	}
	if !b.Replaced {
		d.Ledger = nil // another row has its own ledger
		d.Begin()
	}
	d.Interview, d.Candidate = b.Interview, b.Candidate
}

// Panel gives the interview a panel of these people, the first of whom leads; nothing else changes.
func (d *Desk) Panel(emails ...string) {
	d.T.Helper()
	was := d.Interview
	if d.Reassign(emails[0]); d.Interview.Revision == was.Revision {
		d.Interview.Revise(d.Now)
	}
	d.Interview.Panel = nil
	for _, email := range emails {
		s := models.Seated{Email: email, Role: models.SeatInterviewer, SetAt: d.Interview.UpdatedAt,
			CalendarCopy: email != emails[0] && timetable.Connection{Provider: d.Calendars[email]}.Writable()}
		if prior := was.InPanel(email); prior != nil {
			s.SetAt = prior.SetAt
		} else if email == was.InterviewerEmail {
			s.SetAt = was.InterviewerSetAt
		}
		d.Interview.Panel = append(d.Interview.Panel, s)
	}
}

// Reassign gives the interview to another interviewer.
func (d *Desk) Reassign(email string) {
	d.T.Helper()
	d.ReassignBecause(email, nil)
}

// ReassignBecause gives the interview to another interviewer for a reason.
func (d *Desk) ReassignBecause(email string, why *models.Reason) {
	d.T.Helper()
	i, _, err := booking.DecideReassign(booking.ReassignFacts{Interview: d.Interview, Why: why,
		Own: booking.InterviewerLinks{Person: d.Own[email], Calendar: d.Calendars[email]}}, email, models.DefaultPolicy,
		d.Now)
	d.becomes(i, err)
}

// Cancel cancels it.
func (d *Desk) Cancel() { d.Interview, _ = booking.DecideCancel(d.Interview, d.Now) }

// EndCall ends its call.
func (d *Desk) EndCall() {
	d.T.Helper()
	i, _, err := booking.DecideEndCall(d.Interview, d.Now)
	d.becomes(i, err)
}

// Arrives is a meeting link that was made in the background.
func (d *Desk) Arrives(link string) {
	d.Interview.Revise(d.Now)
	d.Interview.MeetingLink, d.Interview.LinkSource = link, models.LinkAutomatic
}

// Imports has the interview come from an applicant tracking system.
func (d *Desk) Imports(interviewer string) {
	d.ids = 1
	f := Facts()
	d.Candidate = *Known()
	d.Interview = setup.NewImport(f.Organization, "int_1", setup.ResolvedImport{Round: *f.Round, CandidateID: "cand_1",
		Source: models.SourceLever, StartsAt: Mon(15, 0), InterviewerEmail: interviewer,
		MeetingLink: Room}, d.Policy, d.Now)
}

// Owed are the letters that are owed.
func (d *Desk) Owed() []effect.Effect {
	return slices.DeleteFunc(effect.Owed(d.Interview, Cleo, d.Ledger, d.Policy, d.Now),
		func(e effect.Effect) bool { return !e.Letter() })
}

// Deliver attempts what is owed, as one activity per target does.
func (d *Desk) Deliver() { d.T.Helper(); DeliverAll(d.T, d.Owed, d.attempt) }

// DeliverAll attempts what is owed until nothing is, or until every target that is owed something fails.
func DeliverAll(t Failer, owed func() []effect.Effect, attempt func(effect.Effect) bool) {
	t.Helper()
	waiting := map[string]bool{}
	for range 200 {
		all := owed()
		n := slices.IndexFunc(all, func(e effect.Effect) bool { return !waiting[e.Target] })
		if n < 0 {
			return
		}
		if !attempt(all[n]) {
			waiting[all[n].Target] = true
		}
	}
	t.Fatalf("effects do not end: %v is owed", owed())
}

// attempt makes one attempt and reports whether another one for the target may follow at once.
func (d *Desk) attempt(e effect.Effect) bool {
	d.T.Helper()
	entry := effect.EntryOf(d.Interview, e)
	if e.Resend == nil {
		entry.CreatedAt = d.Now
		entry.ProviderID = fmt.Sprintf("%s.%d.%s.%s", d.Interview.ID, d.Interview.Revision, e.Kind, e.Target)
	}
	verdict := d.Server[e.Email]
	entry.State, entry.Permanent = effect.Done, false
	switch verdict {
	case Refuses:
		entry.State, entry.Permanent = effect.Failed, true
	case defers:
		entry.State = effect.Failed
	case Vanishes, Forgotten:
		entry.State = effect.Intent
	}
	if e.Resend != nil && entry.State == effect.Failed {
		entry.State = effect.Intent // the attempt before may have arrived
	}
	d.Note(entry)
	if verdict == Accepts || verdict == Vanishes || verdict == Forgotten {
		d.left = append(d.left, describe(e, entry))
		d.Posted = append(d.Posted, Posted{entry, e.Resend != nil})
	}
	return verdict == Accepts || verdict == Refuses
}

// Note writes the entry over the one with the same target, kind and revision, like the ledger.
func (d *Desk) Note(entry effect.Entry) {
	for n, e := range d.Ledger {
		if e.Target == entry.Target && e.Kind == entry.Kind && e.Revision == entry.Revision {
			entry.CreatedAt = e.CreatedAt
			d.Ledger[n] = entry
			return
		}
	}
	d.Ledger = append(d.Ledger, entry)
}

// describe returns a letter in words.
func describe(e effect.Effect, entry effect.Entry) string {
	name, _, _ := strings.Cut(e.Email, "@")
	s := name + " " + e.Kind + " " + entry.Start.Format("15:04")
	if e.Kind == effect.LetterChangedTime {
		s += " not " + e.PreviousStart.Format("15:04")
	}
	if entry.AssessmentLink {
		s += " +assessment"
	}
	if !e.Invitation && !strings.HasPrefix(e.Kind, "reminder_") {
		s += " (no invitation)"
	}
	if e.StandsIn {
		s += " (stands in)"
	}
	if e.Resend != nil {
		s += " (same again)"
	}
	return s
}

// Leaves delivers what is owed and checks that exactly these letters leave; their order among recipients does not
// matter.
func (d *Desk) Leaves(want ...string) {
	d.T.Helper()
	d.Deliver()
	got := d.left
	d.left = nil
	byName := func(a, b string) int {
		x, _, _ := strings.Cut(a, " ")
		y, _, _ := strings.Cut(b, " ")
		return strings.Compare(x, y)
	}
	slices.SortStableFunc(got, byName)
	slices.SortStableFunc(want, byName)
	if !slices.Equal(got, want) {
		d.T.Fatalf("%s (revision %d at %s): these letters left:\n  %s\nwant:\n  %s",
			d.Line, d.Interview.Revision, d.Now.Format("Mon 15:04"), strings.Join(got, "\n  "),
			strings.Join(want, "\n  "))
	}
}

// Answers has the mail server of that person treat attempts so from now on.
func (d *Desk) Answers(who string, a Answer) { d.Server[PersonNamed(d.T, who)] = a }

// Base is the desk itself, see life.
func (d *Desk) Base() *Desk { return d }

// Shows delivers and checks the letters that leave.
func (d *Desk) Shows(want ...string) { d.T.Helper(); d.Leaves(want...) }
