package dashboard

import (
	"litmus/models"
	"litmus/store/interviews"
)

// unlinkedLine is an interview that has no link to join, with what mends that.
type unlinkedLine struct {
	interviewLine
	Mend *mendButton // nil if the viewer may not
	Who  string      // who mends it, then; a sentence
}

// mendButton leads to where something is mended.
type mendButton struct{ Name, Path string }

// unlinkedLine says where the viewer gives an interview its link to join, or who does (D2: no button that would be
// refused). A link of the interviewer on the posting serves their later interviews as well; where there is none to set,
// the interview is booked again at its time, with a link of its own.
func (v *visit) unlinkedLine(row interviews.InterviewRow, names interviews.Names,
	assigned interviews.Assigned) unlinkedLine {
	l := unlinkedLine{interviewLine: v.interviewLine(row, names)}
	switch {
	case row.InterviewerEmail == v.member.Email:
		l.Mend = &mendButton{"Set your link", models.MeetingLinkPath}
	case assigned.Has(row.Interview) && v.can(models.ActionAssignInterviewers, models.Facts{}):
		l.Mend = &mendButton{"Set their link", postingPath(row.PostingID, "#interviewers")}
	case v.can(models.ActionMove, models.Facts{}):
		l.Mend = &mendButton{"Give it a link", href(interviewPath(row.ID, "move"), "keep", "time") + "#another"}
	default:
		l.Who = "A recruiter or an admin can give it one."
	}
	return l
}
