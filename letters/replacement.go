package letters

import (
	"errors"
	"strings"
	"time"

	"litmus/models"
	"litmus/phrases"
)

// Replacement holds the facts of a letter to somebody who may change interviewers: a replacement is asked for.
type Replacement struct {
	To           Party
	Zone         string // IANA zone of the recipient; an unknown zone is read as UTC, and times say UTC
	Organization string // display name; "" means the name in From, or its host
	From         string // RFC 5322 mailbox of the organization
	Stamp        time.Time
	MessageID    string // without angle brackets; stays the same when the letter is sent again

	By                       Party   // who asks
	Declined                 bool    // by declining the event in their calendar
	Answered                 bool    // by declining in a letter
	Needs                    string  // why somebody is needed though nobody asks, in words that follow a name
	Why                      string  // in their words; "" if they gave no reason
	Interviewer, Candidate   Party   // the former is in whose place somebody is wanted
	Beside                   bool    // they are in the panel beside who leads the interview
	Seat                     string  // of them then; "" for one who was named by hand
	Also                     []Party // in whose place somebody was asked for before, and still is
	RoundTitle, PostingTitle string
	Start                    time.Time
	Duration                 time.Duration
	Indefinite               bool
	InterviewID              string
	URL                      string // of the page where that is changed, http or https
}

// Render renders the letter. It fails only if the facts make no letter. The error names the field and contains no
// address.
func (r Replacement) Render() (Mail, error) {
	from, err := sender(r.From, r.To, r.MessageID)
	switch {
	case err != nil:
		return Mail{}, err
	case badAddress(r.By.Email) || badAddress(r.Interviewer.Email) || badAddress(r.Candidate.Email):
		return Mail{}, errors.New("By, Interviewer or Candidate has no email address")
	case r.Stamp.IsZero() || r.Start.IsZero():
		return Mail{}, errors.New("Stamp and Start are required")
	case link(r.URL) == "":
		return Mail{}, errors.New("URL is no link")
	}
	r.Organization = organization(r.Organization, from)
	r.To, r.By, r.Interviewer, r.Candidate = r.To.cleaned(), r.By.cleaned(), r.Interviewer.cleaned(),
		r.Candidate.cleaned()
	return r.view(english).mail(from, r.To, r.MessageID, r.Stamp, "the request for a replacement")
}

// view puts the letter into the words of a language. Its people must be cleaned.
func (r Replacement) view(in phrases.Locale) view {
	loc := models.Location(r.Zone)
	start, end := r.Start.In(loc), r.Start.Add(r.Duration).In(loc)
	round := clean(r.RoundTitle, maxTitle)
	if round == "" {
		round = in.Round
	}
	times := Letter{Indefinite: r.Indefinite, Duration: r.Duration}.times(in, start, end)
	words := values(func(most int, name func(string) string) []string {
		bound := func(s string) string { return name(cut(s, most)) }
		return []string{"{name}", bound(r.To.Name), "{first}", bound(r.To.first()),
			"{by}", bound(r.By.Name), "{needs}", r.Needs,
			"{interviewer}", bound(r.Interviewer.Name), "{candidate}", bound(r.Candidate.Name),
			"{round}", cut(round, most), "{organization}", bound(r.Organization),
			"{when}", instant(in, start), "{span}", span(in, start, times)}
	})
	say := members.Replacement
	if r.Needs != "" {
		say.Lead, say.Preheader = say.Needed, say.NeededLine
	} else if !strings.EqualFold(r.By.Email, r.Interviewer.Email) {
		say.Lead = say.Other
	} else if r.Answered {
		say.Lead = say.Answered
	} else if r.Declined {
		say.Lead = say.Declined
	}
	v := speak(in, say.Voice, words)
	v.show(in, start)
	v.WhenLabel, v.Time = in.When, times
	v.Button = action{say.Button, r.URL}
	if r.Beside {
		v.Button.Label = say.Open
	}
	v.Help, v.Reason = fill(say.Help, words.full()), fill(say.Reason, words.full())
	v.Organization = unlinked(r.Organization)
	add := func(label, value string, most int) {
		if value = clean(value, most); value != "" {
			v.Rows = append(v.Rows, row{Label: label, Value: value})
		}
	}
	add(say.Why, r.Why, models.MaxReasonRunes)
	if r.Beside {
		who := unlinked(r.Interviewer.Name) + ", " + r.Interviewer.Email
		if seat := unlinked(clean(r.Seat, maxTitle)); seat != "" {
			who += " (" + seat + ")"
		}
		add(say.Seat, who, maxTitle)
	} else {
		add(say.Now, unlinked(r.Interviewer.Name)+", "+r.Interviewer.Email, maxTitle)
	}
	for _, p := range r.Also {
		p = p.cleaned()
		add(say.Also, unlinked(p.Name)+", "+p.Email, maxTitle)
	}
	add(members.Who, unlinked(r.Candidate.Name), maxTitle)
	add(in.Letters.What, round, maxTitle)
	add(in.Position, r.PostingTitle, maxTitle)
	add(members.Reference, r.InterviewID, maxTitle)
	return v
}
