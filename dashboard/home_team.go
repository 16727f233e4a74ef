package dashboard

import (
	"strconv"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/store/pages"
)

// waitingLine counts what waits for the team and names who has waited longest.
type waitingLine struct {
	Words, Icon, Path string // the list that has all of them
	Button            string // what is done with the first
	Longest           []waitingFor
}

// waitingFor is a candidate who waits for the team.
type waitingFor struct{ Name, Path, Ago string }

// teamsWork is what waits to be graded and decided on, nothing for whoever may do neither (D10).
func teamsWork(v *site.Visit) (out []waitingLine, err error) {
	if !v.Can(access.ActionGrade, access.Facts{}) || !v.Can(access.ActionDecide, access.Facts{}) {
		return nil, nil
	}
	w, err := v.Store.Pages.TeamsWork(v.Context(), v.Org.ID)
	if err != nil {
		return nil, err
	}
	for stage, l := range []waitingLine{
		{Words: models.Count(w.Submissions[models.ToGrade], "submission") + " to grade", Icon: "star", Button: "Grade",
			Path: site.Href(site.SubmissionsPath, "stage", "to-grade")},
		{Words: models.Count(w.Submissions[models.ToDecide], "submission") + " to decide on", Icon: "inbox",
			Button: "Decide", Path: site.Href(site.SubmissionsPath, "stage", "to-decide")},
	} {
		for _, x := range w.Longest[stage] {
			l.Longest = append(l.Longest, waitingFor{models.NameOf(x.CandidateName, x.CandidateEmail),
				site.SubmissionsPath + "/" + x.ID, v.Relative(x.SubmittedAt)})
		}
		if len(l.Longest) > 0 {
			out = append(out, l)
		}
	}
	if len(w.Proposed) > 0 && v.Can(access.ActionBook, access.Facts{}) {
		out = append(out, proposedLine(v, w.Proposed))
	}
	if len(w.Needs) > 0 && v.Can(access.ActionAccommodate, access.Facts{}) {
		out = append(out, needsLine(v, w.Needs))
	}
	if len(w.Undecided) > 0 {
		out = append(out, undecidedLine(v, w.Undecided))
	}
	return out, nil
}

// proposedLine is about times that candidates propose, and that nobody answered.
func proposedLine(v *site.Visit, list []pages.WaitingProposal) waitingLine {
	l := waitingLine{Words: candidatesUpTo(len(list), pages.MaxAsking) + " to answer, who proposed times",
		Icon: "calendar-clock", Button: "Answer",
		Path: site.CandidatesPath + "/" + list[0].CandidateID + "#proposal"}
	for _, x := range list[:min(len(list), pages.LongestWaiting)] {
		l.Longest = append(l.Longest, waitingFor{models.NameOf(x.Name, x.Email),
			site.CandidatesPath + "/" + x.CandidateID + "#proposal", v.Relative(x.ProposedAt)})
	}
	return l
}

// needsLine is about what candidates need and nobody has seen to. It does not say what: others look over shoulders.
func needsLine(v *site.Visit, needs []pages.ListedAccommodation) waitingLine {
	l := waitingLine{Words: candidatesUpTo(len(needs), pages.MaxAsking) + " to see to, who asked for something",
		Icon: "life-buoy", Button: "Open", Path: site.CandidatesPath + "/" + needs[0].CandidateID + "#accommodation"}
	for _, x := range needs[:min(len(needs), pages.LongestWaiting)] {
		l.Longest = append(l.Longest, waitingFor{models.NameOf(x.Name, x.Email),
			site.CandidatesPath + "/" + x.CandidateID + "#accommodation", v.Relative(x.AskedAt)})
	}
	return l
}

// undecidedLine is about interviews that took place without a decision since.
func undecidedLine(v *site.Visit, held []pages.HeldInterview) waitingLine {
	l := waitingLine{Words: candidatesUpTo(len(held), pages.MaxUndecided) + " to decide on after an interview",
		Icon: "users", Button: "Decide",
		Path: site.Href(site.CandidatesPath, "turn", string(candidacy.TurnTeam))}
	for _, x := range held[:min(len(held), pages.LongestWaiting)] {
		l.Longest = append(l.Longest, waitingFor{models.NameOf(x.Name, x.Email),
			site.CandidatesPath + "/" + x.CandidateID + "#decide", v.Relative(x.EndsAt)})
	}
	return l
}

// candidatesUpTo counts candidates of whom one more than most was read at most.
func candidatesUpTo(n, most int) string {
	if n > most {
		return "More than " + strconv.Itoa(most) + " candidates"
	}
	return models.Count(n, "candidate")
}
