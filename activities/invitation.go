package activities

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"litmus/letters"
	"litmus/models"
	"litmus/models/effect"
	"litmus/store/candidates"
)

// LoadInvitation reads what the invitation of a candidate owes at asOf, the workflow's clock, and when it expires. When
// nothing is owed it notes that the revision has converged.
func (a *Activities) LoadInvitation(ctx context.Context, ref models.Ref, asOf time.Time) (Plan, error) {
	acct, err := a.Store.Candidates.InvitationLedger(ctx, ref)
	if models.KindOf(err) == models.NotFound {
		return Plan{Gone: true}, nil
	}
	if err != nil {
		return Plan{}, a.storeFailed(ctx, err)
	}
	c, now := acct.Candidate, a.timeOf(ref.OrgID, asOf)
	next := acct.NextMoment(now)
	p := Plan{Revision: c.Revision, Status: acct.StateAt(now), PostingID: c.PostingID,
		AssessmentID: c.AssessmentID, Next: a.timer(ref.OrgID, next), Searchable: a.Searchable}
	owed := acct.Owed(now)
	if owed != nil && acct.Approved {
		p.Targets = []Target{{Name: candidateName, Kind: owed.Kind}}
	}
	for _, e := range acct.Told() {
		again := owed != nil && (owed.Kind == effect.LetterReceipt) == (e.Kind == effect.LetterReceipt)
		if p.noteStatus(e, candidateName, again); again {
			continue
		}
		if err := a.giveUp(ctx, &e); err != nil {
			return Plan{}, err
		}
	}
	if owed == nil {
		a.Store.Candidates.MarkInvitationConverged(c, instantOf(next))
	}
	return p, nil
}

// SendInvitation sends the candidate's letter if one is owed. The target is always the candidate; asOf is the
// workflow's clock when it asked.
func (a *Activities) SendInvitation(ctx context.Context, ref models.Ref, target string,
	asOf time.Time) (Outcome, error) {
	return sendOne(ctx, a, func() (candidates.InvitationLedger, error) {
		return a.Store.Candidates.InvitationLedger(ctx, ref)
	}, func(acct candidates.InvitationLedger) *effect.Effect {
		if !acct.Approved || target != candidateName {
			return nil
		}
		return acct.Owed(a.timeOf(ref.OrgID, a.notBefore(asOf)))
	}, func(acct candidates.InvitationLedger, e effect.Effect) (effect.Entry, error) {
		return a.invite(ctx, ref, acct, e)
	})
}

// invite makes one attempt at the letter and returns its entry, settled.
func (a *Activities) invite(ctx context.Context, ref models.Ref, acct candidates.InvitationLedger,
	e effect.Effect) (effect.Entry, error) {
	entry, receipt := acct.Entry(e), e.Kind == effect.LetterReceipt
	switch {
	case e.Resend != nil:
	case receipt:
		entry.ProviderID = entry.SubmissionID + ".receipt@" + a.host()
	default:
		entry.ProviderID = invitationID(ref.ID, entry.Revision) + "@" + a.host()
	}
	m, err := message(a.invitation(acct, entry))
	if err != nil {
		return entry, a.opaque(ctx, "letter_unwritable", err)
	}
	if sent := acct.Letter; receipt && sent != nil && sent.Told() {
		m.Thread = []string{sent.ProviderID}
	}
	m.Tenant = ref.OrgID + "/invitations" // hundreds of them do not hold up the organization's interviews
	done, err := a.attempt(ctx, attempt{
		entry: entry, revision: acct.Candidate.Revision, about: slog.String("invitation", ref.ID), call: a.sending(m),
		owedAt: acct.Candidate.UpdatedAt,
	})
	return done.Entry, err
}

// invitationID is the left part of the Message-ID of a candidate's letter. One that is sent again has another, since
// mail programs show letters of the same name once.
func invitationID(candidateID string, revision int64) string {
	if revision == 0 {
		return candidateID + ".invitation"
	}
	return fmt.Sprint(candidateID, ".invitation.", revision)
}

// invitation is the letter. The same entry gives the same letter, and the same link, in every attempt.
func (a *Activities) invitation(acct candidates.InvitationLedger, entry effect.Entry) letters.Letter {
	c := acct.Candidate
	mode := models.DeliveryAsync
	if entry.Kind == effect.LetterSchedulingInvitation {
		mode = models.DeliverySync
	}
	l := InvitationLetter(acct, entry, a.host(),
		a.BaseURL+a.Store.Secret().InvitationPath(mode, c.OrgID, c.ID, c.AccessEpoch))
	l.Accent, l.Logo = a.brand(c.OrgID, acct.Brand)
	return l
}

// InvitationLetter is the letter of an invitation, or the receipt for what was handed in. Its link leads to the
// candidate's page. host is that of the base URL. It gives the end of the invitation in the organization's zone, since
// the candidate's is not known yet.
func InvitationLetter(acct candidates.InvitationLedger, entry effect.Entry, host, link string) letters.Letter {
	c := acct.Candidate
	to := letters.Party{Name: c.Name, Email: c.Email}
	l := letters.Letter{
		Kind: letters.Kind(entry.Kind), Role: letters.Candidate, To: to, Candidate: to, Zone: acct.TimeZone,
		Organization: acct.OrganizationName, Host: host,
		From: letters.Sender(acct.MailFrom, acct.OrganizationName, host), ReplyTo: acct.ReplyTo,
		Stamp: entry.Stamp, MessageID: entry.ProviderID, RoundTitle: acct.RoundTitle,
		PostingTitle: acct.PostingTitle, TimeLimit: acct.TimeLimit,
		Duration: acct.Duration, Indefinite: acct.Indefinite, HandedIn: acct.HandedIn,
		InvitationLink: link, Note: c.InviteNote,
		Language: cmp.Or(c.Language, acct.Language), TwelveHours: c.HourCycle == models.TwelveHours,
	}
	if c.InviteExpiresAt != nil {
		l.Expires = *c.InviteExpiresAt
	}
	if l.Kind == letters.Receipt {
		l.Zone, l.HandedInAt = acct.Submission.ReceiptZone, acct.Submission.SubmittedAt
	}
	return l
}
