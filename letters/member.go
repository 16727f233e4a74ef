package letters

import (
	"errors"
	"fmt"
	"time"

	"litmus/models"
	"litmus/phrases"
)

// MemberAdded holds the facts of a letter to somebody who was made a member of an organization.
type MemberAdded struct {
	To           Party
	Organization string // display name; "" means the name in From, or its host
	From         string // RFC 5322 mailbox of the organization
	Zone         string // IANA zone of the recipient; an unknown zone is read as UTC, and times say UTC
	Stamp        time.Time
	MessageID    string // without angle brackets; stays the same when the letter is sent again
	Host         string // of the dashboard
	Role         models.MemberRole
	By           Party     // who added them; zero if nobody knows
	URL          string    // of the page to sign in, http or https
	Link         string    // signs them in, once, http or https; "" if the letter has none
	Expires      time.Time // when the link does not work any more; zero without one
	Provider     string    // what people call the identity provider that members sign in by, "" for none
	OnlyProvider bool      // nobody signs in by mail
}

// Render renders the letter. It fails only if the facts make no letter. The error names the field and contains no
// address.
func (l MemberAdded) Render() (Mail, error) {
	from, err := sender(l.From, l.To, l.MessageID)
	switch {
	case err != nil:
		return Mail{}, err
	case l.Stamp.IsZero():
		return Mail{}, errors.New("Stamp is required")
	case members.Added.Does[string(l.Role)] == "":
		return Mail{}, fmt.Errorf("there is no letter to a member with the role %q", l.Role)
	case l.OnlyProvider && l.Provider == "":
		return Mail{}, errors.New("Provider is required where nobody signs in by mail")
	case link(l.URL) == "":
		return Mail{}, errors.New("URL is no link")
	case l.Link != "" && (link(l.Link) == "" || l.OnlyProvider || l.Expires.IsZero()):
		return Mail{}, errors.New("Link is no link, or has no end, or nobody signs in by mail")
	}
	l.Organization, l.To = organization(l.Organization, from), l.To.cleaned()
	return l.view(english).mail(from, l.To, l.MessageID, l.Stamp, "the letter to a new member")
}

// view puts the letter into the words of a language. The recipient must be cleaned.
func (l MemberAdded) view(in phrases.Locale) view {
	by, say := members.Added.Somebody, members.Added
	if l.By.Email != "" {
		by = l.By.cleaned().Name
	}
	help := say.ByMail
	switch {
	case l.Link != "" && l.Provider != "":
		help = say.ByLinkOrProvider
	case l.Link != "":
		help = say.ByLink
	case l.OnlyProvider:
		help = say.ByProvider
	case l.Provider != "":
		help = say.ByEither
	}
	at := l.Expires.In(models.Location(l.Zone))
	if l.Link != "" {
		say.Preheader = say.LinkUntil
	}
	words := values(func(most int, name func(string) string) []string {
		bound := func(s string) string { return name(cut(s, most)) }
		return []string{"{name}", bound(l.To.Name), "{first}", bound(l.To.first()),
			"{by}", bound(by), "{organization}", bound(l.Organization),
			"{address}", l.To.Email, "{host}", clean(l.Host, maxTitle), "{provider}", clean(l.Provider, maxName),
			"{span}", span(in, at, clock(in, at))}
	})
	v := speak(in, say.Voice, words)
	v.Lead += " " + say.Does[string(l.Role)]
	v.Rows = []row{{Label: say.Address, Value: l.To.Email}, {Label: say.Role, Value: string(l.Role)}}
	v.Button = action{fill(members.SignInTo, words.brief()), l.URL}
	if l.Link != "" {
		v.show(in, at)
		v.Until, v.WhenLabel, v.Time = true, in.OpenUntil, clock(in, at)
		v.Button.URL, v.Links = l.Link, []action{{say.Later, l.URL}}
	}
	v.Help, v.Reason = fill(help, words.full()), fill(say.Reason, words.full())
	v.Organization = unlinked(l.Organization)
	return v
}
