package models

import (
	"strconv"
	"strings"
	"time"
)

// InterviewChange is the change of an interview's row; before is the zero value for a new one. Its details are what
// differs and is of interest to people.
func InterviewChange(what ChangeKind, before, after Interview) Change {
	c := Change{Subject: SubjectInterview, SubjectID: after.ID, Kind: what, At: after.UpdatedAt}
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
		add(Changed(FieldReason, "", a.Reason))
	}
	add(Changed(FieldSource, before.Source, after.Source))
	return c
}

// Changes are the changes of a decided booking's rows: the interview's, and the candidate's if the booking made or
// named them. existing is the interview that it replaces, nil for none.
func (b Booking) Changes(existing *Interview) []Change {
	before, what := Interview{}, ChangeBooked
	if b.Replaced && existing != nil {
		before, what = *existing, ChangeReplaced
		if b.Interview.movedFrom(before) {
			what = ChangeMoved
		}
	}
	out := []Change{InterviewChange(what, before, b.Interview)}
	switch {
	case b.NewCandidate:
		out = append(out, Change{Subject: SubjectCandidate, SubjectID: b.Candidate.ID, Kind: ChangeCreated,
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

// NamedChange is the change of a candidate whose empty name was filled.
func NamedChange(c Candidate) Change {
	return Change{Subject: SubjectCandidate, SubjectID: c.ID, Kind: ChangeNamed, At: c.UpdatedAt,
		Details: Changed(FieldName, "", c.Name)}
}

// Changes are the changes of a decided invite's candidate.
func (i Invited) Changes() []Change {
	c := Change{Subject: SubjectCandidate, SubjectID: i.Candidate.ID, Kind: ChangeInvited, At: i.Candidate.UpdatedAt}
	if i.NameFilled {
		c.Details = Changed(FieldName, "", i.Candidate.Name)
	}
	return []Change{c}
}

// StateChange is the change of a candidate's state.
func StateChange(what ChangeKind, before, after Candidate) Change {
	return Change{Subject: SubjectCandidate, SubjectID: after.ID, Kind: what, At: after.UpdatedAt,
		Details: Changed(FieldState, before.State, after.State)}
}

// CalendarChange is the change of a connection by an attempt to read it: it broke, or works again. changed is false if
// it is neither, as for a failure that has not lasted: of those admins are not told, either (see [Connection.Broken]).
func CalendarChange(before, after Connection) (c Change, changed bool) {
	c = Change{Subject: SubjectCalendar, SubjectID: after.ID}
	switch was, is := before.brokenAtLast(), after.brokenAtLast(); {
	case is && (!was || after.Revoked && !before.Revoked):
		c.Kind, c.Details = ChangeBroken, Changed(FieldCode, "", after.Code)
	case was && after.FailingSince == nil:
		c.Kind = ChangeHealed
	default:
		return Change{}, false
	}
	return c, true
}

// brokenAtLast reports whether the last failed attempt found the connection broken.
func (c Connection) brokenAtLast() bool { return c.FailedAt != nil && c.Broken(*c.FailedAt) }

// InterviewerOfPosting is an interviewer of a posting as its history compares them.
type InterviewerOfPosting struct {
	PostingInterviewer
	Named bool // not only painted for: they are a member by it
}

// AssignedDetails say that somebody interviews on a posting from now on; named as in [InterviewerOfPosting].
func AssignedDetails(email string, named bool) []Detail {
	if named {
		return ChangedIn(FieldAssigned, email, "", assignedAndNamed)
	}
	return ChangedIn(FieldAssigned, email, "", "true")
}

// AvailabilityChange is the change of a posting's interviewers and painted slots. changed is false if both lists say
// the same.
func AvailabilityChange(postingID string, before, after []InterviewerOfPosting) (c Change, changed bool) {
	c = Change{Subject: SubjectPosting, SubjectID: postingID, Kind: ChangeSlotsPainted}
	was := map[string]InterviewerOfPosting{}
	for _, i := range before {
		was[i.Email] = i
	}
	add := func(more []Detail) { c.Details = append(c.Details, more...) }
	assigned := func(more []Detail) {
		if add(more); len(more) > 0 {
			c.Kind = ChangeInterviewersSet
		}
	}
	is := map[string]bool{}
	for _, i := range after {
		old, there := was[i.Email]
		is[i.Email] = true
		switch {
		case !there:
			assigned(AssignedDetails(i.Email, i.Named))
		case old.Named != i.Named:
			assigned(ChangedIn(FieldNamed, i.Email, strconv.FormatBool(old.Named), strconv.FormatBool(i.Named)))
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
