package site

import (
	"slices"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/effect"
)

// SendingBody says what an action will send to whom.
type SendingBody struct {
	Sent     []string
	Warnings []string
}

// Sending are the words of a preview. One with a reason, of a form that asks for it, says where it would stand.
func Sending(p act.Preview) SendingBody {
	b := SendingBody{Sent: p.Words()}
	for n, e := range slices.Concat(p.Sent, p.Follow, p.Held) {
		if e.Reason != "" && e.Role == effect.RoleCandidate {
			b.Sent[n] += " if you say so below"
		}
		b.Sent[n] = Sentence(b.Sent[n])
	}
	for _, w := range p.Warnings {
		text := bookingWarnings[w.Code]
		if w.Code == models.WarnOverLimit { // which limit, in words for people
			text = w.Message
		}
		if text != "" {
			b.Warnings = append(b.Warnings, text)
		}
	}
	return b
}

// bookingWarnings are the warnings of a booking in words for people.
var bookingWarnings = map[string]string{
	models.WarnMissingMeetingLink: "There is no meeting link yet. If none is made, everybody has to be told where to " +
		"meet: give one, or configure one for the interviewer.",
	models.WarnNoBriefingRecipient: "Nobody interviews, and there is nobody to brief instead.",
	models.WarnInterviewerAway:     "The interviewer is away then.",
	models.WarnNoRoom:              "No room is free then: find one, or choose another time.",
	models.WarnStartInPast:         "The interview starts in the past; its session is still open.",
}
