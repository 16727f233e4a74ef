package letters

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	htmltemplate "html/template"
	netmail "net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	texttemplate "text/template"
	"time"
	"unicode/utf8"

	"litmus/models"
	"litmus/models/effect"
	"litmus/phrases"
)

//go:embed letter.html
var htmlLayout string

//go:embed letter.txt
var textLayout string

var (
	htmlTemplate = htmltemplate.Must(htmltemplate.New("letter.html").Parse(htmlLayout))
	textTemplate = texttemplate.Must(texttemplate.New("letter.txt").Parse(textLayout))
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

// TextColour and FillColour are the colours of links and of buttons: the organization's, else the default (D23).
func (v view) TextColour() string { return cmp.Or(v.Accent, "#2850c8") }
func (v view) FillColour() string { return cmp.Or(v.Accent, "#2f5be0") }

type row struct {
	Label, Value string
	Title        string           // of the person whom Value names
	Face         htmltemplate.URL // address of their picture within the message, "" for none
}

// faced reports whether a picture is shown.
func (v view) faced() bool {
	return slices.ContainsFunc(v.Rows, func(r row) bool { return r.Face != "" })
}

// faceID is the Content-ID of the picture in a letter: as unique as the letter's own id.
func faceID(messageID string) string { return "face." + messageID }

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

type action struct{ Label, URL string }

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

// Faces reports whether the letter shows [Letter.Face]: its recipient is a candidate, and reads whom they meet.
func (l Letter) Faces() bool {
	return l.Role == Candidate && l.Interviewer.Email != "" && l.Kind != Cancellation && !l.Kind.apart()
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

// show puts the day of an instant on the calendar sheet, and its date and zone beside that.
func (v *view) show(in phrases.Locale, at time.Time) {
	v.Month, v.Number, v.Weekday = in.ShortMonths[at.Month()-1], at.Format("2"), in.ShortWeekdays[at.Weekday()]
	v.When, v.Zone = in.Day(at), in.ZoneAt(at)
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

func (l Letter) addRows(v *view, in phrases.Locale) {
	add := func(label, value string) {
		if value != "" {
			v.Rows = append(v.Rows, row{Label: label, Value: value})
		}
	}
	if l.Role != Candidate {
		who := unlinked(l.Candidate.Name)
		if l.Candidate.Name != l.Candidate.Email {
			who += ", " + l.Candidate.Email
		}
		add(members.Who, who)
	}
	add(in.Letters.What, l.RoundTitle)
	add(in.Position, l.PostingTitle)
	if l.Role != Candidate && l.Steps > 1 {
		add(members.Step, fill(members.StepOf, []string{"{step}", strconv.Itoa(l.Step),
			"{steps}", strconv.Itoa(l.Steps)}))
	}
	switch {
	case l.Kind == ChangedTime:
		add(in.Letters.MovedBy, unlinked(l.By.Name))
	case l.Kind == Cancellation && !l.replaced():
		add(in.Letters.CanceledBy, unlinked(l.By.Name))
	}
	add(in.Letters.Why, l.Why)
	if v.Off {
		return
	}
	length := in.Length(l.Duration)
	if l.Indefinite {
		length = phrases.Fill(in.OpenEnded, "{length}", length)
	}
	switch {
	case l.Kind == Invitation && l.TimeLimit > 0:
		add(in.TimeLimit, phrases.Fill(in.AfterStart, "{length}", in.Length(l.TimeLimit)))
	case l.Kind == Receipt:
		add(in.Letters.Received, l.received(in))
	case l.Kind == SchedulingInvitation && l.Duration > 0, !l.Kind.apart():
		add(in.HowLong, length)
	}
	if l.Kind.apart() {
		return
	}
	add(in.Where, unlinked(in.List(l.Rooms)))

	switch l.Role {
	case Candidate:
		if name := unlinked(l.Interviewer.Name); name != "" {
			with := row{Label: in.With, Value: name, Title: l.InterviewerTitle}
			if len(l.Face) > 0 { // RFC 2392 2: an id is escaped in its address
				with.Face = htmltemplate.URL("cid:" + url.PathEscape(faceID(l.MessageID)))
			}
			if others := l.others(l.Interviewer); len(others) > 0 {
				with = row{Label: in.With, Value: in.List(append([]string{name}, others...))}
			}
			v.Rows = append(v.Rows, with)
		}
	case Interviewer:
		l.addSeat(add)
	case StandIn:
		add(members.Leads, members.Nobody)
		add(members.AlsoAsked, in.List(l.others(l.To)))
	}
}

// others are the names of the interviewers beside one of them.
func (l Letter) others(one Party) (names []string) {
	for _, p := range l.interviewers() {
		if !strings.EqualFold(p.Email, one.Email) {
			names = append(names, unlinked(p.Name))
		}
	}
	return names
}

// addSeat adds the recipient's seat in the panel, and who else is in it.
func (l Letter) addSeat(add func(label, value string)) {
	var others []string
	for _, s := range l.Panel {
		seat := s.words()
		if strings.EqualFold(s.Email, l.Interviewer.Email) {
			seat = members.LeadsIt
		}
		if strings.EqualFold(s.Email, l.To.Email) {
			add(members.YourSeat, seat)
			continue
		}
		others = append(others, phrases.Fill(members.Sits, "{name}", unlinked(s.Name), "{seat}", seat))
	}
	add(members.Together, strings.Join(others, ", "))
}

// received says how much was handed in: an answer, 2 links and 1 file.
func (l Letter) received(in phrases.Locale) string {
	var parts []string
	if l.HandedIn.Text != "" {
		parts = append(parts, in.Letters.AnAnswer)
	}
	if n := len(l.HandedIn.Links); n > 0 {
		parts = append(parts, in.Counted(in.Letters.SoManyLinks, n))
	}
	if n := len(l.HandedIn.Files); n > 0 {
		parts = append(parts, in.Counted(in.Letters.SoManyFiles, n))
	}
	return in.List(parts)
}

// addLinks adds the links, the first of them as a button. An invitation and a receipt have one link. A
// cancellation has at most the
// link to pick another time, since the other links no longer work.
func (l Letter) addLinks(v *view, in phrases.Locale) {
	until := l.ChangeUntil.In(models.Location(l.Zone))
	till := []string{"{until}", instant(in, until)}
	switch {
	case v.Off && l.Role == Candidate && l.ChangeLink != "":
		label := in.Letters.PickAnother
		if !l.ChangeUntil.IsZero() {
			label = fill(in.Letters.PickAnotherUntil, till)
		}
		v.Links = []action{{label, l.ChangeLink}}
		return
	case v.Off:
		return
	case l.Kind == Invitation:
		v.Button = action{in.Letters.OpenAssessment, l.InvitationLink}
		return
	case l.Kind == SchedulingInvitation:
		v.Button = action{in.PickTime, l.InvitationLink}
		return
	case l.Kind == Receipt:
		v.Button = action{in.Letters.SeeHandedIn, l.InvitationLink}
		return
	}
	var all []action
	add := func(label, url string) {
		if url != "" {
			all = append(all, action{label, url})
		}
	}
	add(in.Join, l.MeetingLink)
	add(in.OpenPage, l.SessionLink)
	toSet := l.Role == Interviewer && l.MeetingLink == "" && !l.LinkComing && l.OwnLinkPage != ""
	if toSet {
		add(members.SetLink, l.OwnLinkPage)
	}
	if l.Role == Interviewer {
		add(members.OpenOnTeam, l.TeamLink)
		add(members.CannotMakeIt.Link, l.DeclineLink)
		if l.Kind == Confirmation || l.Kind == Briefing || l.Kind == Reminder {
			add(members.SeeCandidate, l.CandidateLink)
		}
	}
	if l.Role == Candidate {
		add(in.Letters.About, l.AssessmentLink)
		add(fill(in.Letters.ChangeTime, till), l.ChangeLink)
	}
	if len(all) > 0 {
		v.Button, v.Links = all[0], all[1:]
	}
	if l.MeetingLink == "" {
		v.LinkFollows = l.toRole(in).LinkFollows
		switch {
		case l.LinkComing:
			v.LinkFollows = in.Letters.LinkComing
		case len(l.Rooms) > 0: // people meet there
			v.LinkFollows = ""
		case toSet:
			v.LinkFollows = members.LinkToSet
		case l.Role == Candidate && effect.LinkOverdue(l.Start, l.Stamp):
			v.LinkFollows = in.Letters.LinkMissing
		}
	}
}

// mail renders a letter that has no event. The recipient must be cleaned; the error says what could not be written.
func (v view) mail(from *netmail.Address, to Party, id string, stamp time.Time, what string) (m Mail, err error) {
	m = Mail{
		From: mailbox(clean(from.Name, maxName), from.Address), To: mailbox(to.Name, to.Email), Subject: v.Subject,
		MessageID: id, Date: stamp.UTC(),
	}
	if m.Text, m.HTML, err = v.render(); err != nil {
		return Mail{}, fmt.Errorf("write %s: %w", what, err)
	}
	return m, nil
}

// render fills in both layouts.
func (v view) render() (text, html string, err error) {
	var t, h bytes.Buffer
	if err := textTemplate.Execute(&t, v); err != nil {
		return "", "", err
	}
	if err := htmlTemplate.Execute(&h, v.unbroken()); err != nil {
		return "", "", err
	}
	return t.String(), h.String(), nil
}

// unbroken returns the view with sentences that programs do not break within a German E-Mail, as they do at its hyphen.
func (v view) unbroken() view {
	for _, s := range []*string{&v.Lead, &v.LinkFollows, &v.Help, &v.Reason} {
		*s = strings.ReplaceAll(*s, "E-Mail", "E\u2011Mail")
	}
	return v
}

// times returns the clock times of a range in the recipient's zone, such as 10:00–11:00 EST. It adds the date of the
// end if that is another day, and the zone of the start if the clocks change in between.
func (l Letter) times(in phrases.Locale, start, end time.Time) string {
	if l.Indefinite || l.Duration == 0 {
		return fill(in.From, []string{"{clock}", clock(in, start)})
	}
	another, change := start.YearDay() != end.YearDay(), zone(in, start) != zone(in, end)
	switch {
	case !another && !change:
		return in.Range(start, end) + " " + zone(in, end)
	case !another:
		return clock(in, start) + "–" + clock(in, end)
	case !change:
		return in.Time(start) + "–" + instant(in, end)
	}
	return clock(in, start) + "–" + instant(in, end)
}

// relative returns how far away a reminder's interview is. Days are counted in the recipient's calendar: 24 hours
// before is "tomorrow", even if the clocks change in between.
func (l Letter) relative(in phrases.Locale) string {
	loc := models.Location(l.Zone)
	start, now := l.Start.In(loc), l.Start.Add(-l.Before).In(loc)
	midnight := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return in.Relative(int(midnight(start).Sub(midnight(now))/(24*time.Hour)), l.Before)
}
