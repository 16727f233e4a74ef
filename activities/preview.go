package activities

import (
	"context"
	"fmt"

	"litmus/models/act"
	"litmus/models/effect"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// Subjects returns the subjects with which the letters among a preview's effects would leave, in the order of the
// effects, and "" for what is no letter (D11).
func (a *Activities) Subjects(ctx context.Context, p act.Preview, sent []effect.Effect) ([]string, error) {
	out := make([]string, len(sent))
	if p.After.ID == "" {
		return out, a.invitationSubjects(ctx, p, sent, out)
	}
	acct := effects.InterviewLedger{InterviewRow: interviews.InterviewRow{Interview: p.After,
		CandidateEmail: p.Candidate.Email, CandidateName: p.Candidate.Name}}
	emails := named(p.After)
	for _, e := range sent {
		emails = append(emails, e.Email)
	}
	c, err := a.Store.Effects.Correspondence(ctx, p.After, emails)
	if err != nil {
		return nil, err
	}
	c.CandidateName, c.CandidateEmail = p.Candidate.Name, p.Candidate.Email // who may not be stored yet
	for n, e := range sent {
		if !e.Letter() {
			continue
		}
		entry := effect.EntryOf(acct.InterviewRow.Interview, e)
		entry.ProviderID = previewed
		if out[n], err = a.letterOf(acct, c, e, entry).Subject(); err != nil {
			return nil, fmt.Errorf("the subject of a %s: %w", e.Kind, err)
		}
	}
	return out, nil
}

// previewed stands for the Message-ID of a letter that does not leave.
const previewed = "preview"

func (a *Activities) invitationSubjects(ctx context.Context, p act.Preview, sent []effect.Effect,
	out []string) error {
	if len(sent) == 0 {
		return nil
	}
	acct, err := a.Store.Candidates.PreviewedInvitation(ctx, p.Candidate)
	if err != nil {
		return err
	}
	for n, e := range sent {
		entry := acct.Entry(e)
		entry.ProviderID = previewed
		if out[n], err = a.invitation(acct, entry).Subject(); err != nil {
			return fmt.Errorf("the subject of an %s: %w", e.Kind, err)
		}
	}
	return nil
}
