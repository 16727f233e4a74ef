package booking

import (
	"time"
	"unicode/utf8"

	"litmus/models"
)

// MaxNotesRunes is how many characters the notes of an interview may have.
const MaxNotesRunes = 100_000

// ParseNotes returns the text of an interviewer's notes as it is stored: line ends are \n, and control characters
// except tabs are removed. The error is of kind [models.Invalid].
func ParseNotes(text string) (string, error) {
	text = models.CleanAnswer(text)
	if n := utf8.RuneCountInString(text); n > MaxNotesRunes {
		return "", models.InField("notes", models.Invalidf("the notes have %d characters; at most %d are allowed", n,
			MaxNotesRunes))
	}
	return text, nil
}

// NotesVersion returns what tells the notes from others: when they were written, and the Unix epoch for those of a file
// that does not say. It is nil if there are none.
func NotesVersion(n *InterviewerNotes) *time.Time {
	if n == nil {
		return nil
	}
	at := time.Unix(0, 0).UTC()
	if n.UpdatedAt != nil {
		at = models.Instant(*n.UpdatedAt)
	}
	return &at
}

// DecideNotes returns the notes after somebody wrote them at now. stored are those that there are, nil for none, and
// seen is the [NotesVersion] of those that the form showed. changed is false if they say that already. If others were
// written since, the error is a [models.Conflict]: what the form was written on is not what it would replace (D11).
func DecideNotes(i models.Interview, stored *InterviewerNotes, text string, seen *time.Time,
	now time.Time) (notes *InterviewerNotes, changed bool, err error) {
	switch {
	case stored != nil && stored.Text == text, stored == nil && text == "":
		return stored, false, nil
	case i.CanceledAt != nil:
		return stored, false, models.About(models.Refusal{Cause: models.CauseNoNotes},
			models.Conflictf("interview %s is canceled; there is nothing to write notes on", i.ID))
	case stored != nil && (seen == nil || !models.Instant(*seen).Equal(*NotesVersion(stored))):
		when := ""
		if stored.UpdatedAt != nil {
			when = " at " + models.FormatInstant(*stored.UpdatedAt)
		}
		return stored, false, models.Conflictf("other notes were saved%s, after this form was shown; yours were not saved",
			when)
	}
	now = models.Instant(now)
	if stored != nil && stored.UpdatedAt != nil && !now.After(*stored.UpdatedAt) {
		now = stored.UpdatedAt.Add(time.Millisecond)
	}
	return &InterviewerNotes{Text: text, UpdatedAt: &now}, true, nil
}
