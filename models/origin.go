package models

// Origins of a record that the organization file and the dashboard may both have: where it is added, changed and
// removed (D24).
const (
	OriginFile      = "file"
	OriginDashboard = "dashboard"
)

// CheckOrigin refuses to change a record of the file's origin in the dashboard (D24). what names the record, such as
// `posting "Backend"`. The error is of kind [Conflict]. REST is not asked: the contract lets it change what it may.
func CheckOrigin(what, origin string) error {
	if origin == OriginFile {
		return Conflictf("%s is kept in the organization file; take it over to change it here", what)
	}
	return nil
}

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
