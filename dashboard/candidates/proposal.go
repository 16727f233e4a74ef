package candidates

import (
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/store/pages"
)

// mostFits is how many free starts of a proposed time are offered; the grid has all.
const mostFits = 6

// proposalView is what a candidate proposes, with the starts that are free then.
type proposalView struct {
	Note  string
	Zone  string // in which the candidate typed the times
	Times []proposedTime
	Path  string // of the form that declines
	Seen  string // what that form showed
	Moves bool   // an interview would be moved
	Asked bool   // who is free was looked for: there is one round to book
}

// proposedTime is one of the times.
type proposedTime struct {
	Words, Theirs string // in the viewer's zone, and in the candidate's, "" if that is the same
	Fits          []proposedStart
	Grid          string // the page of all times of that week
}

// proposedStart is a start that is free, and leads to what booking it would send.
type proposedStart struct{ Clock, Words, With, Path string }

// proposalOf is the open proposal of a record; nil for none, and for who may not answer it.
func proposalOf(v *site.Visit, d pages.CandidateOverview) (*proposalView, error) {
	p := d.Proposal
	if p == nil || !v.Can(access.ActionBook, access.Facts{}) {
		return nil, nil
	}
	view := &proposalView{Note: p.Note, Zone: p.Zone, Path: site.CandidatesPath + "/" + d.ID + "/proposal/decline",
		Seen: models.FormatInstant(p.ProposedAt), Moves: d.Interview != nil}
	begin := func(query ...string) string {
		if d.Interview != nil {
			return site.Href(site.InterviewPath(d.Interview.ID, "move"), query...)
		}
		return site.Href(site.BookPath, append([]string{"candidate", d.ID}, query...)...)
	}
	restriction := pages.RoundRestriction{PostingID: d.PostingID, TrackID: d.TrackID, AssessmentID: d.AssessmentID}
	if d.Interview != nil {
		restriction = pages.RoundRestriction{RoundID: d.Interview.RoundID}
	}
	rounds, err := v.Store.Pages.BookableRounds(v.Context(), v.Org.ID, restriction)
	if err != nil {
		return nil, err
	}
	view.Asked = len(rounds) == 1
	var explained availability.Explained
	if view.Asked { // of several the booking asks for one first
		q := availability.Question{PostingID: d.PostingID, RoundID: rounds[0].ID}
		if d.Interview != nil {
			q.Except = d.Interview.ID
		}
		explained, err = v.Store.Availability.ExplainSpan(v.Context(), v.Org.ID, q, p.Times[0].From, p.LastEnd())
		if err != nil {
			return nil, err
		}
	}
	for _, t := range p.Times {
		line := proposedTime{Words: site.SpanText(t.From, t.To, v.Zone),
			Grid: begin("week", t.From.In(v.Zone).Format(time.DateOnly))}
		if p.Zone != v.Zone.String() {
			line.Theirs = site.SpanText(t.From, t.To, models.Location(p.Zone))
		}
		for _, e := range explained.Explanations {
			whole := timetable.Range{From: e.Start, To: e.Start.Add(rounds[0].Duration())}
			if whole.From.Before(t.From) || whole.To.After(t.To) || e.Reason != timetable.ReasonFree ||
				!e.Start.After(v.Now) || len(line.Fits) == mostFits {
				continue
			}
			with := freeThen(e, d.Interview)
			line.Fits = append(line.Fits, proposedStart{Clock: e.Start.In(v.Zone).Format(site.ClockLayout),
				Words: site.WhenText(e.Start, v.Zone),
				With:  models.NameOf(explained.Names[with], with),
				Path: begin("at", e.Start.UTC().Format(time.RFC3339), "with",
					v.Store.Availability.PersonID(v.Org.ID, with))})
		}
		view.Times = append(view.Times, line)
	}
	return view, nil
}

// freeThen is who would interview then: whoever does now, if they are free, else the first who is.
func freeThen(e timetable.Explanation, present *models.Interview) (email string) {
	for _, w := range e.Interviewers {
		switch {
		case w.Reason != timetable.ReasonFree:
		case present != nil && w.Email == present.InterviewerEmail:
			return w.Email
		case email == "":
			email = w.Email
		}
	}
	return email
}

// declineProposal says that none of the proposed times is possible. Whoever was invited reads it on their page, and the
// invitation can be sent again to ask them to pick.
func declineProposal(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionBook, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	seen, err := models.ParseInstant("seen", v.Field("seen"))
	if err != nil {
		return candidateAgain(v, models.Invalidf("The form is incomplete. Press \"None of these\" once more."))
	}
	if err := v.Acts.Candidates.DeclineProposal(v.Context(), v.By(), v.ID(), seen); err != nil {
		return candidateAgain(v, err)
	}
	path := site.CandidatesPath + "/" + v.ID()
	if v.Field("moves") != "" {
		return site.RedirectNote(path, "The proposal is declined. The interview stays, and the candidate's page says so."), nil
	}
	return site.RedirectNote(path, "The proposal is declined, which the candidate's page says. Send the invitation again to "+
		"ask them by letter to pick a time."), nil
}
