package candidacy

import (
	"strings"
	"time"
	"unicode/utf8"

	"litmus/models"
)

// MaxAccommodationRunes is how many characters an [Accommodation] may have: room to explain, and no medical file.
const MaxAccommodationRunes = 2000

// Accommodation is what a candidate needs for an interview or an exercise, such as an interpreter or more time, in
// their own words. It may tell of their health, so it is kept apart from everything that is passed on (ADR
// accommodations-stand-apart): only who may do [access.ActionAccommodate] reads it.
type Accommodation struct {
	Text      string
	AskedAt   time.Time  // of the text: who changes it asks anew
	SettledAt *time.Time // nil: nobody has seen to it yet
	SettledBy string     // the member's email, "" for nobody
}

// Open reports whether somebody of the team has to see to it.
func (a *Accommodation) Open() bool { return a != nil && a.SettledAt == nil }

// ParseAccommodation returns what a candidate needs as it is stored: plain text with one empty line between its
// paragraphs, "" if nothing of it can be seen. The error is of kind [Invalid].
func ParseAccommodation(s string) (string, error) {
	return models.ParseParagraphs("accommodation", s, MaxAccommodationRunes)
}

// AccommodationOrder is what the form of a candidate says that they need.
type AccommodationOrder struct {
	Text string // see [ParseAccommodation]; "" withdraws it

	// Seen is when what the form showed was asked for, zero for nothing. It is nil for a form that shows nothing of
	// what is stored, because others may have its page: that form adds to what is stored.
	Seen *time.Time
}

// maxAdded is the most characters that additions come to. What is added beyond it is left out, and whoever adds it is
// told the same as ever: else anybody with the page could measure, and guess, what is stored.
const maxAdded = 10 * MaxAccommodationRunes

var errTooLate = models.Conflictf("nothing can be asked for any more: the candidate is past this step")

// MayAsk reports whether the team can still do something at now about what a candidate asks for: the record is active,
// and its interview, nil for none, is not over.
func MayAsk(c models.Candidate, i *models.Interview, now time.Time) bool {
	return models.ActiveState(c.StateAt(now, i != nil)) && (i == nil || i.StatusAt(now) != models.StatusCompleted)
}

// DecideAccommodation returns what the candidate needs after the order at now, nil for nothing; was is what they needed
// before. changed is false if the order says nothing new, as a form does that is sent twice. What was settled is open
// again with a new text. Who may ask for nothing more may still withdraw what they told. The errors are of kind
// [models.Invalid] if nothing is said or it is too long, and [models.Conflict] if it is too late, or the form showed
// something else.
func DecideAccommodation(c models.Candidate, i *models.Interview, was *Accommodation, o AccommodationOrder,
	now time.Time) (_ *Accommodation, changed bool, err error) {
	text, before := o.Text, ""
	if was != nil {
		before = was.Text
	}
	if o.Seen == nil {
		switch {
		case text == "":
			return was, false, models.Invalidf("say what you need")
		case !MayAsk(c, i, now): // whatever is stored: the answer would tell it to whoever guesses
			return was, false, errTooLate
		case before == text || strings.HasSuffix(before, "\n\n"+text):
			return was, false, nil
		case utf8.RuneCountInString(before+text) > maxAdded:
			return was, false, nil
		case before != "":
			text = before + "\n\n" + text
		}
	}
	switch {
	case text == before:
		return was, false, nil
	case o.Seen != nil && !o.Seen.Equal(askedAt(was)):
		return was, false, models.Conflictf("what you need was changed since the form was loaded")
	case text == "":
		return nil, true, nil
	case !MayAsk(c, i, now):
		return was, false, errTooLate
	}
	return &Accommodation{Text: text, AskedAt: models.Instant(now)}, true, nil
}

// DecideSettled returns the accommodation as one that the member has seen to at now. seen is when what they read was
// asked for. changed is false if somebody has seen to it already. The errors are of kind [models.NotFound] if nothing
// is asked for, and [models.Conflict] if it says something else by now.
func DecideSettled(was *Accommodation, seen time.Time, by string, now time.Time) (_ *Accommodation,
	changed bool, err error) {
	switch {
	case was == nil:
		return nil, false, models.NotFoundf("the candidate asks for nothing any more")
	case !seen.Equal(was.AskedAt):
		return was, false, models.Conflictf("The candidate changed what they need. Read it again first.")
	case !was.Open():
		return was, false, nil
	}
	settled, at := *was, models.Instant(now)
	settled.SettledAt, settled.SettledBy = &at, by
	return &settled, true, nil
}

func askedAt(a *Accommodation) (at time.Time) {
	if a != nil {
		at = a.AskedAt
	}
	return at
}
