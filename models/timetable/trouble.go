package timetable

import (
	"strings"
	"time"
)

// Trouble says in words for people why a calendar cannot be read, and what they can do about it; both are sentences.
type Trouble struct{ Problem, Mend string }

// TroubleAt returns why the calendar cannot be read at now; the zero value if it can, or was not read yet. A failure
// that is being tried again says until when the last known busy times are used.
func (c Connection) TroubleAt(now time.Time, zone *time.Location) Trouble {
	if c.FailingSince == nil {
		return Trouble{}
	}
	t := CalendarTrouble(c.Provider, c.Code, c.Revoked)
	t.Mend += " We keep trying."
	whose := "its owner"
	if c.RoomID != "" {
		whose = "the room"
	}
	if c.Unknown(now) || c.SyncedAt == nil {
		t.Problem += " " + strings.ToUpper(whose[:1]) + whose[1:] + " is not offered until it can be read again."
		return t
	}
	until := c.SyncedAt.Add(CalendarTrust).In(zone)
	t.Problem += " Until " + until.Format("Mon 2 Jan 15:04 ") + ZoneAbbreviation(until) +
		" the busy times that were read last are used; after that " + whose + " is not offered."
	return t
}

// CalendarTrouble says what a failure of a calendar means, by its code. revoked says that the provider refuses the
// credentials.
func CalendarTrouble(provider, code string, revoked bool) Trouble {
	reason := code[strings.IndexByte(code, '_')+1:] // without the provider's name
	has := func(parts ...string) bool {
		for _, p := range parts {
			if reason == p || strings.HasPrefix(reason, p+"_") || strings.HasSuffix(reason, "_"+p) {
				return true
			}
		}
		return false
	}
	feed := provider == CalendarICS
	switch {
	case code == "calendar_sealed":
		return Trouble{"The stored password cannot be opened, because the service has another secret now.",
			"Disconnect the calendar and connect it again."}
	case has("address"):
		return Trouble{"The service does not call this address: it is in a private network, or is not https.",
			"Use the calendar's public https address, or ask the operator to allow the network."}
	case revoked && feed, has("401") && feed:
		return Trouble{"The calendar's server asks for a password, which a published address does not need.",
			"Publish the calendar again and connect its new address."}
	case revoked || has("401"):
		return Trouble{"The calendar's server refuses the user name or the password.",
			"Connect the calendar again with a current password. Many providers ask for an app password here."}
	case has("403"):
		return Trouble{"The calendar's server does not allow this account to read the calendar.",
			"Share the calendar with the account, or connect with an account that may read it."}
	case has("404", "410"):
		return Trouble{"There is no calendar at this address any more.",
			"Look up the calendar's address and connect it again."}
	case has("timeout"):
		return Trouble{"The calendar's server did not answer in time.",
			"Nothing needs to be done if it was slow for a moment. If it lasts, ask who runs it."}
	case has("connect"):
		return Trouble{"The calendar's server cannot be reached.",
			"See whether the address is right and the server is up."}
	case has("429"):
		return Trouble{"The calendar's server asks us to read less often.", "Nothing needs to be done: we wait."}
	case has("garbage", "too_large", "invalid"):
		return Trouble{"What stands at this address is not a calendar that can be read.",
			"See whether the address is that of the calendar itself, and not of a page about it."}
	case has("account"):
		return Trouble{"The stored account is not complete.", "Connect the calendar again."}
	case strings.HasPrefix(reason, "5"):
		return Trouble{"The calendar's server has a fault of its own.", "Wait a while. If it lasts, ask who runs it."}
	}
	return Trouble{"The calendar could not be read.", "Wait a while. If it lasts, connect the calendar again."}
}

// CalendarName returns the name of a provider for people.
func CalendarName(provider string) string {
	switch provider {
	case CalendarCalDAV:
		return "CalDAV"
	case CalendarICS:
		return "Published calendar (ICS)"
	case CalendarGoogle:
		return "Google Calendar"
	case CalendarMicrosoft:
		return "Microsoft 365"
	}
	return provider
}
