package site

import (
	"errors"
	"strconv"
	"strings"

	"litmus/models"
	"litmus/models/timetable"
)

// sentences say each cause of a refusal to people. {field}, {who} and {most} are facts of the refusal, {value}, {count}
// and {status} are its value in quotes, as a number and as a status in words, {at} is its instant and {span} its time
// in the viewer's zone, and {grid} says at which minutes of the hour slots begin there.
var sentences = map[models.Cause]string{
	models.CauseRequired: "{field} is required",
	models.CauseEmail:    "{field} {value} is not an email address such as ann@example.com",
	models.CauseLong:     "{field} has {count} characters; at most {most} are allowed",
	models.CauseLink:     "{field} {value} is not a web address, which begins with https:// or http://",
	models.CauseLinkUser: "{field} {value} has a user name before its host, so it may lead elsewhere than it seems; " +
		"copy the link again without what stands before the @",
	models.CauseInstant: "{field} {value} is not a date and a time of day",
	models.CauseZone:    "{field} {value} is unknown; choose one such as Europe/Berlin",
	models.CauseYears:   "{field} is not between the years 1 and 2200",
	models.CauseGrid:    "Slots begin {grid}; choose such a time",
	models.CauseWord:    "{field} {value} is unknown; choose one of the list",
	models.CauseMailbox: "{field} {value} is not an address with or without a name, such as " +
		"Acme Hiring <hiring@acme.example>",
	models.CauseSlug: "{field} {value} is not one: use 1 to 63 lower-case letters, digits, hyphens or underscores, " +
		"with a letter or digit at both ends",

	models.CauseCandidate:   "The candidate's address is missing",
	models.CauseWhoRuns:     "An external session needs the interviewer who runs it",
	models.CauseWhereRuns:   "An external session needs the link of the meeting",
	models.CausePast:        "{at} is in the past; choose a later time",
	models.CauseFull:        "{at} is fully booked by now; choose another time",
	models.CauseNobodyFree:  "Nobody is free for it at {at}; choose another time",
	models.CauseBusy:        "{who} already has an interview, {span}; choose another time or another interviewer",
	models.CauseTwice:       "{who} would have two interviews at once, {span}; choose somebody else for one of them",
	models.CauseHas:         "The candidate has an interview by now; begin again to see it",
	models.CauseNotBookable: "That round cannot be booked: choose a live interview of the pipeline that is bookable",
	models.CauseOtherTrack: "The candidate is on another posting, assessment or track than that round; choose a round " +
		"of their own track",
	models.CauseOver: "The candidate is {status}, so nothing can be booked for them any more",
	models.CauseNotLive: "The candidate's assessment is not a live interview, so there is no time to book; open their " +
		"record to see what is next",

	models.CauseClosed:       "The posting was closed; reopen it, or choose another one",
	models.CauseNoAssessment: "The posting has no assessment yet; add a step to its pipeline, or attach one",
	models.CauseNotReady:     "The assessment is not ready for invitations. Mark it as ready first",
	models.CauseSelfSelect: "The assessment is one of a group from which candidates choose themselves; such groups " +
		"take no invitations",
	models.CauseInvitedBefore: "This person has a record for this assessment that is closed: handed in, decided on, " +
		"expired or revoked. Search for them among the candidates; there the invitation can be sent again",
	models.CauseNotRole: "That posting is a cohort, and not a role; choose it among the postings",
	models.CauseNoTrack: "The posting has no track to put the candidate in; add a track to its pipeline first",
	models.CauseLettersToday: "Your organization has sent its {most} letters to people it does not know yet today: " +
		"invitations, new members and interviewers who are no members. More can be sent from {at}",
	models.CauseResentToday: "This invitation was sent again {most} times today, which is the limit; it can be sent " +
		"again from {at}",

	models.CauseLinkDead:     "That link was used or is over; make a fresh one",
	models.CauseNotExternal:  "This interview is no external session, so it has no link for the candidate",
	models.CauseExpired:      "The session expired on {at}; book again to make another one",
	models.CauseNotPending:   "The session is {status}; only a pending one can get a fresh link",
	models.CauseNotScheduled: "The interview is {status}; only a scheduled interview can change its interviewer",
	models.CauseNoCall:       "The interview is {status}, so there is no call to end",
	models.CauseNoNotes:      "The interview is canceled; there is nothing to write notes on",
	models.CauseChangedSince: "The interview was changed at {at}, after it was shown to you; look at it as it is now, " +
		"and decide again",
	models.CauseOtherSince: "The candidate has another interview by now than the one that was shown to you; look at " +
		"what they have now, and decide again",
	models.CauseCanceledSince: "The interview was canceled meanwhile; book another one in its place",
	models.CauseFileEmpty:     "Choose a file first, one that is not empty",
	models.CauseFileLarge:     "The file is larger than {most} MB; link to it instead",
	models.CauseFileCut:       "The file did not arrive as a whole; choose it again",
	models.CauseFilesMany:     "There can be at most 10 files, and 50 MB together; remove one first",
	models.CauseFilesFull: "Your organization's files have {most} MB together, which is the limit; remove some, or " +
		"ask whoever runs this service for more",
	models.CauseTold: "The change cannot be taken back any more: it is being told, or was followed by another one; " +
		"change the interview once more instead",
	models.CauseGradedSince: "The submission was graded meanwhile; look at that grade, and save yours again",
	models.CauseRubricSince: "The rubric was changed meanwhile; compare what is saved with what you typed, " +
		"and save again",
}

// formField is what a field is for people, and the ids of its control on the pages with such a form.
type formField struct {
	name     string
	controls []string
}

// formFields are the fields whose control has another id, or which people call otherwise than requests do. The others
// have the id of their name without "the", see [controlsOf].
var formFields = map[string]formField{
	"candidate_email":    {"the candidate's address", []string{"email"}},
	"candidate_name":     {"the candidate's name", []string{"name"}},
	"interviewer_email":  {"the interviewer's address", []string{"interviewer"}},
	"meeting_link":       {"the meeting link", []string{"link"}},
	"scheduled_start_at": {"the time", []string{"clock"}},
	"time_zone":          {"the time zone", nil},
	"posting_id":         {"the posting", []string{"to"}},
	"round_id":           {"the round", []string{"round"}},
	"updated_since":      {"the time since which something changed", []string{"updated_since"}},
	"at":                 {"the time", []string{"time"}},
	"seen":               {"the time at which the notes were shown", nil},
	"after":              {"the place in the list", nil},
	"was":                {"a painted time", nil},
	"slot":               {"a ticked time", nil},

	"address":                   {"the address", []string{"email"}},
	"the address":               {"the address", []string{"email"}},
	"the email address":         {"the email address", []string{"email"}},
	"email":                     {"the email address", []string{"email", "admin_email"}},
	"the interviewer's address": {"the interviewer's address", []string{"other"}},
	"the meeting link":          {"the meeting link", []string{"link"}},
	"calendar address":          {"the calendar's address", []string{"url"}},
	"the duration":              {"the duration", []string{"minutes"}},
	"the time limit":            {"the time limit", []string{"limit"}},
	"the length":                {"the length", []string{"limit"}},
	"the first step's title":    {"the title of the first step", []string{"step"}},
	"the fallback recipients":   {"the fallback recipients", []string{"recipients"}},
	"a fallback recipient":      {"a fallback recipient", []string{"recipients"}},
	"fallback recipient":        {"a fallback recipient", []string{"fallback_recipients"}},
	"the type of employment":    {"the type of employment", []string{"type"}},
	"time zone":                 {"the time zone", []string{"zone", "time_zone"}},
	"language":                  {"the language", []string{"language"}},
	"short name":                {"the short name", []string{"slug"}},
	"sender of letters":         {"the sender of letters", []string{"mail_from"}},
	"address for questions":     {"the address for questions", []string{"support_email"}},
	"days of an invitation":     {"the days of an invitation", []string{"invite_days"}},
	"most changes of a time":    {"the most changes of a time", []string{"reschedule_max"}},
	"seconds in which a change can be taken back": {"the seconds in which a change can be taken back",
		[]string{"undo_seconds"}},
	"hours before which a seat is refilled": {"the hours before which a seat is refilled", []string{"refill_hours"}},
	"hours before which a time can be changed": {"the hours before which a time can be changed",
		[]string{"reschedule_cutoff_hours"}},
	"hours before which an interview can be canceled": {"the hours before which an interview can be canceled",
		[]string{"cancel_cutoff_hours"}},
	"reason":    {"the reason", []string{"why"}},
	"date":      {"the date", []string{"first", "date"}},
	"last date": {"the last date", []string{"last"}},
	"hours":     {"the hours", []string{"dated"}},
}

// Refused returns the sentence that a refusal shows, in the viewer's zone: that of its cause, or else its message,
// without what was being done when it refused and without advice to who sends requests.
func (v *Visit) Refused(err error) string {
	e, ok := errors.AsType[*models.Error](err)
	if !ok {
		return Sentence(err.Error())
	}
	said, told := sentences[e.Cause]
	switch {
	case told:
		return Sentence(v.facts(e.Refusal).Replace(said))
	case e.Advice != 0:
		return Sentence(strings.TrimRight(e.Fact, ":; "))
	}
	return Sentence(e.Message)
}

// facts puts the facts of a refusal into its sentence.
func (v *Visit) facts(r models.Refusal) *strings.Replacer {
	name, at := r.Field, r.At
	if f, known := formFields[name]; known {
		name = f.name
	}
	if at.IsZero() {
		at = v.Now
	}
	return strings.NewReplacer("{field}", name, "{value}", models.Quote(r.Value), "{who}", r.Who,
		"{status}", strings.ReplaceAll(r.Value, "_", " "), "{count}", r.Value, "{most}", strconv.Itoa(r.Most),
		"{at}", WhenText(at, v.Zone), "{span}", SpanText(at, r.Until, v.Zone),
		"{grid}", timetable.GridWords(at, v.Zone))
}

// controlsOf returns the ids that the control of a field may have.
func controlsOf(field string) []string {
	if f, known := formFields[field]; known {
		return f.controls
	}
	id := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(field, "the ")), " ", "_")
	return []string{id}
}
