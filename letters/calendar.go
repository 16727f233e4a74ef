package letters

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	netmail "net/mail"

	"github.com/emersion/go-ical"

	"litmus/phrases"
)

const (
	request = "REQUEST"
	cancel  = "CANCEL"
	product = "-//Litmus//Interviews//EN"
)

// calendar renders the interview as one event. Its UID never changes, its SEQUENCE rises with each revision (gaps are
// harmless), its times are in UTC, and its lines have at most 75 octets. Method is REQUEST, CANCEL or "".
//
// A CANCEL names only its recipient as ATTENDEE: each recipient gets a message of their own, and when one interviewer
// is replaced, the event must disappear from that calendar alone (RFC 5546 3.2.5). STATUS is CANCELLED in both cases:
// it describes the recipient's copy, and calendar programs act on it.
//
// A reason for the team alone stands in the letter and not in its event, and neither does who moved or canceled it: an
// invitation names the candidate, and others may read somebody's calendar.
func (l Letter) calendar(in phrases.Locale, method string) ([]byte, error) {
	if l.WhyForTeam {
		l.Why = ""
	}
	l.By = Party{}
	v := l.view(in)
	from, err := netmail.ParseAddress(l.From)
	if err != nil {
		return nil, err
	}

	event := ical.NewEvent()
	event.Props.SetText(ical.PropUID, clean(l.InterviewID, maxTitle)+"@"+clean(l.Host, maxTitle))
	event.Props.SetDateTime(ical.PropDateTimeStamp, l.Stamp.UTC())
	event.Props.SetDateTime(ical.PropDateTimeStart, l.Start.UTC())
	if l.Duration > 0 {
		event.Props.SetDateTime(ical.PropDateTimeEnd, l.end().UTC()) // an open-ended interview has a nominal end
	}
	set(event.Component, ical.PropSequence, strconv.Itoa(max(l.Sequence, 0)))
	event.Props.SetText(ical.PropSummary, l.summary(in))
	event.Props.SetText(ical.PropDescription, l.description(in, v))
	set(event.Component, ical.PropTransparency, "OPAQUE")
	set(event.Component, ical.PropOrganizer, "mailto:"+cmp.Or(l.Organizer, from.Address),
		ical.ParamCommonName, parameter(l.Organization))
	for _, p := range l.attendees(method) {
		set(event.Component, ical.PropAttendee, "mailto:"+p.Email, ical.ParamCommonName, parameter(p.Name),
			ical.ParamCalendarUserType, "INDIVIDUAL", ical.ParamRole, "REQ-PARTICIPANT",
			ical.ParamParticipationStatus, "NEEDS-ACTION", ical.ParamRSVP, "TRUE")
	}
	if method == cancel {
		event.SetStatus(ical.EventCancelled)
		if l.Why != "" {
			event.Props.SetText(ical.PropComment, l.Why) // RFC 5546 3.2.5
		}
	} else {
		event.SetStatus(ical.EventConfirmed)
		if where := Where(l.Rooms, l.MeetingLink); where != "" {
			event.Props.SetText(ical.PropLocation, where)
		}
		if l.MeetingLink != "" {
			set(event.Component, ical.PropURL, l.MeetingLink)
		}
	}

	c := ical.NewCalendar()
	c.Props.SetText(ical.PropVersion, "2.0")
	c.Props.SetText(ical.PropProductID, product)
	set(c.Component, ical.PropCalendarScale, "GREGORIAN")
	if method != "" {
		set(c.Component, ical.PropMethod, method)
	}
	c.Children = append(c.Children, event.Component)

	var b bytes.Buffer
	if err := ical.NewEncoder(folder{&b}).Encode(c); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Copy returns the interview as an entry for the recipient's own calendar: a summary of one line and a text of several.
// It does not mention a meeting link that is still to come, since the calendar itself may make it.
func (l Letter) Copy() (summary, text string, err error) {
	l, err = l.cleaned()
	if err != nil {
		return "", "", err
	}
	l.By = Party{}
	in := l.in()
	v := l.view(in)
	v.LinkFollows = ""
	return l.summary(in), strings.TrimSpace(l.description(in, v)), nil
}

// RoomCopy returns the interview as an entry for the calendar of a room, as [Letter.Copy] does for a person. Many
// people read that one: it says which round it is and who of the team comes, and does not name the candidate.
func (l Letter) RoomCopy() (summary, text string) {
	var names []string
	for _, p := range l.interviewers() {
		names = append(names, p.cleaned().Name)
	}
	summary = fill(members.RoomSummary, []string{"{round}", clean(l.RoundTitle, maxTitle)})
	if len(names) > 0 {
		text = english.With + ": " + english.List(names)
	}
	return summary, text
}

// Where says for a calendar where an interview is held: its rooms, then its meeting link; "" for neither.
func Where(rooms []string, link string) string {
	if link != "" {
		rooms = append(slices.Clone(rooms), link)
	}
	return strings.Join(rooms, ", ")
}

// summary returns the title of the recipient's event.
func (l Letter) summary(in phrases.Locale) string {
	return fill(l.toRole(in).Summary,
		[]string{"{round}", l.RoundTitle, "{organization}", l.Organization, "{candidate}", l.Candidate.Name})
}

// attendees returns everybody who takes part, including the recipient, since calendar programs ignore an invitation in
// which the recipient is not listed. A file to download has no attendees.
func (l Letter) attendees(method string) []Party {
	switch method {
	case cancel:
		return []Party{l.To}
	case request:
		all := l.interviewers()
		for _, p := range []Party{l.Candidate, l.To} {
			if !listed(all, p) {
				all = append(all, p)
			}
		}
		return all
	}
	return nil
}

// description returns the body of the event. It says who, what and where, since a calendar may show nothing else. It
// leaves out the link to the assessment, because other people may read the calendar.
func (l Letter) description(in phrases.Locale, v view) string {
	var b strings.Builder
	for _, r := range v.Rows {
		b.WriteString(r.Label + ": " + r.Value + "\n")
	}
	switch {
	case v.Off:
		b.WriteString("\n" + v.Lead)
	case l.MeetingLink != "":
		b.WriteString("\n" + in.Join + ": " + l.MeetingLink)
	default:
		b.WriteString("\n" + v.LinkFollows)
	}
	if l.SessionLink != "" && !v.Off {
		b.WriteString("\n" + in.OpenPage + ": " + l.SessionLink)
	}
	return b.String()
}

// set adds a property whose value needs no escaping. The parameters are pairs of name and value.
func set(c *ical.Component, name, value string, parameters ...string) {
	p := ical.NewProp(name)
	p.Value = value
	for i := 0; i+1 < len(parameters); i += 2 {
		p.Params.Set(parameters[i], parameters[i+1])
	}
	c.Props.Add(p)
}

// parameter makes a cleaned text safe as the value of a parameter, in which nothing can be escaped (RFC 5545 3.2). A
// quote would end the value, a caret starts an escape where RFC 6868 is supported, and a backslash before the colon
// makes Python's icalendar misread the address that follows.
func parameter(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return -1
		case r == '"':
			return '\''
		case r == '^':
			return ' '
		case r == '\\':
			return '/'
		}
		return r
	}, s)
}

// folder folds content lines after 75 octets, but never inside a rune (RFC 5545 3.1), because go-ical does not. The
// encoder writes one whole line at a time.
type folder struct{ w io.Writer }

func (f folder) Write(p []byte) (int, error) {
	const limit = 75
	line, _ := bytes.CutSuffix(p, []byte("\r\n"))
	var out bytes.Buffer
	for room := limit; len(line) > room; room = limit - 1 { // a continuation line begins with a space
		n := room
		for n > 0 && !utf8.RuneStart(line[n]) {
			n--
		}
		out.Write(line[:n])
		out.WriteString("\r\n ")
		line = line[n:]
	}
	out.Write(line)
	out.WriteString("\r\n")
	if _, err := f.w.Write(out.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}
