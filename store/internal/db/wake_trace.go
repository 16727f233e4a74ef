package db

import (
	"gorm.io/gorm"

	"litmus/models"
	"litmus/tracing"
)

// WakeTrace is what a row that is to be woken keeps of what changes it in the transaction: its place in a trace, nil
// where nothing is traced or sampled. Mostly the process that changed the row wakes it, and knows this itself. A relay,
// which does so where that could not, continues the trace by it. Each change writes its own in the place of the former
// one's, and it goes when the row has been woken, so that what is due later, or is swept, is no part of it.
//
// It is a column of the row and not of the history, since a sign-in or news have none, and since nobody needs it later.
func WakeTrace(tx *gorm.DB) *string { return tracing.Of(tx.Statement.Context).Parent() }

// tracedAs is the transaction as a part of what the origin traces. Changes that share a transaction have their own.
func tracedAs(tx *gorm.DB, origin tracing.Origin) *gorm.DB {
	if origin.Parent() == nil {
		return tx
	}
	return tx.WithContext(origin.Within(tx.Statement.Context))
}

// interviewToWake is a row of interviews with what a relay needs of the change that wrote it.
type interviewToWake struct {
	InterviewRecord
	WakeTrace *string
}

// CandidateToWake is a row of candidates with what a relay needs of the change that wrote it.
type CandidateToWake struct {
	CandidateRecord
	WakeTrace *string
}

// ToWake is the candidate's row as a change in the transaction writes it.
func ToWake(tx *gorm.DB, c models.Candidate) CandidateToWake {
	return CandidateToWake{CandidateRecord(c), WakeTrace(tx)}
}
