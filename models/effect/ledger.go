package effect

import (
	"cmp"
	"slices"
	"time"
)

// States of a ledger entry.
const (
	Intent   = "intent"   // an attempt began, and its outcome is not known: the entry counts as told
	Done     = "done"     // the other side accepted it
	Failed   = "failed"   // it was surely not accepted; it is tried again unless Permanent
	Obsolete = "obsolete" // it was never accepted and is not wanted any more
)

// Entry is a row of the ledger: one effect on one target. It is written as an intent when an attempt begins and settled
// when the attempt ends, and remembers what the target was told. Exactly one of InterviewID, CandidateID, CalendarID,
// SignInID, NewsID and SubmissionID is set: it names the subject, the row that the effect is about. What makes two
// attempts attempts at the same entry differs by subject:
//
//   - of an interview: the same target, kind and revision;
//   - of a candidate: any, since the entry is the invitation's letter that was sent last;
//   - of a calendar: the same target, since an admin's entry is what they were told last;
//   - of a sign-in and of news: any, since their entry is the letter that was sent last;
//   - of a submission: any, since the entry is its receipt.
//
// A later revision takes an entry of a candidate, a calendar, a sign-in or news over.
type Entry struct {
	OrgID                                string
	InterviewID, CandidateID, CalendarID string
	SignInID, NewsID, SubmissionID       string
	Target, Kind                         string

	// Revision is the interview's when the effect was first tried, and the SEQUENCE of an invitation; of a calendar see
	// [timetable.Connection.Entry], of a sign-in it is the link's epoch, of news the revision up to which
	// its letter tells, of a candidate how often the invitation was sent again ([models.Candidate.Resends]), and of a
	// submission 0.
	Revision int64
	State    string
	// Permanent says that it failed for good, or that an intent is not tried again: it is not owed at this revision.
	Permanent      bool
	Invitation     bool       // the letter has METHOD:REQUEST, or METHOD:CANCEL for a cancellation
	AssessmentLink bool       // the letter has the candidate's assessment link
	Tries          int        // attempts, the one under way included
	LeaseUntil     *time.Time // no other attempt is made before it; nil when none is under way
	ProviderID     string     // the Message-ID of a letter, else the provider's name of the object
	ETag           string     // of a copy in a calendar

	// Start is what was told; of a candidate when they were invited, of a calendar when the break began, of a sign-in
	// when its letter is given up, of news when the first change came that the letter tells of, of a submission when it
	// was handed in.
	Start       time.Time
	MeetingLink string
	Interviewer string
	Stamp       time.Time // when the subject last changed: DTSTAMP and Date of the letter

	// Code and Detail are of the last failure: a code for everybody, and a bounded text without addresses for
	// operators.
	Code, Detail string

	CreatedAt, UpdatedAt time.Time
}

// Told reports whether the target may have heard it.
func (e Entry) Told() bool { return e.State == Intent || e.State == Done }

// Letter reports whether the entry is a letter. Every other effect can be made again without harm.
func (e Entry) Letter() bool { return isMailTarget(e.Target) }

// entries are what the ledger holds of one target, oldest first.
type entries []Entry

func byTarget(ledger []Entry) map[string]entries {
	out := map[string]entries{}
	for _, e := range ledger {
		out[e.Target] = append(out[e.Target], e)
	}
	for _, told := range out {
		slices.SortStableFunc(told, func(x, y Entry) int {
			return cmp.Or(cmp.Compare(x.Revision, y.Revision), x.CreatedAt.Compare(y.CreatedAt))
		})
	}
	return out
}

// Whose returns the address of the letter's recipient or of the calendar's owner that an entry is about, "" for a
// meeting or a notetaker.
func (e Entry) Whose() string {
	if email, ok := EventOwner(e.Target); ok {
		return email
	}
	_, email, _ := readMailTarget(e.Target)
	return email
}
