package letters

import (
	"errors"
	"fmt"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/phrases"
)

// Kinds of letters to an organization's admins about a connected calendar.
const (
	CalendarBroken Kind = effect.LetterCalendarBroken // the calendar cannot be read
	CalendarHealed Kind = effect.LetterCalendarHealed // the calendar can be read again
)

// Admin is the role of an organization's admins.
const Admin Role = effect.RoleAdmin

// Notices are the kinds of letters to admins.
var Notices = []Kind{CalendarBroken, CalendarHealed}

// Notice holds the facts to tell an admin about the calendar that a person has connected.
type Notice struct {
	Kind         Kind
	To           Party
	Zone         string // IANA zone of the recipient; an unknown zone is read as UTC, and times say UTC
	Organization string // display name; "" means the name in From, or its host
	From         string // RFC 5322 mailbox of the organization
	Stamp        time.Time
	MessageID    string // without angle brackets; stays the same when the letter is sent again

	Owner      Party  // of the calendar, if it is a person's
	Room       string // the name of the room whose calendar it is, "" for a person's
	Provider   string // one of timetable.CalendarProviders
	CalendarID string
	BrokeAt    time.Time // when it stopped being readable; in a CalendarHealed, Stamp is when it was readable again

	// In a CalendarBroken:
	Revoked      bool      // the calendar must be connected again
	Code         string    // error code, such as caldav_503
	OfferedUntil time.Time // until when the last busy times are used to offer the owner; zero if none were read
}

// Render renders the letter. It fails only if the facts make no letter. The error names the field and contains no
// address.
func (n Notice) Render() (Mail, error) {
	from, err := sender(n.From, n.To, n.MessageID)
	switch {
	case err != nil:
		return Mail{}, err
	case n.Room == "" && badAddress(n.Owner.Email):
		return Mail{}, errors.New("Owner has no email address")
	case n.Stamp.IsZero() || n.BrokeAt.IsZero():
		return Mail{}, errors.New("Stamp and BrokeAt are required")
	case members.Notices[string(n.Kind)] == (phrases.Voice{}):
		return Mail{}, fmt.Errorf("there is no letter of kind %q for an admin", n.Kind)
	}
	n.Organization = organization(n.Organization, from)
	if n.Room != "" {
		n.Owner = Party{Name: n.Room}
	}
	n.To, n.Owner = n.To.cleaned(), n.Owner.cleaned()
	return n.view(english).mail(from, n.To, n.MessageID, n.Stamp, "the "+string(n.Kind))
}

// view puts the letter into the words of a language. The letter must be cleaned.
func (n Notice) view(in phrases.Locale) view {
	loc := models.Location(n.Zone)
	at := n.BrokeAt.In(loc)
	if n.Kind == CalendarHealed {
		at = n.Stamp.In(loc)
	}
	moment := func(t time.Time) string {
		t = t.In(loc)
		return instant(in, t)
	}
	words := values(func(most int, name func(string) string) []string {
		bound := func(s string) string { return name(cut(s, most)) }
		return []string{
			"{name}", bound(n.To.Name), "{first}", bound(n.To.first()),
			"{owner}", bound(n.Owner.Name), "{organization}", bound(n.Organization),
			"{span}", span(in, at, clock(in, at)), "{until}", moment(n.OfferedUntil),
		}
	})
	v := speak(in, members.Notices[string(n.Kind)], words)
	v.show(in, at)
	v.Until, v.WhenLabel, v.Time = true, members.Since, clock(in, at)
	v.Help, v.Reason = fill(members.NoticeHelp, words.full()), fill(members.NoticeReason, words.full())
	v.Organization = unlinked(n.Organization)
	if n.Kind == CalendarHealed {
		v.WhenLabel = members.ReadSince
	}
	add := func(label, value string) {
		if value = clean(value, maxTitle); value != "" {
			v.Rows = append(v.Rows, row{Label: label, Value: value})
		}
	}
	owner := unlinked(n.Owner.Name)
	if n.Room == "" {
		owner += ", " + n.Owner.Email
	}
	add(members.Calendar, owner)
	add(members.Provider, members.Providers[n.Provider])
	if n.Kind == CalendarBroken {
		add(members.Failure, n.Code)
	}
	add(members.Reference, n.CalendarID)
	if n.Kind == CalendarBroken {
		do, offered := members.BrokenTodo, members.OfferedUntil
		if n.Revoked {
			do = members.RevokedTodo
		}
		if n.OfferedUntil.IsZero() {
			offered = members.NotOffered
		}
		v.LinkFollows = fill(offered+" "+do, words.full())
	}
	return v
}
