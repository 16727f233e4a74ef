package news

import (
	"slices"
	"time"

	"litmus/models"
)

// Kinds are the changes that are news where a candidate made them: they picked a time, also for a canceled interview,
// moved it, canceled it, proposed other times, or handed in. That they opened a page is none.
var Kinds = []models.ChangeKind{models.ChangeBooked, models.ChangeReplaced, models.ChangeMoved, models.ChangeCanceled,
	models.ChangeProposed, models.ChangeSubmitted}

// verbs say what a candidate did, in words that follow their name.
var verbs = map[models.ChangeKind]string{models.ChangeBooked: "picked", models.ChangeReplaced: "picked anew",
	models.ChangeMoved: "moved to", models.ChangeCanceled: "canceled", models.ChangeProposed: "proposed other times",
	models.ChangeSubmitted: "handed in"}

// Event is something that a candidate did, as somebody who watches the posting is told.
type Event struct {
	models.Change
	Fresh                     bool // they have not seen it yet
	PostingID, Posting        string
	Candidate, CandidateEmail string // the name may be empty
}

// Told reports whether a change is news: a candidate made it, and it is one of [Kinds].
func Told(by models.ActorKind, what models.ChangeKind) bool {
	return by == models.ActorCandidate && slices.Contains(Kinds, what)
}

// Verb says what the candidate did: "picked", "handed in". The start follows it where [Event.Start] has one.
func (e Event) Verb() string { return verbs[e.Kind] }

// Reason returns the reason in the candidate's words, "" for none.
func (e Event) Reason() string {
	for _, d := range e.Details {
		if d.Field == models.FieldBecauseTold {
			return d.After
		}
	}
	return ""
}

// Start returns the start that the candidate chose, nil where they chose none.
func (e Event) Start() *time.Time {
	for _, d := range e.Details {
		if d.Field == models.FieldStart && e.Kind != models.ChangeCanceled {
			if at, err := time.Parse(models.InstantLayout, d.After); err == nil {
				return &at
			}
		}
	}
	return nil
}
