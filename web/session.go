package web

import (
	"html/template"
	"net/http"
	"time"

	"litmus/letters"
	"litmus/markdown"
	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/phrases"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// session serves the page of an interview. A link that was revoked by a replace or a cancel is 410 and refers to the
// newest letter. The page does not link to the page where the time can be changed: its own link is in calendars that
// others can read.
func (s *Site) session(v *visit) (answer, error) {
	row, a, err := s.booked(v)
	if err != nil || a.page != nil {
		return a, err
	}
	return s.showSession(v, row, http.StatusOK, v.said())
}

// showSession shows the page of an interview, with said as its message.
func (s *Site) showSession(v *visit, row interviews.InterviewRow, status int, said *message) (answer, error) {
	i := row.Interview
	c, err := s.correspondence(v, i)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(i.TimeZone)
	p, body := v.interviewPage(i, c, v.in.Interview)
	path := models.SessionPath + v.token
	body.Calendar, body.Zone, p.Message = calendarPath(path, i, v.now), v.zoneForm(path, i.StartsAt), said
	v.offerCancel(body, path, i, c)
	if body.AddTo, err = s.addTo(v, i, c); err != nil {
		return answer{}, err
	}
	if i.StatusAt(v.now) == models.StatusScheduled {
		text, err := s.Store.Pipelines.Instructions(v.Context(), i.OrgID, i.AssessmentID)
		if err != nil {
			return answer{}, err
		}
		if body.Instructions, err = markdown.HTML(text); err != nil {
			return answer{}, err
		}
	}
	if candidacy.MayAsk(v.reader, &i, v.now) || v.problem != "" {
		p.Accommodation = v.accommodationForm()
		p.Accommodation.Shared = true
	}
	if p.Proposal, err = s.proposal(v, v.reader, &i, i.Duration(), true); err != nil {
		return answer{}, err
	}
	return answer{status: status, page: v.timed(p)}, nil
}

// sessionEvent serves the interview as a calendar file.
func (s *Site) sessionEvent(v *visit) (answer, error) {
	row, a, err := s.booked(v)
	if err != nil || a.page != nil {
		return a, err
	}
	return s.event(v, row.Interview)
}

// booked returns the interview of a session link, or the answer that says why it cannot be shown. From then on the
// visit is in its candidate's language.
func (s *Site) booked(v *visit) (row interviews.InterviewRow, a answer, err error) {
	ref, epoch, ok := v.signed(models.LinkSession)
	if !ok {
		return row, v.unknown(), nil
	}
	if row, err = s.Store.Interviews.Interview(v.Context(), ref.OrgID, ref.ID); err != nil {
		return row, answer{}, err
	}
	if err := s.readBy(v, row); err != nil {
		return row, answer{}, err
	}
	switch {
	case row.CanceledAt != nil:
		return row, gone(v.in.Canceled), nil
	case row.AccessEpoch != epoch, row.Unused():
		return row, gone(v.in.Stale), nil
	}
	return row, answer{}, nil
}

// readBy writes the page as the candidate of the interview reads.
func (s *Site) readBy(v *visit, row interviews.InterviewRow) error {
	c, err := s.Store.Candidates.Candidate(v.Context(), models.Ref{OrgID: row.OrgID, ID: row.CandidateID})
	if err == nil {
		v.isFor(c)
	}
	return err
}

// correspondence reads the names and titles that belong to an interview.
func (s *Site) correspondence(v *visit, i models.Interview) (effects.Correspondence, error) {
	return s.Store.Effects.Correspondence(v.Context(), i, []string{i.InterviewerEmail})
}

// interviewView is the data of an interview's page; the page leaves out empty parts.
type interviewView struct {
	T            *phrases.Language
	Facts        []fact
	Countdown    *countdown
	Join         string // URL
	Note         string // about joining
	Calendar     string
	AddTo        []letters.CalendarLink // beside Calendar
	Session      string
	Change       string
	ChangeNote   string
	Pick         string
	Cancel       string
	CancelNote   string
	Instructions template.HTML
	Zone         *zoneForm
}

// interviewPage returns the page of an interview that is neither canceled nor pending. n is its heading until the
// interview is over. The button to join is there as soon as there is a link, as it is in the letters, until the
// interview is over.
func (v *visit) interviewPage(i models.Interview, c effects.Correspondence, n phrases.Notice) (*page, *interviewView) {
	body := &interviewView{T: v.in.Language, Facts: v.facts(i, c)}
	p := &page{name: "interview", Organization: c.OrganizationName, WriteTo: c.ReplyTo, Body: body}
	if i.StatusAt(v.now) != models.StatusScheduled {
		n = v.in.InterviewOver
	} else {
		body.Join, body.Note, p.Change = i.MeetingLink, v.in.Running, i.WindowEndsAt
		if v.now.Before(i.StartsAt) {
			body.Countdown, body.Note, p.Change = v.countTo(v.in.Starts, i.StartsAt), "", &i.StartsAt
		}
		switch {
		case body.Join != "":
		case effect.LinkOverdue(i.StartsAt, v.now):
			body.Note = v.in.LinkMissing
		default:
			body.Note = v.in.LinkFollows
		}
	}
	n = n.About("{organization}", c.OrganizationName)
	p.Heading, p.Lead = n.Heading, n.Lead
	return p, body
}

// facts returns when, how long, with whom and what for.
func (v *visit) facts(i models.Interview, c effects.Correspondence) []fact {
	t := v.in
	long := t.Length(i.Duration())
	if i.Indefinite {
		long = phrases.Fill(t.OpenEnded, "{length}", long)
	}
	facts := []fact{{t.When, t.Span(i.StartsAt, i.EndsAt, i.Indefinite, v.zone)}, {t.HowLong, long}}
	if name := whom(i, c); name != "" {
		facts = append(facts, fact{t.With, name})
	}
	return append(facts, fact{t.Round, c.RoundTitle}, fact{t.Position, c.PostingTitle})
}

// whom returns the name of the person whom the candidate meets, as in the letters, "" if no interviewer is named: those
// who are briefed instead may not take part.
func whom(i models.Interview, c effects.Correspondence) string {
	return models.NameOf(c.People[i.InterviewerEmail].Name, i.InterviewerEmail)
}

// calendarPath returns where the interview's calendar file is downloaded, "" if the interview is over.
func calendarPath(path string, i models.Interview, now time.Time) string {
	if i.StatusAt(now) != models.StatusScheduled {
		return ""
	}
	return path + "/calendar.ics"
}
