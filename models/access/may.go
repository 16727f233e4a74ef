package access

import (
	"strings"

	"litmus/models"
)

// Action is something that a member does in the dashboard, see [May].
type Action int

// The actions. A new one stands before the last line and has a row in [permissions].
const (
	ActionManageKeys    Action = iota // see, create, edit and revoke API keys (§5)
	ActionReadAudit                   // requests of keys and acts of members
	ActionManageMembers               // see, add, change and remove members
	ActionEditOrganization

	ActionSeePosting
	ActionEditPosting  // create, edit, close, reopen, archive
	ActionEditPipeline // tracks and rounds of a posting
	ActionAssignInterviewers
	ActionFollowPosting // be told of it, choose how, and see what is new (D27)
	ActionSeePools
	ActionEditPools // with their members and how far those are trained
	ActionSeeAssessment
	ActionEditAssessment
	ActionInvite // send, send again and revoke an invitation
	ActionDecide // advance or reject a candidate (§2 Submission.decision)
	ActionGrade  // score a submission
	ActionSeeCandidate
	ActionAccommodate // read what a candidate needs, and say that it is settled
	ActionErase       // forget a candidate, and export what is stored of them
	ActionSeeFigures  // numbers of all interviews and candidates (D26)
	ActionReadReport  // the page of a submission (§2 Submission.report_url)

	ActionBook
	ActionMove
	ActionReassign
	ActionCancel
	ActionStoreArtifacts // transcript and recording of a session
	ActionSeeInterview
	ActionJoin
	ActionWriteNotes
	ActionEndCall
	ActionIssueLink // a fresh link to an external session
	ActionAskForReplacement
	ActionPutCopyBack // write the event in the interviewer's calendar over what its owner made of it
	ActionMarkNoShow  // that the candidate or the interviewer did not come

	ActionSeeAvailability // when somebody can be booked, and why not at another time
	ActionPaintSlots
	ActionEditHours       // working hours and dates that differ
	ActionEnterAbsence    // and take it back
	ActionEditMeetingLink // the person's own, for interviews without another
	ActionConnectCalendar // connect, see its health, have it read, disconnect

	actions // how many there are
)

// String returns what the action is in words that follow "may", such as "cancel an interview".
func (a Action) String() string {
	if a < 0 || a >= actions {
		return "do something unknown"
	}
	return permissions[a].does
}

// Facts are what a decision of [May] depends on beside the member's role.
type Facts struct {
	// Own means that what the action is about is the member's: the interview (see [models.Member.Owns]), an interview
	// of the candidate, or the slots, hours, absences or calendar.
	Own bool
	// NoMember means that it is of an interviewer who is no member, and so cannot do it.
	NoMember bool
}

// grant says whether a role has an action.
type grant int

const (
	never     grant = iota
	own             // with what is the member's own
	ownOrNone       // likewise, and with what is of somebody who is no member
	always
)

// permission is a row of the table of D2.
type permission struct {
	does                          string // in words that follow "may"
	whose                         string // in words that go before "their own", where a role needs that
	admin, recruiter, interviewer grant
}

// permissions is the table of D2: actions by roles. To store a transcript or a recording replaces what a notetaker
// sent, so it is not for interviewers. Who books has to see when somebody can be booked, also where the hours behind it
// are not theirs to edit.
var permissions = [actions]permission{
	ActionManageKeys:       {"manage API keys", "", always, never, never},
	ActionReadAudit:        {"read the audit", "", always, never, never},
	ActionManageMembers:    {"manage members", "", always, never, never},
	ActionEditOrganization: {"edit the organization", "", always, never, never},

	ActionSeePosting:         {"see postings", "", always, always, never},
	ActionEditPosting:        {"edit a posting", "", always, always, never},
	ActionEditPipeline:       {"edit a pipeline", "", always, always, never},
	ActionAssignInterviewers: {"assign interviewers to a posting", "", always, always, never},
	ActionFollowPosting:      {"follow a posting", "", always, always, never},
	ActionSeePools:           {"see pools", "", always, always, always},
	ActionEditPools:          {"edit a pool", "", always, always, never},
	ActionSeeAssessment:      {"see assessments", "", always, always, never},
	ActionEditAssessment:     {"edit an assessment", "", always, always, never},
	ActionInvite:             {"invite a candidate", "", always, always, never},
	ActionDecide:             {"decide on a candidate", "", always, always, never},
	ActionGrade:              {"grade a submission", "", always, always, never},
	ActionSeeCandidate:       {"see a candidate's record", "an interview of the candidate is", always, always, own},
	ActionAccommodate:        {"see to what a candidate needs", "", always, always, never},
	ActionErase:              {"erase or export a candidate", "", always, never, never},
	ActionSeeFigures:         {"see figures", "", always, always, never},
	ActionReadReport:         {"read a submission's report", "", always, always, always},

	ActionBook:              {"book an interview", "", always, always, never},
	ActionMove:              {"move an interview", "", always, always, never},
	ActionReassign:          {"change the interviewer", "", always, always, never},
	ActionCancel:            {"cancel an interview", "", always, always, never},
	ActionStoreArtifacts:    {"store a transcript or recording", "", always, always, never},
	ActionSeeInterview:      {"see an interview", "it is", always, always, own},
	ActionJoin:              {"join an interview", "it is", always, always, own},
	ActionWriteNotes:        {"write notes of an interview", "it is", always, always, own},
	ActionEndCall:           {"end the call of an interview", "it is", always, always, own},
	ActionIssueLink:         {"issue a link to an external session", "it is", always, always, own},
	ActionAskForReplacement: {"ask for a replacement in an interview", "it is", always, always, own},
	ActionPutCopyBack:       {"put the event of an interview back", "it is", always, always, own},
	ActionMarkNoShow:        {"mark who did not come to an interview", "it is", always, always, own},

	ActionSeeAvailability: {"see availability", "it is", always, always, own},
	ActionPaintSlots:      {"paint slots", "the slots are", always, always, own},
	ActionEditHours:       {"edit working hours", "the hours are", always, own, own},
	ActionEnterAbsence:    {"enter absences", "they are", always, ownOrNone, own},
	ActionEditMeetingLink: {"edit a meeting link", "it is", always, own, own},
	ActionConnectCalendar: {"manage a connected calendar", "it is", always, own, own},
}

// of returns the grant of a role; somebody without a role has none.
func (p permission) of(r models.MemberRole) grant {
	switch r {
	case models.Admin:
		return p.admin
	case models.Recruiter:
		return p.recruiter
	case models.Interviewer:
		return p.interviewer
	}
	return never
}

// May returns nil if the member may do the action, and otherwise an error of kind [models.Forbidden] that says who may
// (D2). It is the only rule of that. Pages leave out what it refuses, and the act itself asks it again.
func May(m models.Member, a Action, f Facts) error {
	if a < 0 || a >= actions {
		return models.Forbiddenf("nobody may %s", a)
	}
	p := permissions[a]
	granted := p.of(m.Role)
	if granted == always || granted != never && f.Own || granted == ownOrNone && f.NoMember {
		return nil
	}
	var others []string
	for _, r := range models.MemberRoles {
		if p.of(r) == always {
			others = append(others, string(r)+"s")
		}
	}
	who := strings.Join(others, " and ") // two at most, or this role were among them
	switch {
	case models.HighestRole(m.Role) == "":
		return models.Forbiddenf("only members of the organization may %s", a)
	case granted == ownOrNone:
		return models.Forbiddenf("%ss may %s only if %s their own or of somebody who is no member; %s may always", m.Role, a,
			p.whose, who)
	case granted == own:
		return models.Forbiddenf("%ss may %s only if %s their own; %s may always", m.Role, a, p.whose, who)
	}
	return models.Forbiddenf("%ss may not %s; %s may", m.Role, a, who)
}
