package pipeline

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// Bounds of a pipeline that is edited in the dashboard; a file is bounded by its size.
const (
	MaxTracks      = 50
	MaxTrackRounds = 100
)

// Facts are a posting with its pipeline, and what depends on it: the facts for [Decide], gathered under the lock under
// which its decision is written.
type Facts struct {
	Pipeline
	Assessments map[string]models.Assessment // of the organization, by id
	Use         Use
	Pools       []models.Pool // of the organization, by name
}

// Use counts what depends on a pipeline. What something depends on is not deleted, neither in the dashboard nor by
// `apply --prune`. A file may still change what it declares: it states the whole, and whoever applies it sees it.
type Use struct {
	Interviews map[string]int      // by the id of their step, canceled ones too: they show it
	Candidates map[TrackRecord]int // by track and assessment of their records
}

// TrackRecord is what candidate records are counted by.
type TrackRecord struct{ TrackID, AssessmentID string }

// PoolName returns the name of a pool by its id, "" for none.
func (f Facts) PoolName(id string) string {
	for _, p := range f.Pools {
		if p.ID == id {
			return p.Name
		}
	}
	return ""
}

// Total returns the numbers of candidate records and of interviews of the posting.
func (u Use) Total() (candidates, interviews int) {
	for _, n := range u.Candidates {
		candidates += n
	}
	for _, n := range u.Interviews {
		interviews += n
	}
	return candidates, interviews
}

// Dependents are the interviews and the candidate records that depend on a part of a pipeline.
type Dependents struct{ Interviews, Candidates int }

// None reports whether nothing depends on the part.
func (d Dependents) None() bool { return d == Dependents{} }

// Noun says what depends on the part, without the numbers: interviews, if there are any, or candidates.
func (d Dependents) Noun() string {
	if d.Interviews > 0 {
		return "interviews"
	}
	return "candidates"
}

// Words returns the numbers in words, such as "2 interviews and 1 candidate", "" for none.
func (d Dependents) Words() string {
	var words []string
	if d.Interviews > 0 {
		words = append(words, models.Count(d.Interviews, "interview"))
	}
	if d.Candidates > 0 {
		words = append(words, models.Count(d.Candidates, "candidate"))
	}
	return strings.Join(words, " and ")
}

// OfRound returns what depends on a step: its interviews, and the candidates of its track whose assessment no other
// step there has. Those would have nothing left to do there, and a page to pick a time would have no round to book.
// others are the track's other steps.
func (u Use) OfRound(r models.Round, others []models.Round) Dependents {
	d := Dependents{Interviews: u.Interviews[r.ID]}
	for _, id := range r.Assessments() {
		held := slices.ContainsFunc(others, func(o models.Round) bool {
			return o.ID != r.ID && slices.Contains(o.Assessments(), id)
		})
		if !held {
			d.Candidates += u.Candidates[TrackRecord{r.TrackID, id}]
		}
	}
	return d
}

// OfTrack returns what depends on a track with those steps: its interviews, and every candidate whose record is in it.
func (u Use) OfTrack(trackID string, rounds []models.Round) (d Dependents) {
	for _, r := range rounds {
		d.Interviews += u.Interviews[r.ID]
	}
	for at, n := range u.Candidates {
		if at.TrackID == trackID {
			d.Candidates += n
		}
	}
	return d
}

// ofAssessment returns the candidates of the posting who have a record for the assessment.
func (u Use) ofAssessment(id string) (candidates int) {
	for at, n := range u.Candidates {
		if at.AssessmentID == id {
			candidates += n
		}
	}
	return candidates
}

// Change is one change of a posting's pipeline, such as [AddRound].
type Change interface {
	// change changes the pipeline of f, which is a copy. What it asks for may be there already; then it does nothing.
	change(f *Facts) error
}

// Decide returns the posting's pipeline after the change, positions and version of the posting included. Errors are of
// kind [models.Invalid] for what is wrong in every state, and [models.Conflict] for another version than the one that
// the form showed (unless the change is harmless), for a part that is gone meanwhile, and for a part that something
// depends on (D17). A change that is made already, as by a form that is sent twice, is accepted and changes nothing,
// whatever version it names.
func Decide(f Facts, version int64, c Change, now time.Time) (Pipeline, error) {
	before := f.Pipeline.clone()
	before.number() // gaps that a removal left are no change
	f.Pipeline = before.clone()
	if err := c.change(&f); err != nil {
		return before, err
	}
	f.number()
	if reflect.DeepEqual(f.Pipeline, before) {
		return before, nil
	}
	if !harmless(c) {
		if err := CheckVersion(before.Posting.Words(), version, before.Posting.Version); err != nil {
			return before, err
		}
	}
	f.Posting = saved(f.Posting, now)
	return f.Pipeline, nil
}

// harmless reports whether a change undoes nothing that somebody else saved meanwhile: it adds something, or chooses
// what is asked for by name. It needs no version.
func harmless(c Change) bool {
	switch c.(type) {
	case AddTrack, AddRound, AttachAssessment, DetachAssessment, DefaultTrack:
		return true
	}
	return false
}

// moved moves the element at a place of the list to another place.
func moved[T any](list []T, from, to int) []T {
	x := list[from]
	return slices.Insert(slices.Delete(list, from, from+1), to, x)
}
