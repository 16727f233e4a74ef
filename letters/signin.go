package letters

import (
	"errors"
	"time"

	"litmus/models"
	"litmus/phrases"
)

// SignIn holds the facts of a letter to a member who asked for a link to sign in to the dashboard (D6).
type SignIn struct {
	To           Party
	Zone         string // IANA zone of the recipient; an unknown zone is read as UTC, and times say UTC
	Organization string // the sender's display name; "" means the name in From, or its host
	From         string // RFC 5322 mailbox of the organization
	Stamp        time.Time
	MessageID    string // without angle brackets; stays the same when the letter is sent again
	Host         string // where the link was asked for
	Expires      time.Time
	Links        []SignInLink // one for each organization that the recipient is a member of
}

// SignInLink is a link that signs in to an organization, an http or https URL.
type SignInLink struct{ Organization, URL string }

// Render renders the letter. It fails only if the facts make no letter. The error names the field and contains no
// address.
func (s SignIn) Render() (Mail, error) {
	from, err := sender(s.From, s.To, s.MessageID)
	switch {
	case err != nil:
		return Mail{}, err
	case s.Stamp.IsZero() || s.Expires.IsZero():
		return Mail{}, errors.New("Stamp and Expires are required")
	case len(s.Links) == 0:
		return Mail{}, errors.New("Links is empty")
	}
	s.Organization, s.To = organization(s.Organization, from), s.To.cleaned()
	return s.view(english).mail(from, s.To, s.MessageID, s.Stamp, "the sign-in letter")
}

// view puts the letter into the words of a language. The letter must be cleaned.
func (s SignIn) view(in phrases.Locale) view {
	at := s.Expires.In(models.Location(s.Zone))
	first := clean(s.Links[0].Organization, maxTitle)
	say := members.SignIn
	if len(s.Links) > 1 {
		say = members.SignInMany
	}
	words := values(func(most int, name func(string) string) []string {
		bound := func(s string) string { return name(cut(s, most)) }
		return []string{"{name}", bound(s.To.Name), "{first}", bound(s.To.first()),
			"{organization}", bound(first), "{host}", clean(s.Host, maxTitle),
			"{span}", span(in, at, clock(in, at))}
	})
	v := speak(in, say, words)
	v.show(in, at)
	v.Until, v.WhenLabel, v.Time = true, in.OpenUntil, clock(in, at)
	v.Help, v.Reason = fill(members.SignInHelp, words.full()), fill(members.SignInReason, words.full())
	v.Organization = unlinked(s.Organization)
	for n, one := range s.Links {
		organization := unlinked(cut(clean(one.Organization, maxTitle), maxInRow))
		do := action{fill(members.SignInTo, []string{"{organization}", organization}), one.URL}
		if n == 0 {
			v.Button = do
		} else {
			v.Links = append(v.Links, do)
		}
	}
	return v
}
