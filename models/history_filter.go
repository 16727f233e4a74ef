package models

import (
	"strconv"
	"strings"
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

// ChangePosition is a place in a history, between two pages.
type ChangePosition struct {
	At time.Time
	ID string
}

// String returns the position for an address; [ParseChangePosition] reads it.
func (p ChangePosition) String() string { return strconv.FormatInt(p.At.UnixMilli(), 10) + "." + p.ID }

// ParseChangePosition reads what [ChangePosition.String] wrote; "" is nil. The error is of kind [Invalid].
func ParseChangePosition(s string) (*ChangePosition, error) {
	if s == "" {
		return nil, nil
	}
	at, id, ok := strings.Cut(s, ".")
	ms, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil || id == "" || len(id) > 64 {
		return nil, Invalidf("after %s is no place in a history", Quote(s))
	}
	return &ChangePosition{time.UnixMilli(ms).UTC(), id}, nil
}
