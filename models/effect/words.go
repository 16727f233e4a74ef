package effect

import (
	"cmp"
	"slices"
)

// letterWords are the kinds of letters in words.
var letterWords = map[string]string{
	LetterConfirmation:         "confirmation",
	LetterBriefing:             "briefing",
	LetterChangedTime:          "letter about the new time",
	LetterChangedInterviewer:   "letter about the new interviewer",
	LetterChangedDetails:       "letter about changed details",
	LetterCancellation:         "cancellation",
	LetterInvitation:           "invitation to the assessment",
	LetterSchedulingInvitation: "invitation to pick a time",
	LetterReceipt:              "receipt for what was handed in",
	LetterReplacement:          "request for a replacement",
	LetterCalendarBroken:       "letter that a calendar broke",
	LetterCalendarHealed:       "letter that a calendar works again",
}

// Words returns what the effect is and for whom: "confirmation with calendar invitation to ann@x.io".
func (e Effect) Words() string {
	switch e.Kind {
	case EventWritten:
		return "entry in the calendar of " + e.Email
	case EventLinked:
		return "meeting link from the calendar of " + e.Email
	case EventRemoved:
		return "entry removed from the calendar of " + e.Email
	case MeetingMade:
		return "meeting at the provider"
	case MeetingRemoved:
		return "meeting removed at the provider"
	case NotetakerInvited:
		return "notetaker invited to the meeting"
	case NotetakerDismissed:
		return "notetaker dismissed"
	}
	words := KindWords(e.Kind)
	switch {
	case e.Kind == LetterCancellation && e.Invitation:
		words += " of the calendar invitation"
	case e.Invitation && letterWords[e.Kind] != "":
		words += " with calendar invitation"
	}
	words += " to " + e.Email
	if e.Reason != "" {
		words += ", with the reason"
	}
	return words
}

// KindWords returns what a kind of letter is called: "confirmation".
func KindWords(kind string) string {
	if isReminder(kind) {
		return "reminder " + reminderBefore(kind)
	}
	return cmp.Or(letterWords[kind], kind)
}

// Unnamed is the effect without the address of who gets it, for whoever may not read that.
func (e Effect) Unnamed() Effect {
	switch {
	case e.Email == "":
	case e.Role == RoleCandidate:
		e.Email = "the candidate"
	case e.StandsIn:
		e.Email = "somebody in the place of an interviewer"
	default:
		e.Email = "the interviewer"
	}
	return e
}

// Holds reports whether the effects have one of that kind on that target.
func Holds(effects []Effect, e Effect) bool {
	return slices.ContainsFunc(effects, func(x Effect) bool { return x.Target == e.Target && x.Kind == e.Kind })
}
