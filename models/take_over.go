package models

// TakeOverAction returns the action that somebody needs who takes a record of that subject over from the file: the
// one that edits it.
func TakeOverAction(s Subject) (Action, error) {
	if a, ok := takeOverActions[s]; ok {
		return a, nil
	}
	return 0, Invalidf("a record of the sort %s is not kept in the organization file", Quote(string(s)))
}

// takeOverActions are the sorts of records that a file may have. An interview stands for the entry that imported it, a
// candidate for the submissions of theirs that a file has.
var takeOverActions = map[Subject]Action{
	SubjectOrganization: ActionEditOrganization,
	SubjectMember:       ActionManageMembers,
	SubjectPerson:       ActionEditHours,
	SubjectCalendar:     ActionConnectCalendar,
	SubjectAssessment:   ActionEditAssessment,
	SubjectPosting:      ActionEditPosting,
	SubjectInterview:    ActionMove,
	SubjectCandidate:    ActionGrade,
}
