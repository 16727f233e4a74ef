package access

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

// cells are the columns of D2 for a row: what each role may do with its own, and with others'.
type cells struct{ admin, recruiter, interviewer string }

// matrix is the table of D2, with the actions that each of its rows is about. "yes" is for everybody's, "own" for the
// member's own only, "own, none" for that of somebody who is no member as well, and "" is never.
var matrix = []struct {
	row     string
	cells   cells
	actions []Action
}{
	{"API keys, audit log, members, organization settings", cells{"yes", "", ""}, []Action{
		ActionManageKeys, ActionReadAudit, ActionManageMembers, ActionEditOrganization}},
	{"erasing a candidate, and all that is stored of one", cells{"yes", "", ""}, []Action{ActionErase}},
	{"postings, pipelines, assessments, invites, bookings, decisions, candidates, submissions' grading",
		cells{"yes", "yes", ""}, []Action{ActionSeePosting, ActionEditPosting, ActionEditPipeline,
			ActionAssignInterviewers, ActionFollowPosting, ActionEditPools, ActionSeeAssessment, ActionEditAssessment,
			ActionInvite, ActionBook, ActionDecide, ActionGrade, ActionSeeFigures}},
	{"interviews: see, join, notes, end call, fresh link, ask for a replacement, no-shows", cells{"yes", "yes", "own"},
		[]Action{ActionSeeInterview, ActionJoin, ActionWriteNotes, ActionEndCall, ActionIssueLink,
			ActionAskForReplacement, ActionPutCopyBack, ActionMarkNoShow}},
	{"reassign, cancel, move", cells{"yes", "yes", ""}, []Action{ActionReassign, ActionCancel, ActionMove}},
	{"working hours, calendar and meeting link: everybody's own, others' for admins", cells{"yes", "own", "own"},
		[]Action{ActionEditHours, ActionConnectCalendar, ActionEditMeetingLink}},
	{"painted slots: everybody's own, others' for admins and recruiters", cells{"yes", "yes", "own"}, []Action{
		ActionPaintSlots}},
	{"absences: everybody's own, others' for admins, those of people who are no members for recruiters",
		cells{"yes", "own, none", "own"}, []Action{ActionEnterAbsence}},
	{"pools: see", cells{"yes", "yes", "yes"}, []Action{ActionSeePools}},
	{"a submission's report", cells{"yes", "yes", "yes"}, []Action{ActionReadReport}},
	{"what a candidate needs", cells{"yes", "yes", ""}, []Action{ActionAccommodate}},
	{"candidates' records", cells{"yes", "yes", "own"}, []Action{ActionSeeCandidate}},
	{"transcript and recording", cells{"yes", "yes", ""}, []Action{ActionStoreArtifacts}},
	{"when somebody can be booked, and why not", cells{"yes", "yes", "own"}, []Action{
		ActionSeeAvailability}},
}

func TestMay(t *testing.T) { // D2, cell by cell
	t.Parallel()
	rows := map[Action]string{}
	for _, x := range matrix {
		for _, a := range x.actions {
			if rows[a] != "" {
				t.Errorf("%q is in two rows: %s, and %s", a, rows[a], x.row)
			}
			rows[a] = x.row
			for role, cell := range map[models.MemberRole]string{models.Admin: x.cells.admin,
				models.Recruiter:   x.cells.recruiter,
				models.Interviewer: x.cells.interviewer, "": "", "owner": ""} {
				for _, f := range []Facts{{}, {Own: true}, {NoMember: true}} {
					err := May(models.Member{OrgID: "org_1", Email: desk.Ann, Role: role}, a, f)
					want := cell == "yes" || f.Own && cell != "" || f.NoMember && cell == "own, none"
					if (err == nil) != want || err != nil && models.KindOf(err) != models.Forbidden {
						t.Errorf("may role %q %q of %+v? Got %v, want %t (%s)", role, a, f, err, want, x.row)
					}
				}
			}
		}
	}
	for a := range actions {
		if rows[a] == "" {
			t.Errorf("action %d (%q) is in no row of the matrix", a, a)
		}
		if p := permissions[a]; p.does == "" || (p.whose != "") != (p.recruiter == own || p.interviewer == own) {
			t.Errorf("action %d (%q) lacks words, or has words for a cell that it does not have", a, a)
		}
	}
	for _, a := range []Action{-1, actions, actions + 1} {
		if err := May(models.Member{Role: models.Admin}, a, Facts{Own: true}); models.KindOf(err) != models.Forbidden ||
			err.Error() != "nobody may do something unknown" {
			t.Errorf("an unknown action is answered by %v", err)
		}
	}
}

// A member reads what they may not do, and who may.
func TestMayInWords(t *testing.T) { // D2
	t.Parallel()
	for _, c := range []struct {
		role models.MemberRole
		a    Action
		want string
	}{
		{models.Recruiter, ActionManageKeys, "recruiters may not manage API keys; admins may"},
		{models.Interviewer, ActionCancel, "interviewers may not cancel an interview; admins and recruiters may"},
		{models.Interviewer, ActionEndCall, "interviewers may end the call of an interview only if it is their own; " +
			"admins and recruiters may always"},
		{models.Recruiter, ActionEditHours,
			"recruiters may edit working hours only if the hours are their own; admins may always"},
		{models.Recruiter, ActionEnterAbsence, "recruiters may enter absences only if they are their own or of somebody who " +
			"is no member; admins may always"},
		{"", ActionReadReport, "only members of the organization may read a submission's report"},
	} {
		if err := May(models.Member{Role: c.role}, c.a, Facts{}); err == nil || err.Error() != c.want {
			t.Errorf("%q and %q: got %v, want %s", c.role, c.a, err, c.want)
		}
	}
	for a := range actions {
		if words := a.String(); strings.TrimSpace(words) != words || strings.HasSuffix(words, ".") {
			t.Errorf("action %d is called %q, which does not follow %q", a, words, "may")
		}
	}
}
