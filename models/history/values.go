package history

import (
	"strings"

	"litmus/models"
	"litmus/models/timetable"
)

// valueWords are stored values of fields in words of somebody who hires. What is not here is told as it is stored.
var valueWords = map[models.Field]map[string]string{
	models.FieldState:  {models.CandidateInProgress: "in progress", models.CandidateSubmitted: "handed in"},
	models.FieldOrigin: {models.OriginFile: "the organization file", models.OriginDashboard: "the dashboard"},
	models.FieldSource: {models.SourceLitmus: "Litmus", models.SourceExternal: "an external session",
		models.SourceGreenhouse: "Greenhouse",
		models.SourceAshby:      "Ashby", models.SourceLever: "Lever"},
	models.FieldPoolState: poolStates,
	models.FieldResumes:   poolStates,
	models.FieldDecision:  {models.DecisionPending: "none"},
	models.FieldNoShow:    {models.NoShowCandidate: "the candidate", models.NoShowInterviewer: "the interviewer"},
	"delivery_mode": {models.DeliverySync: "live interview", models.DeliveryAsync: "take-home",
		models.DeliveryTrial: "work trial"},
	"assignment_mode": {"self_select": "candidates choose", "random": "chosen at random"},
	models.FieldProvider: {timetable.CalendarCalDAV: timetable.CalendarName(timetable.CalendarCalDAV),
		timetable.CalendarICS:       timetable.CalendarName(timetable.CalendarICS),
		timetable.CalendarGoogle:    timetable.CalendarName(timetable.CalendarGoogle),
		timetable.CalendarMicrosoft: timetable.CalendarName(timetable.CalendarMicrosoft)},
}

var poolStates = map[string]string{string(models.PoolShadow): "shadowing",
	string(models.PoolReverseShadow): "reverse shadowing"}

// WordsOf returns the stored value of a field in words for people. The type of a posting and of a step is a free word,
// see [models.EmploymentWords].
func WordsOf(f models.Field, value string) string {
	if words, known := valueWords[f][value]; known {
		return words
	}
	if f == "type" {
		return models.EmploymentWords(value)
	}
	return value
}

// codeWords says in words what a code of a failed calendar means, for a line of its history: "the calendar's server
// refuses the user name or the password".
func codeWords(code string) string {
	provider, _, _ := strings.Cut(code, "_")
	revoked := strings.HasSuffix(code, "_invalid_grant") // of a consent that was taken back
	what := strings.TrimSuffix(timetable.CalendarTrouble(provider, code, revoked).Problem, ".")
	if what == "" {
		return code
	}
	return strings.ToLower(what[:1]) + what[1:]
}
