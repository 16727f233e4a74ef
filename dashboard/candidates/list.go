package candidates

import (
	"errors"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/pipelines"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/store/pages"
)

// candidatesView is the page with the organization's candidates.
type candidatesView struct {
	Text             string
	Postings, States []site.Choice
	Turns            []site.Choice // empty for an interviewer
	Rows             []candidateRow
	Next             string // address of the next page, "" on the last one
	Filtered         bool
	Own              bool // only those with an interview of the member's own
	CanInvite        bool
}

// candidateRow is a candidate record in a list.
type candidateRow struct {
	pages.ListedCandidate
	Name, Path string
	State      stateMark
	Position   *pipelines.Position // nil in the list of an interviewer, and on a candidate's page
	Standing   string              // where they stand in the track by this record, "" for nowhere; of a list
	Start      *time.Time          // of their interview that is not over
	Interview  string              // address of that interview
	Submission string              // address of what they handed in
}

// listCandidates serves the list of candidates (D19). An interviewer sees those of their own interviews.
func listCandidates(v *site.Visit) (site.Answer, error) {
	f := candidacy.CandidateFilter{PostingID: v.Query("posting"), State: v.Query("state"),
		Turn: candidacy.Turn(v.Query("turn")), Text: v.Query("q")}
	view := candidatesView{Text: f.Text, Own: !v.Can(access.ActionSeeCandidate, access.Facts{}),
		Filtered: f != candidacy.CandidateFilter{}, CanInvite: v.Can(access.ActionInvite, access.Facts{})}
	if err := errors.Join(candidacy.CheckCandidateState(f.State), candidacy.CheckTurn(f.Turn)); err != nil {
		return site.Answer{}, err
	}
	if view.Own {
		f.Owner, f.Turn = v.Member.Email, candidacy.TurnNobody // where somebody stands tells of others' interviews
	}
	after, err := models.ParsePosition(v.Query("after"))
	if err != nil {
		return site.Answer{}, err
	}
	rows, next, err := v.Store.Pages.Candidates(v.Context(), v.Org.ID, f, after, listedRows)
	if err != nil {
		return site.Answer{}, err
	}
	if !view.Own { // the postings are not an interviewer's to see
		if view.Postings, err = v.PostingChoices(f.PostingID); err != nil {
			return site.Answer{}, err
		}
	}
	for _, state := range candidacy.CandidateStates {
		view.States = append(view.States, site.Choice{Value: state, Name: markOf(state).Text, Chosen: state == f.State})
	}
	if view.Rows, err = rowsOf(v, rows, view.Own); err != nil {
		return site.Answer{}, err
	}
	if !view.Own {
		view.Turns = turnsOf(f.Turn)
	}
	if next != nil {
		view.Next = site.Href(site.CandidatesPath, "q", f.Text, "posting", f.PostingID, "state", f.State, "turn",
			string(f.Turn), "after", next.String())
	}
	a := v.Show("candidates", "Candidates", view)
	if view.Own {
		a = a.Lead("Candidates of your interviews.")
	}
	return a, nil
}

// turnsOf are the choices of whose turn it is.
func turnsOf(chosen candidacy.Turn) (out []site.Choice) {
	for _, t := range candidacy.TurnNames {
		out = append(out, site.Choice{Value: string(t), Name: pipelines.TurnWords(t), Chosen: t == chosen})
	}
	return out
}

// rowsOf are the rows of a page of the list, with where the candidates stand unless only the member's own are shown.
func rowsOf(v *site.Visit, list []pages.ListedCandidate, own bool) (rows []candidateRow, err error) {
	var postings []string
	for _, c := range list {
		postings = append(postings, c.PostingID)
	}
	tracks, err := v.Store.Pipelines.Tracks(v.Context(), v.Org.ID, postings)
	if err != nil {
		return nil, err
	}
	cards := make([]pages.BoardCard, len(list))
	if !own {
		if cards, err = v.Store.Pages.Positions(v.Context(), v.Org.ID, list, tracks); err != nil {
			return nil, err
		}
	}
	for n, c := range list {
		row := rowOf(v, c)
		row.Standing = standing(c, tracks, v.Now)
		if !own {
			row.Position = new(pipelines.PositionOf(v, cards[n]))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func rowOf(v *site.Visit, c pages.ListedCandidate) candidateRow {
	r := candidateRow{ListedCandidate: c, Name: models.NameOf(c.Name, c.Email), Path: site.CandidatesPath + "/" + c.ID,
		State: recordMark(c.Candidate, c.Interview != nil, v.Now)}
	if c.SubmissionID != "" {
		r.Submission = site.SubmissionsPath + "/" + c.SubmissionID
	}
	if i := c.Interview; i != nil &&
		v.Can(access.ActionSeeInterview, access.Facts{Own: v.Member.Owns(*i)}) {
		r.Interview, r.Start = site.InterviewPath(i.ID), i.ScheduledStartAt()
	}
	return r
}

// recordMark returns the state of a candidate's record as pages show it.
func recordMark(c models.Candidate, interviewed bool, now time.Time) stateMark {
	state := c.StateAt(now, interviewed)
	if state == models.CandidateInvited && c.OnlyAdvanced() && !interviewed {
		return stateMark{"nothing sent yet", "warn"}
	}
	return markOf(state)
}

// markOf returns a candidate's state as pages show it.
func markOf(state string) stateMark {
	switch state {
	case models.CandidateInvited:
		return stateMark{"invited", ""}
	case models.CandidateInProgress:
		return stateMark{"in progress", ""}
	case models.CandidateSubmitted:
		return stateMark{"handed in", "warn"}
	case models.CandidateAdvanced:
		return stateMark{"advanced", "ok"}
	case models.CandidateRejected:
		return stateMark{"rejected", "bad"}
	}
	return stateMark{state, "quiet"}
}
