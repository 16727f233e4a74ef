package booking

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// ReassignFacts are the facts for the change of an interviewer.
type ReassignFacts struct {
	Interview models.Interview
	Busy      []timetable.Booked // bookings of the new interviewer around the start
	Own       InterviewerLinks   // of the new interviewer

	Limits   []timetable.Limited // of the new interviewer; none if the service chose them
	Calendar []timetable.Range   // busy times of their calendar around the start

	Admins  []string               // of the organization; loaded if its file does not name the new interviewer
	Letters effect.StrangerLetters // loaded if [ReassignFacts.ToStranger]

	Why *models.Reason // in the words of who asks for it; nil for none

	ByItself bool // nobody asks for it: somebody cannot interview, and the organization wants it so (P11)
}

// AnybodyElse returns whose turn it is to take the interview of a round without seats over, of those whom its posting
// offers at its start at now: see [timetable.WhoseTurn]. Nobody of its panel leaves their seat for that. It is a
// [models.Conflict] if nobody else is free then.
func AnybodyElse(i models.Interview, a timetable.Availability, turns map[string]timetable.Turn,
	now time.Time) (string, error) {
	if s := i.StatusAt(now); s != models.StatusScheduled {
		return "", notScheduled(i, s)
	}
	a.Interviewers = slices.DeleteFunc(slices.Clone(a.Interviewers), func(iv timetable.Available) bool {
		return iv.Email != i.InterviewerEmail && i.Attends(iv.Email)
	})
	return a.AnybodyAt(i.StartsAt, i.Duration(), i.ID, i.InterviewerEmail, turns, now)
}

// notScheduled is the refusal to change the interviewer of an interview in that status.
func notScheduled(i models.Interview, status string) error {
	return models.About(models.Refusal{Cause: models.CauseNotScheduled, Value: status},
		models.Conflictf("interview %s is %s; only a scheduled interview can change its interviewer", i.ID, status))
}

// DecideReassign moves a scheduled interview to another interviewer (§4, Change interviewer). changed is false if it is
// that interviewer's already; then nothing is written or sent. The new interviewer gets the briefing and the
// invitation, the old one the cancellation, and a meeting link that came from the old one is found anew. Capacity is
// not checked. It returns a [models.Conflict] if the interview is not scheduled or the interviewer is already booked
// then.
func DecideReassign(f ReassignFacts, email string, p models.Policy, now time.Time) (i models.Interview, changed bool,
	err error) {
	i = f.Interview
	if s := i.StatusAt(now); s != models.StatusScheduled {
		return i, false, notScheduled(i, s)
	}
	if i.InterviewerEmail == email {
		return i, false, nil
	}
	if err := checkInterviewer(email, i.StartsAt, i.Duration(), f.Busy, i.ID); err != nil {
		return i, false, err
	}
	if f.ToStranger(email) {
		if err := f.Letters.Check(now); err != nil {
			return i, false, err
		}
	}
	i.Revise(now)
	i.Depart(i.InterviewerEmail, email, f.ByItself)
	i.Answers = slices.DeleteFunc(slices.Clone(i.Answers), func(a models.Answer) bool { // they are asked anew
		return a.Email == email || a.Email == i.InterviewerEmail
	})
	i.Panel = withLead(i.Panel, i.InterviewerEmail, email, i.UpdatedAt)
	i.InterviewerEmail, i.BriefingRecipients, i.Replacement = email, nil, nil
	i.InterviewerSetAt = i.UpdatedAt
	want := timetable.Range{From: i.StartsAt, To: i.EndsAt}
	i.OverLimits = append(i.OverLimits.OfAll(), timetable.Over(f.Limits, want, f.Calendar, i.ID, now)...)
	if f.Why != nil { // else that of a move stays, which may not be told yet
		i.Reason = f.Why.At(i.Revision).OfInterviewer()
	}
	if i.NoShow == models.NoShowInterviewer { // it was said of the former one
		i.NoShow, i.NoShowNote = "", ""
	}
	if i.ExternallyScheduled {
		i.AnnounceRevision = i.Revision // the new interviewer is briefed; nobody else ever was
	}
	if linkIsTheirs(i) {
		setLinks(&i, "", f.Own, models.Interview{}, p)
	} else {
		setCopy(&i, f.Own)
	}
	return i, true, nil
}

// Act is something that can be done with an interview and is decided by its row alone.
type Act struct {
	Kind   models.ChangeKind
	Decide func(i models.Interview, p models.Policy, now time.Time) (after models.Interview, changed bool, err error)
}

// Changes reports whether the act can be done with the interview as it is at now, and would change something.
func (a Act) Changes(i models.Interview, now time.Time) bool {
	_, changed, err := a.Decide(i, models.Policy{}, now)
	return changed && err == nil
}

// The acts that need nothing but the interview.
var (
	Cancel  = CancelBecause(nil)
	EndCall = Act{models.ChangeCallEnded, func(i models.Interview, _ models.Policy,
		now time.Time) (models.Interview, bool, error) {
		return DecideEndCall(i, now)
	}}
)

// WithdrawReplacement is the act of by that takes back that a replacement of the person is asked for.
func WithdrawReplacement(interviewer, by string) Act {
	return Act{models.ChangeReplacementEnded, func(i models.Interview, _ models.Policy,
		now time.Time) (models.Interview, bool, error) {
		i, changed := DecideWithdrawReplacement(i, interviewer, by, now)
		return i, changed, nil
	}}
}

// CancelBecause is the act that cancels the interview for a reason, nil for none: that of an earlier move is another.
func CancelBecause(why *models.Reason) Act {
	return Act{models.ChangeCanceled, func(i models.Interview, _ models.Policy,
		now time.Time) (models.Interview, bool, error) {
		i, changed := DecideCancel(i, now)
		if changed {
			i.Reason = why.At(i.Revision)
		}
		return i, changed, nil
	}}
}

// IssueLink is the act that gives a pending external session a fresh link with that token.
func IssueLink(token string) Act {
	return Act{models.ChangeLinkIssued, func(i models.Interview, p models.Policy,
		now time.Time) (models.Interview, bool, error) {
		i, err := DecideFreshLink(i, token, p, now)
		return i, err == nil, err
	}}
}

// DecideCancel cancels the interview whatever its status (§3) and revokes its links. changed is false if it is canceled
// already.
func DecideCancel(i models.Interview, now time.Time) (_ models.Interview, changed bool) {
	if i.CanceledAt != nil {
		return i, false
	}
	i.Revise(now)
	at := i.UpdatedAt
	i.CanceledAt = &at
	i.LinkHash, i.LinkHolder, i.LinkExpiresAt = nil, nil, nil
	i.AccessEpoch++
	return i, true
}

// DecideCallEnded records that the call of an interview ended at an instant, as a meeting provider or a notetaker
// reports. changed is false if there is nothing to record: the call had ended already, the interview is canceled, or
// the call that ended belongs to an earlier session, from before the start was last set, or never reached the start. A
// notetaker that is dismissed for a replace leaves its call a moment after the replace was decided.
func DecideCallEnded(i models.Interview, at, now time.Time) (_ models.Interview, changed bool) {
	if i.CallEndedAt != nil || i.CanceledAt != nil || i.Unused() || at.Before(i.StartSetAt) || at.Before(i.StartsAt) {
		return i, false
	}
	i.Revise(now)
	if at = models.Instant(at); at.After(i.UpdatedAt) {
		at = i.UpdatedAt // the reporter's clock is ahead of ours
	}
	i.CallEndedAt = &at
	return i, true
}

// DecideEndCall ends the call of an interview, also of one that has not begun: whoever ends it says that it is over.
// The closing of the session window leaves call_ended_at null. changed is false if it had ended already. It returns a
// [models.Conflict] for canceled interviews and for external sessions whose link was not used: they have no call.
func DecideEndCall(i models.Interview, now time.Time) (_ models.Interview, changed bool, err error) {
	switch {
	case i.CallEndedAt != nil && i.CanceledAt == nil:
		return i, false, nil
	case i.CanceledAt != nil, i.Unused():
		return i, false, models.About(models.Refusal{Cause: models.CauseNoCall, Value: i.StatusAt(now)},
			models.Conflictf("interview %s is %s; it has no call to end", i.ID, i.StatusAt(now)))
	}
	i.Revise(now)
	at := i.UpdatedAt
	i.CallEndedAt = &at
	return i, true, nil
}

// ToStranger reports whether the change sends letters to an interviewer whom the organization does not know.
func (f ReassignFacts) ToStranger(email string) bool { return stranger(email, f.Own, f.Admins) }
