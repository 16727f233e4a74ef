package models

import (
	"slices"
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
	add(Changed(FieldPanel, panelWords(before), panelWords(after)))
	add(Changed(FieldRoom, strings.Join(before.Rooms(), ", "), strings.Join(after.Rooms(), ", ")))
	add(Changed(FieldBriefed, strings.Join(before.BriefingRecipients, ", "),
		strings.Join(after.BriefingRecipients, ", ")))
	add(Changed(FieldMeetingLink, before.MeetingLink, after.MeetingLink))
	if over := after.OverLimits; len(over) > 0 && !slices.Equal(before.OverLimits, over) {
		add([]Detail{{Field: FieldOverLimit, After: over.Words("the interviewer")}}) // as it was found then
	}
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
	for _, email := range after.Holders() {
		asked, was := after.LastReplacementOf(email), before.LastReplacementOf(email)
		drift, knew := after.DriftOfCopy(email), before.DriftOfCopy(email)
		asks := asked != nil && (was == nil || was.Revision != asked.Revision)
		ends := asked != nil && was != nil && was.Withdrawn != asked.Withdrawn
		differs := drift != nil && (knew == nil || !knew.SeenAt.Equal(drift.SeenAt))
		answer, said := after.AnswerOf(email), before.AnswerOf(email)
		answers := answer != nil && (said == nil || !said.At.Equal(answer.At)) &&
			(answer.By != AnsweredInCalendar || answer.Response != Declined) // that is a change of its own
		if answers && answer.Response != Declined {
			add(Changed(FieldAnswer, "", string(answer.Response)))
		}
		if answers {
			add(Changed(FieldAnsweredBy, "", string(answer.By)))
		}
		if (asks || ends || differs || answers) && email != after.InterviewerEmail {
			whose := email
			if room := after.RoomOf(email); room != nil {
				whose = room.RoomName()
			}
			add(Changed(FieldWhose, "", whose))
		}
		if asks {
			add(Changed(FieldReason, "", asked.Reason))
		}
		if differs && what == ChangeCopyMoved {
			add(ChangedAt(FieldCopyStart, nil, drift.Start))
		}
	}
	add(Changed(FieldSource, before.Source, after.Source))
	if r := after.Reason; r != nil && r.Revision == after.Revision { // and not that of an earlier one
		field := FieldBecause
		if r.ToCandidate() {
			field = FieldBecauseTold
		}
		add([]Detail{{Field: field, After: r.Text}}) // all of it, since nothing else keeps it after the next move
	}
	return c
}

// panelWords names everybody of the panel beside the lead, who has a field of their own.
func panelWords(i Interview) string {
	var emails []string
	for _, s := range i.Others() {
		emails = append(emails, s.Email)
	}
	return strings.Join(emails, ", ")
}

// NamedChange is the change of a candidate whose empty name was filled.
func NamedChange(c Candidate) Change {
	return Change{Subject: SubjectCandidate, SubjectID: c.ID, Kind: ChangeNamed, At: c.UpdatedAt,
		Details: Changed(FieldName, "", c.Name)}
}

// StateChange is the change of a candidate's state.
func StateChange(what ChangeKind, before, after Candidate) Change {
	return Change{Subject: SubjectCandidate, SubjectID: after.ID, Kind: what, At: after.UpdatedAt,
		Details: Changed(FieldState, before.State, after.State)}
}
