package booking

import (
	"time"

	"litmus/models"
)

// Reasons why a candidate cannot cancel an interview.
const (
	CancelFixed   = "fixed"    // others alone cancel it: it was scheduled elsewhere, or the organization has it so
	CancelOver    = "over"     // it has begun, is over or is canceled
	CancelTooLate = "too_late" // it starts sooner than the organization allows
)

// cancelRefusals are the reasons in words, for the error.
var cancelRefusals = map[string]string{
	CancelFixed:   "others alone cancel it",
	CancelOver:    "it has begun, is over or is canceled",
	CancelTooLate: "it starts sooner than the organization allows",
}

// CanCancel says whether a candidate of the organization may cancel that interview at now; reason is "" if they may. It
// does not matter who chose the time: whoever cannot come is better heard of late than missed. What
// was scheduled elsewhere, such as a session by link or an import, is canceled there, since a calendar of which nothing
// is known here would keep it.
func CanCancel(o models.Organization, i models.Interview, now time.Time) (reason string) {
	switch {
	case i.StatusAt(now) != models.StatusScheduled || !now.Before(i.StartsAt):
		return CancelOver
	case i.ExternallyScheduled || o.CancelForbidden:
		return CancelFixed
	case now.After(CancelableUntil(o, i)):
		return CancelTooLate
	}
	return ""
}

// CancelableUntil returns the last instant at which a candidate may cancel the interview.
func CancelableUntil(o models.Organization, i models.Interview) time.Time {
	return i.StartsAt.Add(-time.Duration(o.CancelCutoffHours) * time.Hour)
}

// DecideCandidateCancel is [DecideCancel] by a candidate of the organization, who was shown the interview at a start.
// changed is false if it is canceled already, so a form that is sent twice cancels once. It returns a
// [models.Conflict] if they may not cancel it, or if it has another start by now: whoever cancels must know what they
// give up. why may be nil; the candidate knows it, so it stands in the notices of both sides.
func DecideCandidateCancel(i models.Interview, o models.Organization, shown time.Time, why *models.Reason,
	now time.Time) (_ models.Interview, changed bool, err error) {
	if i.CanceledAt != nil {
		return i, false, nil
	}
	if reason := CanCancel(o, i, now); reason != "" {
		return i, false, models.Conflictf("interview %s cannot be canceled by the candidate: %s", i.ID,
			cancelRefusals[reason])
	}
	if !i.StartsAt.Equal(shown) {
		return i, false, models.Conflictf("interview %s does not start at %s", i.ID, models.FormatInstant(shown))
	}
	i, changed = DecideCancel(i, now)
	i.Reason = why.At(i.Revision)
	return i, changed, nil
}
