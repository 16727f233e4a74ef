package models

import (
	"strconv"
	"strings"
	"time"
)

// act is how a change is told.
type act struct {
	does string // what was done, in words that come before "by"
	lead Field  // the field whose values follow at once, "" for none
	to   string // the word before its value if there was none before, such as "for"
}

// acts are the words of changes.
var acts = map[ChangeKind]act{
	ChangeCreated:   {does: "created"},
	ChangeEdited:    {does: "edited"},
	ChangeRemoved:   {does: "removed", lead: FieldRecord},
	ChangeTakenOver: {does: "taken over from the organization file"},

	ChangeBooked:           {"booked", FieldStart, "for"},
	ChangeReplaced:         {"booked anew", FieldStart, "for"},
	ChangeMoved:            {"moved", FieldStart, "to"},
	ChangeReassigned:       {"interviewer changed", FieldInterviewer, "to"},
	ChangeCanceled:         {does: "canceled"},
	ChangeReplacementAsked: {does: "replacement asked for"},
	ChangeReplacementEnded: {does: "request for a replacement taken back"},
	ChangeCallEnded:        {does: "call ended"},
	ChangeCallReported:     {"end of the call reported", FieldCallEnded, "for"},
	ChangeLinkIssued:       {"fresh link issued", FieldLinkExpires, "until"},
	ChangeLinkUsed:         {"link used", FieldStart, "at"},
	ChangeMeetingLinkMade:  {does: "meeting link made"},
	ChangeMeetingLinkGiven: {does: "meeting link given"},
	ChangeArtifactsStored:  {does: "stored what the session left"},
	ChangeImported:         {"imported", FieldStart, "for"},

	ChangeNamed:             {"named", FieldName, ""},
	ChangeInvited:           {does: "invited"},
	ChangeInvitationResent:  {does: "invitation sent again"},
	ChangeInvitationRevoked: {does: "invitation revoked"},
	ChangeLinksRevoked:      {does: "links revoked"},
	ChangeStarted:           {does: "assessment started"},
	ChangeSubmitted:         {does: "handed in"},
	ChangeDecided:           {does: "decided"},
	ChangeWentOn:            {"went on", FieldTitle, "to"},
	ChangeGraded:            {does: "graded"},
	ChangeSubmissionStored:  {does: "submission stored"},
	ChangeSubmissionRemoved: {does: "submission removed"},
	ChangeRubricSet:         {does: "rubric changed"},

	ChangeClosed:          {does: "closed"},
	ChangeReopened:        {does: "reopened"},
	ChangeArchived:        {does: "archived"},
	ChangeRestored:        {does: "restored from the archive"},
	ChangeTrackAdded:      {"track added:", FieldRecord, ""},
	ChangeTrackEdited:     {does: "track edited"},
	ChangeTrackRemoved:    {"track removed:", FieldRecord, ""},
	ChangeStepAdded:       {"step added:", FieldRecord, ""},
	ChangeStepEdited:      {does: "step edited"},
	ChangeStepRemoved:     {"step removed:", FieldRecord, ""},
	ChangeInterviewersSet: {does: "interviewers changed"},
	ChangeSlotsPainted:    {does: "slots changed"},

	ChangeRevoked:     {does: "revoked"},
	ChangeScopesSet:   {"scopes changed", FieldScopes, "to"},
	ChangeRoleChanged: {"role changed", FieldRole, "to"},

	ChangeHoursSet:     {does: "working hours changed"},
	ChangeAbsenceSet:   {"entered as away", FieldAbsence, "for"},
	ChangeAbsenceEnded: {"absence taken back:", FieldAbsence, ""},
	ChangeConnected:    {does: "calendar connected"},
	ChangeDisconnected: {does: "calendar disconnected"},
	ChangeReadAsked:    {does: "a reading asked for"},
	ChangeBroken:       {does: "broke"},
	ChangeHealed:       {does: "works again"},
}

// fieldType says how the values of a field are read.
type fieldType int

const (
	asPlain   fieldType = iota // as it is: a number, an address, a code, a list
	asText                     // quoted
	asInstant                  // an instant
	asMinutes                  // a number of minutes
	asFlag                     // true or false; "" is false
	asCounts                   // how many were removed and how many were added
	asCode                     // why a calendar failed, see [codeWords]
)

// fields are the words and types of details' fields.
var fields = map[Field]struct {
	words string
	is    fieldType
}{
	FieldStart:        {"start", asInstant},
	FieldInterviewer:  {"interviewer", asPlain},
	FieldBriefed:      {"briefed instead", asPlain},
	FieldMeetingLink:  {"meeting link", asPlain},
	FieldRound:        {"round", asPlain},
	FieldCandidate:    {"candidate", asPlain},
	FieldDuration:     {"duration", asMinutes},
	FieldTimeZone:     {"time zone", asPlain},
	FieldSource:       {"source", asPlain},
	FieldLinkExpires:  {"link ends", asInstant},
	FieldCallEnded:    {"call ended", asInstant},
	FieldTranscript:   {"transcript", asPlain},
	FieldRecording:    {"recording", asPlain},
	FieldNotes:        {"interviewer's notes", asPlain},
	FieldName:         {"name", asText},
	FieldTitle:        {"title", asText},
	FieldState:        {"state", asPlain},
	FieldStatus:       {"status", asPlain},
	FieldDecision:     {"decision", asPlain},
	FieldScore:        {"score", asPlain},
	FieldRole:         {"role", asPlain},
	FieldScopes:       {"scopes", asPlain},
	FieldSlots:        {"slot", asCounts},
	FieldAssigned:     {"assigned", asFlag},
	FieldReason:       {"reason", asPlain},
	FieldNamed:        {"member by interviewing", asFlag},
	FieldWorkingHours: {"working hours", asPlain},
	FieldAbsence:      {"absence", asPlain},
	FieldProvider:     {"provider", asPlain},
	FieldCode:         {"", asCode},
	FieldOrigin:       {"origin", asPlain},
	FieldRubric:       {"text", asPlain},
	FieldScale:        {"scale", asPlain},
	FieldRecord:       {"record", asPlain},
	FieldOrder:        {"order", asPlain},
	FieldFurther:      {"further changes", asPlain},
	FieldUnstaged:     {"unstaged assessments", asPlain},

	// columns that an organization file sets
	"approved":           {"approved", asFlag},
	"assessment_id":      {"assessment", asPlain},
	"assessment_ids":     {"assessments", asPlain},
	"bookable":           {"bookable", asFlag},
	"calendar_connected": {"calendar connected", asFlag},
	"dates":              {"dates that differ", asPlain},
	"duration_minutes":   {"duration", asMinutes},
	"indefinite":         {"open-ended", asFlag},
	"move_picked_only":   {"moved by candidates only if they picked it", asFlag},
	"instructions":       {"instructions", asPlain},
	"is_default":         {"default track", asFlag},
	"ready":              {"ready for invitations", asFlag},
	"submitted_at":       {"handed in", asPlain},
	"time_limit_minutes": {"time limit", asMinutes},
}

// sentences are what details say whose field is no name with a value, by the value after. Before it stands the part.
var sentences = map[Field]map[string]string{
	FieldAssigned: {
		assignedAndNamed: "interviews here now, and is a member by that",
		"true":           "interviews here now",
		"":               "does not interview here any more",
	},
	FieldNamed: {
		"true":  "is named as an interviewer now, and a member by that",
		"false": "is no longer named as an interviewer, and no member by that",
	},
	FieldReason: {Kept: "a reason was given"},
}

// Words returns the change as one line: "moved from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET by Mira, 3 Nov 14:02
// CET". Instants are in the zone; a year is named where it is not that of now.
func (c Change) Words(zone *time.Location, now time.Time) string {
	at := c.At.In(zone)
	return c.Did(zone, now) + " by " + c.Actor.String() + ", " + at.Format("2 Jan"+yearUnless(at, now)+" 15:04 ") +
		zoneAbbreviation(at)
}

// Did returns what was done, without actor and instant: "moved from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET".
func (c Change) Did(zone *time.Location, now time.Time) string {
	a, known := acts[c.Kind]
	if !known {
		a.does = strings.ReplaceAll(string(c.Kind), "_", " ")
	}
	said, others := a.does, []string(nil)
	for _, d := range c.Details {
		if d.Field == a.lead && d.Of == "" && d.After != "" {
			said += " " + d.values(a.to, zone, now)
			continue
		}
		others = append(others, d.words(zone, now))
	}
	if len(others) == 0 {
		return said
	}
	return said + ": " + strings.Join(others, "; ")
}

// words returns the detail: "interviewer from ann@x.io to bob@x.io", "ann@x.io: 3 slots added".
func (d Detail) words(zone *time.Location, now time.Time) string {
	if said := sentences[d.Field][d.After]; said != "" {
		return strings.TrimSpace(d.Of + " " + said)
	}
	f, known := fields[d.Field]
	if !known {
		f.words = strings.ReplaceAll(string(d.Field), "_", " ")
	}
	of := ""
	if d.Of != "" {
		of = d.Of + ": "
	}
	if d.Field.Kept() {
		return of + f.words + " " + d.became()
	}
	switch f.is {
	case asFlag:
		if d.After == "" || d.After == "false" {
			return of + "no longer " + f.words
		}
		return of + f.words
	case asCounts:
		var parts []string
		for _, c := range []struct{ number, did string }{{d.Before, "removed"}, {d.After, "added"}} {
			if n, err := strconv.Atoi(c.number); err == nil { // "" for none
				parts = append(parts, Count(n, f.words)+" "+c.did)
			}
		}
		return of + strings.Join(parts, ", ")
	}
	return of + strings.TrimSpace(f.words+" "+d.values("", zone, now))
}

// became says what happened to a value that is not told.
func (d Detail) became() string {
	switch {
	case d.Before == "":
		return "set"
	case d.After == "":
		return "removed"
	}
	return "changed"
}

// values returns "from A to B", "B" after the word to, or "removed, was A".
func (d Detail) values(to string, zone *time.Location, now time.Time) string {
	before, after := d.value(d.Before, zone, now), d.value(d.After, zone, now)
	switch {
	case d.After == "":
		return "removed, was " + before
	case d.Before != "":
		return "from " + before + " to " + after
	}
	return strings.TrimSpace(to + " " + after)
}

func (d Detail) value(s string, zone *time.Location, now time.Time) string {
	f := fields[d.Field]
	switch f.is {
	case asInstant:
		at, err := time.Parse(instantLayout, s)
		if err != nil {
			return s
		}
		at = at.In(zone)
		return at.Format("Mon 2 Jan"+yearUnless(at, now)+" 15:04 ") + zoneAbbreviation(at)
	case asMinutes:
		return s + " minutes"
	case asText:
		return Quote(s)
	case asCode:
		return codeWords(s)
	}
	return WordsOf(d.Field, s)
}

// yearUnless is the layout of the year, "" if it is that of now.
func yearUnless(at, now time.Time) string {
	if at.Year() == now.In(at.Location()).Year() {
		return ""
	}
	return " 2006"
}

// zoneAbbreviation returns the zone's abbreviation, such as CET, or its offset, such as UTC+05:45, where it has none.
func zoneAbbreviation(t time.Time) string {
	name, _ := t.Zone()
	if name == "" || strings.ContainsAny(name, "+-0123456789") {
		return "UTC" + t.Format("-07:00")
	}
	return name
}
