package erasure

import (
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
)

// Patience is how long an erasure waits for what is made outside to be taken away. A calendar that is gone for a day
// must not keep the person in the database.
const Patience = 24 * time.Hour

// Erasure is one request to forget a person.
type Erasure struct {
	OrgID, ID string
	Email     string // "" once it is done
	KeyID     string
	Hash      string // of the organization and the address, under the key
	By        models.Actor
	AskedAt   time.Time
	DoneAt    *time.Time
	Remaining []Remaining // outside, when it is done
}

// Remaining is something outside that names the person and could not be taken away.
type Remaining struct {
	InterviewID string `json:"interview_id"`      // "" of a file
	FileID      string `json:"file_id,omitempty"` // "" of all else
	Kind        string `json:"kind"`              // of the effect that made it, such as "event", or [RemainingFile]
	Owner       string `json:"owner"`             // whose calendar it is in; "" of a meeting, a notetaker or a file
	Code        string `json:"code,omitempty"`    // why, as the ledger has it, or [CodeForeign]
}

// What remains of files, and why.
const (
	RemainingFile = "file"            // the content of one
	CodeForeign   = "files_elsewhere" // it is kept where another database's files are
)

// Preview is what an erasure would do.
type Preview struct {
	Email      string
	Records    []models.Candidate
	Interviews int      // rows that get a placeholder
	Ahead      []string // ids of interviews that are canceled
	Rows       []Rows   // what is overwritten or removed
	Copies     int      // copies in calendars, meetings and notetakers that are taken away
	Underway   bool     // an erasure of the address is under way
	Entries    []string // of the organization file, by which the person would come back
	Member     bool     // the address is a member's or an interviewer's as well, whose records stay
}

// Rows is how many rows of a table are about the person.
type Rows struct {
	Table string
	N     int64
}

// MarkCandidate returns the record as it is while the erasure is carried out: withdrawn if it was open, and without
// links.
func MarkCandidate(c models.Candidate, now time.Time) models.Candidate {
	if models.ActiveState(c.State) {
		c.State = models.CandidateWithdrawn
	}
	c.Erasure = models.ErasureAsked
	return c.Revoked(now)
}

// MarkInterview returns the interview as it is while the erasure is carried out: canceled if it is ahead or goes on.
// Its workflow is woken by the new revision, also if it is over, and takes away what was made outside.
func MarkInterview(i models.Interview, now time.Time) (_ models.Interview, canceled bool) {
	switch i.StatusAt(now) {
	case models.StatusScheduled, models.StatusPending:
		i, canceled = booking.DecideCancel(i, now)
		i.Reason = nil
	default:
		i.Revise(now)
		i.LinkHash, i.LinkHolder, i.LinkExpiresAt = nil, nil, nil
		i.AccessEpoch++
	}
	i.Erasure = models.ErasureAsked
	return i, canceled
}

// InterviewLedger is an interview of the person with its ledger.
type InterviewLedger struct {
	Interview models.Interview
	Ledger    []effect.Entry
	Approved  bool // the organization
}

// Decide says whether the person can be overwritten now: nothing is owed any more that would leave, or patience has
// ended. remaining is what is not taken away then.
func Decide(asked time.Time, email string, accounts []InterviewLedger, p models.Policy, now time.Time) (ready bool,
	remaining []Remaining) {
	owes := false
	for _, a := range accounts {
		owed := effect.Owed(a.Interview, email, a.Ledger, p, now)
		owes = owes || len(effect.Leaving(owed, a.Approved)) > 0
		for _, e := range effect.Standing(a.Ledger) {
			owner, _ := effect.EventOwner(e.Target)
			remaining = append(remaining, Remaining{InterviewID: a.Interview.ID, Kind: e.Kind, Owner: owner,
				Code: e.Code})
		}
	}
	if owes && now.Before(asked.Add(Patience)) {
		return false, nil
	}
	return true, remaining
}

// Change is what the history of a record says of it.
func Change(c models.Candidate) models.Change {
	return models.Change{Subject: models.SubjectCandidate, SubjectID: c.ID, Kind: models.ChangeErased, At: c.UpdatedAt}
}

// Asker is who asked, as the changes of an erasure name them.
func (e Erasure) Asker() act.By { return act.By{Actor: e.By} }
