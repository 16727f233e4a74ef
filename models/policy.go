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

// Retention says for how many days one sort of rows is kept.
type Retention struct {
	What string
	Days int
}

// Sorts of rows that are kept for a time. Whatever else is stored stays until somebody is erased: the contract answers
// it.
const (
	KeptAudit     = "audit"     // requests of keys
	KeptPlans     = "plans"     // of tools, that were committed; each answers for that long with what it made
	KeptSessions  = "sessions"  // of the dashboard, that ended or had no request for longer than one lives
	KeptCallbacks = "callbacks" // of notetakers, by which a repeated one is known
	KeptDrafts    = "drafts"    // of answers that nobody handed in, of records that are closed
	KeptLetters   = "letters"   // the ledger of letters about interviews that are over
)

// Retentions are all of them; the audit's days are the operator's choice. A calendar's copies, meetings and notetakers
// stay in the ledger: by it they are found when somebody is erased.
func Retentions(auditDays int) []Retention {
	return []Retention{{KeptAudit, auditDays}, {KeptPlans, 7}, {KeptSessions, 1}, {KeptCallbacks, 90},
		{KeptDrafts, 180}, {KeptLetters, 800}}
}

// Before is the instant before which rows go.
func (r Retention) Before(now time.Time) time.Time { return now.AddDate(0, 0, -r.Days) }
