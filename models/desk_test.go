package models

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// desk simulates the life of one interview with the pure rules: it makes changes as the store does and attempts at
// letters as the activities do, and keeps the ledger in memory. It records the letters that leave in words, such as
//
//	cleo confirmation 15:00 +assessment
//	ann cancellation 15:00
//	ann cancellation 15:00 (same again)
type desk struct {
	t         failer
	line      string // of the timetable
	now       time.Time
	policy    Policy
	i         Interview
	who       Candidate
	ledger    []Entry
	server    map[string]answer // by recipient; accepts by default
	left      []string          // letters since the last check
	calendars map[string]string // providers of connected calendars, by owner
	own       map[string]string // people's own meeting links
	posted    []posted          // all letters
	ids       int
	begin     func() // runs when another row begins
}

// failer is what a desk needs of a test, or of a property that is checked.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// answer is how the mail server treats an attempt.
type answer int

const (
	accepts   answer = iota
	refuses          // 550: refused for good
	defers           // 451: not accepted, and tried again
	vanishes         // the answer got lost: it may have been accepted
	forgotten        // accepted, but the worker died before it could settle the entry
)

// posted is a letter that was accepted, or may have been.
type posted struct {
	entry Entry
	again bool // the attempt before may have been accepted, too
}

// room is the meeting link that bookings come with.
const room = "https://room"

// ownLink has the links of the people who have one of their own.
var ownLink = map[string]string{ann: "https://meet.example/ann", bob: "https://meet.example/bob"}

func newDesk(t failer) *desk {
	return &desk{t: t, now: thu, policy: DefaultPolicy, server: map[string]answer{}, calendars: map[string]string{},
		own: ownLink, begin: func() {}}
}

// book books an interview, or replaces the existing one.
func (d *desk) book(start time.Time, interviewer, link string) {
	d.t.Helper()
	o := order()
	o.Start, o.InterviewerEmail, o.MeetingLink, o.Replace = start, interviewer, link, true
	d.place(o)
}

// bookExternal books a session by link, or replaces the existing interview by one.
func (d *desk) bookExternal(interviewer string) {
	d.t.Helper()
	o := order()
	o.Start, o.InterviewerEmail, o.MeetingLink, o.Replace, o.Kind = time.Time{}, interviewer,
		"https://meet.example/external", true, OrderExternal
	d.place(o)
}

// use uses the link of the external session.
func (d *desk) use() {
	d.t.Helper()
	i, _, err := DecideUseLink(d.i, "", d.policy, d.now)
	d.becomes(i, err)
}

func (d *desk) freshLink() {
	d.t.Helper()
	i, err := DecideFreshLink(d.i, "fresh", d.policy, d.now)
	d.becomes(i, err)
}

// becomes takes what was decided for the interview's next row.
func (d *desk) becomes(i Interview, err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatalf("%s: refused: %v", d.line, err)
	}
	d.i = i
}

// place decides an order.
func (d *desk) place(o BookingOrder) {
	d.t.Helper()
	f := facts()
	f.Own.Person, f.Own.Calendar = d.own[o.InterviewerEmail], d.calendars[o.InterviewerEmail]
	if d.who.ID != "" {
		f.Candidate = &d.who
	}
	if d.i.ID != "" && d.i.CanceledAt == nil {
		f.Existing = &d.i
	}
	d.ids++
	b, err := DecideBooking(o, f, d.policy, IDs{Interview: fmt.Sprintf("int_%d", d.ids), Candidate: "cand_1",
		LinkToken: "first"}, d.now)
	if err != nil {
		d.t.Fatalf("book %s with %q: %v", o.Start, o.InterviewerEmail, err)
	}
	if !b.Replaced {
		d.ledger = nil // another row has its own ledger
		d.begin()
	}
	d.i, d.who = b.Interview, b.Candidate
}

func (d *desk) reassign(email string) {
	d.t.Helper()
	i, _, err := DecideReassign(ReassignFacts{Interview: d.i,
		Own: InterviewerLinks{Person: d.own[email], Calendar: d.calendars[email]}}, email, DefaultPolicy, d.now)
	d.becomes(i, err)
}

func (d *desk) cancel() { d.i, _ = DecideCancel(d.i, d.now) }

func (d *desk) endCall() {
	d.t.Helper()
	i, _, err := DecideEndCall(d.i, d.now)
	d.becomes(i, err)
}

// arrives is a meeting link that was made in the background.
func (d *desk) arrives(link string) {
	d.i.change(d.now)
	d.i.MeetingLink, d.i.LinkSource = link, LinkAutomatic
}

// imports has the interview come from an applicant tracking system.
func (d *desk) imports(interviewer string) {
	d.ids = 1
	f := facts()
	d.who = *known()
	d.i = NewImport(f.Organization, "int_1", Import{Round: *f.Round, CandidateID: "cand_1", Source: SourceLever,
		StartsAt: mon(15, 0), InterviewerEmail: interviewer, MeetingLink: room}, d.policy, d.now)
}

func (d *desk) owed() []Effect { return owedLetters(d.i, cleo, d.ledger, d.policy, d.now) }

// deliver attempts what is owed, as one activity per target does.
func (d *desk) deliver() { d.t.Helper(); deliverAll(d.t, d.owed, d.attempt) }

// deliverAll attempts what is owed until nothing is, or until every target that is owed something fails.
func deliverAll(t failer, owed func() []Effect, attempt func(Effect) bool) {
	t.Helper()
	waiting := map[string]bool{}
	for range 200 {
		all := owed()
		n := slices.IndexFunc(all, func(e Effect) bool { return !waiting[e.Target] })
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
func (d *desk) attempt(e Effect) bool {
	d.t.Helper()
	entry := d.i.Entry(e)
	if e.Resend == nil {
		entry.CreatedAt = d.now
		entry.ProviderID = fmt.Sprintf("%s.%d.%s.%s", d.i.ID, d.i.Revision, e.Kind, e.Target)
	}
	verdict := d.server[e.Email]
	entry.State, entry.Permanent = EffectDone, false
	switch verdict {
	case refuses:
		entry.State, entry.Permanent = EffectFailed, true
	case defers:
		entry.State = EffectFailed
	case vanishes, forgotten:
		entry.State = EffectIntent
	}
	if e.Resend != nil && entry.State == EffectFailed {
		entry.State = EffectIntent // the attempt before may have arrived
	}
	d.note(entry)
	if verdict == accepts || verdict == vanishes || verdict == forgotten {
		d.left = append(d.left, describe(e, entry))
		d.posted = append(d.posted, posted{entry, e.Resend != nil})
	}
	return verdict == accepts || verdict == refuses
}

// note writes the entry over the one with the same target, kind and revision, like the ledger.
func (d *desk) note(entry Entry) {
	for n, e := range d.ledger {
		if e.Target == entry.Target && e.Kind == entry.Kind && e.Revision == entry.Revision {
			entry.CreatedAt = e.CreatedAt
			d.ledger[n] = entry
			return
		}
	}
	d.ledger = append(d.ledger, entry)
}

// describe returns a letter in words.
func describe(e Effect, entry Entry) string {
	name, _, _ := strings.Cut(e.Email, "@")
	s := name + " " + e.Kind + " " + entry.Start.Format("15:04")
	if e.Kind == LetterChangedTime {
		s += " not " + e.PreviousStart.Format("15:04")
	}
	if entry.AssessmentLink {
		s += " +assessment"
	}
	if !e.Invitation && !isReminder(e.Kind) {
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

// leaves delivers what is owed and checks that exactly these letters leave; their order among recipients does not
// matter.
func (d *desk) leaves(want ...string) {
	d.t.Helper()
	d.deliver()
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
		d.t.Fatalf("%s (revision %d at %s): these letters left:\n  %s\nwant:\n  %s",
			d.line, d.i.Revision, d.now.Format("Mon 15:04"), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
