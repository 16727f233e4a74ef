package effect

import (
	"slices"
	"time"

	"litmus/models"
)

// Effect is one thing to be done to the world outside: what an interview, an invitation or a calendar owes.
type Effect struct {
	Target, Kind string

	Role, Email string // of a letter's recipient; of a copy in a calendar, Email is whose calendar it is
	Room        string // the name of the room whose calendar it is, where [Effect.Of] was asked for it
	// StandsIn says that the recipient is there by fallback, for an interviewer who is not named, or was when they were
	// told last.
	StandsIn       bool
	Invitation     bool          // the letter has calendar data
	AssessmentLink bool          // the letter has the candidate's assessment link
	PreviousStart  time.Time     // what the recipient of a changed_time letter or a cancellation was told before
	Before         time.Duration // of a reminder: how long before the start
	BrokeAt        time.Time     // of a letter about a calendar: when the break began
	Resend         *Entry        // the attempt whose outcome is not known: the same letter is sent again
	Reason         string        // why the interview was moved or canceled, as the recipient is told; "" for nothing
}

// Owed are the effects that the interview owes at now and that the ledger does not show as done. Those that make a
// meeting link come first, then the other calendars, meetings and notetakers, then letters, and last the letters that
// ask for a replacement. It says what is owed, and not how it is done: an activity takes a target and computes again
// what is owed to it.
func Owed(i models.Interview, candidateEmail string, ledger []Entry, p models.Policy, now time.Time) []Effect {
	if i.Erasure == models.ErasureDone {
		return nil // nobody is there any more to be told
	}
	return slices.Concat(OwedOutside(i, ledger, p, now), owedLetters(i, candidateEmail, ledger, p, now),
		owedReplacement(i, ledger, now))
}

// EntryOf is the ledger's entry for an attempt at an effect of the interview: that of the attempt before, when the same
// letter is sent again, else a new one that says what is told. The caller adds the ProviderID.
func EntryOf(i models.Interview, e Effect) Entry {
	if e.Resend != nil {
		return *e.Resend
	}
	entry := Entry{OrgID: i.OrgID, InterviewID: i.ID, Target: e.Target, Kind: e.Kind, Revision: i.Revision,
		Invitation: e.Invitation, AssessmentLink: e.AssessmentLink, Start: i.StartsAt, MeetingLink: i.MeetingLink,
		Interviewer: i.InterviewerEmail, Stamp: i.UpdatedAt}
	if e.Before > 0 {
		entry.Stamp = i.StartsAt.Add(-e.Before) // when it was due, so that the same reminder sent again is identical
	}
	if e.Kind == LetterCancellation {
		entry.Start = e.PreviousStart // what is taken back, also when it must be said again
	}
	return entry
}

// Leaving are the effects that are carried out now: all of them for an organization that is approved. For one that is
// not, only what takes something back is carried out, since people would come to a meeting that will not take place:
// cancellations, and the removal of calendars' copies, meetings and notetakers. The others stay owed until it is
// approved again. To stop everything would leave people with invitations to interviews that do not take place; to
// cancel what is ahead could not be undone by approving it.
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

// Letter reports whether the effect is a letter.
func (e Effect) Letter() bool { return isMailTarget(e.Target) }

// Awaited reports whether a booking's answer waits for the effect, and letters for its first attempt: it makes the
// meeting link, or writes the copy in a calendar, with or without a link.
func (e Effect) Awaited() bool {
	return e.Kind == MeetingMade || e.Kind == EventWritten || e.Kind == EventLinked
}

// Removes reports whether the effect deletes what another effect made.
func (e Effect) Removes() bool { return slices.Contains(removals, e.Kind) }

// soonBefore is how long before its start everything about an interview is done before what has more time.
const soonBefore = 2 * time.Hour

// Soon reports whether the effect is done before the organization's others: it is a reminder, somebody waits for it, or
// the interview that it is about starts within two hours.
func (e Effect) Soon(i models.Interview, now time.Time) bool {
	about := i.StartsAt
	if !e.PreviousStart.IsZero() && e.PreviousStart.Before(about) {
		about = e.PreviousStart // whoever was told of it may be on their way
	}
	return e.Before > 0 || e.Awaited() || about.Sub(now) < soonBefore
}
