package news

import (
	"slices"
	"time"

	"litmus/models"
)

// Watcher is a member who watches a posting.
type Watcher struct {
	PostingID, Posting string // its id and title
	Archived           bool   // of an archived posting nobody is told anything
	Recruiter          bool   // one of its recruiters; else somebody who follows it
	Kept               string // where the posting is kept, see [models.OriginFile]
}

// Often says how often somebody is told.
type Often string

// How often somebody is told by letter.
const (
	AtOnce Often = "at_once"
	Daily  Often = "daily"
	Never  Often = "never"
)

// Settings say how often a member is told of the postings that they recruit for, and of those that they follow.
type Settings struct{ AsRecruiter, Following Often }

// Usual are the settings of whoever has chosen none.
var Usual = Settings{AsRecruiter: AtOnce, Following: Daily}

// Check refuses settings that there are not. The error is of kind [models.Invalid].
func (s Settings) Check() error {
	for _, o := range []Often{s.AsRecruiter, s.Following} {
		if !slices.Contains([]Often{AtOnce, Daily, Never}, o) {
			return models.Invalidf("choose how often you are told: at once, daily or never")
		}
	}
	return nil
}

// ShownFor is how long the dashboard shows news: it is read backwards, and what is older was told by letter.
const ShownFor = 14 * 24 * time.Hour

// Seen returns the place up to which somebody has seen what is new, in the order of the changes' instants and ids. One
// that lies ahead would hide what is to come; the error is of kind [models.Invalid].
func Seen(upTo *models.Position, now time.Time) (models.Position, error) {
	if upTo == nil || upTo.ID == "" || upTo.At.After(now) {
		return models.Position{}, models.Invalidf("the form is incomplete; load its page again")
	}
	return *upTo, nil
}
