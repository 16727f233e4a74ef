package letters

import (
	_ "embed"
	htmltemplate "html/template"
	"strings"
	"unicode/utf8"

	"litmus/models"
	"litmus/phrases"
)

// view holds the texts of a letter for both layouts.
type view struct {
	Language, Subject, Preheader            string
	Badge, Heading, Greeting, Lead          string
	Month, Number, Weekday                  string     // of the calendar sheet beside the time
	When, Time, Zone                        string     // When is "" for an invitation that does not expire
	WhenLabel, WasLabel, Was                string     // Was is "" if the time did not change or was unknown
	Until                                   bool       // When is an end, so that every layout must show WhenLabel
	Note                                    [][]string // lines of paragraphs, in the words of who invites
	Rows                                    []row
	Button                                  action   // the first link; zero if there is none
	Links                                   []action // the other links
	Prepare                                 preparation
	AddToLabel                              string
	AddTo                                   []CalendarLink // none where the letter has no such links
	File                                    action         // the event to download, beside AddTo
	Sections                                []section
	More                                    string // follows the sections
	LinkFollows, Help, Organization, Reason string
	Off                                     bool   // it does not take place, so it is grey and struck out
	Accent, Logo                            string // "" for the default colour, and for the organization's name
}

// preparation is how the recipient prepares; the zero value is nothing. Both layouts have the same text, which is
// Markdown in the plain one.
type preparation struct {
	Title, Text string
	HTML        htmltemplate.HTML // "" where Text is a sentence
}

// maxPrepare is how many characters of [Letter.Prepare] a letter has at most: a longer text is on the page.
const maxPrepare = 4000

// section are lines under a title, each of which is a link.
type section struct {
	Title string
	Lines []action
}

// view puts the letter into the words of a language. The letter must be cleaned.
func (l Letter) view(in phrases.Locale) view {
	loc := models.Location(l.Zone)
	start, end := l.Start.In(loc), l.end().In(loc)
	switch {
	case l.Kind.invites():
		start, end = l.Expires.In(loc), l.Expires.In(loc)
	case l.Kind == Receipt:
		start, end = l.HandedInAt.In(loc), l.HandedInAt.In(loc)
	}
	times := l.times(in, start, end)
	if l.Kind.apart() {
		times = clock(in, start)
	}
	short, long := instant(in, start), span(in, start, times)
	words := values(func(most int, name func(string) string) []string {
		bound := func(s string) string { return name(cut(s, most)) }
		return []string{
			"{name}", bound(l.To.Name), "{first}", bound(l.To.first()),
			"{candidate}", bound(l.Candidate.Name), "{round}", cut(l.RoundTitle, most),
			"{posting}", cut(l.PostingTitle, most), "{organization}", bound(l.Organization),
			"{interviewer}", bound(l.Interviewer.Name), "{when}", short, "{span}", long, "{relative}", l.relative(in),
		}
	})
	full := words.full()

	say := l.says(l.Kind)
	switch {
	case l.replaced():
		say = l.handedOver()
	case l.Kind == Cancellation && l.Role == Candidate && l.ChangeLink != "":
		say = in.Letters.CanceledOpen
	case l.Kind == ChangedInterviewer && l.Role == Candidate && l.Interviewer.Email == "":
		say = l.says(ChangedDetails) // no interviewer is named any more
	case l.Kind.invites() && start.IsZero():
		say.Preheader = in.Letters.NoEnd
	}
	v := speak(in, say, words)
	v.show(in, start)
	v.WhenLabel, v.Time = in.When, times
	to := l.toRole(in)
	v.Help, v.Reason = fill(to.Help, full), fill(to.Reason, full)
	v.Organization, v.Accent, v.Logo = unlinked(l.Organization), l.Accent, l.Logo
	v.Off = l.Kind == Cancellation && !l.keeps()
	if l.Role == Interviewer && l.TeamLink != "" {
		v.Help = fill(members.HelpOnTeam, full)
	}
	if l.nameless {
		v.Greeting = in.Letters.Hello
	}
	if v.Off || l.Kind.apart() {
		v.Help = fill(to.HelpOff, full)
	}
	if l.Kind.invites() {
		v.Reason, v.Until, v.Note = fill(in.Letters.ReasonInvited, full), true, paragraphs(l.Note)
		if v.WhenLabel = in.OpenUntil; start.IsZero() {
			v.When = ""
		}
	}
	if l.Kind == Receipt {
		v.Reason, v.Until, v.WhenLabel = fill(in.Letters.ReasonHandedIn, full), true, in.HandedInAt
	}
	if was := l.PreviousStart; l.Kind == ChangedTime && !was.IsZero() {
		was = was.In(loc)
		v.WasLabel, v.Was = in.Letters.Was, in.Day(was)+", "+l.times(in, was, was.Add(l.Duration))
	}
	l.addRows(&v, in)
	l.addLinks(&v, in)
	v.Prepare = l.preparation(in)
	if l.Role == Candidate && (l.Kind == Confirmation || l.Kind == Briefing) && l.SessionLink != "" {
		v.AddToLabel, v.AddTo = in.Letters.AddTo, l.addTo(in)
		v.File = action{in.Letters.File, l.SessionLink + "/calendar.ics"}
	}
	return v
}

// Prepares reports whether the letter has [Letter.Prepare]: its recipient prepares, and reads it before the interview.
func (l Letter) Prepares() bool {
	return l.Role == Candidate && (l.Kind == Confirmation || l.Kind == Briefing || l.Kind == Reminder)
}

func (l Letter) preparation(in phrases.Locale) preparation {
	switch {
	case !l.Prepares() || models.Blank(l.Prepare):
		return preparation{}
	case utf8.RuneCountInString(l.Prepare) > maxPrepare:
		return preparation{Title: in.Letters.Prepare, Text: in.Letters.PrepareOnPage}
	}
	return preparation{in.Letters.Prepare, models.CleanAnswer(l.Prepare), l.PrepareHTML}
}

// replaced reports whether the letter withdraws an invitation to an interview that still takes place.
func (l Letter) replaced() bool { return l.Kind == Cancellation && l.Role != Candidate && l.Replaced }

// keeps reports whether only the invitation is withdrawn: the recipient interviews, and a connected calendar of theirs
// has an entry for the interview from now on.
func (l Letter) keeps() bool {
	return l.replaced() && strings.EqualFold(l.Interviewer.Email, l.To.Email)
}

// handedOver returns the text for a recipient who loses an invitation to an interview that still takes place.
func (l Letter) handedOver() phrases.Voice {
	switch {
	case l.keeps():
		return members.Kept
	case l.Interviewer.Email == "":
		return members.Released
	case len(l.Panel) > 0:
		return members.Left
	case l.Role == StandIn:
		return members.Named
	}
	return members.Replaced
}
