package history

import (
	"testing"
	"time"

	"litmus/models"
)

// TestTold: a timeline says what a recruiter would say, with names, and nothing twice (D19).
func TestTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	person := func(email string) string { return map[string]string{"a@x.io": "Ada", "b@x.io": "Ben"}[email] }
	const start, later = "2031-03-04T10:00:00.000Z", "2031-03-05T10:00:00.000Z"
	of := func(f models.Field, before, after string) models.Detail {
		return models.Detail{Field: f, Before: before, After: after}
	}
	state := func(after string) models.Detail { return of(models.FieldState, models.CandidateInvited, after) }
	for want, c := range map[string]models.Change{
		"added": {Kind: models.ChangeCreated, Details: []models.Detail{state(models.CandidateInvited)}},
		"booked for Tue 4 Mar 10:00 UTC with Ada": {Kind: models.ChangeBooked, Details: []models.Detail{
			of(models.FieldStart, "", start), of(models.FieldInterviewer, "", "a@x.io"),
			of(models.FieldMeetingLink, "", models.Kept)}},
		"interviewer changed from Ada to Ben": {Kind: models.ChangeReassigned, Details: []models.Detail{
			of(models.FieldInterviewer, "a@x.io", "b@x.io"), of(models.FieldMeetingLink, models.Kept, models.Kept)}},
		"interviewer changed to Ben": {Kind: models.ChangeReassigned, Details: []models.Detail{
			of(models.FieldInterviewer, "", "b@x.io")}},
		"moved from Tue 4 Mar 10:00 UTC to Wed 5 Mar 10:00 UTC: for the team only: “Ill”": {Kind: models.ChangeMoved,
			Details: []models.Detail{of(models.FieldStart, start, later), of(models.FieldBecause, "", "Ill")}},
		"booked anew for Wed 5 Mar 10:00 UTC with Ben: a reason was given": {Kind: models.ChangeReplaced,
			Details: []models.Detail{of(models.FieldStart, "", later), of(models.FieldInterviewer, "", "b@x.io"),
				of(models.FieldReason, "", models.Kept)}},
		"fresh link issued until Tue 4 Mar 10:00 UTC": {Kind: models.ChangeLinkIssued, Details: []models.Detail{
			of(models.FieldLinkExpires, "", start)}},
		"handed in":       {Kind: models.ChangeSubmitted, Details: []models.Detail{state(models.CandidateSubmitted)}},
		"graded: score 4": {Kind: models.ChangeGraded, Details: []models.Detail{of(models.FieldScore, "", "4")}},
		"advanced": {Kind: models.ChangeDecided, Details: []models.Detail{
			of(models.FieldDecision, models.DecisionPending, models.DecisionAdvance)}},
		"rejected":           {Kind: models.ChangeDecided, Details: []models.Detail{state(models.CandidateRejected)}},
		"set to in progress": {Kind: models.ChangeDecided, Details: []models.Detail{state(models.CandidateInProgress)}},
		"decision taken back": {Kind: models.ChangeDecided, Details: []models.Detail{
			of(models.FieldDecision, models.DecisionReject, models.DecisionPending)}},
		"notes and recording of the interview saved": {Kind: models.ChangeArtifactsStored, Details: []models.Detail{
			of(models.FieldRecording, "", models.Kept), of(models.FieldNotes, "", models.Kept)}},
		"notes of the interview changed": {Kind: models.ChangeArtifactsStored, Details: []models.Detail{
			of(models.FieldNotes, models.Kept, "")}},
	} {
		if got := Told(c, person, time.UTC, now); got != want {
			t.Errorf("%q is told, want %q", got, want)
		}
	}
}
