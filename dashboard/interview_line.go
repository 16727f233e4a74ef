package dashboard

import (
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/store/interviews"
)

// interviewLine is an interview as lists show it.
type interviewLine struct {
	models.Interview
	Path           string
	Candidate      string // name, else address
	CandidateEmail string
	Posting, Round string    // titles
	Interviewer    string    // name or address; "" if nobody is named
	Start          time.Time // zero: the link of the external session was not used
	Standing       interviewStanding
	Link           string // what becomes of the link of an external session, "" if it needs no word
	FreshLink      bool   // a fresh link can be issued, by the viewer
	Join           string // where the viewer joins, "" if it is not near
	Cancels        bool   // it can be canceled
}

// interviewStanding is a standing in words, with the kind of badge that shows it.
type interviewStanding struct{ Words, Badge string }

// interviewStandings are the words of the standings.
var interviewStandings = map[models.Standing]interviewStanding{
	models.StandingComing:    {"Scheduled", ""},
	models.StandingUnderWay:  {"Under way", "ok"},
	models.StandingCompleted: {"Completed", "quiet"},
	models.StandingCanceled:  {"Canceled", "bad"},
	models.StandingWaiting:   {"Link not opened", "warn"},
	models.StandingLinkEnded: {"Link ended", "bad"},
	models.StandingExpired:   {"Expired", "quiet"},
}

// joinEarly is how long before its start an interview can be joined from a list.
const joinEarly = 30 * time.Minute

// linesOf are the interviews as lists show them to the viewer.
func linesOf(v *visit, rows []interviews.InterviewRow, names interviews.Names) []interviewLine {
	lines := make([]interviewLine, len(rows))
	for n, row := range rows {
		lines[n] = lineOf(v, row, names)
	}
	return lines
}

// lineOf is an interview as lists show it to the viewer.
func lineOf(v *visit, row interviews.InterviewRow, names interviews.Names) interviewLine {
	i := row.Interview
	l := interviewLine{
		Interview: i, Path: interviewPath(i.ID),
		Candidate: models.NameOf(row.CandidateName, row.CandidateEmail), CandidateEmail: row.CandidateEmail,
		Posting: names.Postings[i.PostingID], Round: names.Rounds[i.RoundID],
		Standing: interviewStandings[i.StandingAt(v.now)],
	}
	if i.InterviewerEmail != "" {
		l.Interviewer = names.Person(i.InterviewerEmail)
	}
	if at := i.ScheduledStartAt(); at != nil {
		l.Start = *at
	}
	facts, actions := access.Facts{Own: v.member.Owns(i)}, booking.ActionsOf(i, v.now)
	l.FreshLink = actions.IssueLink && v.can(access.ActionIssueLink, facts)
	if near := i.StartsAt.Sub(v.now) <= joinEarly; near && actions.Join && v.can(access.ActionJoin, facts) {
		l.Join = i.MeetingLink
	}
	l.Cancels = actions.Cancel
	switch i.LinkStateAt(v.now) {
	case models.LinkWaiting:
		l.Link = "pending, link ends " + v.relative(*i.LinkExpiresAt)
	case models.LinkEnded:
		l.Link = "link ended, session expires " + v.relative(*i.ExpiresAt)
	case models.LinkExpired:
		l.Link = "expired " + v.relative(*i.ExpiresAt)
	}
	return l
}

// unlinkedLine is an interview that has no link to join, with what mends that.
type unlinkedLine struct {
	interviewLine
	Mend *mendButton // nil if the viewer may not
	Who  string      // who mends it, then; a sentence
}

// mendButton leads to where something is mended.
type mendButton struct{ Name, Path string }

// unlinkedOf says where the viewer gives an interview its link to join, or who does (D2: no button that would be
// refused). A link of the interviewer on the posting serves their later interviews as well; where there is none to set,
// the interview is booked again at its time, with a link of its own.
func unlinkedOf(v *visit, row interviews.InterviewRow, names interviews.Names,
	assigned interviews.Assigned) unlinkedLine {
	l := unlinkedLine{interviewLine: lineOf(v, row, names)}
	switch {
	case row.InterviewerEmail == v.member.Email:
		l.Mend = &mendButton{"Set your link", models.MeetingLinkPath}
	case assigned.Has(row.Interview) && v.can(access.ActionAssignInterviewers, access.Facts{}):
		l.Mend = &mendButton{"Set their link", postingPath(row.PostingID, "#interviewers")}
	case v.can(access.ActionMove, access.Facts{}):
		l.Mend = &mendButton{"Give it a link", href(interviewPath(row.ID, "move"), "keep", "time") + "#another"}
	default:
		l.Who = "A recruiter or an admin can give it one."
	}
	return l
}
