package dashboard

import (
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/store/pages"
)

// candidatesView is the page with the organization's candidates.
type candidatesView struct {
	Text             string
	Postings, States []choice
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
	Standing   string     // where they stand in the track by this record, "" for nowhere; of a list of several people
	Start      *time.Time // of their interview that is not over
	Interview  string     // address of that interview
	Submission string     // address of what they handed in
}

// listCandidates serves the list of candidates (D19). An interviewer sees those of their own interviews.
func listCandidates(v *visit) (answer, error) {
	f := candidacy.CandidateFilter{PostingID: v.query("posting"), State: v.query("state"), Text: v.query("q")}
	view := candidatesView{Text: f.Text, Own: !v.can(access.ActionSeeCandidate, access.Facts{}),
		Filtered:  f != candidacy.CandidateFilter{},
		CanInvite: v.can(access.ActionInvite, access.Facts{})}
	if view.Own {
		f.Owner = v.member.Email
	}
	if err := candidacy.CheckCandidateState(f.State); err != nil {
		return answer{}, err
	}
	after, err := models.ParsePosition(v.query("after"))
	if err != nil {
		return answer{}, err
	}
	rows, next, err := v.Store.Pages.Candidates(v.Context(), v.org.ID, f, after, listedRows)
	if err != nil {
		return answer{}, err
	}
	if !view.Own { // the postings are not an interviewer's to see
		if view.Postings, err = v.postingChoices(f.PostingID); err != nil {
			return answer{}, err
		}
	}
	for _, state := range candidacy.CandidateStates {
		view.States = append(view.States, choice{state, markOf(state).Text, state == f.State})
	}
	var postings []string
	for _, c := range rows {
		postings = append(postings, c.PostingID)
	}
	tracks, err := v.Store.Pipelines.Tracks(v.Context(), v.org.ID, postings)
	if err != nil {
		return answer{}, err
	}
	for _, c := range rows {
		row := rowOf(v, c)
		row.Standing = standing(c, tracks, v.now)
		view.Rows = append(view.Rows, row)
	}
	if next != nil {
		view.Next = href(candidatesPath, "q", f.Text, "posting", f.PostingID, "state", f.State, "after", next.String())
	}
	a := v.show("candidates", "Candidates", view)
	if view.Own {
		a = a.lead("Candidates of your interviews.")
	}
	return a, nil
}

func rowOf(v *visit, c pages.ListedCandidate) candidateRow {
	r := candidateRow{ListedCandidate: c, Name: models.NameOf(c.Name, c.Email), Path: candidatesPath + "/" + c.ID,
		State: recordMark(c.Candidate, c.Interview != nil, v.now)}
	if c.SubmissionID != "" {
		r.Submission = submissionsPath + "/" + c.SubmissionID
	}
	if i := c.Interview; i != nil &&
		v.can(access.ActionSeeInterview, access.Facts{Own: v.member.Owns(*i)}) {
		r.Interview, r.Start = interviewPath(i.ID), i.ScheduledStartAt()
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
