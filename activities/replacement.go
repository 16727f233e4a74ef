package activities

import (
	"context"
	"errors"

	"litmus/letters"
	"litmus/models/effect"
	"litmus/ports/mail"
	"litmus/store/effects"
)

// replacement composes the letter that asks for another interviewer. Its link leads to the page of the dashboard where
// one is chosen.
func (a *Activities) replacement(ctx context.Context, acct effects.InterviewLedger, e effect.Effect,
	entry effect.Entry) (mail.Message, error) {
	i := acct.Interview
	told := effect.ReplacementsTold(i, e.Email, entry.Revision, a.Store.NowOf(i.OrgID))
	if len(told) == 0 { // it was owed a moment ago
		return mail.Message{}, errors.New("nobody asks for a replacement")
	}
	asked := told[0]
	people := []string{asked.Interviewer, asked.By, e.Email}
	for _, other := range told[1:] {
		people = append(people, other.Interviewer)
	}
	c, err := a.Store.Effects.Correspondence(ctx, i, people)
	if err != nil {
		return mail.Message{}, err
	}
	party := func(email string) letters.Party {
		return letters.Party{Name: c.People[email].Name, Email: email}
	}
	l := letters.Replacement{To: party(e.Email), Zone: i.TimeZone, Organization: c.OrganizationName,
		From: a.from(c.OrganizationName, c.MailFrom), Stamp: entry.Stamp, MessageID: entry.ProviderID,
		By: party(asked.By), Why: asked.Reason, Declined: asked.Declined, Answered: asked.Source != "",
		Needs: asked.NeedWords(), Interviewer: party(asked.Interviewer),
		Candidate:  letters.Party{Name: c.CandidateName, Email: c.CandidateEmail},
		RoundTitle: c.RoundTitle, PostingTitle: c.PostingTitle, Start: i.StartsAt, Duration: i.Duration(),
		Indefinite: i.Indefinite, InterviewID: i.ID,
		URL: a.page(i.ID) + "/reassign"}
	for _, other := range told[1:] {
		l.Also = append(l.Also, party(other.Interviewer))
	}
	if s := i.InPanel(asked.Interviewer); s != nil && asked.Interviewer != i.InterviewerEmail {
		l.Beside, l.Seat, l.URL = true, s.Seat, a.page(i.ID)
	}
	if zone := c.People[e.Email].TimeZone; zone != "" {
		l.Zone = zone
	}
	out, err := l.Render()
	if err != nil {
		return mail.Message{}, err
	}
	return mail.Message{From: out.From, To: out.To, Subject: out.Subject, Text: out.Text, HTML: out.HTML,
		MessageID: out.MessageID, Date: out.Date}, nil
}
