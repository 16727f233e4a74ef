package web

import (
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/phrases"
	"litmus/store/candidates"
)

// What the path of an assessment's page has behind it for the pages that ask before something is final. A GET asks and
// changes nothing, however often it is done.
const (
	startPath  = "/start"
	handInPath = "/hand-in"
)

// askStart asks before a time limit begins: what it is, how long it is, and when it would end if it began now. There is
// no such page for an assessment without a limit, since starting that costs nothing.
func (s *Site) askStart(v *visit) (answer, error) {
	a, elsewhere, err := s.secondLook(v, models.CandidateInvited)
	if err != nil || elsewhere.page != nil || elsewhere.to != "" {
		return elsewhere, err
	}
	path, limit := models.AssessmentPath+v.token, limitOf(a.Assessment)
	if limit == 0 {
		return answer{to: v.here(path)}, nil
	}
	in := v.in.TakeHome
	body := &reviewView{T: v.in.Language, Form: "start", Action: v.here(path + startPath), Button: in.Start,
		Back: v.here(path), Keep: in.NotYet, Note: in.Afterwards, Facts: []fact{
			{v.in.Exercise, a.Assessment.Title}, {v.in.Position, a.PostingTitle}, {v.in.TimeLimit, v.in.Length(limit)},
			{phrases.Fill(in.EndsIf, "{time}", v.in.Time(v.now.In(v.zone))), v.in.At(v.now.Add(limit), v.zone)},
		}}
	body.Facts = append(body.Facts, v.openUntil(a.Candidate, a.Interview != nil)...)
	return v.askOnce(a, body, in.AskStart), nil
}

// lookOver saves the draft and leads to the page that shows it before it is handed in.
func (s *Site) lookOver(v *visit) (answer, error) {
	return s.change(v, handInPath, "", func(ref models.Ref, a candidacy.Answer, seen *time.Time) error {
		now, failed := s.Store.Candidates.Assessed(v.Context(), ref)
		if failed != nil {
			return failed
		}
		a.Files = now.Own
		if err := a.Complete(); err != nil {
			return err
		}
		_, err := s.Acts.Candidates.SaveAnswer(v.Context(), ref, a, seen)
		return err
	})
}

// askHandIn shows the draft as it will be read, and asks whether it is handed in. The form hands in what the page
// shows, even if the draft is saved once more meanwhile: then it is refused.
func (s *Site) askHandIn(v *visit) (answer, error) {
	a, elsewhere, err := s.secondLook(v, models.CandidateInProgress)
	if err != nil || elsewhere.page != nil || elsewhere.to != "" {
		return elsewhere, err
	}
	path := models.AssessmentPath + v.token
	if a.Answer == nil || a.Answer.Empty() {
		return answer{to: v.here(path)}, nil
	}
	in := v.in.TakeHome
	body := &reviewView{T: v.in.Language, Form: "hand-in", Action: v.here(path + "/submit"), Button: v.in.Submit,
		Back: v.here(path), Keep: in.GoOn, Answer: v.handed(*a.Answer), Facts: []fact{
			{v.in.Exercise, a.Assessment.Title}, {v.in.Position, a.PostingTitle}},
		Fields: []hidden{{"saved_at", machine(a.Answer.SavedAt)}, {"text", a.Answer.Text},
			{"links", strings.Join(a.Answer.Links, "\n")}, {"files", idsOf(a.Own)}}}
	var over []fact
	body.Countdown, over, body.Note = v.timeLeft(a)
	body.Facts = append(body.Facts, over...)
	return v.askOnce(a, body, in.AskHandIn.About("{organization}", a.OrganizationName)), nil
}

// secondLook reads the assessment for a page that asks once more while the candidate is in that state. In another one,
// and for a link that cannot be used, elsewhere is the answer.
func (s *Site) secondLook(v *visit, state string) (a candidates.Assessed, elsewhere answer, err error) {
	ref, dead, err := v.candidate(keyring.LinkAssessment)
	if err != nil || dead.page != nil {
		return a, dead, err
	}
	if a, err = s.Store.Candidates.Assessed(v.Context(), ref); err != nil {
		return a, answer{}, err
	}
	org, err := s.Store.Team.OrganizationOf(v.Context(), ref.OrgID)
	if err != nil {
		return a, answer{}, err
	}
	v.chooseZone(org.TimeZone)
	if a.Assessment.DeliveryMode == models.DeliverySync || a.Candidate.StateAt(v.now, a.Interview != nil) != state {
		return a, answer{to: v.here(models.AssessmentPath + v.token)}, nil
	}
	return a, answer{}, nil
}

// askOnce is the page that asks.
func (v *visit) askOnce(a candidates.Assessed, body *reviewView, n phrases.Notice) answer {
	return answer{status: http.StatusOK, page: v.timed(&page{name: "review", Organization: a.OrganizationName,
		WriteTo: a.WriteTo, Heading: n.Heading, Lead: n.Lead, Body: body})}
}

// timeLeft counts down to the end of the time limit, with its day, time and zone beside it, and says what happens
// afterwards. Once it has passed there is a fact instead. All are empty without a limit.
func (v *visit) timeLeft(a candidates.Assessed) (left *countdown, over []fact, note string) {
	limit := limitOf(a.Assessment)
	if limit == 0 || a.Candidate.StartedAt == nil {
		return nil, nil, ""
	}
	end := a.Candidate.StartedAt.Add(limit)
	said := v.in.At(end, v.zone)
	if !v.now.Before(end) {
		return nil, []fact{{v.in.LimitEnds, said}}, v.in.LimitOver
	}
	in := v.in.TakeHome
	left = v.countTo([2]string{in.Left[0], phrases.Fill(in.Left[1], "{time}", said)}, end)
	left.Over = v.in.LimitOver
	return left, nil, in.Afterwards
}
