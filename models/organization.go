package models

import "time"

// Organization is a tenant: every other row belongs to exactly one, and every query begins with its id.
type Organization struct {
	ID, Slug, Name        string
	Approved              bool // an unapproved organization authenticates nobody (decision 10)
	TimeZone              string
	MailFrom              string // RFC 5322 mailbox: From of letters, ORGANIZER of invitations (decision 56)
	InviteDays            int    // 0: the variable's default
	RescheduleMax         int
	RescheduleCutoffHours int
	CreatedAt, UpdatedAt  time.Time
}
