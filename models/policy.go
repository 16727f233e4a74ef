package models

import (
	"time"
)

// Policy is the operator's configuration. It applies to what is written and owed from now on.
type Policy struct {
	Reminders    []time.Duration // times before the start, longest first
	SessionGrace time.Duration   // added to the session window when the row is written
	InviteTTL    time.Duration   // life of an invitation
	LinkTTL      time.Duration   // life of an external candidate link
	SessionTTL   time.Duration   // life of an unused external session
	Meeting      string          // who makes meeting links: MakerJitsi, MakerZoom or "" (nobody)
	Notetaker    bool            // a notetaker is invited to meetings
	MailDomains  []string        // an admin may have letters come from there, in lower case

	Room func(interviewID string) string // returns the link of an interview's room, always the same; for MakerJitsi
}

// DefaultPolicy is the policy if no variable is set.
var DefaultPolicy = Policy{
	Reminders:  []time.Duration{24 * time.Hour, time.Hour},
	InviteTTL:  14 * 24 * time.Hour,
	LinkTTL:    24 * time.Hour,
	SessionTTL: 7 * 24 * time.Hour,
}
