package models

import (
	"slices"
	"time"
)

// StrangerLetters are the letters of an organization to strangers on the day of a decision: invitations, and bookings
// whose interviewer the organization does not know (decision 106).
type StrangerLetters struct{ Sent, Limit int } // no limit: nobody is refused

// LetterDay names the day that letters of the instant are counted on, in UTC: 2031-03-03.
func LetterDay(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// Check returns a [Throttled] error that names the limit and its end when no more letters may be sent today.
func (l StrangerLetters) Check(now time.Time) error {
	if l.Limit <= 0 || l.Sent < l.Limit {
		return nil
	}
	const day = 24 * time.Hour
	ends := now.UTC().Truncate(day).Add(day)
	return Throttledf(ends.Sub(now), "your organization has reached its limit of %d letters to strangers a day, "+
		"which are invitations and interviews whose interviewer_email is no person or admin of it; "+
		"the limit starts anew at %s", l.Limit, FormatInstant(ends))
}

// stranger reports whether letters of the organization to an interviewer reach somebody whom it does not know: neither
// a person of its file nor an admin. Who was merely named over REST is a stranger.
func (o Organization) stranger(email string, own InterviewerLinks) bool {
	return email != "" && !own.Known && !slices.Contains(o.Admins, email)
}

// ToStranger reports whether the order has letters sent to an interviewer whom the organization does not know. An
// external session sends none (decision 46), and a candidate picks among those who are offered.
func (f BookingFacts) ToStranger(o BookingOrder) bool {
	return !o.External && !o.Pick && f.Organization.stranger(o.InterviewerEmail, f.Own)
}

// ToStranger reports whether the change has letters sent to an interviewer whom the organization does not know.
func (f ReassignFacts) ToStranger(email string) bool { return f.Organization.stranger(email, f.Own) }
