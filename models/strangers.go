package models

import (
	"slices"
	"time"
)

// StrangerLetters counts the letters that an organization sent to strangers on one day, beside the limit: invitations,
// bookings whose interviewer the organization does not know, and letters to new members. A limit of 0 or less refuses
// nobody.
type StrangerLetters struct{ Sent, Limit int }

// LetterDay returns the UTC day on which letters sent at now are counted, such as 2031-03-03.
func LetterDay(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// Check returns a [Throttled] error, which names the limit and when it ends, if no more letters may be sent today.
func (l StrangerLetters) Check(now time.Time) error {
	if l.Limit <= 0 || l.Sent < l.Limit {
		return nil
	}
	return About(Refusal{Cause: CauseLettersToday, Most: l.Limit, At: now.Add(untilTomorrow(now))},
		Throttledf(untilTomorrow(now), "your organization has reached its limit of %d letters to strangers a day, "+
			"which are invitations, new members, and interviews whose interviewer_email is no person or admin of it; the "+
			"limit starts anew at %s", l.Limit, FormatInstant(now.Add(untilTomorrow(now)))))
}

// untilTomorrow returns how long the UTC day of now lasts yet.
func untilTomorrow(now time.Time) time.Duration {
	const day = 24 * time.Hour
	return now.UTC().Truncate(day).Add(day).Sub(now)
}

// stranger reports whether a letter to the interviewer goes to somebody whom the organization does not know: neither a
// person of its file nor one of its admins. Somebody who was only named over REST is a stranger.
func stranger(email string, own InterviewerLinks, admins []string) bool {
	return email != "" && !own.Known && !slices.Contains(admins, email)
}

// ToStranger reports whether the order sends letters to an interviewer whom the organization does not know. An external
// session sends none, and a candidate can only pick an interviewer of the posting.
func (f BookingFacts) ToStranger(o BookingOrder) bool {
	return !o.External() && !o.ByCandidate() && stranger(o.InterviewerEmail, f.Own, f.Admins)
}

// ToStranger reports whether the change sends letters to an interviewer whom the organization does not know.
func (f ReassignFacts) ToStranger(email string) bool { return stranger(email, f.Own, f.Admins) }
