package models

// How far the erasure of a person is, on each of their candidates' and interviews' rows. "" is of everybody else.
const (
	// ErasureAsked: what is ahead is canceled, and what was made outside for the row is being taken away. The address
	// is still known, since a cancellation goes there.
	ErasureAsked = "asked"
	// ErasureDone: nothing of the row names the person any more, and nothing is owed for it.
	ErasureDone = "done"
)

// Erased is what stands in the place of an erased candidate's name.
const Erased = "Erased"

// ErasedEmail is the address in the place of an erased candidate's: one for each record, in a domain that never exists
// (RFC 2606), so that no letter leaves for it.
func ErasedEmail(candidateID string) string { return candidateID + "@erased.invalid" }

// CheckErasure refuses, as [Conflict], to change a candidate who is erased or about to be. Who applies again does so by
// another record.
func (c Candidate) CheckErasure() error { return checkErasure(c.Erasure, "candidate", c.ID) }

// CheckErasure refuses, as [Conflict], to change an interview whose candidate is erased or about to be.
func (i Interview) CheckErasure() error { return checkErasure(i.Erasure, "interview", i.ID) }

func checkErasure(state, what, id string) error {
	switch state {
	case ErasureAsked:
		return Conflictf("%s %s is being erased, which takes a moment; a new application is possible after it",
			what, id)
	case ErasureDone:
		return Conflictf("%s %s was erased, at the candidate's request", what, id)
	}
	return nil
}
