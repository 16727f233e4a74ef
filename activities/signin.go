package activities

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"litmus/letters"
	"litmus/models"
	"litmus/models/effect"
	"litmus/ports/mail"
	"litmus/store/team"
)

// memberName is the target of a letter to a member, in Temporal.
const memberName = "mail:" + effect.RoleMember

// States of a row of links to sign in, as its workflow shows them.
const (
	signInAsked = "asked" // a letter is owed
	signInOver  = "over"  // it was sent or given up, or its link cannot be used any more
)

// LoadSignIn reads which letter with links to sign in is owed at now, the workflow's clock, and when its links run out.
// When nothing is owed it notes that the revision has converged.
func (a *Activities) LoadSignIn(ctx context.Context, ref models.Ref, now time.Time) (Plan, error) {
	acct, err := a.Store.Team.SignInLedger(ctx, ref)
	if models.KindOf(err) == models.NotFound {
		return Plan{Gone: true}, nil
	}
	if err != nil {
		return Plan{}, a.storeFailed(ctx, err)
	}
	p := Plan{Revision: acct.Revision, Status: signInOver, Searchable: a.Searchable}
	owed := owedSignIn(acct, now)
	if owed != nil {
		p.Status, p.Next = signInAsked, acct.NextMoment()
		p.Targets = []Target{{Name: memberName, Kind: owed.Kind}}
	}
	if e := acct.Told; e != nil && e.Revision == acct.Revision {
		p.noteStatus(*e, memberName, owed != nil)
	}
	if owed == nil {
		if err := a.giveUp(ctx, acct.Told); err != nil {
			return Plan{}, err
		}
		a.Store.Team.MarkSignInConverged(acct.SignIn)
	}
	return p, nil
}

// owedSignIn is the letter that is owed, nil for none. Whoever is no member any more is owed none, and a letter with
// links is none without them.
func owedSignIn(acct team.SignInLedger, now time.Time) *effect.Effect {
	owed := acct.OwedSignIn(acct.Told, now)
	switch {
	case owed == nil || acct.Role == "":
		return nil
	case owed.Kind == effect.LetterSignIn && len(acct.Links) == 0:
		return nil
	case owed.Kind == effect.LetterMemberAdded && !acct.Organization.Approved: // nobody can sign in to it
		return nil
	}
	return owed
}

// SendSignIn sends the letter if it is owed. The target is always the member; asOf is the workflow's clock when it
// asked.
func (a *Activities) SendSignIn(ctx context.Context, ref models.Ref, target string, asOf time.Time) (Outcome, error) {
	return sendOne(ctx, a, func() (team.SignInLedger, error) {
		return a.Store.Team.SignInLedger(ctx, ref)
	}, func(acct team.SignInLedger) *effect.Effect {
		if target != memberName {
			return nil
		}
		return owedSignIn(acct, a.notBefore(asOf))
	}, func(acct team.SignInLedger, e effect.Effect) (effect.Entry, error) {
		return a.tellSignIn(ctx, acct, e)
	})
}

// tellSignIn makes one attempt at the letter and returns its entry, settled.
func (a *Activities) tellSignIn(ctx context.Context, acct team.SignInLedger, e effect.Effect) (effect.Entry, error) {
	entry := acct.Entry(e)
	if e.Resend == nil {
		entry.ProviderID = acct.ID + "." + strconv.FormatInt(acct.Revision, 10) + "." + e.Kind + "@" + a.host()
	}
	write := a.signIn
	if e.Kind == effect.LetterMemberAdded {
		write = a.memberAdded
	}
	out, err := write(acct, entry)
	if err != nil {
		return entry, a.opaque(ctx, "letter_unwritable", err)
	}
	m := mail.Message{From: out.From, To: out.To, Subject: out.Subject, Text: out.Text, HTML: out.HTML,
		MessageID: out.MessageID, Date: out.Date, Tenant: acct.OrgID, Urgent: e.Kind == effect.LetterSignIn}
	done, err := a.attempt(ctx, attempt{entry: entry, revision: acct.Revision, about: slog.String("sign_in", acct.ID),
		call: a.sending(m), owedAt: acct.UpdatedAt})
	return done.Entry, err
}

// signIn composes the letter with links to sign in. Their tokens are derived here: nothing that opens the dashboard is
// stored.
func (a *Activities) signIn(acct team.SignInLedger, entry effect.Entry) (letters.Mail, error) {
	o := acct.Organization
	from := a.from(o.Name, o.MailFrom)
	if len(acct.Links) > 1 { // no organization's mailbox gets another's links, not even in a bounce
		from = a.from("Litmus", "")
	}
	l := letters.SignIn{To: letters.Party{Name: acct.Name, Email: acct.Email}, Zone: o.TimeZone, Organization: o.Name,
		From: from, Stamp: entry.Stamp, MessageID: entry.ProviderID, Expires: acct.ExpiresAt,
		Host: a.host()}
	if acct.Zone != "" {
		l.Zone = acct.Zone
	}
	for _, one := range acct.Links {
		l.Links = append(l.Links, letters.SignInLink{Organization: one.Organization, URL: a.BaseURL + one.Path})
	}
	return l.Render()
}

// memberAdded composes the letter to somebody who was made a member. It leads to the page to sign in. If it has a link
// that signs in, whose token is derived here, that works once and for a day (D5).
func (a *Activities) memberAdded(acct team.SignInLedger, entry effect.Entry) (letters.Mail, error) {
	o := acct.Organization
	l := letters.MemberAdded{To: letters.Party{Name: acct.Name, Email: acct.Email}, Organization: o.Name,
		From: a.from(o.Name, o.MailFrom), Zone: o.TimeZone, Stamp: entry.Stamp, MessageID: entry.ProviderID,
		Host: a.host(), Role: acct.Role, By: letters.Party{Name: acct.Adder.Name, Email: acct.Adder.Email},
		URL: a.BaseURL + models.SignInPagePath, Provider: a.Provider, OnlyProvider: a.OnlyProvider}
	if acct.Zone != "" {
		l.Zone = acct.Zone
	}
	if len(acct.Links) > 0 && !a.OnlyProvider {
		l.Link, l.Expires = a.BaseURL+acct.Links[0].Path, acct.LinksEnd
	}
	return l.Render()
}
