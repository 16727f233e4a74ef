package access

import (
	"litmus/models"
)

// TakeOverAction returns the action that somebody needs who takes a record of that subject over from the file: the one
// that edits it.
func TakeOverAction(s models.Subject) (Action, error) {
	if a, ok := takeOverActions[s]; ok {
		return a, nil
	}
	return 0, models.Invalidf("a record of the sort %s is not kept in the organization file", models.Quote(string(s)))
}

// takeOverActions are the sorts of records that a file may have. An interview stands for the entry that imported it, a
// candidate for the submissions of theirs that a file has.
var takeOverActions = map[models.Subject]Action{
	models.SubjectOrganization: ActionEditOrganization,
	models.SubjectMember:       ActionManageMembers,
	models.SubjectPerson:       ActionEditHours,
	models.SubjectCalendar:     ActionConnectCalendar,
	models.SubjectAssessment:   ActionEditAssessment,
	models.SubjectPosting:      ActionEditPosting,
	models.SubjectPool:         ActionEditPools,
	models.SubjectInterview:    ActionMove,
	models.SubjectCandidate:    ActionGrade,
}
