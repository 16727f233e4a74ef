package web

import (
	"cmp"
	"net/http"

	"litmus/letters"
	"litmus/models"
	"litmus/models/keyring"
	"litmus/store/effects"
)

// eventOf is the interview as its candidate's calendar has it, the same event as in the letters.
func (s *Site) eventOf(i models.Interview, c effects.Correspondence) letters.Letter {
	host := letters.HostOf(s.BaseURL)
	candidate := letters.Party{Name: models.NameOf(c.CandidateName, c.CandidateEmail), Email: c.CandidateEmail}
	l := letters.Letter{
		Language: cmp.Or(c.Reading.Language, c.Language), Kind: letters.Confirmation,
		Role: letters.Candidate, To: candidate, Zone: i.TimeZone,
		Organization: c.OrganizationName, From: letters.Sender(c.MailFrom, c.OrganizationName, host), Host: host,
		InterviewID: i.ID, Sequence: int(i.Revision), Stamp: i.UpdatedAt, MessageID: i.ID + "@" + host,
		RoundTitle: c.RoundTitle, PostingTitle: c.PostingTitle, Candidate: candidate,
		Start: i.StartsAt, Duration: i.Duration(), Indefinite: i.Indefinite, MeetingLink: i.MeetingLink,
		SessionLink: s.BaseURL + sessionPath(s.Store.Secret(), i),
	}
	if i.InterviewerEmail != "" {
		l.Interviewer = letters.Party{Name: whom(i, c), Email: i.InterviewerEmail}
	}
	return l
}

// eventPath is what the path of an interview's page has behind it for its file for the candidate's calendar.
const eventPath = "/calendar.ics"

// event answers with the interview as a file for the candidate's calendar. It is the same event as in the letters, so
// that importing it and accepting the invitation make one entry. It has no METHOD, since it invites nobody.
func (s *Site) event(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	i, _, err := s.interviewOf(v, e)
	if err != nil {
		return answer{}, err
	}
	if i == nil || i.Unused() {
		return gone(v.in.Stale), nil
	}
	c, err := s.correspondence(v, *i)
	if err != nil {
		return answer{}, err
	}
	file, err := s.eventOf(*i, c).Event()
	return answer{status: http.StatusOK, file: file}, err
}

// sessionPath returns the path of the interview's page.
func sessionPath(secret keyring.Secret, i models.Interview) string {
	return models.SessionPath + secret.SignLink(keyring.LinkSession, i.OrgID+"/"+i.ID, i.AccessEpoch)
}
