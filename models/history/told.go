package history

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// Told returns what was done as a candidate's timeline tells it, without actor and instant: "booked for Mon 3 Nov 14:00
// CET with Mira Blom". It leaves out what the change says already, and what is of use to integrators alone; the record's
// own history has it. person names somebody by their address.
func Told(c models.Change, person func(email string) string, zone *time.Location, now time.Time) string {
	var kept []models.Detail
	after := map[models.Field]string{}
	with := ""
	for _, d := range c.Details {
		after[d.Field] = d.After
		switch {
		case d.Field == models.FieldInterviewer && d.Before == "" && d.After != "" && c.Kind != models.ChangeReassigned:
			with = " with " + person(d.After)
			continue
		case d.Field == models.FieldInterviewer:
			d.Before, d.After = personOf(d.Before, person), personOf(d.After, person)
		case slices.Contains(untold, d.Field) && d.Field != phrases[c.Kind].lead:
			continue
		}
		kept = append(kept, d)
	}
	c.Details = kept
	switch c.Kind {
	case models.ChangeCreated:
		return "added"
	case models.ChangeDecided:
		return decided(after[models.FieldDecision], after[models.FieldState])
	case models.ChangeArtifactsStored:
		return stored(after)
	}
	said, others, more := strings.Cut(Did(c, zone, now), ": ")
	if said += with; more {
		said += ": " + others
	}
	return said
}

// Interviewers are the addresses of those who led an interview by one of the changes, for [Told].
func Interviewers(changes []models.Change) (emails []string) {
	for _, c := range changes {
		for _, d := range c.Details {
			if d.Field == models.FieldInterviewer {
				emails = append(emails, d.Before, d.After)
			}
		}
	}
	return emails
}

// untold are fields whose changes a timeline does not tell.
var untold = []models.Field{models.FieldState, models.FieldMeetingLink, models.FieldRound, models.FieldCandidate,
	models.FieldSource, models.FieldDuration, models.FieldTimeZone, models.FieldBriefed, models.FieldCallEnded,
	models.FieldLinkExpires}

func personOf(email string, person func(string) string) string {
	if email == "" {
		return ""
	}
	return person(email)
}

// decided says a decision by its word, or where the change has none by the state that it left.
func decided(decision, state string) string {
	switch {
	case decision == models.DecisionAdvance, decision == "" && state == models.CandidateAdvanced:
		return "advanced"
	case decision == models.DecisionReject, decision == "" && state == models.CandidateRejected:
		return "rejected"
	case decision == "" && state != "":
		return "set to " + WordsOf(models.FieldState, state)
	}
	return "decision taken back"
}

// stored says what is kept of an interview.
func stored(after map[models.Field]string) string {
	var parts []string
	for _, f := range []struct {
		field models.Field
		words string
	}{{models.FieldNotes, "notes"}, {models.FieldRecording, "recording"}, {models.FieldTranscript, "transcript"}} {
		if after[f.field] != "" {
			parts = append(parts, f.words)
		}
	}
	if len(parts) == 0 {
		return "notes of the interview changed"
	}
	return strings.Join(parts, " and ") + " of the interview saved"
}
