package effect

import (
	"cmp"
	"slices"
	"time"

	"litmus/models"
)

// State says how far an effect is.
type State string

// The states of effects for people.
const (
	StateOwed     State = "owed"      // not tried yet
	StateUnderway State = "under_way" // an attempt is being made
	StateUnknown  State = "unknown"   // an attempt was made, and nobody knows how it ended
	StateDone     State = "done"
	StateFailing  State = "failing" // it is tried again
	StateRefused  State = "refused" // for good: it is not tried again until the interview changes
	StateObsolete State = "obsolete"
)

// Report is an effect of an interview with how far it is (D11).
type Report struct {
	Effect
	Revision     int64 // of the interview when it was first tried
	State        State
	Tries        int
	Code, Detail string    // of the last failure
	At           time.Time // of the last attempt or its end; zero if there was none
}

// Open reports whether something is still to happen with the effect.
func (r Report) Open() bool {
	return r.State == StateOwed || r.State == StateUnderway || r.State == StateFailing
}

// Reports are the effects of an interview: those that were tried, the oldest first, and then those that are owed at now
// and were not.
func Reports(i models.Interview, candidateEmail string, ledger []Entry, p models.Policy, now time.Time) []Report {
	owed := Owed(i, candidateEmail, ledger, p, now)
	tried := slices.Clone(ledger)
	slices.SortStableFunc(tried, func(a, b Entry) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.Revision, b.Revision),
			cmp.Compare(a.Target, b.Target))
	})
	var out []Report
	for _, x := range tried {
		r := x.report(owed, now)
		r.Effect = r.Effect.Of(i)
		out = append(out, r)
	}
	for _, e := range owed {
		if !slices.ContainsFunc(ledger, func(x Entry) bool {
			return x.Target == e.Target && x.Kind == e.Kind && (x.Revision == i.Revision || e.Resend != nil)
		}) {
			e.Reason = "" // entries do not say it, and a line stays the same when it is done
			out = append(out, Report{Effect: e.Of(i), Revision: i.Revision, State: StateOwed})
		}
	}
	return out
}

// report is the entry as an effect with its state; owed is what the interview owes.
func (e Entry) report(owed []Effect, now time.Time) Report {
	r := Report{Effect: e.effect(), Revision: e.Revision, Tries: e.Tries, Code: e.Code, Detail: e.Detail,
		At: e.UpdatedAt, State: StateObsolete}
	again := Holds(owed, r.Effect)
	switch {
	case e.LeaseUntil != nil && e.LeaseUntil.After(now):
		r.State = StateUnderway
	case e.State == Done:
		r.State = StateDone
	case e.State == Intent && again:
		r.State = StateFailing
	case e.State == Intent:
		r.State = StateUnknown
	case e.State == Failed && e.Permanent:
		r.State = StateRefused
	case e.State == Failed && again:
		r.State = StateFailing
	}
	return r
}

// effect is what the entry was an attempt at.
func (e Entry) effect() Effect {
	owed := Effect{Target: e.Target, Kind: e.Kind, Invitation: e.Invitation, AssessmentLink: e.AssessmentLink}
	if role, email, ok := readMailTarget(e.Target); ok {
		owed.Role, owed.Email = role, email
	} else if email, ok := EventOwner(e.Target); ok {
		owed.Email = email
	}
	return owed
}

// Happening is a moment of an interview that is still to come, in words.
type Happening struct {
	At    time.Time
	Kind  string // that of a [Moment], or starts or ends
	Words string
}

// Kinds of happenings that are no moments of the timeline.
const (
	HappeningStarts = "starts"
	HappeningEnds   = "ends"
)

var happeningWords = map[string]string{
	HappeningStarts:      "the interview starts",
	HappeningEnds:        "the interview is planned to end",
	MomentWindowEnds:     "the interview counts as completed, if nobody has ended the call before",
	MomentLinkExpires:    "the candidate's link ends, unless it is used before",
	MomentSessionExpires: "the session expires, unless the link is used before",

	MomentInvitationExpires: "the invitation ends, unless it is used before",
	MomentReceiptEnds:       "the receipt is given up, unless it could be sent before",
}

// Happenings are the moments that are to come for an interview after now, with its start and end, in order (D11). One
// that is completed, canceled or expired has none, whatever its instants are.
func Happenings(i models.Interview, p models.Policy, now time.Time) (out []Happening) {
	switch i.StatusAt(now) {
	case models.StatusCompleted, models.StatusCanceled, models.StatusExpired:
		return nil
	}
	moments := Timeline(i, p)
	if !i.Unused() {
		moments = append(moments, Moment{i.StartsAt, HappeningStarts})
		if !i.Indefinite {
			moments = append(moments, Moment{i.EndsAt, HappeningEnds})
		}
	}
	slices.SortStableFunc(moments, func(a, b Moment) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Kind, b.Kind))
	})
	for _, m := range moments {
		if m.At.After(now) {
			out = append(out, Happening{m.At, m.Kind, m.Words()})
		}
	}
	return out
}

// Words say what happens then.
func (m Moment) Words() string {
	if isReminder(m.Kind) {
		return "reminders, " + reminderBefore(m.Kind)
	}
	return happeningWords[m.Kind]
}
