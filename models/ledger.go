package models

import "time"

// States of a ledger entry.
const (
	EffectIntent   = "intent"   // started; whether it was accepted is not known: it counts as told
	EffectDone     = "done"     // accepted outside
	EffectFailed   = "failed"   // surely not accepted; tried again unless permanent
	EffectObsolete = "obsolete" // never accepted and no longer wanted
)

// Kinds of letters.
const (
	LetterConfirmation       = "confirmation"
	LetterBriefing           = "briefing"
	LetterChangedTime        = "changed_time"
	LetterChangedInterviewer = "changed_interviewer"
	LetterChangedDetails     = "changed_details"
	LetterCancellation       = "cancellation"
	reminderPrefix           = "reminder_"
)

// Entry is a row of the ledger: one effect on one target for one revision, written as an intent when an attempt starts
// and closed when it ends. It remembers what was told.
type Entry struct {
	OrgID, InterviewID, Target, Kind string
	// of the interview when the effect was first tried; also the SEQUENCE of an invitation
	Revision int64
	State    string
	// failed for good, or an intent that is not asked about again: not owed until the interview changes
	Permanent      bool
	Invitation     bool // carries METHOD:REQUEST, or METHOD:CANCEL for a cancellation
	AssessmentLink bool // carries the candidate's assessment link
	Tries          int
	LeaseUntil     *time.Time // while an attempt is in flight
	ProviderID     string     // Message-ID of a letter, else the provider's name of what it holds
	ETag           string     `gorm:"column:etag"` // of a calendar's copy

	Start       time.Time // what was told
	MeetingLink string
	Interviewer string
	Stamp       time.Time // the interview's updated_at then: DTSTAMP and Date of the letter (decision 56)

	// of the last failure: a code for everybody, a bounded text without addresses for operators (decision 95)
	Code, Detail string
	CreatedAt    time.Time
	UpdatedAt    time.Time `gorm:"autoUpdateTime:false"`
}

// Told reports whether the target may have heard it.
func (e Entry) Told() bool { return e.State == EffectIntent || e.State == EffectDone }
