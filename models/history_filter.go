package models

import (
	"time"
)

// ChangeFilter selects changes of an organization; zero fields do not filter.
type ChangeFilter struct {
	ActorKind ActorKind
	ActorID   string
	Subject   Subject
	SubjectID string
	RequestID string
	Since     time.Time // at or after
	Until     time.Time // before
}
