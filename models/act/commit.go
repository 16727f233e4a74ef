package act

import (
	"errors"
	"slices"
	"time"
)

// Commit is a plan that was confirmed, and whose it is (T4).
type Commit struct {
	Plan
	KeyID, Tool string

	// Part takes what one of several acts under one plan makes and its preview, nil when the act begins: see
	// [store.Store.Together]. It is nil itself for a commit of its own.
	Part func(Committed, *Preview)
}

// Committed is what a plan made.
type Committed struct {
	OrgID        string      `json:"-"`
	ID           string      `json:"-"`
	KeyID        string      `json:"-"`
	Tool         string      `json:"-"`
	CommittedAt  time.Time   `json:"-"`
	Parts        []Committed `json:"-"` // of a plan of several acts: what each made that was not left out
	Part         int         // of one of these: its number
	InterviewID  string      `json:",omitempty"` // "" for none, as the next two
	CandidateID  string      `json:",omitempty"`
	SubmissionID string      `json:",omitempty"`
}

// Touched are the ids of what it made or changed.
func (c Committed) Touched() []string {
	return slices.DeleteFunc([]string{c.InterviewID, c.CandidateID, c.SubmissionID},
		func(id string) bool { return id == "" })
}

// ErrCommitted says that the plan was carried out already; [store.Store.Committed] says what it made.
var ErrCommitted = errors.New("the plan was carried out already")

// UnlessRefused is nil for what a plan was refused for, which a transaction reports beside its commit, and the error
// itself for any other.
func UnlessRefused(err error) error {
	var changed *PlanChanged
	if errors.Is(err, ErrCommitted) || errors.As(err, &changed) {
		return nil
	}
	return err
}
