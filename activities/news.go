package activities

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"litmus/letters"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/news"
	"litmus/ports/mail"
	"litmus/store/team"
)

// LoadNews reads which letter about the postings that a member watches is owed at asOf, the workflow's clock, and when
// the next is due (D27). When nothing is owed it notes that the revision has converged.
func (a *Activities) LoadNews(ctx context.Context, ref models.Ref, asOf time.Time) (Plan, error) {
	acct, err := a.Store.Team.NewsLedger(ctx, ref)
	if models.KindOf(err) == models.NotFound {
		return Plan{Gone: true}, nil
	}
	if err != nil {
		return Plan{}, a.storeFailed(ctx, err)
	}
	now := a.timeOf(ref.OrgID, asOf)
	p := Plan{Revision: acct.Revision, Status: acct.Status(now), Searchable: a.Searchable}
	owed, next := acct.Owed(now), acct.NextMoment()
	if owed != nil {
		if acct.Organization.Approved {
			p.Targets = []Target{{Name: memberName, Kind: owed.Kind}}
		}
	} else {
		p.Next = a.timer(ref.OrgID, next)
		a.Store.Team.MarkNewsConverged(acct.Feed, next)
	}
	if acct.Told != nil {
		p.noteStatus(*acct.Told, memberName, owed != nil)
	}
	if owed == nil { // nobody wants to hear any more of what a letter failed to tell
		return p, a.giveUp(ctx, acct.Told)
	}
	return p, nil
}

// SendNews sends the letter if it is owed. The target is always the member; asOf is the workflow's clock when it asked.
func (a *Activities) SendNews(ctx context.Context, ref models.Ref, target string, asOf time.Time) (Outcome, error) {
	return sendOne(ctx, a, func() (team.NewsLedger, error) {
		return a.Store.Team.NewsLedger(ctx, ref)
	}, func(acct team.NewsLedger) *effect.Effect {
		if !acct.Organization.Approved || target != memberName {
			return nil
		}
		return acct.Owed(a.timeOf(ref.OrgID, a.notBefore(asOf)))
	}, func(acct team.NewsLedger, e effect.Effect) (effect.Entry, error) {
		return a.tellNews(ctx, acct, e)
	})
}

// tellNews makes one attempt at the letter and returns its entry, settled.
func (a *Activities) tellNews(ctx context.Context, acct team.NewsLedger, e effect.Effect) (effect.Entry, error) {
	entry := acct.Entry(e)
	if e.Resend == nil {
		entry.ProviderID = acct.ID + "." + strconv.FormatInt(entry.Revision, 10) + "." + entry.Kind + "@" + a.host()
	}
	out, err := a.news(acct, entry).Render()
	if err != nil {
		return entry, a.opaque(ctx, "letter_unwritable", err)
	}
	// what the team is told does not hold up what candidates are told
	m := mail.Message{From: out.From, To: out.To, Subject: out.Subject, Text: out.Text, HTML: out.HTML,
		MessageID: out.MessageID, Date: out.Date, Leave: a.BaseURL + models.NoticesPath, Tenant: acct.OrgID + "/news"}
	done, err := a.attempt(ctx, attempt{entry: entry, revision: acct.First(), about: slog.String("news", acct.ID),
		call: a.sending(m)})
	return done.Entry, err
}

// news composes the letter of the entry.
func (a *Activities) news(acct team.NewsLedger, entry effect.Entry) letters.News {
	o := acct.Organization
	l := letters.News{To: letters.Party{Name: acct.Name, Email: acct.Email}, Organization: o.Name,
		From: a.from(o.Name, o.MailFrom), Zone: acct.TimeZone, Stamp: entry.Stamp, MessageID: entry.ProviderID,
		URL:    a.BaseURL + models.NewsPath,
		Choose: a.BaseURL + models.NoticesPath}
	told := acct.Digest(entry)
	l.More, l.Of = told.More, told.Of
	for _, p := range told.Postings {
		about := letters.NewsOfPosting{Title: p.Title}
		for _, e := range p.Events {
			about.Lines = append(about.Lines, a.newsLine(e))
		}
		l.Postings = append(l.Postings, about)
	}
	return l
}

// newsLine is the line about a change. It leads to the interview, or to the candidate.
func (a *Activities) newsLine(e news.Event) letters.NewsLine {
	line := letters.NewsLine{Kind: string(e.Kind), Candidate: letters.Party{Name: e.Candidate, Email: e.CandidateEmail},
		URL: a.BaseURL + models.DashboardPath + "/candidates/" + e.Actor.ID}
	if e.Subject == models.SubjectInterview {
		line.URL = a.BaseURL + models.DashboardPath + "/interviews/" + e.SubjectID
	}
	if at := e.Start(); at != nil {
		line.Start = *at
	}
	return line
}
