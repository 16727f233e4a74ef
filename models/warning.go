package models

import (
	"slices"
)

// Warning says what still has to be looked after although the booking succeeded.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Codes of warnings, in the order in which they are shown.
const (
	WarnMissingMeetingLink  = "missing_meeting_link"
	WarnCalendarUnavailable = "calendar_unavailable"
	WarnSideEffectsDelayed  = "side_effects_delayed"
	WarnNoBriefingRecipient = "no_briefing_recipient"
	WarnStartInPast         = "start_in_past"
	WarnNobodyNamed         = "interviewer_not_named" // of plans of tools alone, see [act.Preview.NobodyNamed]
	WarnInterviewerAway     = "interviewer_away"
	WarnOverLimit           = "over_limit" // see [InterviewLimits]
	WarnNoRoom              = "no_room"    // the round asks for a room, and none is free
)

var warningOrder = []string{WarnMissingMeetingLink, WarnCalendarUnavailable, WarnSideEffectsDelayed,
	WarnNoBriefingRecipient, WarnStartInPast, WarnInterviewerAway, WarnOverLimit, WarnNoRoom}

// SortWarnings orders warnings as their codes are listed.
func SortWarnings(ws []Warning) {
	slices.SortStableFunc(ws, func(a, b Warning) int {
		return slices.Index(warningOrder, a.Code) - slices.Index(warningOrder, b.Code)
	})
}
