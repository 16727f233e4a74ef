package models

import (
	"strconv"
	"strings"
	"time"
)

// Page sizes of lists (§8).
const (
	DefaultLimit = 50
	MaxLimit     = 100
	ToolLimit    = 20 // of tools, if limit is absent
)

// Position is a place in an ordered list, between two pages: what its last record on the page before is ordered by.
// Each list uses the fields that its order has.
type Position struct {
	Group int       // such as the stages of the queue of submissions
	Title string    // of lists by title; it is no part of [Position.String]
	At    time.Time // to the millisecond
	ID    string
}

// String returns the position for an address; [ParsePosition] reads it.
func (p Position) String() string {
	return strconv.Itoa(p.Group) + "." + strconv.FormatInt(p.At.UnixMilli(), 10) + "." + p.ID
}

// ParsePosition reads what [Position.String] returned, nil for ""; the error is of kind [Invalid]. It is not signed:
// every query begins with the organization, so a position can only lead to another place of the same list.
func ParsePosition(s string) (*Position, error) {
	if s == "" {
		return nil, nil
	}
	parts := strings.SplitN(s, ".", 3)
	if len(parts) == 3 {
		group, err := strconv.Atoi(parts[0])
		at, err2 := strconv.ParseInt(parts[1], 10, 64)
		if err == nil && err2 == nil && group >= 0 && group < 10 && at > -1<<45 && at < 1<<45 {
			return &Position{Group: group, At: time.UnixMilli(at).UTC(), ID: parts[2]}, nil
		}
	}
	return nil, Invalidf("after %s is no place in this list; open the list again", Quote(s))
}
