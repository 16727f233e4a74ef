package interviews

import (
	"cmp"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/store/interviews"
)

// Line is an interview as lists show it.
type Line struct {
	models.Interview
	Path           string
	Candidate      string // name, else address
	CandidateEmail string
	Posting, Round string    // titles
	Interviewer    string    // name or address; "" if nobody is named
	Face           site.Face // of the interviewer
	Start          time.Time // zero: the link of the external session was not used
	Standing       interviewStanding
	Link           string // what becomes of the link of an external session, "" if it needs no word
	FreshLink      bool   // a fresh link can be issued, by the viewer
	Join           string // where the viewer joins, "" if it is not near
	Cancels        bool   // it can be canceled
	Absent         string // who did not come, in words, "" for nobody
	Over           string // which limits it passes, in words, until it is over; "" for none
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

// LinesOf are the interviews as lists show them to the viewer.
func LinesOf(v *site.Visit, rows []interviews.InterviewRow, names interviews.Names) []Line {
	lines := make([]Line, len(rows))
	for n, row := range rows {
		lines[n] = LineOf(v, row, names)
	}
	return lines
}

// LineOf is an interview as lists show it to the viewer.
func LineOf(v *site.Visit, row interviews.InterviewRow, names interviews.Names) Line {
	i := row.Interview
	l := Line{
		Interview: i, Path: site.InterviewPath(i.ID),
		Candidate: models.NameOf(row.CandidateName, row.CandidateEmail), CandidateEmail: row.CandidateEmail,
		Posting: names.Postings[i.PostingID], Round: names.Rounds[i.RoundID],
		Standing: interviewStandings[i.StandingAt(v.Now)],
	}
	if i.InterviewerEmail != "" {
		l.Interviewer = names.Person(i.InterviewerEmail)
		l.Face = site.MemberFace(l.Interviewer, i.InterviewerEmail, names.Pictures[i.InterviewerEmail])
	}
	if at := i.ScheduledStartAt(); at != nil {
		l.Start = *at
	}
	facts, actions := access.Facts{Own: v.Member.Owns(i)}, booking.ActionsOf(i, v.Now)
	l.FreshLink = actions.IssueLink && v.Can(access.ActionIssueLink, facts)
	if near := i.StartsAt.Sub(v.Now) <= joinEarly; near && actions.Join && v.Can(access.ActionJoin, facts) {
		l.Join = i.MeetingLink
	}
	l.Cancels, l.Absent = actions.Cancel, absentWords(i, names)
	if s := i.StandingAt(v.Now); s == models.StandingComing || s == models.StandingUnderWay {
		l.Over = i.OverLimits.Words(cmp.Or(l.Interviewer, "The interviewer"))
	}
	switch i.LinkStateAt(v.Now) {
	case models.LinkWaiting:
		l.Link = "pending, link ends " + v.Relative(*i.LinkExpiresAt)
	case models.LinkEnded:
		l.Link = "link ended, session expires " + v.Relative(*i.ExpiresAt)
	case models.LinkExpired:
		l.Link = "expired " + v.Relative(*i.ExpiresAt)
	}
	return l
}

// UnlinkedLine is an interview that has no link to join, with what mends that.
type UnlinkedLine struct {
	Line
	Mend *mendButton // nil if the viewer may not
	Who  string      // who mends it, then; a sentence
}

// mendButton leads to where something is mended.
type mendButton struct{ Name, Path string }

// UnlinkedOf says where the viewer gives an interview its link to join, or who does (D2: no button that would be
// refused). A link of the interviewer on the posting serves their later interviews as well; where there is none to set,
// the interview is booked again at its time, with a link of its own.
func UnlinkedOf(v *site.Visit, row interviews.InterviewRow, names interviews.Names,
	assigned interviews.Assigned) UnlinkedLine {
	l := UnlinkedLine{Line: LineOf(v, row, names)}
	switch {
	case row.InterviewerEmail == v.Member.Email:
		l.Mend = &mendButton{"Set your link", models.MeetingLinkPath}
	case assigned.Has(row.Interview) && v.Can(access.ActionAssignInterviewers, access.Facts{}):
		l.Mend = &mendButton{"Set their link", site.PostingPath(row.PostingID, "#interviewers")}
	case v.Can(access.ActionMove, access.Facts{}):
		l.Mend = &mendButton{"Give it a link", site.Href(site.InterviewPath(row.ID, "move"), "keep", "time") +
			"#another"}
	default:
		l.Who = "A recruiter or an admin can give it one."
	}
	return l
}
