package history

import (
	"time"

	"litmus/models"
)

// Filter selects changes of an organization; zero fields do not filter.
type Filter struct {
	ActorKind models.ActorKind
	ActorID   string
	Subject   models.Subject
	SubjectID string
	RequestID string
	Since     time.Time // at or after
	Until     time.Time // before
}
