package effect

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// Recipient is somebody who is to be told of the interview as it is now.
type Recipient struct {
	Role, Email string
	Invitation  bool      // with calendar data: they have no copy in a connected calendar
	SetAt       time.Time // since when the present start concerns them
}

// Target names the recipient in the ledger. It has the role, so an address that is candidate and interviewer gets a
// letter for each.
func (r Recipient) Target() string { return MailTarget(r.Role, r.Email) }

const mailPrefix = "mail:"

// MailTarget names the recipient of a letter in the ledger.
func MailTarget(role, email string) string { return mailPrefix + role + ":" + email }

func isMailTarget(target string) bool { return strings.HasPrefix(target, mailPrefix) }

// readMailTarget is the inverse of MailTarget.
func readMailTarget(target string) (role, email string, ok bool) {
	role, email, ok = strings.Cut(strings.TrimPrefix(target, mailPrefix), ":")
	return role, email, ok && isMailTarget(target)
}

// Recipients returns who is to be told of the interview. Of our own booking these are the candidate and the
// interviewer with everybody else of the panel, or the fallback recipients that the row names. Of an import or a used
// external session it is the interviewer once it was reassigned. Of a canceled interview and of an unused link it is
// nobody.
func Recipients(i models.Interview, candidateEmail string) []Recipient {
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
	for _, s := range i.Others() { // another lead is no change of theirs
		since := i.StartSetAt
		if s.SetAt.After(since) {
			since = s.SetAt
		}
		out = append(out, Recipient{RoleInterviewer, s.Email, !s.CalendarCopy, since})
	}
	return out
}

// standsIn reports whether a recipient is there by fallback: nobody is named then.
func standsIn(role, interviewer string) bool { return role == RoleInterviewer && interviewer == "" }

// owedLetters are the letters of [Owed]. However fast changes follow each other, each recipient ends with one letter
// for the last state, and gets at most one for each revision. A letter that a later change made needless before it left
// is dropped, so two quick changes may give one letter.
func owedLetters(i models.Interview, candidateEmail string, ledger []Entry, p models.Policy, now time.Time) []Effect {
	targets := stillOfInterest(i, byTarget(ledger))
	if i.StatusAt(now) == models.StatusCompleted || i.OverWhenCanceled() { // nobody is told of what is over
		if i.External() { // but the booking that the session replaced may not be over
			return cancellations(i, targets, nil)
		}
		return nil
	}
	wanted := Recipients(i, candidateEmail)
	var letters, reminders []Effect
	for _, r := range wanted {
		told := targets[r.Target()]
		if !r.Invitation && told.holdsInvitation() {
			continue // the invitation is canceled first, since nobody would take it back later
		}
		if r.Role == RoleInterviewer && !r.Invitation {
			told = told.since(targets[EventTarget(r.Email)].removed())
		}
		if e, ok := told.letter(i, r); ok {
			letters = append(letters, e)
		}
		if e, ok := told.reminder(i, r, p, now); ok {
			reminders = append(reminders, e)
		}
	}
	return slices.Concat(letters, cancellations(i, targets, wanted), reminders)
}

// stillOfInterest drops entries about the interview that an external session replaced once that interview has ended:
// nobody is told about it again. The ledger does not say how long it was, so the session's duration stands for it.
func stillOfInterest(i models.Interview, targets map[string]entries) map[string]entries {
	if !i.External() {
		return targets
	}
	for target, told := range targets {
		for n, e := range slices.Backward(told) {
			if e.Told() && !isReminder(e.Kind) && !e.Start.Add(i.Duration()).After(i.CreatedAt) {
				targets[target] = told[n+1:]
				break
			}
		}
	}
	return targets
}

// last is the last letter that the target may have got, not counting reminders.
func (told entries) last() *Entry { return told.lastOf(len(told)) }

// before is the letter before e, nil if e was the first.
func (told entries) before(e *Entry) *Entry {
	return told.lastOf(slices.IndexFunc(told, func(x Entry) bool {
		return x.Kind == e.Kind && x.Revision == e.Revision
	}))
}

// lastOf is [entries.last] among the entries before the index first.
func (told entries) lastOf(first int) *Entry {
	for n := first - 1; n >= 0; n-- {
		if told[n].Told() && !isReminder(told[n].Kind) {
			return &told[n]
		}
	}
	return nil
}

// holdsInvitation reports whether the target has an invitation, or may have: whether the cancellation arrived may not
// be known.
func (told entries) holdsInvitation() bool {
	last := told.last()
	return last != nil && last.Invitation && (last.Kind != LetterCancellation ||
		last.State != Done && !last.Permanent)
}

// removed is the revision at which the copy was last deleted from the calendar, or may have been; 0 for never.
func (told entries) removed() (revision int64) {
	for _, e := range told {
		if e.Kind == EventRemoved && e.Told() {
			revision = e.Revision
		}
	}
	return revision
}

// since leaves out what was told before a revision: whoever lost the interview then, and has it again, is told of it
// anew.
func (told entries) since(revision int64) entries {
	return slices.DeleteFunc(slices.Clone(told), func(e Entry) bool {
		return e.Told() && !isReminder(e.Kind) && e.Revision < revision
	})
}

// refused reports whether a letter of this revision failed for good. Operators see it, and no letter is owed until the
// row changes.
func (told entries) refused(revision int64) bool {
	return slices.ContainsFunc(told, func(e Entry) bool {
		return e.State == Failed && e.Permanent && e.Revision == revision && !isReminder(e.Kind)
	})
}

// letter is the letter owed to a wanted recipient: the first one, if they were told nothing yet or of a cancellation
// last; the same one again, while its outcome is not known; one after each announced change; and one when the meeting
// link is another than they were told.
func (told entries) letter(i models.Interview, r Recipient) (Effect, bool) {
	e := Effect{Target: r.Target(), Role: r.Role, Email: r.Email, StandsIn: standsIn(r.Role, i.InterviewerEmail),
		Invitation: r.Invitation}
	e.AssessmentLink = r.Role == RoleCandidate && i.AssessmentLinkOwed &&
		!slices.ContainsFunc(told, func(e Entry) bool { return e.AssessmentLink && e.State == Done })
	if told.refused(i.Revision) {
		return e, false
	}
	last := told.last()
	switch {
	case last == nil, last.Kind == LetterCancellation:
		e.Kind = firstLetter(r.Role)
		return e, true
	case last.State == Intent && last.Revision >= i.AnnounceRevision && last.tells(i):
		if last.Permanent {
			return e, false // it was sent again once, and may well have been accepted
		}
		e.Kind, e.Resend, e.AssessmentLink = last.Kind, last, last.AssessmentLink
		before := told.before(last)
		if e.Kind == LetterChangedTime && before != nil {
			e.PreviousStart = before.Start
		}
		e.Reason = reasonAfter(i, r.Role, before, last.Revision)
		return e, true
	case last.State == Intent, last.Revision < i.AnnounceRevision, last.MeetingLink != i.MeetingLink,
		// They lead it now and did not, as a fallback recipient or one of the panel, or they led it and do not now.
		r.Role == RoleInterviewer && i.InterviewerEmail != "" &&
			(r.Email == i.InterviewerEmail) != (r.Email == last.Interviewer):
		e.Kind = nextLetter(r.Role, *last, i)
		if e.Kind == LetterChangedTime {
			e.PreviousStart = last.Start
		}
		e.Reason = reasonAfter(i, r.Role, last, i.Revision)
		return e, true
	}
	return e, false
}

// tells reports whether the entry's letter says what the interview is now.
func (e Entry) tells(i models.Interview) bool {
	return e.Start.Equal(i.StartsAt) && e.MeetingLink == i.MeetingLink && e.Interviewer == i.InterviewerEmail
}

func firstLetter(role string) string {
	if role == RoleCandidate {
		return LetterConfirmation
	}
	return LetterBriefing
}

// nextLetter names a change after what matters most to the recipient: the start, the interviewer, and last the meeting
// link, which arrived or is another one.
func nextLetter(role string, last Entry, i models.Interview) string {
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

// reminder is the latest reminder that is due: its instant has come, lies after the start was set, and neither the next
// reminder nor the start has come since.
func (told entries) reminder(i models.Interview, r Recipient, p models.Policy, now time.Time) (Effect, bool) {
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
	for n := range told {
		if told[n].Kind != e.Kind || !told[n].Start.Equal(i.StartsAt) {
			continue
		}
		if told[n].State == Done || told[n].Permanent && (told[n].Revision == i.Revision || told[n].Told()) {
			return Effect{}, false
		}
		if told[n].State == Intent {
			e.Resend = &told[n]
		}
	}
	return e, true
}

// cancellationRefused reports whether the cancellation was refused for good. An erasure changes the row of what was
// canceled before, too, which is no reason to tell people of it again.
func (told entries) cancellationRefused(i models.Interview) bool {
	return told.refused(i.Revision) || i.Erasure == models.ErasureAsked && i.CanceledAt != nil &&
		slices.ContainsFunc(told, func(e Entry) bool {
			return e.Kind == LetterCancellation && !e.Stamp.Before(*i.CanceledAt) && told.refused(e.Revision)
		})
}

// cancellations go to the targets that may have an invitation and are not wanted any more.
func cancellations(i models.Interview, targets map[string]entries, wanted []Recipient) []Effect {
	var out []Effect
	for target, told := range targets {
		last := told.last()
		role, email, ok := readMailTarget(target)
		if !ok || !told.holdsInvitation() || told.cancellationRefused(i) ||
			slices.ContainsFunc(wanted, func(r Recipient) bool { return r.Target() == target && r.Invitation }) {
			continue
		}
		e := Effect{Target: target, Kind: LetterCancellation, Role: role, Email: email, Invitation: true,
			PreviousStart: last.Start}
		invited := last
		if last.Kind == LetterCancellation {
			e.Resend, invited = last, told.before(last)
		}
		e.StandsIn = invited != nil && standsIn(role, invited.Interviewer)
		if revision := EntryOf(i, e).Revision; i.CanceledAt != nil || !i.InterviewerSetAt.After(i.StartSetAt) ||
			i.Reason != nil && i.Reason.Interviewer {
			e.Reason = reasonAfter(i, role, invited, revision)
		} // else somebody lost the interview by a later change of who interviews, which has no reason
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

// reminderBefore says when a reminder leaves: "24 hours before the start".
func reminderBefore(kind string) string {
	said := strings.TrimPrefix(kind, reminderPrefix)
	if before, err := time.ParseDuration(said); err == nil {
		said = models.Lasting(before)
	}
	return said + " before the start"
}

// AtOnce reports whether a change owes the letter, which leaves at once. A reminder leaves at its instant.
func (e Effect) AtOnce() bool { return e.Letter() && !isReminder(e.Kind) }

func isReminder(kind string) bool { return strings.HasPrefix(kind, reminderPrefix) }

// AdminTarget names an admin as the recipient of a letter.
func AdminTarget(email string) string { return MailTarget(RoleAdmin, email) }
