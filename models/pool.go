package models

import (
	"strconv"
	"time"
)

// Kinds of a pool: what takes its seats. A pool keeps its kind.
const (
	PoolPeople = "people"
	PoolRooms  = "rooms"
)

// PoolState says what a member of a pool can be seated as (P1).
type PoolState string

// The states of a member of a pool.
const (
	PoolQualified     PoolState = "qualified"
	PoolShadow        PoolState = "shadow"         // a trainee, who sits in
	PoolReverseShadow PoolState = "reverse_shadow" // a trainee, who leads while somebody qualified sits in
	PoolPaused        PoolState = "paused"         // seated nowhere, until a date or until a member says otherwise
)

// PoolStates are all of them, in the order in which forms show them.
var PoolStates = []PoolState{PoolQualified, PoolShadow, PoolReverseShadow, PoolPaused}

// Bounds of pools.
const (
	MaxPools       = 200 // of an organization
	MaxPoolMembers = 500
	MaxPoolRooms   = 200
	MaxRoomSeats   = 1000 // people whom a room holds
	MaxTraining    = 100  // shadowings that a pool asks for, and that somebody can have done
)

// PoolSettings is what a pool says of training (P7). A number of 0 asks for none: a member says then when somebody has
// shadowed enough, or after the shadowings nobody has to lead before they are qualified.
type PoolSettings struct {
	ShadowsNeeded        int  `json:"shadows_needed,omitempty"`
	ReverseShadowsNeeded int  `json:"reverse_shadows_needed,omitempty"`
	ShadowsShown         bool `json:"shadows_shown,omitempty"` // candidates are told of trainees
}

// Needed returns how many times somebody in the state has to do it until they go on, 0 for no number.
func (s PoolSettings) Needed(state PoolState) int {
	switch state {
	case PoolShadow:
		return s.ShadowsNeeded
	case PoolReverseShadow:
		return s.ReverseShadowsNeeded
	}
	return 0
}

// Pool is a list of people who can take a seat in interviews, or of rooms in which they can be held (P1).
type Pool struct {
	OrgID, ID, Key, Name, Kind string
	PoolSettings
	Limits               InterviewLimits // of the pool, see [OrganizationLimits]
	CreatedAt, UpdatedAt time.Time
	Version              int64 // rises with each save of it or of its members

	Origin string // where the pool is kept with its members (D24)
}

// Words names the pool within a sentence.
func (p Pool) Words() string { return "pool " + Quote(p.Name) }

// PoolMember is a person in a pool, by their address, with the name that they have elsewhere.
type PoolMember struct {
	Email, Name string
	State       PoolState
	Done        int       // times that a trainee did what their state says, since they are in it
	Counted     int       // completed interviews that are in State and Done, and that nobody has said yet
	PausedUntil string    // the date on which a pause is over, "" for none
	Resumes     PoolState // what somebody paused is again after it; "" of others
}

// StateOn returns the state on a date such as 2026-12-24: a pause is over on the date that it says.
func (m PoolMember) StateOn(date string) PoolState {
	if m.State == PoolPaused && m.PausedUntil != "" && date >= m.PausedUntil {
		return m.Resumes
	}
	return m.State
}

// Trains returns the state in which the member is trained, also while they are paused, "" for who is qualified.
func (m PoolMember) Trains() PoolState {
	state := m.State
	if state == PoolPaused {
		state = m.Resumes
	}
	if state == PoolQualified {
		return ""
	}
	return state
}

// Trained returns the member as the pool's numbers make them: who has shadowed often enough goes on to lead, and who
// has led often enough is qualified.
func (s PoolSettings) Trained(m PoolMember) PoolMember {
	for range PoolStates {
		state := m.Trains()
		if needed := s.Needed(state); needed == 0 || m.Done < needed {
			return m
		}
		next := PoolQualified
		if state == PoolShadow && s.ReverseShadowsNeeded > 0 {
			next = PoolReverseShadow
		}
		if m.Done = 0; m.State == PoolPaused {
			m.Resumes = next
		} else {
			m.State = next
		}
	}
	return m
}

// After returns the member after completed interviews in which they had a trainee's place of the pool, in the order of
// their ends: each says what it was (P7). What they are not in training for, or not any more, counts for nothing.
func (s PoolSettings) After(m PoolMember, sat []PoolState) PoolMember {
	for _, as := range sat {
		if m.Counted++; as == m.Trains() && m.Done < MaxTraining {
			m.Done++
			m = s.Trained(m)
		}
	}
	return m
}

// Check returns the member with what their state does not have left out. Every error is of kind [Invalid] and names the
// field.
func (m PoolMember) Check() (PoolMember, error) {
	var err error
	if m.Email, err = ParseEmail("the address", m.Email); err != nil {
		return m, err
	}
	switch m.State {
	case PoolQualified, PoolShadow, PoolReverseShadow:
		m.PausedUntil, m.Resumes = "", ""
	case PoolPaused:
		if m.Resumes == "" {
			m.Resumes = PoolQualified
		}
		if m.Resumes != PoolQualified && m.Resumes != PoolShadow && m.Resumes != PoolReverseShadow {
			return m, poolWord("resumes", string(m.Resumes), "qualified, shadow or reverse_shadow")
		}
		if d, err := time.Parse(time.DateOnly, m.PausedUntil); m.PausedUntil != "" &&
			(err != nil || d.Before(Earliest) || !d.Before(Latest)) {
			return m, InField("until",
				Invalidf("the end of the pause %s is not a date such as 2026-12-24", Quote(m.PausedUntil)))
		}
	default:
		return m, poolWord("state", string(m.State), "qualified, shadow, reverse_shadow or paused")
	}
	if m.Done < 0 || m.Done > MaxTraining {
		return m, InField("done", Invalidf("done is %d; expected 0 to %d", m.Done, MaxTraining))
	}
	if m.Trains() == "" {
		m.Done = 0
	}
	return m, nil
}

func poolWord(field, value, expected string) error {
	return About(Refusal{Cause: CauseWord, Field: field, Value: value},
		Invalidf("%s %s is unknown; expected %s", field, Quote(value), expected))
}

// TrainingWords says how far a trainee is, such as "2 of 3", "" for who is qualified.
func (s PoolSettings) TrainingWords(m PoolMember) string {
	state := m.Trains()
	switch needed := s.Needed(state); {
	case state == "":
		return ""
	case needed > 0:
		return strconv.Itoa(m.Done) + " of " + strconv.Itoa(needed)
	}
	return strconv.Itoa(m.Done)
}
