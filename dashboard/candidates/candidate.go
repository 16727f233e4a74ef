package candidates

import (
	"slices"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/pipelines"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/models/history"
	"litmus/store/interviews"
	"litmus/store/pages"
)

// candidateView is the page of a candidate: one record of theirs, and links to the others (D19).
type candidateView struct {
	pages.CandidateOverview
	Path  string
	State stateMark
	Mode  string // of the assessment, in words

	PostingPath string // "" for who may not see it
	Letter      letterMark
	Expires     bool // the invitation runs out at InviteExpiresAt unless something happens
	Sessions    []candidateSession
	Reports     []candidateReport
	Records     []candidateRow     // of the same person, of other postings where there is a timeline
	OnlyOwn     bool               // the member sees only what belongs to interviews of their own
	Position    pipelines.Position // where they stand; not for who sees only what is their own
	Timeline    timelineView       // likewise

	InvitePath string // address of the form that invites them, "" if they were invited or the member may not
	BookPath   string // address where an interview is booked, "" if there is nothing to book or the member may not
	CanResend  bool
	NoResend   error // why an invitation cannot be sent again, nil for who may not do it at all
	CanRevoke  bool

	Choices  []decisionChoice // what the member may decide on the record, which has no submission
	Wait     error            // why they cannot decide yet, nil if they can
	Decision stateMark
	Decided  string // the decision that Choices are about
	ToCome   bool   // an interview of theirs is still to come
	Track    onwardView

	Proposed       *proposalView        // times that wait for an answer; nil for none, and who may not answer
	CanErase       bool                 // and read all that is stored of them
	Erasing        bool                 // it was asked for, and is being carried out
	Accommodations []site.Accommodation // what they need; none for who may not see to it
}

// letterMark is how the letter of an invitation stands, in words.
type letterMark struct {
	candidacy.LetterReport
	Attempts string
	Mark     stateMark
	Mend     string // what it means and what to do, "" if there is nothing to say
}

// candidateSession is an interview on the candidate's page.
type candidateSession struct {
	interviews.InterviewRow
	Path        string
	Interviewer string // name or address; "" if nobody is named
	Status      stateMark
}

// candidateReport is a submission on the candidate's page.
type candidateReport struct {
	models.Submission
	Path     string
	Decision stateMark
}

// candidate serves the page of a candidate. An interviewer sees records with an interview of their own, and of the
// interviews their own (D2).
func candidate(v *site.Visit) (site.Answer, error) { return showCandidate(v) }

func showCandidate(v *site.Visit) (site.Answer, error) {
	d, err := v.Store.Pages.CandidateOverview(v.Context(), v.Org.ID, v.ID(), v.Member)
	if err != nil {
		return site.Answer{}, err
	}
	if err := v.May(access.ActionSeeCandidate, access.Facts{Own: d.Owned(v.Member)}); err != nil {
		return site.Answer{}, err
	}
	invitation := d.Invitation()
	view := candidateView{CandidateOverview: d, Path: site.CandidatesPath + "/" + d.ID,
		State: recordMark(d.Candidate, d.Interview != nil, v.Now),
		Mode:  modeInWords(d.DeliveryMode), Letter: letterMarkOf(invitation.LetterReport(v.Now)),
		Expires: d.Candidate.OpenUntil(d.Interview != nil) != nil,
		OnlyOwn: !v.Can(access.ActionSeeCandidate, access.Facts{}), PostingPath: postingPath(v, d.PostingID)}
	var past candidatePast
	if !view.OnlyOwn { // the history tells of everybody's interviews
		if past, err = pastOf(v, d); err != nil {
			return site.Answer{}, err
		}
	}
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, d.Sessions, history.Interviewers(past.changes)...)
	if err != nil {
		return site.Answer{}, err
	}
	for _, i := range d.Interviews {
		if v.Can(access.ActionSeeInterview, access.Facts{Own: v.Member.Owns(i.Interview)}) {
			view.Sessions = append(view.Sessions, candidateSession{i, site.InterviewPath(i.ID),
				names.Person(i.InterviewerEmail), interviewMark(i.StatusAt(v.Now))})
		}
	}
	for _, x := range d.Submissions {
		view.Reports = append(view.Reports, candidateReport{x, site.SubmissionsPath + "/" + x.ID,
			decisionMark(x.Decision)})
	}
	for _, c := range d.Others {
		if view.OnlyOwn && slices.Contains(d.OthersOwned, c.ID) || !view.OnlyOwn && c.PostingID != d.PostingID {
			view.Records = append(view.Records, rowOf(v, c))
		}
	}
	candidateActs(v, &view)
	if view.Track, err = onwardOf(v, d, view.Path, view.OnlyOwn); err != nil {
		return site.Answer{}, err
	}
	if view.Proposed, err = proposalOf(v, d); err != nil {
		return site.Answer{}, err
	}
	if view.Accommodations, err = v.Accommodations(d.ID); err != nil {
		return site.Answer{}, err
	}
	if !view.OnlyOwn {
		view.Timeline = timelineOf(v, d, past, names)
		view.Position = positionOf(v, d, view.Track)
	}
	return v.Show("candidate", models.NameOf(d.Name, d.Email), view).Under(site.CandidatesPath, "Candidates").
		Lead(d.Email), nil
}

// postingPath is the address of a posting, "" for who may not see it.
func postingPath(v *site.Visit, id string) string {
	if !v.Can(access.ActionSeePosting, access.Facts{}) {
		return ""
	}
	return site.PostingPath(id, "")
}

// positionOf says where the candidate of a record stands.
func positionOf(v *site.Visit, d pages.CandidateOverview, track onwardView) pipelines.Position {
	card := pages.BoardCard{ListedCandidate: d.ListedCandidate, GoesOn: track.Path != "", Plain: track.Plain}
	for _, i := range d.Interviews {
		if at := i.CanceledAt; at != nil && (card.CanceledAt == nil || at.After(*card.CanceledAt)) {
			card.CanceledAt = at
		}
	}
	if len(d.Submissions) > 0 {
		card.Submission = &d.Submissions[0]
	}
	return pipelines.PositionOf(v, card)
}

// candidateActs fills in what the member may do with the record now.
func candidateActs(v *site.Visit, view *candidateView) {
	d := view.CandidateOverview
	if i := d.Interview; i != nil {
		view.ToCome = i.ToCome(v.Now)
	}
	view.Erasing = d.Erasure == models.ErasureAsked
	view.CanErase = d.Erasure == "" && v.Can(access.ActionErase, access.Facts{})
	if d.Erasure != "" {
		return // nothing can be done with it any more
	}
	if v.Can(access.ActionInvite, access.Facts{}) {
		if d.Invitable(v.Now) {
			view.InvitePath = site.Href(site.InvitePath, "candidate", d.ID)
		}
		_, changed, err := candidacy.DecideRevoke(d.Invitation(), d.Interview, v.Now)
		view.CanRevoke = changed && err == nil
		if d.InvitedAt != nil {
			view.NoResend = d.CheckResend(v.Store.Policy(), v.Now)
			view.CanResend = view.NoResend == nil
		}
	}
	if v.Can(access.ActionBook, access.Facts{}) && d.Bookable(d.DeliveryMode, d.Interview != nil, v.Now) {
		view.BookPath = site.Href(site.BookPath, "candidate", d.ID)
	}
	if v.Can(access.ActionDecide, access.Facts{}) {
		view.Decided = candidacy.DecisionOf(d.Candidate.State)
		view.Decision = decisionMark(view.Decided)
		view.Choices, view.Wait = decisionChoices(candidacy.DecisionFacts{Candidate: d.Candidate,
			DeliveryMode: d.DeliveryMode, HandedIn: len(d.Submissions) > 0, Interview: d.Interview}, v.Now)
	}
}

// decideCandidate records a decision on the candidate of a live interview.
func decideCandidate(v *site.Visit) (site.Answer, error) {
	return decide(v, candidacy.DecisionOrder{CandidateID: v.ID()}, site.CandidatesPath+"/"+v.ID(),
		func(refusal error) (site.Answer, error) { return candidateAgain(v, refusal) })
}

// revokeInvitation revokes the candidate's invitation.
func revokeInvitation(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionInvite, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	c, _, err := v.Acts.Candidates.RevokeInvitation(v.Context(), v.By(), v.ID())
	if err != nil {
		return candidateAgain(v, err)
	}
	note := "The invitation is revoked: its links do not work any more."
	if c.InvitedAt == nil {
		note = "The record is closed."
	}
	return site.RedirectNote(site.CandidatesPath+"/"+c.ID, note), nil
}

// candidateAgain shows the page again with what is wrong, if the candidate is there.
func candidateAgain(v *site.Visit, refusal error) (site.Answer, error) {
	if kind := models.KindOf(refusal); kind == models.NotFound || kind == 0 {
		return site.Answer{}, refusal
	}
	a, err := showCandidate(v)
	if err != nil {
		return site.Answer{}, err
	}
	return a.Refusing(refusal)
}

// interviewMark returns an interview's status as lists show it.
func interviewMark(status string) stateMark {
	switch status {
	case models.StatusScheduled:
		return stateMark{status, ""}
	case models.StatusPending:
		return stateMark{status, "warn"}
	case models.StatusCompleted:
		return stateMark{status, "ok"}
	}
	return stateMark{status, "quiet"}
}

// modeInWords returns how an assessment is done.
func modeInWords(mode string) string {
	switch mode {
	case models.DeliverySync:
		return "live interview"
	case models.DeliveryTrial:
		return "work trial"
	}
	return "take-home"
}

// letterMarkOf says how the letter of an invitation stands.
func letterMarkOf(r candidacy.LetterReport) letterMark {
	m := letterMark{LetterReport: r, Attempts: site.Attempts(r.Tries, r.Code != "")}
	switch r.State {
	case candidacy.LetterSent:
		m.Mark = stateMark{"sent", "ok"}
	case candidacy.LetterUnderway:
		m.Mark = stateMark{"on its way", ""}
	case candidacy.LetterHeld:
		m.Mark = stateMark{"waits", "warn"}
		m.Mend = "It leaves as soon as whoever runs this service approves the organization."
	case candidacy.LetterFailing:
		m.Mark = stateMark{"not accepted yet", "warn"}
		m.Mend = "The mail server did not take it. It is tried again until it is accepted."
	case candidacy.LetterUnknown:
		m.Mark = stateMark{"perhaps sent", "warn"}
		m.Mend = "The mail server did not confirm it. Ask the candidate, or send it again."
	case candidacy.LetterRefused:
		m.Mark = stateMark{"refused", "bad"}
		m.Mend = "The mail server refused it for good, mostly because the address is wrong. Invite the right " +
			"address, or send it again once the mailbox works."
	case candidacy.LetterDropped:
		m.Mark, m.Mend = stateMark{"not sent", "quiet"}, "The invitation ended before the letter left."
	}
	return m
}
