package activities

import (
	"cmp"
	"context"
	"time"

	"litmus/letters"
	"litmus/markdown"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/history"
	"litmus/models/keyring"
	"litmus/pictures"
	"litmus/ports/mail"
	"litmus/store/effects"
)

// compose writes the letter. The same entry of the same interview gives the same letter, unless its candidate has
// chosen another language since.
func (a *Activities) compose(ctx context.Context, acct effects.InterviewLedger, e effect.Effect,
	entry effect.Entry) (mail.Message, error) {
	if e.Kind == effect.LetterReplacement {
		return a.replacement(ctx, acct, e, entry)
	}
	l, err := a.letter(ctx, acct, e, entry)
	if err != nil {
		return mail.Message{}, err
	}
	m, err := message(l)
	m.Thread = entry.Thread(acct.Ledger)
	return m, err
}

// letter is what there is to tell to the effect's recipient.
func (a *Activities) letter(ctx context.Context, acct effects.InterviewLedger, e effect.Effect,
	entry effect.Entry) (letters.Letter, error) {
	i := acct.Interview
	c, err := a.Store.Effects.Correspondence(ctx, i, append(named(i), e.Email))
	if err != nil {
		return letters.Letter{}, err
	}
	l := a.letterOf(acct, c, e, entry)
	if l.Prepares() {
		if l.Prepare, err = a.Store.Pipelines.Instructions(ctx, i.OrgID, i.AssessmentID); err != nil {
			return letters.Letter{}, err
		}
		if l.PrepareHTML, err = markdown.HTML(l.Prepare); err != nil {
			return letters.Letter{}, err
		}
	}
	if l.Faces() {
		if l.Face, err = a.face(ctx, i.OrgID, c.Picture); err != nil {
			return letters.Letter{}, err
		}
	}
	if l.By, err = a.changedBy(ctx, i, l); err != nil {
		return letters.Letter{}, err
	}
	if l.Role == letters.Interviewer && l.Kind != letters.Cancellation {
		l.DeclineLink = a.BaseURL + a.Store.Secret().AnswerPath(i.OrgID, i.ID,
			a.Store.Availability.PersonID(i.OrgID, e.Email), i.StartsAt)
		if l.TeamLink, err = a.teamLink(ctx, i, e.Email); l.TeamLink != "" && i.MeetingLink == "" && i.LinkMaker == "" {
			l.OwnLinkPage = a.BaseURL + models.MeetingLinkPath
		}
		if l.TeamLink != "" {
			l.CandidateLink = a.BaseURL + models.DashboardPath + "/candidates/" + i.CandidateID
		}
	}
	return l, err
}

// face is a picture as letters have it, nil for the id "" and for one that was replaced a moment ago.
func (a *Activities) face(ctx context.Context, orgID, id string) ([]byte, error) {
	if id == "" {
		return nil, nil
	}
	square, err := a.Store.Team.Picture(ctx, orgID, id)
	switch {
	case models.KindOf(err) == models.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return pictures.Small(square)
}

// maxChanges is how many of an interview's latest changes are looked through for the one that a letter tells.
const maxChanges = 20

// changedBy is who moved or canceled the interview, for a letter about that; zero if no person did, such as a program
// by its key.
func (a *Activities) changedBy(ctx context.Context, i models.Interview, l letters.Letter) (letters.Party, error) {
	var kind models.ChangeKind
	switch {
	case l.Kind == letters.ChangedTime:
		kind = models.ChangeMoved
	case l.Kind == letters.Cancellation && i.CanceledAt != nil:
		kind = models.ChangeCanceled
	default:
		return letters.Party{}, nil
	}
	changes, _, err := a.Store.Audit.History(ctx, i.OrgID, models.SubjectInterview, i.ID, nil, maxChanges)
	if err != nil {
		return letters.Party{}, err
	}
	switch by := history.ChangedBy(changes, kind); by.Kind {
	case models.ActorMember:
		return letters.Party{Name: by.Name, Email: by.ID}, nil
	case models.ActorCandidate:
		return l.Candidate, nil
	}
	return letters.Party{}, nil
}

// teamLink is the address of the interview's page in the dashboard for its interviewer, where they ask for a
// replacement; "" for one who is no member and cannot sign in. It has no token. Who finds out that they cannot come has
// the letter before them.
func (a *Activities) teamLink(ctx context.Context, i models.Interview, email string) (string, error) {
	_, err := a.Store.Team.Member(ctx, i.OrgID, email)
	switch {
	case models.KindOf(err) == models.NotFound:
		return "", nil
	case err != nil:
		return "", err
	}
	return a.page(i.ID), nil
}

// page is the address of an interview's page in the dashboard.
func (a *Activities) page(interviewID string) string {
	return a.BaseURL + models.DashboardPath + "/interviews/" + interviewID
}

// letterOf is the letter, with what the correspondence says.
func (a *Activities) letterOf(acct effects.InterviewLedger, c effects.Correspondence, e effect.Effect,
	entry effect.Entry) letters.Letter {
	i := acct.Interview
	party := func(email string) letters.Party {
		return letters.Party{Name: c.People[email].Name, Email: email}
	}
	l := letters.Letter{
		Kind:          letters.Kind(e.Kind),
		Role:          letters.Role(e.Role),
		To:            party(e.Email),
		Zone:          i.TimeZone,
		Organization:  c.OrganizationName,
		From:          a.from(c.OrganizationName, c.MailFrom),
		ReplyTo:       c.ReplyTo,
		Host:          a.host(),
		InterviewID:   i.ID,
		Sequence:      int(entry.Revision),
		Stamp:         entry.Stamp,
		MessageID:     entry.ProviderID,
		RoundTitle:    c.RoundTitle,
		PostingTitle:  c.PostingTitle,
		Step:          c.Step,
		Steps:         c.Steps,
		Candidate:     letters.Party{Name: c.CandidateName, Email: c.CandidateEmail},
		Start:         i.StartsAt,
		Duration:      i.Duration(),
		Indefinite:    i.Indefinite,
		PreviousStart: e.PreviousStart,
		MeetingLink:   i.MeetingLink,
		LinkComing:    effect.LinkComing(i, acct.Ledger),
		Invitation:    e.Invitation,
		Replaced:      i.CanceledAt == nil && !i.External(),
		Why:           e.Reason,
		WhyForTeam:    !i.Reason.ToCandidate(),
	}
	l.Accent, l.Logo = a.brand(i.OrgID, c.Brand)
	if e.Role == effect.RoleInterviewer && !e.StandsIn {
		l.Organizer = a.returns(effect.AnswerTag(a.Store.Secret(), models.Ref{OrgID: i.OrgID, ID: i.ID}, e.Email))
	}
	if e.Before > 0 {
		l.Kind, l.Before = letters.Reminder, e.Before
		if left := i.StartsAt.Sub(a.Store.NowOf(i.OrgID)); e.Before-left > 10*time.Minute {
			l.Before = left // it goes late: say what is left
		}
	}
	if e.Kind == effect.LetterCancellation {
		l.Start = e.PreviousStart // what they were told, even if the interview has moved since
	}
	if i.InterviewerEmail != "" {
		l.Interviewer, l.InterviewerTitle = party(i.InterviewerEmail), c.People[i.InterviewerEmail].Title
	}
	for _, email := range i.BriefingRecipients {
		l.StandIns = append(l.StandIns, party(email))
	}
	l.Rooms = c.Rooms
	for _, s := range models.People(i.Panel) {
		role := s.Role
		if s.Trains == models.PoolReverseShadow {
			role = string(s.Trains)
		}
		l.Panel = append(l.Panel, letters.Seated{Party: party(s.Email), Seat: s.Seat, Role: role, Hidden: s.Hidden})
	}
	if e.StandsIn {
		l.Role = letters.StandIn
	}
	if e.Role == effect.RoleCandidate {
		l.To = l.Candidate
		l.Language, l.TwelveHours = cmp.Or(c.Reading.Language, c.Language), c.Reading.HourCycle == models.TwelveHours
		if entry.AssessmentLink {
			l.AssessmentLink = a.BaseURL + a.Store.Secret().AssessmentPath(i.OrgID, i.CandidateID, c.CandidateEpoch)
		}
		l.ChangeLink, l.ChangeUntil = a.change(i, c, entry.Stamp)
		if e.Kind != effect.LetterCancellation {
			l.SessionLink = a.BaseURL + models.SessionPath + a.Store.Secret().SignLink(keyring.LinkSession,
				i.OrgID+"/"+i.ID, i.AccessEpoch)
		}
	} else if zone := c.People[e.Email].TimeZone; zone != "" {
		l.Zone = zone
	}
	return l
}

// named are the addresses of the team's people whom a letter about the interview may name.
func named(i models.Interview) []string {
	emails := append([]string{i.InterviewerEmail}, i.BriefingRecipients...)
	for _, s := range i.Others() {
		emails = append(emails, s.Email)
	}
	return emails
}

// change returns the link by which the candidate picks another time, and until when they can, zero for no end. They
// move the interview that they have, or pick a time after the team canceled it, while their invitation is open. The
// link is "" if they could not do so at the letter's stamp: a letter that is sent again looks at no other clock.
func (a *Activities) change(i models.Interview, c effects.Correspondence,
	stamp time.Time) (link string, until time.Time) {
	p := c.Picking(&i)
	if i.CanceledAt != nil {
		p.Interview = nil
	}
	if p.CanPick(stamp) != "" {
		return "", time.Time{}
	}
	if p.Interview != nil {
		until = p.MovableUntil()
	} else if end := p.Candidate.OpenUntil(false); end != nil {
		until = *end
	}
	path := a.Store.Secret().InvitationPath(models.DeliverySync, i.OrgID, i.CandidateID, c.CandidateEpoch)
	return a.BaseURL + path, until
}

// message renders a letter for the mail server.
func message(l letters.Letter) (mail.Message, error) {
	m, err := l.Render()
	if err != nil {
		return mail.Message{}, err
	}
	return mail.Message{
		From: m.From, To: m.To, ReplyTo: m.ReplyTo, Subject: m.Subject, Text: m.Text, HTML: m.HTML,
		MessageID: m.MessageID, Date: m.Date, Method: m.Method, ICS: m.ICS, Face: m.Face, FaceID: m.FaceID,
	}, nil
}

// brand returns the accent colour and the address of the logo for an organization's letters, "" for the default and for
// none (D23). Mail programs show a PNG and no SVG; where the latter is missing the name is better than an empty frame.
func (a *Activities) brand(orgID string, b models.Brand) (accent, logo string) {
	if c, used := b.Colours(); used {
		accent = c.Accent
	}
	if b.LogoType == models.LogoPNG {
		logo = a.BaseURL + models.LogoPath(orgID, b.Version)
	}
	return accent, logo
}

// from is the organization's mailbox.
func (a *Activities) from(organization, mailbox string) string {
	return letters.Sender(mailbox, organization, a.host())
}

func (a *Activities) host() string { return letters.HostOf(a.BaseURL) }
