package effect

import (
	"cmp"
	"slices"
	"strings"

	"litmus/models"
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
		return "entry in the calendar of " + e.Owner()
	case EventLinked:
		return "meeting link from the calendar of " + e.Email
	case EventRemoved:
		return "entry removed from the calendar of " + e.Owner()
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

// Of returns the effect with the name of the room whose calendar it is about, as one of the interviews has it, since a
// room's id says nothing to people. It is the room before where none has it any more.
func (e Effect) Of(interviews ...models.Interview) Effect {
	id, ok := EventOwner(e.Target)
	if !ok || strings.Contains(id, "@") {
		return e
	}
	e.Room = "the room before"
	for _, i := range interviews {
		if room := i.RoomOf(id); room != nil {
			e.Room = room.RoomName()
			break
		}
	}
	return e
}

// Owner is whom the effect is for: an address, or the name of a room.
func (e Effect) Owner() string { return cmp.Or(e.Room, e.Email) }

// KindWords returns what a kind of letter is called: "confirmation".
func KindWords(kind string) string {
	if isReminder(kind) {
		return "reminder " + reminderBefore(kind)
	}
	return cmp.Or(letterWords[kind], kind)
}

// Unnamed is the effect without the address of who gets it, for whoever may not read that. So nothing is said of which
// room it is either.
func (e Effect) Unnamed() Effect {
	switch {
	case e.Email == "":
	case e.Room != "":
		e.Room = "the room"
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
