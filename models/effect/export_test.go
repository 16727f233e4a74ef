package effect

import (
	"litmus/models"
)

// What the tests see beside what is exported.
const (
	ReminderPrefix = reminderPrefix
	SoonBefore     = soonBefore
)

var (
	ByTarget     = byTarget
	IsReminder   = isReminder
	ReminderKind = reminderKind
	Removals     = removals
)

func (e Entry) Tells(i models.Interview) bool { return e.tells(i) }

func (told entries) Last() *Entry { return told.last() }

func (told entries) Refused(revision int64) bool { return told.refused(revision) }

func (told entries) RefusedOutside(revision int64) bool { return told.refusedOutside(revision) }
