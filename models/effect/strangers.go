package effect

import (
	"time"

	"litmus/models"
)

// StrangerLetters counts the letters that an organization sent to strangers on one day, beside the limit: invitations,
// bookings whose interviewer the organization does not know, and letters to new members. A limit of 0 or less refuses
// nobody.
type StrangerLetters struct{ Sent, Limit int }

// LetterDay returns the UTC day on which letters sent at now are counted, such as 2031-03-03.
func LetterDay(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// Check returns a [models.Throttled] error, which names the limit and when it ends, if no more letters may be sent
// today.
func (l StrangerLetters) Check(now time.Time) error {
	if l.Limit <= 0 || l.Sent < l.Limit {
		return nil
	}
	return models.About(models.Refusal{Cause: models.CauseLettersToday, Most: l.Limit, At: now.Add(UntilTomorrow(now))},
		models.Throttledf(UntilTomorrow(now), "your organization has reached its limit of %d letters to strangers a "+
			"day, which are invitations, new members, and interviews whose interviewer_email is no person or admin of "+
			"it; the limit starts anew at %s", l.Limit, models.FormatInstant(now.Add(UntilTomorrow(now)))))
}

// UntilTomorrow returns how long the UTC day of now lasts yet.
func UntilTomorrow(now time.Time) time.Duration {
	const day = 24 * time.Hour
	return now.UTC().Truncate(day).Add(day).Sub(now)
}
