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

	// Name is for people to read. It is not stored with a change but read with it (decision 150).
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
)

// Change is an entry of a record's history: what was done to it, by whom and when (D4).
type Change struct {
	ID        string
	At        time.Time
	Actor     Actor
	Subject   Subject
	SubjectID string
	What      What
	Details   []Detail
}

// What says what was done. Its words are in [acts]; of others its own words are read.
type What string

// What is done to records.
const (
	WhatCreated   What = "created"
	WhatEdited    What = "edited"
	WhatRemoved   What = "removed"
	WhatTakenOver What = "taken_over" // from the organization file into the dashboard

	WhatBooked           What = "booked"
	WhatReplaced         What = "replaced"
	WhatMoved            What = "moved"
	WhatReassigned       What = "reassigned"
	WhatCanceled         What = "canceled"
	WhatReplacementAsked What = "replacement_asked"
	WhatReplacementEnded What = "replacement_withdrawn"
	WhatCallEnded        What = "call_ended"
	WhatCallReported     What = "call_reported" // its end, by a notetaker
	WhatLinkIssued       What = "link_issued"
	WhatLinkUsed         What = "link_used"
	WhatMeetingLinkMade  What = "meeting_link_made"
	WhatArtifactsStored  What = "artifacts_stored"
	WhatImported         What = "imported"

	WhatNamed             What = "named"
	WhatInvited           What = "invited"
	WhatInvitationResent  What = "invitation_resent"
	WhatInvitationRevoked What = "invitation_revoked"
	WhatLinksRevoked      What = "links_revoked"
	WhatStarted           What = "started"
	WhatSubmitted         What = "submitted"
	WhatDecided           What = "decided"
	WhatGraded            What = "graded"
	WhatSubmissionStored  What = "submission_stored" // by a file
	WhatSubmissionRemoved What = "submission_removed"
	WhatRubricSet         What = "rubric_set" // of an assessment

	WhatClosed          What = "closed"
	WhatReopened        What = "reopened"
	WhatArchived        What = "archived"
	WhatRestored        What = "restored" // from the archive
	WhatTrackAdded      What = "track_added"
	WhatTrackEdited     What = "track_edited"
	WhatTrackRemoved    What = "track_removed"
	WhatStepAdded       What = "step_added"
	WhatStepEdited      What = "step_edited"
	WhatStepRemoved     What = "step_removed"
	WhatInterviewersSet What = "interviewers_set"
	WhatSlotsPainted    What = "slots_painted"

	WhatRevoked     What = "revoked"
	WhatScopesSet   What = "scopes_set"
	WhatRoleChanged What = "role_changed"

	WhatHoursSet     What = "hours_set"
	WhatConnected    What = "connected"
	WhatDisconnected What = "disconnected"
	WhatReadAsked    What = "read_asked"
	WhatBroken       What = "broken"
	WhatHealed       What = "healed"
)

// Field is what of a record a detail is about. Its words and its type are in [fields]; of others its own words are
// read, and their values are texts.
type Field string

// The fields that details are about.
const (
	FieldStart        Field = "start"
	FieldInterviewer  Field = "interviewer"
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
	FieldNamed        Field = "named" // as an interviewer, and not only painted for
	FieldWorkingHours Field = "working_hours"
	FieldProvider     Field = "provider"
	FieldCode         Field = "code"
	FieldOrigin       Field = "origin"
	FieldUnstaged     Field = "unstaged_assessments"
	FieldOrder        Field = "order"  // of the parts of a record
	FieldRubric       Field = "rubric" // its text
	FieldScale        Field = "rubric_scale"
	FieldRecord       Field = "record"
	FieldFurther      Field = "further"
)

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
	maxDetailRunes = 200
)

// Changed returns the detail of a field as a list of one, and no detail if both values are the same.
func Changed(f Field, before, after string) []Detail { return ChangedIn(f, "", before, after) }

// ChangedIn is [Changed] of a part of the record.
func ChangedIn(f Field, of, before, after string) []Detail {
	if before == after {
		return nil
	}
	if fields[f].is == asKept {
		before, after = keptOr(before), keptOr(after)
	}
	return []Detail{{f, cutDetail(of), cutDetail(before), cutDetail(after)}}
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
	if utf8.RuneCountInString(s) <= maxDetailRunes {
		return s
	}
	return string([]rune(s)[:maxDetailRunes-1]) + "…"
}

// Within returns the change with at most [MaxDetails] details, the last of which says how many were left out.
func (c Change) Within() Change {
	if n := len(c.Details) - MaxDetails + 1; n > 1 {
		c.Details = append(slices.Clone(c.Details[:MaxDetails-1]), Detail{Field: FieldFurther, After: strconv.Itoa(n)})
	}
	return c
}

// InterviewChange is the change of an interview's row; before is the zero value for a new one. Its details are what
// differs and is of interest to people.
func InterviewChange(what What, before, after Interview) Change {
	c := Change{Subject: SubjectInterview, SubjectID: after.ID, What: what, At: after.UpdatedAt}
	add := func(more []Detail) { c.Details = append(c.Details, more...) }
	var start *time.Time
	if before.ID != "" {
		start = before.ScheduledStartAt()
	}
	add(ChangedAt(FieldStart, start, after.ScheduledStartAt()))
	add(Changed(FieldInterviewer, before.InterviewerEmail, after.InterviewerEmail))
	add(Changed(FieldBriefed, strings.Join(before.BriefingRecipients, ", "),
		strings.Join(after.BriefingRecipients, ", ")))
	add(Changed(FieldMeetingLink, before.MeetingLink, after.MeetingLink))
	if after.LinkHash != nil && (before.LinkHash == nil || *before.LinkHash != *after.LinkHash) {
		add(ChangedAt(FieldLinkExpires, nil, after.LinkExpiresAt))
	}
	if end := after.CallEndedAt; end != nil && before.CallEndedAt == nil && !end.Equal(after.UpdatedAt) {
		add(ChangedAt(FieldCallEnded, nil, end)) // it was reported later
	}
	if before.ID == "" {
		return c
	}
	add(Changed(FieldRound, before.RoundID, after.RoundID))
	add(Changed(FieldCandidate, before.CandidateID, after.CandidateID))
	add(Changed(FieldDuration, strconv.Itoa(before.DurationMinutes), strconv.Itoa(after.DurationMinutes)))
	add(Changed(FieldTimeZone, before.TimeZone, after.TimeZone))
	if a := after.Replacement; a != nil && (before.Replacement == nil || before.Replacement.Revision != a.Revision) {
		add(Changed(FieldReason, "", a.Why))
	}
	add(Changed(FieldSource, before.Source, after.Source))
	return c
}

// Changes are the changes of a decided booking's rows: the interview's, and the candidate's if the booking made or
// named them. existing is the interview that it replaces, nil for none.
func (b Booking) Changes(existing *Interview) []Change {
	before, what := Interview{}, WhatBooked
	if b.Replaced && existing != nil {
		before, what = *existing, WhatReplaced
		if b.Interview.movedFrom(before) {
			what = WhatMoved
		}
	}
	out := []Change{InterviewChange(what, before, b.Interview)}
	switch {
	case b.NewCandidate:
		out = append(out, Change{Subject: SubjectCandidate, SubjectID: b.Candidate.ID, What: WhatCreated,
			At: b.Candidate.CreatedAt})
	case b.NameFilled:
		out = append(out, NamedChange(b.Candidate))
	}
	return out
}

// movedFrom reports whether the interview is the one before at another start, and not another one in its place.
func (i Interview) movedFrom(before Interview) bool {
	return !i.External() && !before.External() && before.CallEndedAt == nil && i.RoundID == before.RoundID &&
		!i.StartsAt.Equal(before.StartsAt)
}

// NamedChange is the change of a candidate whose empty name was filled (decision 90).
func NamedChange(c Candidate) Change {
	return Change{Subject: SubjectCandidate, SubjectID: c.ID, What: WhatNamed, At: c.UpdatedAt,
		Details: Changed(FieldName, "", c.Name)}
}

// Changes are the changes of a decided invite's candidate.
func (i Invited) Changes() []Change {
	c := Change{Subject: SubjectCandidate, SubjectID: i.Candidate.ID, What: WhatInvited, At: i.Candidate.UpdatedAt}
	if i.NameFilled {
		c.Details = Changed(FieldName, "", i.Candidate.Name)
	}
	return []Change{c}
}

// StateChange is the change of a candidate's state.
func StateChange(what What, before, after Candidate) Change {
	return Change{Subject: SubjectCandidate, SubjectID: after.ID, What: what, At: after.UpdatedAt,
		Details: Changed(FieldState, before.State, after.State)}
}

// CalendarChange is the change of a connection by an attempt to read it: it broke, or works again. changed is false if
// it is neither, as for a failure that has not lasted: of those admins are not told, either (see [Connection.Broken]).
func CalendarChange(before, after Connection) (c Change, changed bool) {
	c = Change{Subject: SubjectCalendar, SubjectID: after.ID}
	switch was, is := before.brokenAtLast(), after.brokenAtLast(); {
	case is && (!was || after.Revoked && !before.Revoked):
		c.What, c.Details = WhatBroken, Changed(FieldCode, "", after.Code)
	case was && after.FailingSince == nil:
		c.What = WhatHealed
	default:
		return Change{}, false
	}
	return c, true
}

// brokenAtLast reports whether the last failed attempt found the connection broken.
func (c Connection) brokenAtLast() bool { return c.FailedAt != nil && c.Broken(*c.FailedAt) }

// AvailabilityChange is the change of a posting's interviewers and painted slots. changed is false if both lists say
// the same.
func AvailabilityChange(postingID string, before, after []PostingInterviewer) (c Change, changed bool) {
	c = Change{Subject: SubjectPosting, SubjectID: postingID, What: WhatSlotsPainted}
	was := map[string]PostingInterviewer{}
	for _, i := range before {
		was[i.Email] = i
	}
	add := func(more []Detail) { c.Details = append(c.Details, more...) }
	assigned := func(more []Detail) {
		if add(more); len(more) > 0 {
			c.What = WhatInterviewersSet
		}
	}
	is := map[string]bool{}
	for _, i := range after {
		old, there := was[i.Email]
		if is[i.Email] = true; !there {
			assigned(ChangedIn(FieldAssigned, i.Email, "", "true"))
		}
		assigned(ChangedIn(FieldMeetingLink, i.Email, old.MeetingLink, i.MeetingLink))
		add(changedSlots(i.Email, old.Slots, i.Slots))
	}
	for _, i := range before {
		if !is[i.Email] {
			assigned(ChangedIn(FieldAssigned, i.Email, "true", ""))
		}
	}
	return c, len(c.Details) > 0
}

// changedSlots says how many starts were removed and how many were added.
func changedSlots(email string, before, after []time.Time) []Detail {
	count := func(of, other []time.Time) string {
		have := map[int64]bool{}
		for _, t := range other {
			have[t.UnixMilli()] = true
		}
		n := 0
		for _, t := range of {
			if !have[t.UnixMilli()] {
				n++
			}
		}
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	removed, added := count(before, after), count(after, before)
	if removed == "" && added == "" {
		return nil
	}
	return []Detail{{FieldSlots, email, removed, added}}
}

// ChangeFilter selects changes of an organization; zero fields do not filter.
type ChangeFilter struct {
	ActorKind ActorKind
	ActorID   string
	Subject   Subject
	SubjectID string
	RequestID string
	Since     time.Time // at or after
	Until     time.Time // before
}

// ChangePosition is a place in a history, between two pages.
type ChangePosition struct {
	At time.Time
	ID string
}

// String returns the position for an address; [ParseChangePosition] reads it.
func (p ChangePosition) String() string { return strconv.FormatInt(p.At.UnixMilli(), 10) + "." + p.ID }

// ParseChangePosition reads what [ChangePosition.String] wrote; "" is nil. The error is of kind [Invalid].
func ParseChangePosition(s string) (*ChangePosition, error) {
	if s == "" {
		return nil, nil
	}
	at, id, ok := strings.Cut(s, ".")
	ms, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil || id == "" || len(id) > 64 {
		return nil, Invalidf("after %s is no place in a history", Quote(s))
	}
	return &ChangePosition{time.UnixMilli(ms).UTC(), id}, nil
}
