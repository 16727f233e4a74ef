package models

import "strings"

// valueWords are stored values of fields in words of somebody who hires. What is not here is told as it is stored.
var valueWords = map[Field]map[string]string{
	FieldState:  {CandidateInProgress: "in progress", CandidateSubmitted: "handed in"},
	FieldOrigin: {OriginFile: "the organization file", OriginDashboard: "the dashboard"},
	FieldSource: {SourceLitmus: "Litmus", SourceExternal: "an external session", SourceGreenhouse: "Greenhouse",
		SourceAshby: "Ashby", SourceLever: "Lever"},
	FieldDecision:     {DecisionPending: "none"},
	"delivery_mode":   {DeliverySync: "live interview", DeliveryAsync: "take-home", DeliveryTrial: "work trial"},
	"assignment_mode": {"self_select": "candidates choose", "random": "chosen at random"},
	FieldProvider: {CalendarCalDAV: CalendarName(CalendarCalDAV), CalendarICS: CalendarName(CalendarICS),
		CalendarGoogle: CalendarName(CalendarGoogle), CalendarMicrosoft: CalendarName(CalendarMicrosoft)},
}

// WordsOf returns the stored value of a field in words for people. The type of a posting and of a step is a free word,
// see [EmploymentWords].
func WordsOf(f Field, value string) string {
	if words, known := valueWords[f][value]; known {
		return words
	}
	if f == "type" {
		return EmploymentWords(value)
	}
	return value
}

// codeWords says in words what a code of a failed calendar means, for a line of its history: "the calendar's server
// refuses the user name or the password".
func codeWords(code string) string {
	provider, _, _ := strings.Cut(code, "_")
	revoked := strings.HasSuffix(code, "_invalid_grant") // of a consent that was taken back
	what := strings.TrimSuffix(CalendarTrouble(provider, code, revoked).What, ".")
	if what == "" {
		return code
	}
	return strings.ToLower(what[:1]) + what[1:]
}
