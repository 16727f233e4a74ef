package models

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Roles of a letter's recipient.
const (
	RoleCandidate   = "candidate"
	RoleInterviewer = "interviewer"
)

// Recipient is somebody whom the interview, as it stands, wants told.
type Recipient struct {
	Role, Email string
	Invitation  bool      // holds a calendar invitation from us: has no copy in a connected calendar (decision 54)
	SetAt       time.Time // since when the present start concerns them (decision 88)
}

// Target names the recipient in the ledger.
func (r Recipient) Target() string { return mailTarget(r.Role, r.Email) }

func mailTarget(role, email string) string { return "mail:" + role + ":" + email }

// readMailTarget is the inverse of mailTarget.
func readMailTarget(target string) (role, email string, ok bool) {
	role, email, ok = strings.Cut(strings.TrimPrefix(target, "mail:"), ":")
	return role, email, ok && strings.HasPrefix(target, "mail:")
}

// Recipients are who is to be told of the interview: of our own booking the candidate and the interviewer, or the
// frozen fallback recipients (decision 89); of an import or a used external session the interviewer, once reassigned
// (decisions 46 and 55); of a canceled one and of an unused link nobody.
func Recipients(i Interview, candidateEmail string) []Recipient {
	if i.CanceledAt != nil || i.Unused() {
		return nil
	}
	since := i.StartSetAt
	if i.InterviewerSetAt.After(since) {
		since = i.InterviewerSetAt
	}
	var out []Recipient
	if !i.ExternallyScheduled {
		out = append(out, Recipient{RoleCandidate, candidateEmail, true, i.StartSetAt})
		for _, e := range i.BriefingRecipients {
			out = append(out, Recipient{RoleInterviewer, e, true, since})
		}
	}
	if i.InterviewerEmail != "" && (!i.ExternallyScheduled || i.AnnounceRevision > 0) {
		out = append(out, Recipient{RoleInterviewer, i.InterviewerEmail,
			!i.ExternallyScheduled && !i.CalendarCopy, since})
	}
	return out
}

// standsIn reports whether a recipient is there by fallback: nobody is named then (decision 37).
func standsIn(role, interviewer string) bool { return role == RoleInterviewer && interviewer == "" }

// Effect is one thing that the interview owes the world outside.
type Effect struct {
	Target, Kind, Role, Email string
	// the recipient is there by fallback, for an interviewer who is not named (decision 89), or was when told last
	StandsIn       bool
	Invitation     bool
	AssessmentLink bool // the letter carries the candidate's assessment link (decision 46)
	// of a changed_time letter and a cancellation: what the recipient was told before
	PreviousStart time.Time
	Before        time.Duration // of a reminder
	Resend        *Entry        // the attempt whose end is not known: the same letter goes again
}

// Leaving are the effects that are carried out now: all of them of an organization that is approved. Of one that is
// not, what takes something back goes on, since people would come to a meeting that will not take place: cancellations,
// and the removal of calendars' copies, meetings and notetakers. The others stay owed until it is approved again
// (decision 113).
func Leaving(owed []Effect, approved bool) []Effect {
	if approved {
		return owed
	}
	var out []Effect
	for _, e := range owed {
		if e.Kind == LetterCancellation || e.Removes() {
			out = append(out, e)
		}
	}
	return out
}

// soonBefore is how long before its start everything about an interview goes before what has more time (decision 127).
const soonBefore = 2 * time.Hour

// Soon reports whether the effect goes before the organization's others (decision 127): it is a reminder, somebody
// waits for it, or the interview that it is about starts within two hours.
func (e Effect) Soon(i Interview, now time.Time) bool {
	about := i.StartsAt
	if !e.PreviousStart.IsZero() && e.PreviousStart.Before(about) {
		about = e.PreviousStart // who was told of it may be on their way
	}
	return e.Before > 0 || e.Awaited() || about.Sub(now) < soonBefore
}

// Owed are the effects that the interview owes at now and that the ledger does not show as done (decisions 46, 47, 53,
// 54, 55, 87 to 89). It decides nothing about how: an activity takes a target and asks again.
func Owed(i Interview, candidateEmail string, ledger []Entry, p Policy, now time.Time) []Effect {
	books := concerning(i, byTarget(ledger))
	if i.StatusAt(now) == StatusCompleted || i.overWhenCanceled() { // nobody is told of what is over
		if i.External() {
			return cancellations(i, books, nil) // but of the booking whose place it took, which is not
		}
		return nil
	}
	wanted := Recipients(i, candidateEmail)
	var letters, reminders []Effect
	for _, r := range wanted {
		book := books[r.Target()]
		if !r.Invitation && book.holdsInvitation() {
			continue // it is canceled first, else nobody would ask for it back
		}
		if r.Role == RoleInterviewer && !r.Invitation {
			book = book.since(books[EventTarget(r.Email)].removed())
		}
		if e, ok := book.letter(i, r); ok {
			letters = append(letters, e)
		}
		if e, ok := book.reminder(i, r, p, now); ok {
			reminders = append(reminders, e)
		}
	}
	return slices.Concat(letters, cancellations(i, books, wanted), reminders)
}

// account is what the ledger holds of one target, oldest first.
type account []Entry

func byTarget(ledger []Entry) map[string]account {
	out := map[string]account{}
	for _, e := range ledger {
		out[e.Target] = append(out[e.Target], e)
	}
	for _, a := range out {
		slices.SortStableFunc(a, func(x, y Entry) int {
			return cmp.Or(cmp.Compare(x.Revision, y.Revision), x.CreatedAt.Compare(y.CreatedAt))
		})
	}
	return out
}

// concerning leaves out of the accounts of an external session what was told up to an interview that was over when the
// session took its place: that one took place, and is neither canceled nor changed by what came after (decision 53).
// How long it was is not in the ledger; the session's duration stands for it.
func concerning(i Interview, books map[string]account) map[string]account {
	if !i.External() {
		return books
	}
	for target, a := range books {
		for n, e := range slices.Backward(a) {
			if e.Told() && !isReminder(e.Kind) && !e.Start.Add(i.Duration()).After(i.CreatedAt) {
				books[target] = a[n+1:]
				break
			}
		}
	}
	return books
}

// last is the last letter, reminders aside, that the target may have got.
func (a account) last() *Entry { return a.lastOf(len(a)) }

// before is the letter before that one, nil when it was the first.
func (a account) before(e *Entry) *Entry {
	return a.lastOf(slices.IndexFunc(a, func(x Entry) bool { return x.Kind == e.Kind && x.Revision == e.Revision }))
}

// lastOf is the last letter among the first entries.
func (a account) lastOf(first int) *Entry {
	for n := first - 1; n >= 0; n-- {
		if a[n].Told() && !isReminder(a[n].Kind) {
			return &a[n]
		}
	}
	return nil
}

// holdsInvitation reports whether the last letter left the target with an invitation, or may have: a cancellation whose
// end is not known.
func (a account) holdsInvitation() bool {
	last := a.last()
	return last != nil && last.Invitation && (last.Kind != LetterCancellation ||
		last.State != EffectDone && !last.Permanent)
}

// removed is the revision at which a copy was last taken out of the calendar, or may have been; 0 for never.
func (a account) removed() (revision int64) {
	for _, e := range a {
		if e.Kind == EventRemoved && e.Told() {
			revision = e.Revision
		}
	}
	return revision
}

// since leaves out what was told before a revision: whoever lost the interview then, and has it again, is told of it
// anew (decision 55).
func (a account) since(revision int64) account {
	return slices.DeleteFunc(slices.Clone(a), func(e Entry) bool {
		return e.Told() && !isReminder(e.Kind) &&
			e.Revision < revision
	})
}

// refused reports whether a letter of this revision failed for good (house rule: visible, not owed until the row
// changes).
func (a account) refused(revision int64) bool {
	return slices.ContainsFunc(a, func(e Entry) bool {
		return e.State == EffectFailed && e.Permanent && e.Revision == revision && !isReminder(e.Kind)
	})
}

// letter is the letter owed to a wanted recipient: the first one to who was never told or was told of a cancellation,
// the same one again while it is not known whether it was accepted, one after each announced change, and one when the
// meeting link differs from what was told (decision 46).
func (a account) letter(i Interview, r Recipient) (Effect, bool) {
	e := Effect{Target: r.Target(), Role: r.Role, Email: r.Email, StandsIn: standsIn(r.Role, i.InterviewerEmail),
		Invitation: r.Invitation}
	e.AssessmentLink = r.Role == RoleCandidate && i.AssessmentLinkOwed &&
		!slices.ContainsFunc(a, func(e Entry) bool { return e.AssessmentLink && e.State == EffectDone })
	if a.refused(i.Revision) {
		return e, false
	}
	last := a.last()
	switch {
	case last == nil, last.Kind == LetterCancellation:
		e.Kind = firstLetter(r.Role)
		return e, true
	case last.State == EffectIntent && last.Revision >= i.AnnounceRevision && last.tells(i):
		if last.Permanent {
			return e, false // sent again often enough: it may well have been accepted
		}
		e.Kind, e.Resend, e.AssessmentLink = last.Kind, last, last.AssessmentLink
		if told := a.before(last); e.Kind == LetterChangedTime && told != nil {
			e.PreviousStart = told.Start
		}
		return e, true
	case last.State == EffectIntent, last.Revision < i.AnnounceRevision, last.MeetingLink != i.MeetingLink,
		// a fallback recipient before (decision 55)
		r.Email == i.InterviewerEmail && r.Role == RoleInterviewer && last.Interviewer != i.InterviewerEmail:
		e.Kind = nextLetter(r.Role, *last, i)
		if e.Kind == LetterChangedTime {
			e.PreviousStart = last.Start
		}
		return e, true
	}
	return e, false
}

// tells reports whether the entry's letter says what the interview is now.
func (e Entry) tells(i Interview) bool {
	return e.Start.Equal(i.StartsAt) && e.MeetingLink == i.MeetingLink && e.Interviewer == i.InterviewerEmail
}

func firstLetter(role string) string {
	if role == RoleCandidate {
		return LetterConfirmation
	}
	return LetterBriefing
}

func nextLetter(role string, last Entry, i Interview) string {
	switch {
	case standsIn(role, last.Interviewer) && i.InterviewerEmail != "":
		return firstLetter(role) // who stood in, and interviews now, reads that first
	case !last.Start.Equal(i.StartsAt):
		return LetterChangedTime
	case role == RoleCandidate && last.Interviewer != i.InterviewerEmail:
		return LetterChangedInterviewer
	case last.MeetingLink != i.MeetingLink:
		return LetterChangedDetails
	}
	return firstLetter(role)
}

// reminder is the latest reminder whose instant lies after the start was set, has come, and is not overtaken by the
// next one or the start (decision 88).
func (a account) reminder(i Interview, r Recipient, p Policy, now time.Time) (Effect, bool) {
	if i.ExternallyScheduled || !now.Before(i.StartsAt) {
		return Effect{}, false
	}
	due := time.Duration(-1)
	for _, before := range p.Reminders { // longest first: the last that has come is the latest
		if at := i.StartsAt.Add(-before); !at.After(now) && at.After(r.SetAt) {
			due = before
		}
	}
	if due < 0 {
		return Effect{}, false
	}
	e := Effect{Target: r.Target(), Kind: reminderKind(due), Role: r.Role, Email: r.Email,
		StandsIn: standsIn(r.Role, i.InterviewerEmail), Before: due}
	for n := range a {
		if a[n].Kind != e.Kind || !a[n].Start.Equal(i.StartsAt) {
			continue
		}
		if a[n].State == EffectDone || a[n].Permanent && (a[n].Revision == i.Revision || a[n].Told()) {
			return Effect{}, false
		}
		if a[n].State == EffectIntent {
			e.Resend = &a[n]
		}
	}
	return e, true
}

// cancellations go to the targets that may hold an invitation and are not wanted any more (decisions 54 and 55).
func cancellations(i Interview, books map[string]account, wanted []Recipient) []Effect {
	var out []Effect
	for target, a := range books {
		last := a.last()
		role, email, ok := readMailTarget(target)
		if !ok || !a.holdsInvitation() || a.refused(i.Revision) ||
			slices.ContainsFunc(wanted, func(r Recipient) bool { return r.Target() == target && r.Invitation }) {
			continue
		}
		e := Effect{Target: target, Kind: LetterCancellation, Role: role, Email: email, Invitation: true,
			PreviousStart: last.Start}
		told := last
		if last.Kind == LetterCancellation {
			e.Resend, told = last, a.before(last)
		}
		e.StandsIn = told != nil && standsIn(role, told.Interviewer)
		out = append(out, e)
	}
	slices.SortFunc(out, func(x, y Effect) int { return strings.Compare(x.Target, y.Target) })
	return out
}

// reminderKind names a reminder by its time before the start: reminder_24h, reminder_1h30m.
func reminderKind(before time.Duration) string {
	s := before.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return reminderPrefix + s
}

func isReminder(kind string) bool { return strings.HasPrefix(kind, reminderPrefix) }
