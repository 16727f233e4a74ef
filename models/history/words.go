package history

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// phrase is how a change is told.
type phrase struct {
	does string       // what was done, in words that come before "by"
	lead models.Field // the field whose values follow at once, "" for none
	to   string       // the word before its value if there was none before, such as "for"
}

// phrases are how changes are told whose kind does not say it alone, as "call_ended" does, or that a value follows.
var phrases = map[models.ChangeKind]phrase{
	models.ChangeRemoved:   {does: "removed", lead: models.FieldRecord},
	models.ChangeTakenOver: {does: "taken over from the organization file"},

	models.ChangeBooked:           {"booked", models.FieldStart, "for"},
	models.ChangeReplaced:         {"booked anew", models.FieldStart, "for"},
	models.ChangeMoved:            {"moved", models.FieldStart, "to"},
	models.ChangeReassigned:       {"interviewer changed", models.FieldInterviewer, "to"},
	models.ChangeRefilled:         {"somebody else has the seat", models.FieldInterviewer, ""},
	models.ChangeTakenBack:        {does: "last change taken back"},
	models.ChangeReplacementAsked: {does: "replacement asked for"},
	models.ChangeReplacementNeeds: {does: "somebody else is needed"},
	models.ChangeReplacementEnded: {does: "request for a replacement taken back"},
	models.ChangeCopyMended:       {does: "put right in the calendar"},
	models.ChangeCopyDeleted:      {does: "deleted again in the calendar"},
	models.ChangeCopyDoubled:      {does: "doubled again in the calendar"},
	models.ChangeCopyMoved:        {"moved in the calendar", models.FieldCopyStart, "to"},
	models.ChangeCopyDeclined:     {does: "declined in the calendar"},
	models.ChangeCopyAgrees:       {does: "as it should be again in the calendar"},
	models.ChangeAnswered:         {"answered", models.FieldAnswer, ""},
	models.ChangeDeclined:         {does: "declined"},
	models.ChangeCallReported:     {"end of the call reported", models.FieldCallEnded, "for"},
	models.ChangeLinkIssued:       {"fresh link issued", models.FieldLinkExpires, "until"},
	models.ChangeLinkUsed:         {"link used", models.FieldStart, "at"},
	models.ChangeArtifactsStored:  {does: "stored what the session left"},
	models.ChangeNoShow:           {"marked as a no-show", models.FieldNoShow, "of"},
	models.ChangeNoShowTakenBack:  {does: "no-show taken back"},
	models.ChangeImported:         {"imported", models.FieldStart, "for"},

	models.ChangeNamed:            {"named", models.FieldName, ""},
	models.ChangeInvitationResent: {does: "invitation sent again"},
	models.ChangeStarted:          {does: "assessment started"},
	models.ChangeSubmitted:        {does: "handed in"},
	models.ChangeWentOn:           {"went on", models.FieldTitle, "to"},
	models.ChangeRubricSet:        {does: "rubric changed"},
	models.ChangeFileAdded:        {"file added:", models.FieldRecord, ""},
	models.ChangeFileRemoved:      {"file removed:", models.FieldRecord, ""},

	models.ChangeRestored:        {does: "restored from the archive"},
	models.ChangeTrackAdded:      {"track added:", models.FieldRecord, ""},
	models.ChangeTrackRemoved:    {"track removed:", models.FieldRecord, ""},
	models.ChangeStepAdded:       {"step added:", models.FieldRecord, ""},
	models.ChangeStepRemoved:     {"step removed:", models.FieldRecord, ""},
	models.ChangeInterviewersSet: {does: "interviewers changed"},
	models.ChangeSlotsPainted:    {does: "slots changed"},

	models.ChangePoolMembersSet: {does: "members changed"},
	models.ChangePoolRoomsSet:   {does: "rooms changed"},
	models.ChangeScopesSet:      {"scopes changed", models.FieldScopes, "to"},
	models.ChangeRoleChanged:    {"role changed", models.FieldRole, "to"},

	models.ChangeHoursSet:     {does: "working hours changed"},
	models.ChangeAbsenceSet:   {"entered as away", models.FieldAbsence, "for"},
	models.ChangeAbsenceEnded: {"absence taken back:", models.FieldAbsence, ""},
	models.ChangeConnected:    {does: "calendar connected"},
	models.ChangeDisconnected: {does: "calendar disconnected"},
	models.ChangeReadAsked:    {does: "a reading asked for"},
	models.ChangeBroken:       {does: "broke"},
	models.ChangeHealed:       {does: "works again"},
}

// fieldType says how the values of a field are read.
type fieldType int

const (
	asPlain   fieldType = iota // as it is: a number, an address, a code, a list
	asText                     // quoted, and shortened
	asWhole                    // quoted
	asInstant                  // an instant
	asMinutes                  // a number of minutes
	asFlag                     // true or false; "" is false
	asCounts                   // how many were removed and how many were added
	asLimits                   // limits of interviews, as JSON
	asCode                     // why a calendar failed, see [codeWords]
)

// fields are the words and types of details' fields. Of what is not here the name is read, and the values are texts.
var fields = map[models.Field]struct {
	words string
	is    fieldType
}{
	models.FieldStart:             {"start", asInstant},
	models.FieldCopyStart:         {"start in the calendar", asInstant},
	models.FieldBriefed:           {"briefed instead", asPlain},
	models.FieldDuration:          {"duration", asMinutes},
	models.FieldLinkExpires:       {"link ends", asInstant},
	models.FieldCallEnded:         {"call ended", asInstant},
	models.FieldNotes:             {"interviewer's notes", asPlain},
	models.FieldNoShow:            {"no-show", asPlain},
	models.FieldName:              {"name", asText},
	models.FieldTitle:             {"title", asText},
	models.FieldSlots:             {"slot", asCounts},
	models.FieldAssigned:          {"assigned", asFlag},
	models.FieldNamed:             {"member by interviewing", asFlag},
	models.FieldCode:              {"", asCode},
	models.FieldRubric:            {"text", asPlain},
	models.FieldScale:             {"scale", asPlain},
	models.FieldFurther:           {"further changes", asPlain},
	models.FieldNote:              {"note to the candidate", asPlain},
	models.FieldPanel:             {"also in the panel", asPlain},
	models.FieldWhose:             {"it is about", asPlain},
	models.FieldAnsweredBy:        {"by", asPlain},
	models.FieldShadowings:        {"shadowings that are asked for", asPlain},
	models.FieldReverseShadowings: {"reverse shadowings that are asked for", asPlain},
	models.FieldPoolState:         {"state", asPlain},
	models.FieldResumes:           {"after the pause", asPlain},
	models.FieldTrained:           {"times done", asPlain},
	models.FieldPausedUntil:       {"paused until", asPlain},
	models.FieldRoom:              {"room", asPlain},
	models.FieldOverLimit:         {"over a limit:", asWhole},
	models.FieldLimits:            {"limits", asLimits},
	models.FieldBecause:           {"for the team only:", asWhole},
	models.FieldBecauseTold:       {"for the candidate too:", asWhole},

	// columns that an organization file sets
	"approved":           {"approved", asFlag},
	"assessment_id":      {"assessment", asPlain},
	"assessment_ids":     {"assessments", asPlain},
	"bookable":           {"bookable", asFlag},
	"calendar_connected": {"calendar connected", asFlag},
	"dates":              {"dates that differ", asPlain},
	"duration_minutes":   {"duration", asMinutes},
	"indefinite":         {"open-ended", asFlag},
	"language":           {"language of candidates' pages and letters", asPlain},
	"undo_seconds":       {"seconds to take a change back", asPlain},
	"move_picked_only":   {"moved by candidates only if they picked it", asFlag},
	"support_email":      {"address for questions", asPlain},
	"cancel_forbidden":   {"kept from being canceled by candidates", asFlag},
	"is_default":         {"default track", asFlag},
	"ready":              {"ready for invitations", asFlag},
	"submitted_at":       {"handed in", asPlain},
	"time_limit_minutes": {"time limit", asMinutes},
}

// sentences are what details say whose field is no name with a value, by the value after. Before it stands the part.
var sentences = map[models.Field]map[string]string{
	models.FieldNote: {models.Kept: "with a note to the candidate"},
	models.FieldAssigned: {
		models.AssignedAndNamed: "interviews here now, and is a member by that",
		"true":                  "interviews here now",
		"":                      "does not interview here any more",
	},
	models.FieldNamed: {
		"true":  "is named as an interviewer now, and a member by that",
		"false": "is no longer named as an interviewer, and no member by that",
	},
	models.FieldPoolState: {"": "is not in the pool any more"},
	models.FieldShadowsShown: {"true": "candidates are told of trainees",
		"false": "candidates are not told of trainees"},
	models.FieldReason:      {models.Kept: "a reason was given"},
	models.FieldBecause:     {models.Kept: "a reason was given"},
	models.FieldBecauseTold: {models.Kept: "a reason was given"},
}

// Words returns the change as one line: "moved from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET by Mira, 3 Nov 14:02
// CET". Instants are in the zone; a year is named where it is not that of now.
func Words(c models.Change, zone *time.Location, now time.Time) string {
	at := c.At.In(zone)
	return Did(c, zone, now) + " by " + c.Actor.String() + ", " + at.Format("2 Jan"+yearUnless(at, now)+" 15:04 ") +
		timetable.ZoneAbbreviation(at)
}

// Did returns what was done, without actor and instant: "moved from Mon 3 Nov 14:00 CET to Tue 4 Nov 15:00 CET".
func Did(c models.Change, zone *time.Location, now time.Time) string {
	a, known := phrases[c.Kind]
	if !known {
		a.does = strings.ReplaceAll(string(c.Kind), "_", " ")
	}
	said, others := a.does, []string(nil)
	for _, d := range c.Details {
		if d.Field == a.lead && d.Of == "" && d.After != "" {
			said += " " + values(d, a.to, zone, now)
			continue
		}
		if d.Field == models.FieldBecauseTold && c.Actor.Kind == models.ActorCandidate && d.After != models.Kept {
			others = append(others, value(d, d.After, zone, now)) // their own words are for everybody
			continue
		}
		others = append(others, words(d, zone, now))
	}
	if len(others) == 0 {
		return said
	}
	return said + ": " + strings.Join(others, "; ")
}

// words returns the detail: "interviewer from ann@x.io to bob@x.io", "ann@x.io: 3 slots added".
func words(d models.Detail, zone *time.Location, now time.Time) string {
	if said := sentences[d.Field][d.After]; said != "" {
		return strings.TrimSpace(d.Of + " " + said)
	}
	f, known := fields[d.Field]
	if !known {
		f.words = strings.ReplaceAll(string(d.Field), "_", " ")
	}
	part := ""
	if d.Of != "" {
		part = d.Of + ": "
	}
	if d.Field.Kept() {
		return part + f.words + " " + became(d)
	}
	switch f.is {
	case asFlag:
		if d.After == "" || d.After == "false" {
			return part + "no longer " + f.words
		}
		return part + f.words
	case asCounts:
		var parts []string
		for _, c := range []struct{ number, did string }{{d.Before, "removed"}, {d.After, "added"}} {
			if n, err := strconv.Atoi(c.number); err == nil { // "" for none
				parts = append(parts, models.Count(n, f.words)+" "+c.did)
			}
		}
		return part + strings.Join(parts, ", ")
	}
	return part + strings.TrimSpace(f.words+" "+values(d, "", zone, now))
}

// became says what happened to a value that is not told.
func became(d models.Detail) string {
	switch {
	case d.Before == "":
		return "set"
	case d.After == "":
		return "removed"
	}
	return "changed"
}

// values returns "from A to B", "B" after the word to, or "removed, was A".
func values(d models.Detail, to string, zone *time.Location, now time.Time) string {
	before, after := value(d, d.Before, zone, now), value(d, d.After, zone, now)
	switch {
	case d.After == "":
		return "removed, was " + before
	case d.Before != "":
		return "from " + before + " to " + after
	}
	return strings.TrimSpace(to + " " + after)
}

func value(d models.Detail, s string, zone *time.Location, now time.Time) string {
	f := fields[d.Field]
	switch f.is {
	case asInstant:
		at, err := time.Parse(models.InstantLayout, s)
		if err != nil {
			return s
		}
		at = at.In(zone)
		return at.Format("Mon 2 Jan"+yearUnless(at, now)+" 15:04 ") + timetable.ZoneAbbreviation(at)
	case asMinutes:
		return s + " minutes"
	case asText:
		return models.Quote(s)
	case asWhole:
		return "“" + s + "”"
	case asLimits:
		var l models.OrganizationLimits
		if json.Unmarshal([]byte(s), &l) != nil {
			return s
		}
		return cmp.Or(l.Words(), "none")
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
