package site

import (
	"slices"
	"strings"

	"litmus/models/access"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// Trouble is why an effect failed, in words of somebody who hires, and what mends it (D11).
type Trouble struct {
	Problem, Mend string
	Path          string // where it is mended in the dashboard, "" if that is not here
	Button        string
}

// SortOf is what an effect's target is to people.
func SortOf(target string) string {
	switch _, calendar := effect.EventOwner(target); {
	case calendar:
		return "calendar"
	case target == effect.TargetMeeting:
		return "meeting"
	case target == effect.TargetNotetaker:
		return "notetaker"
	}
	return "letter"
}

// Ends of codes of failures. Those of a class mean the same to people.
var (
	passingCodes = []string{"connect", "timeout", "canceled", "dropped", "garbage", "too_large", "unknown", "closed",
		"in_flight", "contradicts", "408", "409", "412", "423", "425", "429"}
	keyCodes    = []string{"401", "auth", "sealed", "account", "invalid_grant", "grant"}
	deniedCodes = []string{"403", "404", "410", "gone", "read_only", "elsewhere", "redirect", "no_calendar", "address",
		"invalid"}
)

// TroubleOf explains the failure of an effect with that code; whom is the name of the recipient or of the calendar's
// owner, calendar the page of that calendar, "" if the viewer may not change it, and again says that it is tried again
// by itself.
func TroubleOf(target, code, whom, calendar string, again bool) Trouble {
	class := func(codes []string) bool {
		return slices.ContainsFunc(codes, func(end string) bool { return strings.HasSuffix(code, "_"+end) })
	}
	sort := SortOf(target)
	passing := class(passingCodes) || len(code) > 4 && code[len(code)-4:len(code)-2] == "_5" && sort != "letter"
	var t Trouble
	switch {
	case sort == "letter":
		t = letterTrouble(code, whom, passing, class)
	case strings.HasSuffix(code, "link_pending"):
		t = Trouble{Problem: whom + "'s calendar has the event and has not made its meeting link yet.",
			Mend: "If none comes, book again with a meeting link."}
	case sort == "calendar" && class(keyCodes):
		t = Trouble{Problem: whom + "'s calendar refuses our access.", Mend: "Connect the calendar again.",
			Path: calendar, Button: "Reconnect"}
	case sort == "calendar" && class(deniedCodes):
		t = Trouble{Problem: whom + "'s calendar cannot be written to: it is missing, or only for reading.",
			Mend: "Connect a calendar that may be changed.", Path: calendar, Button: "Open the calendar"}
	case sort == "calendar" && passing:
		t = Trouble{Problem: whom + "'s calendar does not answer.",
			Mend: "Their calendar's server has to be reachable.",
			Path: calendar, Button: "Open the calendar"}
	case sort == "meeting" && class(keyCodes):
		t = Trouble{Problem: "The meeting provider refuses our access.",
			Mend: "Ask whoever runs this service to renew its credentials, or book again with a meeting link."}
	case sort == "meeting" && !passing:
		t = Trouble{Problem: "The meeting provider refuses this meeting.", Mend: "Book again with a meeting link."}
	case sort == "meeting":
		t = Trouble{Problem: "The meeting provider does not answer.",
			Mend: "If it is urgent, book again with a meeting link."}
	case passing:
		t = Trouble{Problem: "The notetaker does not answer.", Mend: "Nobody takes notes until it does."}
	default:
		t = Trouble{Problem: "The notetaker refuses this meeting.",
			Mend: "Ask whoever runs this service. The interview takes place all the same."}
	}
	if t.Button != "" && calendar == "" { // D2: no button that would be refused
		if t.Button = ""; !passing {
			t.Mend = whom + " or an admin can connect it again."
		}
	}
	if again {
		t.Mend = "It is tried again by itself. " + t.Mend
	}
	return t
}

func letterTrouble(code, whom string, passing bool, class func([]string) bool) Trouble {
	switch {
	case code == "smtp_unconfirmed":
		return Trouble{Problem: "The mail server took the letter and did not confirm it.",
			Mend: "It may have arrived: ask " + whom + "."}
	case code == effect.CodeReturned:
		return Trouble{Problem: "The letter to " + whom + " came back: their mailbox is wrong, full or gone.",
			Mend: addressMend}
	case class(keyCodes), strings.HasSuffix(code, "_tls"):
		return Trouble{Problem: "Our mail server refuses our access.",
			Mend: "Ask whoever runs this service to look at its mail settings."}
	case refusesAddress(code):
		return Trouble{Problem: "The mail server does not accept letters to " + whom + ".", Mend: addressMend}
	case passing, strings.HasPrefix(code, "smtp_4"):
		return Trouble{Problem: "The mail server does not take the letter now.", Mend: "If it is urgent, tell " + whom +
			" yourself."}
	}
	return Trouble{Problem: "The letter could not be sent.", Mend: "Tell " + whom + " yourself, and ask whoever runs " +
		"this service."}
}

// addressMend is what is done about a letter that does not reach its address.
const addressMend = "Check the address. If it is wrong, cancel, and book again with the right one; otherwise tell them " +
	"yourself."

// refusesAddress reports whether letters to that recipient do not arrive.
func refusesAddress(code string) bool {
	return code == effect.CodeReturned || strings.HasPrefix(code, "smtp_5") || strings.HasSuffix(code, "no_utf8") ||
		strings.HasSuffix(code, "mail_invalid")
}

// MemberTrouble explains why the letter that tells somebody that they are a member did not leave; whom is their name,
// and page the one to sign in.
func MemberTrouble(failed access.FailedLetter, whom, page string) Trouble {
	t := TroubleOf("mail:"+effect.RoleMember, failed.Code, whom, "", false)
	t.Problem = "No letter has told them that they are a member. " + t.Problem
	if refusesAddress(failed.Code) {
		t.Mend = "Check the address. If it is wrong, remove the member and add them with the right one; otherwise " +
			"tell them yourself."
	}
	t.Mend += " They sign in at " + page + "."
	if failed.Again {
		t.Mend = "It is tried again by itself. " + t.Mend
	}
	return t
}

// CalendarStates are the states of a connected calendar in words, and the classes of their badges.
var CalendarStates = map[string][2]string{
	timetable.ConnectionOK:      {"works", "ok"},
	timetable.ConnectionWaiting: {"not read yet", "warn"},
	timetable.ConnectionFailing: {"could not be read, is tried again", "warn"},
	timetable.ConnectionBroken:  {"cannot be read", "bad"},
	timetable.ConnectionRevoked: {"refuses us", "bad"},
}

// ToCalendar returns the page on which the calendar of a person or a room is mended, "" if the viewer may not mend it
// (D2).
func (v *Visit) ToCalendar(email string) string {
	if !strings.Contains(email, "@") { // a room
		if !v.Can(access.ActionEditPools, access.Facts{}) {
			return ""
		}
		return Href(CalendarPath, "person", email)
	}
	if !v.Can(access.ActionConnectCalendar, v.OwnOf(email)) {
		return ""
	}
	return Href(CalendarPath, "person", v.Store.Availability.PersonID(v.Org.ID, email))
}
