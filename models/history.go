package models

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// ActorKind says what sort of actor made a change (D4).
type ActorKind string

// The kinds of actors.
const (
	ActorKey       ActorKind = "key"       // an API key
	ActorMember    ActorKind = "member"    // a member, in the dashboard
	ActorCandidate ActorKind = "candidate" // a candidate, by the link of a letter
	ActorFile      ActorKind = "file"      // the organization file, when it was applied
	ActorOperator  ActorKind = "operator"  // somebody with a shell, by a command
	ActorService   ActorKind = "service"   // the service itself
)

// Actor is who made a change.
type Actor struct {
	Kind ActorKind
	ID   string // of a key or a candidate the id, of a member the email; "" of the others

	// Name is for people to read. It is not stored with a change but read with it.
	Name string

	RequestID string // of the request over REST that made the change, "" for none
}

// String returns the actor in words that follow "by": a member's name, or the sort of actor with its name.
func (a Actor) String() string {
	switch a.Kind {
	case ActorMember:
		return cmp.Or(a.Name, a.ID, "a member")
	case ActorKey:
		return "key " + cmp.Or(a.Name, a.ID)
	case ActorCandidate:
		return strings.TrimSpace("candidate " + a.Name)
	case ActorFile:
		return "the organization file"
	case ActorOperator:
		return "an operator"
	}
	return "Litmus"
}

// Subject is a sort of record that has a history.
type Subject string

// The subjects. Members and people are named by their email, all others by their id.
const (
	SubjectInterview    Subject = "interview"
	SubjectCandidate    Subject = "candidate"
	SubjectPosting      Subject = "posting" // with its pipeline, interviewers and painted slots
	SubjectAssessment   Subject = "assessment"
	SubjectKey          Subject = "key"
	SubjectMember       Subject = "member"
	SubjectPerson       Subject = "person"
	SubjectCalendar     Subject = "calendar"
	SubjectOrganization Subject = "organization"
	SubjectPool         Subject = "pool" // with its members
)

// Change is an entry of a record's history: what was done to it, by whom and when (D4). It is never changed after, and
// removed with its record, in the transaction that removes it. Everybody who may read the record may read it, so of
// links, notes, instructions and working hours it says only that they changed. Who acted is an id, whose name is read
// when the history is shown, so that nobody who was erased is named.
type Change struct {
	ID        string
	At        time.Time
	Actor     Actor
	Subject   Subject
	SubjectID string
	Kind      ChangeKind
	Details   []Detail
}

// ChangeKind says what was done. Its own words are read, "call ended", unless package history has others.
type ChangeKind string

// What is done to records.
const (
	ChangeCreated   ChangeKind = "created"
	ChangeEdited    ChangeKind = "edited"
	ChangeRemoved   ChangeKind = "removed"
	ChangeTakenOver ChangeKind = "taken_over" // from the organization file into the dashboard

	ChangeBooked           ChangeKind = "booked"
	ChangeReplaced         ChangeKind = "replaced"
	ChangeMoved            ChangeKind = "moved"
	ChangeReassigned       ChangeKind = "reassigned"
	ChangePanelChanged     ChangeKind = "panel_changed"
	ChangeRefilled         ChangeKind = "refilled"   // by itself, for who could not interview
	ChangeTakenBack        ChangeKind = "taken_back" // the change before it, of which nobody was told
	ChangeCanceled         ChangeKind = "canceled"
	ChangeReplacementAsked ChangeKind = "replacement_asked"
	ChangeReplacementNeeds ChangeKind = "replacement_needed" // somebody cannot interview, and did not say so themselves
	ChangeReplacementEnded ChangeKind = "replacement_withdrawn"
	ChangeCopyMended       ChangeKind = "copy_mended"  // the copy in the interviewer's calendar is written anew
	ChangeCopyDeleted      ChangeKind = "copy_deleted" // again, after it was put back
	ChangeCopyDoubled      ChangeKind = "copy_doubled" // again
	ChangeCopyMoved        ChangeKind = "copy_moved"
	ChangeCopyDeclined     ChangeKind = "copy_declined"
	ChangeCopyAgrees       ChangeKind = "copy_agrees" // with the interview again
	ChangeAnswered         ChangeKind = "answered"    // by who interviews: they come, or may
	ChangeDeclined         ChangeKind = "declined"    // likewise: they do not
	ChangeCallEnded        ChangeKind = "call_ended"
	ChangeCallReported     ChangeKind = "call_reported" // its end, by a notetaker
	ChangeLinkIssued       ChangeKind = "link_issued"
	ChangeLinkUsed         ChangeKind = "link_used"
	ChangeMeetingLinkMade  ChangeKind = "meeting_link_made"
	ChangeMeetingLinkGiven ChangeKind = "meeting_link_given" // the one that its interviewer has since
	ChangeArtifactsStored  ChangeKind = "artifacts_stored"
	ChangeNoShow           ChangeKind = "no_show"
	ChangeNoShowTakenBack  ChangeKind = "no_show_taken_back"
	ChangeImported         ChangeKind = "imported"

	ChangeNamed             ChangeKind = "named"
	ChangeInvited           ChangeKind = "invited"
	ChangeInvitationResent  ChangeKind = "invitation_resent"
	ChangeInvitationRevoked ChangeKind = "invitation_revoked"
	ChangeLinksRevoked      ChangeKind = "links_revoked"
	ChangeProposed          ChangeKind = "times_proposed" // other ones than those offered, by the candidate
	ChangeProposalWithdrawn ChangeKind = "proposal_withdrawn"
	ChangeProposalDeclined  ChangeKind = "proposal_declined"
	ChangeStarted           ChangeKind = "started"
	ChangeSubmitted         ChangeKind = "submitted"
	ChangeDecided           ChangeKind = "decided"
	ChangeWentOn            ChangeKind = "went_on" // to the next step of the track
	ChangeGraded            ChangeKind = "graded"
	ChangeErased            ChangeKind = "erased"            // nothing names the person any more
	ChangeSubmissionStored  ChangeKind = "submission_stored" // by a file
	ChangeSubmissionRemoved ChangeKind = "submission_removed"
	ChangeRubricSet         ChangeKind = "rubric_set" // of an assessment
	ChangeFileAdded         ChangeKind = "file_added" // to an assessment
	ChangeFileRemoved       ChangeKind = "file_removed"

	ChangeClosed          ChangeKind = "closed"
	ChangeReopened        ChangeKind = "reopened"
	ChangeArchived        ChangeKind = "archived"
	ChangeRestored        ChangeKind = "restored" // from the archive
	ChangeTrackAdded      ChangeKind = "track_added"
	ChangeTrackEdited     ChangeKind = "track_edited"
	ChangeTrackRemoved    ChangeKind = "track_removed"
	ChangeStepAdded       ChangeKind = "step_added"
	ChangeStepEdited      ChangeKind = "step_edited"
	ChangeStepRemoved     ChangeKind = "step_removed"
	ChangeInterviewersSet ChangeKind = "interviewers_set"
	ChangeSlotsPainted    ChangeKind = "slots_painted"

	ChangePoolMembersSet ChangeKind = "pool_members_set"
	ChangePoolRoomsSet   ChangeKind = "pool_rooms_set"

	ChangeRevoked     ChangeKind = "revoked"
	ChangeScopesSet   ChangeKind = "scopes_set"
	ChangeRoleChanged ChangeKind = "role_changed"

	ChangeHoursSet     ChangeKind = "hours_set"
	ChangeAbsenceSet   ChangeKind = "absence_set"
	ChangeAbsenceEnded ChangeKind = "absence_taken_back"
	ChangeConnected    ChangeKind = "connected"
	ChangeDisconnected ChangeKind = "disconnected"
	ChangeReadAsked    ChangeKind = "read_asked"
	ChangeBroken       ChangeKind = "broken"
	ChangeHealed       ChangeKind = "healed"
)

// Field is what of a record a detail is about. Its own words are read, and its values as texts, unless package history
// has others.
type Field string

// The fields that details are about.
const (
	FieldStart        Field = "start"
	FieldCopyStart    Field = "copy_start" // of the copy in the interviewer's calendar
	FieldInterviewer  Field = "interviewer"
	FieldPanel        Field = "panel"
	FieldAnswer       Field = "answer"
	FieldAnsweredBy   Field = "answered_by" // where that was read
	FieldWhose        Field = "whose"       // of somebody of the panel beside the lead: the change is about them
	FieldBriefed      Field = "briefed"
	FieldMeetingLink  Field = "meeting_link"
	FieldRound        Field = "round"
	FieldCandidate    Field = "candidate"
	FieldDuration     Field = "duration"
	FieldTimeZone     Field = "time_zone"
	FieldSource       Field = "source"
	FieldLinkExpires  Field = "link_expires"
	FieldCallEnded    Field = "call_ended"
	FieldTranscript   Field = "transcript"
	FieldRecording    Field = "recording"
	FieldNotes        Field = "interviewer_notes"
	FieldNoShow       Field = "no_show" // who did not come
	FieldName         Field = "name"
	FieldTitle        Field = "title"
	FieldState        Field = "state"
	FieldStatus       Field = "status"
	FieldDecision     Field = "decision"
	FieldScore        Field = "score"
	FieldRole         Field = "role"
	FieldScopes       Field = "scopes"
	FieldSlots        Field = "slots"
	FieldAssigned     Field = "assigned"
	FieldReason       Field = "reason"
	FieldRecruiters   Field = "recruiters"
	FieldNamed        Field = "named" // as an interviewer, and not only painted for
	FieldWorkingHours Field = "working_hours"
	FieldAbsence      Field = "absence" // its days
	FieldProvider     Field = "provider"
	FieldCode         Field = "code"
	FieldOrigin       Field = "origin"
	FieldUnstaged     Field = "unstaged_assessments"
	FieldOrder        Field = "order"  // of the parts of a record
	FieldRubric       Field = "rubric" // its text
	FieldScale        Field = "rubric_scale"
	FieldRecord       Field = "record"
	FieldFurther      Field = "further"
	FieldPicture      Field = "picture"      // of a member
	FieldNote         Field = "invite_note"  // to the candidate, in the letter of their invitation
	FieldBecause      Field = "because"      // why an interview was moved or canceled, or has another interviewer
	FieldOverLimit    Field = "over_limit"   // which limits an interview passes, in words
	FieldLimits       Field = "limits"       // of a person, a pool or the organization
	FieldBecauseTold  Field = "because_told" // the same, which the candidate is told too

	FieldShadowings        Field = "shadows_needed" // after which a trainee goes on, 0 for no number
	FieldReverseShadowings Field = "reverse_shadows_needed"
	FieldShadowsShown      Field = "shadows_shown"
	FieldPoolState         Field = "pool_state"   // of a member of a pool
	FieldResumes           Field = "resumes"      // their state after a pause
	FieldTrained           Field = "trained"      // how often a trainee did what their state says
	FieldPausedUntil       Field = "paused_until" // a date
	FieldRoom              Field = "room"         // of an interview its name, of a pool what a room is, in words

	FieldSeats Field = "seats" // of a step, in words
)

// keptFields are the fields whose values a history does not repeat.
var keptFields = map[Field]bool{
	FieldMeetingLink: true, FieldRound: true, FieldCandidate: true, FieldTranscript: true,
	FieldRecording: true, FieldNotes: true, FieldReason: true, FieldWorkingHours: true, FieldRubric: true,
	FieldScale: true, FieldUnstaged: true, FieldNote: true, FieldPicture: true,

	// columns that an organization file sets
	"assessment_id": true, "assessment_ids": true, "dates": true, "instructions": true, "submitted_at": true,
}

// Kept reports whether a history says of the field only that it was set, changed or removed, and not its value: see
// [Kept].
func (f Field) Kept() bool { return keptFields[f] }

// Detail is one field of a record before and after a change. Instants are written by [FormatInstant], numbers and flags
// by strconv, and lists are joined by ", ". Of a field whose values are not to be kept both are "" or [Kept].
type Detail struct {
	Field  Field  `json:"field"`
	Of     string `json:"of,omitempty"`     // the part of the record: an email, a title; "" for itself
	Before string `json:"before,omitempty"` // "" for none
	After  string `json:"after,omitempty"`  // "" for none
}

// Kept stands for a value that a history does not repeat, such as a meeting link: it says that there is one.
const Kept = "*"

// Limits of what one change keeps.
const (
	MaxDetails     = 60
	MaxDetailRunes = 200
)

// Changed returns the detail of a field as a list of one, and no detail if both values are the same.
func Changed(f Field, before, after string) []Detail { return ChangedIn(f, "", before, after) }

// ChangedIn is [Changed] of a part of the record.
func ChangedIn(f Field, part, before, after string) []Detail {
	if before == after {
		return nil
	}
	if f.Kept() {
		before, after = keptOr(before), keptOr(after)
	}
	return []Detail{{f, cutDetail(part), cutDetail(before), cutDetail(after)}}
}

// ChangedAt is [Changed] of an instant; nil is none.
func ChangedAt(f Field, before, after *time.Time) []Detail {
	return Changed(f, instantOr(before), instantOr(after))
}

func instantOr(t *time.Time) string {
	if t == nil {
		return ""
	}
	return FormatInstant(*t)
}

func keptOr(value string) string {
	if value == "" {
		return ""
	}
	return Kept
}

func cutDetail(s string) string {
	if utf8.RuneCountInString(s) <= MaxDetailRunes {
		return s
	}
	return string([]rune(s)[:MaxDetailRunes-1]) + "…"
}

// WithoutReason returns the change with no word of why somebody made it: it says only that they gave a reason. Reasons
// are personal, and files of changes are passed on.
func (c Change) WithoutReason() Change {
	c.Details = slices.Clone(c.Details)
	for n, d := range c.Details {
		if d.Field == FieldBecause || d.Field == FieldBecauseTold {
			c.Details[n].After = Kept
		}
	}
	return c
}

// Within returns the change with at most [MaxDetails] details, the last of which says how many were left out.
func (c Change) Within() Change {
	if n := len(c.Details) - MaxDetails + 1; n > 1 {
		c.Details = append(slices.Clone(c.Details[:MaxDetails-1]), Detail{Field: FieldFurther, After: strconv.Itoa(n)})
	}
	return c
}

// AssignedAndNamed is the value after of [FieldAssigned] for somebody who is a member by it. Who was only painted for
// has "true", and so have all before histories told the two apart.
const AssignedAndNamed = "named"
