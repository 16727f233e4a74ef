package letters

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"

	"litmus/models"
	"litmus/phrases"
)

// News holds the facts of a letter that tells a member what candidates did in the postings that they watch (D27).
type News struct {
	To           Party
	Zone         string // IANA zone of the recipient; an unknown zone is read as UTC, and times say UTC
	Organization string // display name; "" means the name in From, or its host
	From         string // RFC 5322 mailbox of the organization
	Stamp        time.Time
	MessageID    string // without angle brackets; stays the same when the letter is sent again
	Postings     []NewsOfPosting
	More         int    // changes that it does not tell of one by one
	Of           int    // postings of all changes, as many as Postings or more
	URL, Choose  string // of the page with what is new, and of that to choose how one is told, http or https
}

// NewsOfPosting is what candidates of one posting did.
type NewsOfPosting struct {
	Title string
	Lines []NewsLine
}

// NewsLine is one change.
type NewsLine struct {
	Kind      string // of the change, as models.ChangeKind; one that has no words is told as something new
	Candidate Party
	Start     time.Time // that the candidate chose; zero for none
	URL       string    // of the page of the interview or of the candidate, http or https
}

// Render renders the letter. It fails only if the facts make no letter. The error names the field and contains no
// address.
func (l News) Render() (Mail, error) {
	from, err := sender(l.From, l.To, l.MessageID)
	switch {
	case err != nil:
		return Mail{}, err
	case l.Stamp.IsZero():
		return Mail{}, errors.New("Stamp is required")
	case len(l.Postings) == 0:
		return Mail{}, errors.New("Postings is empty")
	case link(l.URL) == "" || link(l.Choose) == "":
		return Mail{}, errors.New("URL or Choose is no link")
	}
	for _, p := range l.Postings {
		if len(p.Lines) == 0 {
			return Mail{}, errors.New("a posting has no Lines")
		}
		for _, one := range p.Lines {
			if one.Kind == "" || link(one.URL) == "" || badAddress(one.Candidate.Email) {
				return Mail{}, fmt.Errorf("a line of kind %q has no link or no candidate", one.Kind)
			}
		}
	}
	l.Organization, l.To = organization(l.Organization, from), l.To.cleaned()
	return l.view(english).mail(from, l.To, l.MessageID, l.Stamp, "the letter with news")
}

// view puts the letter into the words of a language. The recipient must be cleaned.
func (l News) view(in phrases.Locale) view {
	say, count, first := members.News.Many, l.More, l.Postings[0]
	for _, p := range l.Postings {
		count += len(p.Lines)
	}
	switch {
	case count == 1:
		say = members.News.One
	case max(l.Of, len(l.Postings)) == 1:
		say = members.News.OfPosting
	}
	words := values(func(most int, name func(string) string) []string {
		return []string{"{name}", name(cut(l.To.Name, most)), "{first}", name(l.To.first()),
			"{organization}", name(cut(l.Organization, most)),
			"{posting}", name(cut(clean(first.Title, maxTitle), most)), "{count}", strconv.Itoa(count),
			"{postings}", strconv.Itoa(max(l.Of, len(l.Postings))), "{did}", l.did(in, first.Lines[0], most, name)}
	})
	v := speak(in, say, words)
	for _, p := range l.Postings {
		s := section{Title: unlinked(clean(p.Title, maxTitle))}
		for _, one := range p.Lines {
			s.Lines = append(s.Lines, action{l.did(in, one, maxInRow, unlinked), one.URL})
		}
		v.Sections = append(v.Sections, s)
	}
	if l.More > 0 {
		v.More = fill(members.News.More, []string{"{count}", strconv.Itoa(l.More)})
	}
	v.Button, v.Links = action{members.News.Button, l.URL}, []action{{members.News.Choose, l.Choose}}
	v.Help, v.Reason = fill(members.News.Help, words.full()), fill(members.News.Reason, words.full())
	v.Organization = unlinked(l.Organization)
	return v
}

// did says what the candidate did: "Cleo Diaz picked Mon 3 Mar 2031 10:00 EST". For a kind without words, which a newer
// program beside this one wrote, it says that something is new: a letter that waited for the words would hold up all
// others of the member.
func (l News) did(in phrases.Locale, one NewsLine, most int, name func(string) string) string {
	when := members.News.SomeTime
	if !one.Start.IsZero() {
		at := one.Start.In(models.Location(l.Zone))
		when = instant(in, at)
	}
	return fill(cmp.Or(members.News.Did[one.Kind], members.News.DidOther), []string{
		"{candidate}", name(cut(one.Candidate.cleaned().Name, most)), "{when}", when})
}
