package act

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// ReadRevision is the revision at which a record was read for a decision.
type ReadRevision struct {
	About     FactAbout // [FactInterview], [FactCandidate] or [FactSubmission]
	ID        string
	Revision  int64
	ChangedAt time.Time // of a candidate or a submission, whose changes do not all raise a revision
}

// Offered says whether the start of a booking is offered, bookings apart. One that is not can be booked all the same.
type Offered struct {
	Start       bool // by anybody of the posting
	Interviewer bool // by the interviewer who is named; false if none is
}

// Preview is what an act on an interview or an invitation would do at an instant, decided on the same facts by the same
// functions as the act itself (D11). It is also the plan that a tool shows (T4).
type Preview struct {
	Before, After models.Interview // Before is zero for a new interview; both are zero for an invitation or a decision
	Candidate     models.Candidate // as they would be
	Decision      string           // as it would be, of a preview of [candidacy.DecideCandidate]
	DecidedBefore string           // the decision until then, of the same

	// Next is the record of the next step as it would be, of a decision by which somebody goes on; nil for none. Then
	// Sent, Held and Later are its invitation's.
	Next *models.Candidate

	effects
	foreseen effects         // the same once what was owed before the act has left
	Later    []effect.Moment // the moments to come of After

	Warnings  []models.Warning // of a booking, or of an invitation: [WarnNoTimeToPick]
	Offered   *Offered         // of a booking at a start
	Free      []string         // of a booking at a start that names nobody: who is free then
	Read      []ReadRevision   // what was decided on
	Unchanged bool             // the act would change nothing
	Dismisses bool             // of a booking: a notetaker was asked into the session that it replaces

	picks    bool // the invitation asks to pick a time, and the candidate has no interview
	replaces bool // a booking in the place of an interview, whose notetaker is dismissed before it is decided (44)
}

// effects are what an act would send, and when.
type effects struct {
	Sent   []effect.Effect // leaves at once: letters, copies in calendars, meetings, notetakers
	Follow []effect.Effect // leaves as soon as the meeting link is made that After lacks
	Held   []effect.Effect // waits until the organization is approved
}

// PreviewChange is the preview of a change of an interview's row from before, zero for a new one, to after. ledger has
// what was done for the row so far. What would be sent is what [effect.Owed] says of the changed row.
func PreviewChange(before, after models.Interview, c models.Candidate, ledger []effect.Entry, approved bool,
	p models.Policy, now time.Time) Preview {
	v := Preview{Before: before, After: after, Candidate: c, Unchanged: before.Revision == after.Revision}
	if before.ID != "" {
		v.Read = append(v.Read, ReadRevision{About: FactInterview, ID: before.ID, Revision: before.Revision})
	}
	if v.Unchanged {
		return v
	}
	v.effects = effectsOf(after, c.Email, ledger, approved, p, now)
	settled := settledLedger(before, c.Email, ledger, approved, p, now)
	v.foreseen = effectsOf(after, c.Email, settled, approved, p, now)
	for _, m := range effect.Timeline(after, p) {
		if m.At.After(now) {
			v.Later = append(v.Later, m)
		}
	}
	return v
}

// effectsOf are the effects of a row as it would be, by what its ledger has.
func effectsOf(after models.Interview, candidateEmail string, ledger []effect.Entry, approved bool, p models.Policy,
	now time.Time) (out effects) {
	owed := effect.Owed(after, candidateEmail, ledger, p, now)
	out.Sent = effect.Leaving(owed, approved)
	out.Held = slices.DeleteFunc(slices.Clone(owed), func(e effect.Effect) bool { return effect.Holds(out.Sent, e) })
	if effect.LinkComing(after, ledger) {
		linked := after
		linked.MeetingLink = "https://to.come/"
		for _, e := range effect.OwedOutside(linked, ledger, p, now) {
			if e.Kind == effect.NotetakerInvited && approved && !effect.Holds(owed, e) {
				out.Follow = append(out.Follow, e)
			}
		}
	}
	return out
}

// settledLedger is the ledger once what the row owes as it is has left, as it does within seconds: whoever confirms a
// plan is not refused because a letter left meanwhile that was to leave anyway. What makes a meeting link is no part of
// it, since that changes the row.
func settledLedger(i models.Interview, candidateEmail string, ledger []effect.Entry, approved bool, p models.Policy,
	now time.Time) []effect.Entry {
	if i.ID == "" {
		return ledger
	}
	out := slices.Clone(ledger)
	for _, e := range effect.Leaving(effect.Owed(i, candidateEmail, ledger, p, now), approved) {
		if e.Kind == effect.MeetingMade || e.Kind == effect.EventLinked {
			continue
		}
		entry := effect.EntryOf(i, e)
		entry.State, entry.CreatedAt = effect.Done, now
		out = slices.DeleteFunc(out, func(old effect.Entry) bool {
			return old.Target == entry.Target && old.Kind == entry.Kind && old.Revision == entry.Revision
		})
		out = append(out, entry)
	}
	return out
}

// Foreseen is the preview of the act once what is owed already has left: what whoever confirms it will see happen,
// since that takes seconds and a decision takes longer.
func (p Preview) Foreseen() Preview {
	p.effects = p.foreseen
	return p
}

// PreviewBooking is the preview of a decided booking. f are the facts that it was decided on, ledger has what was done
// for the interview that it replaces.
func PreviewBooking(o booking.Order, f booking.Facts, b booking.Booking, ledger []effect.Entry, p models.Policy,
	now time.Time) Preview {
	var existing models.Interview
	if f.Existing != nil {
		existing = *f.Existing
	}
	v := PreviewChange(existing, b.Interview, b.Candidate, ledger, f.Organization.Approved, p, now)
	v.Warnings, v.Unchanged, v.replaces = b.Warnings, b.Unchanged, b.Replaced
	v.Dismisses = effect.HasNotetaker(ledger)
	if f.Candidate != nil {
		v.Read = append(v.Read, ReadOf(*f.Candidate))
	}
	if !o.External() {
		v.Offered = &Offered{}
		v.Offered.Start, _ = f.Available.At(o.Start, f.Round.Duration(), now, existing.ID)
		if email := b.Interview.InterviewerEmail; email != "" {
			only := f.Available.Only(email)
			v.Offered.Interviewer, _ = only.At(o.Start, f.Round.Duration(), now, existing.ID)
		} else {
			v.Free = f.Available.Explain(o.Start, f.Round.Duration(), now, existing.ID).Free()
		}
	}
	return v
}

// PreviewDecision is the preview of a decision on a candidate, which sends nothing. [Preview.WithOnward] adds how they
// go on.
func PreviewDecision(f candidacy.DecisionFacts, d candidacy.Decided) Preview {
	v := Preview{Candidate: d.Candidate, Decision: d.Before, DecidedBefore: d.Before, Unchanged: !d.Changed,
		Read: []ReadRevision{ReadOf(f.Candidate)}}
	if d.Changed {
		v.Decision = candidacy.DecisionOf(d.Candidate.State)
	}
	if s := f.Submission; s != nil {
		v.Read = append(v.Read, ReadRevision{About: FactSubmission, ID: s.ID, Revision: s.GradeVersion,
			ChangedAt: s.UpdatedAt})
	}
	return v
}

// WithOnward adds to the preview of a decision how the candidate goes on; next is the preview of their next record's
// invitation, see [PreviewInvitation].
func (p Preview) WithOnward(w candidacy.Onward, next Preview) Preview {
	p.Next, p.Unchanged = &w.Candidate, p.Unchanged && !w.Changed
	if w.Invitation {
		p.effects, p.foreseen, p.Later, p.picks = next.effects, next.foreseen, next.Later, next.picks
	}
	p.Read = append(p.Read, next.Read...)
	return p
}

// ReadOf is the candidate's record as it was read for a decision.
func ReadOf(c models.Candidate) ReadRevision {
	return ReadRevision{About: FactCandidate, ID: c.ID, Revision: c.Revision, ChangedAt: c.UpdatedAt}
}

// MeetingLink is the meeting link that the interview would have, "" for none. It is "" also where a new one would be
// made: nobody knows it before the act is done.
func (p Preview) MeetingLink() string {
	if p.After.LinkSource == models.LinkAutomatic && p.After.MeetingLink != p.Before.MeetingLink {
		return ""
	}
	return p.After.MeetingLink
}

// Known reports whether there is a record of that sort already.
func (p Preview) Known(about FactAbout) bool { return p.idOf(about) != "" }

// Submission is the id of the submission that is decided on, "" for none.
func (p Preview) Submission() string { return p.idOf(FactSubmission) }

func (p Preview) idOf(about FactAbout) string {
	n := slices.IndexFunc(p.Read, func(r ReadRevision) bool { return r.About == about })
	if n < 0 {
		return ""
	}
	return p.Read[n].ID
}

// Picker is the candidate whose invitation of the preview asks them to pick a time; is reports whether there is one.
func (p Preview) Picker() (c models.Candidate, is bool) { return p.invitee(), p.picks }

// invitee is the candidate who gets the invitation of the preview.
func (p Preview) invitee() models.Candidate {
	if p.Next != nil {
		return *p.Next
	}
	return p.Candidate
}

// WarnNoTimeToPick is the code of the warning, in a preview alone, that an invitation to pick a time would lead to a
// page without any.
const WarnNoTimeToPick = "no_time_to_pick"

// WithoutTimes returns the preview of an invitation to pick a time, with a warning if its candidate would find none:
// round is the one for which they pick, nil for none, and offered are its starts. Whoever invites knows best whether to
// send it all the same, so it is not refused; and since times come and go, no plan is outdated by it.
func (p Preview) WithoutTimes(round *models.Round, offered []timetable.Slot) Preview {
	switch {
	case round == nil:
		p.Warnings = append(p.Warnings, models.Warning{Code: WarnNoTimeToPick,
			Message: "The pipeline has no round that can be booked with " +
				"this assessment, so there is no time to pick. Add one to the pipeline first."})
	case len(offered) == 0:
		p.Warnings = append(p.Warnings, models.Warning{Code: WarnNoTimeToPick,
			Message: "Nobody offers a free time now, so the candidate " +
				"would find none to pick. Add times first; those that are added later appear on the candidate's page."})
	}
	return p
}

// PreviewInvitation is the preview of an invitation as it would be; reused says that the candidate was invited before.
func PreviewInvitation(v candidacy.Invitation, reused bool, now time.Time) Preview {
	p := Preview{Candidate: v.Candidate, Unchanged: reused,
		picks: v.DeliveryMode == models.DeliverySync && !reused && !v.Interviewed}
	if next := v.NextMoment(now); next != nil {
		p.Later = append(p.Later, *next)
	}
	switch owed := v.Owed(now); {
	case owed == nil:
	case v.Approved:
		p.Sent = []effect.Effect{*owed}
	default:
		p.Held = []effect.Effect{*owed}
	}
	p.foreseen = p.effects
	return p
}

// Words returns a line for each effect that would leave, and for each that would follow or wait.
func (p Preview) Words() (lines []string) {
	for _, e := range p.Sent {
		lines = append(lines, p.Named(e).Words())
	}
	for _, e := range p.Follow {
		lines = append(lines, p.Named(e).Words()+", once the meeting link is made")
	}
	for _, e := range p.Held {
		lines = append(lines, p.Named(e).Words()+", once the organization is approved")
	}
	return lines
}

// Named is one of the effects with the name of the room that it is about ([effect.Effect.Of]).
func (p Preview) Named(e effect.Effect) effect.Effect { return e.Of(p.After, p.Before) }

// NobodyNamed is the warning that a booking names nobody although people are free then; is reports whether it has to be
// given. Programs that book over REST never get it: they may have a reason, and somebody is briefed.
func (p Preview) NobodyNamed() (w models.Warning, is bool) {
	if len(p.Free) == 0 {
		return w, false
	}
	who := p.Free
	if len(who) > namedFree {
		who = append(slices.Clone(who[:namedFree]), fmt.Sprintf("%d more", len(p.Free)-namedFree))
	}
	return models.Warning{Code: models.WarnNobodyNamed, Message: "Nobody is named as the interviewer, although " +
		strings.Join(who, ", ") + " could: they are free then. interviewer_email any names whose turn it is."}, true
}

// namedFree is how many of those who are free a warning names.
const namedFree = 3
