package dashboard

import (
	"time"

	"litmus/models"
	"litmus/store/interviews"
)

// interviewsPath is the list of interviews; the page of one is below it.
const interviewsPath = models.DashboardPath + "/interviews"

// interviewPath returns the address of an interview's page, or of a page below it.
func interviewPath(id string, below ...string) string {
	path := interviewsPath + "/" + id
	for _, part := range below {
		path += "/" + part
	}
	return path
}

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

// interviewLines are the interviews as lists show them to the viewer.
func (v *visit) interviewLines(rows []interviews.InterviewRow, names interviews.Names) []interviewLine {
	lines := make([]interviewLine, len(rows))
	for n, row := range rows {
		lines[n] = v.interviewLine(row, names)
	}
	return lines
}

func (v *visit) interviewLine(row interviews.InterviewRow, names interviews.Names) interviewLine {
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
	facts, actions := models.Facts{Own: v.member.Owns(i)}, models.ActionsOf(i, v.now)
	l.FreshLink = actions.IssueLink && v.can(models.ActionIssueLink, facts)
	if near := i.StartsAt.Sub(v.now) <= joinEarly; near && actions.Join && v.can(models.ActionJoin, facts) {
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

// own is the address to which the viewer's lists of interviews are limited, "" if they may see everybody's (D2).
func (v *visit) own() string {
	if v.can(models.ActionSeeInterview, models.Facts{}) {
		return ""
	}
	return v.member.Email
}

// today is when the viewer's day began.
func (v *visit) today() time.Time { return startOfDay(v.now, v.zone) }

// startOfDay returns when the day of an instant began in a zone.
func startOfDay(t time.Time, zone *time.Location) time.Time { return midnight(t.In(zone), zone).UTC() }

// parseDay returns when a day that was written as 2031-03-03 begins in the viewer's zone; [models.Invalid] names the
// field.
func (v *visit) parseDay(field, text string) (time.Time, error) {
	t, err := time.ParseInLocation(time.DateOnly, text, v.zone)
	if err != nil || t.Year() < 1970 || t.Year() > 2200 {
		return time.Time{}, models.InField(field,
			models.Invalidf("%s %s is not a date such as 2031-03-03", field, models.Quote(text)))
	}
	return t.UTC(), nil
}
