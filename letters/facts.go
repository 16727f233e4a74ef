package letters

import (
	_ "embed"
	htmltemplate "html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"litmus/phrases"
)

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

// Faces reports whether the letter shows [Letter.Face]: its recipient is a candidate, and reads whom they meet.
func (l Letter) Faces() bool {
	return l.Role == Candidate && l.Interviewer.Email != "" && l.Kind != Cancellation && !l.Kind.apart()
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
