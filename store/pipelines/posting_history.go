package pipelines

import (
	"slices"
	"strings"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
)

// postingChange is the change of a posting's row by the dashboard; before is nil for a new one. Another state has no
// details beside it.
func postingChange(what models.ChangeKind, before *models.Posting, after models.Posting) models.Change {
	c := models.Change{Subject: models.SubjectPosting, SubjectID: after.ID, Kind: what, At: after.UpdatedAt}
	if what == models.ChangeEdited {
		was, is := db.PostingRecord(*before), db.PostingRecord(after)
		c.Details = db.RecordDetails("", &was, &is)
	}
	return c
}

// stateChange says what an edit of a posting does: it gives it another state, or changes something else.
func stateChange(before, after models.Posting) models.ChangeKind {
	switch {
	case before.State() == after.State():
		return models.ChangeEdited
	case before.ArchivedAt != nil:
		return models.ChangeRestored
	case after.ArchivedAt != nil:
		return models.ChangeArchived
	case after.Open():
		return models.ChangeReopened
	}
	return models.ChangeClosed
}

// AssignedChange is a change of who interviews for a posting, and by which link.
func AssignedChange(p models.Posting, details []models.Detail) models.Change {
	return models.Change{Subject: models.SubjectPosting, SubjectID: p.ID, Kind: models.ChangeInterviewersSet,
		Details: details}
}

// assessmentChange is the change of an assessment by the dashboard; before is nil for a new one.
func assessmentChange(what models.ChangeKind, before *models.Assessment, after models.Assessment) models.Change {
	c := models.Change{Subject: models.SubjectAssessment, SubjectID: after.ID, Kind: what, At: after.UpdatedAt}
	if before != nil {
		was, is := db.AssessmentRecord(*before), db.AssessmentRecord(after)
		c.Details = db.RecordDetails("", &was, &is)
	}
	return c
}

// removedChange says in the organization's history that one of its records was removed, whose own history is erased.
func removedChange(orgID, what string) models.Change {
	return models.Change{Subject: models.SubjectOrganization, SubjectID: orgID, Kind: models.ChangeRemoved,
		Details: models.Changed(models.FieldRecord, "", what)}
}

// pipelineChanges are the changes of a posting's pipeline, part by part. Places are told as an order, since one step
// that is moved gives others a new place too.
func pipelineChanges(before pipeline.Facts, after pipeline.Pipeline) (out []models.Change) {
	tell := func(what models.ChangeKind, details []models.Detail) {
		if len(details) > 0 {
			out = append(out, models.Change{Subject: models.SubjectPosting, SubjectID: after.Posting.ID, Kind: what,
				At: after.Posting.UpdatedAt, Details: details})
		}
	}
	for _, t := range before.Tracks {
		if after.Track(t.ID) < 0 {
			tell(models.ChangeTrackRemoved, models.Changed(models.FieldRecord, "", t.Name))
			continue
		}
		for _, r := range before.Rounds[t.ID] {
			if in, _ := after.Round(r.ID); in == "" {
				tell(models.ChangeStepRemoved, models.Changed(models.FieldRecord, "", r.Title))
			}
		}
	}
	for _, t := range after.Tracks {
		n := before.Track(t.ID)
		if n < 0 {
			tell(models.ChangeTrackAdded, models.Changed(models.FieldRecord, "", t.Name))
		} else {
			was, is := db.TrackRecord(before.Tracks[n]), db.TrackRecord(t)
			was.Position = is.Position
			tell(models.ChangeTrackEdited, db.RecordDetails(t.Name, &was, &is))
		}
		for _, r := range after.Rounds[t.ID] {
			in, n := before.Round(r.ID)
			if n < 0 {
				tell(models.ChangeStepAdded, models.Changed(models.FieldRecord, "", r.Title))
				continue
			}
			was, is := db.RecordOfRound(before.Rounds[in][n]), db.RecordOfRound(r)
			was.Position = is.Position
			tell(models.ChangeStepEdited, RoundDetails(r.Title, was, is, before.PoolName))
		}
		tell(models.ChangeTrackEdited, orderDetails(t.Name, before.Rounds[t.ID], after.Rounds[t.ID],
			func(r models.Round) (string, string) { return r.ID, r.Title }))
	}
	tell(models.ChangeEdited, orderDetails("", before.Tracks, after.Tracks,
		func(t models.Track) (string, string) { return t.ID, t.Name }))
	tell(models.ChangeEdited, models.Changed(models.FieldUnstaged, unstagedTitles(before.Pipeline),
		unstagedTitles(after)))
	return out
}

// RoundDetails compares two states of a step, whose seats are told in words with the names of their pools.
func RoundDetails(part string, was, is db.RoundRecord, pool func(id string) string) []models.Detail {
	before, after := models.SeatsWords(was.Seats, pool), models.SeatsWords(is.Seats, pool)
	was.Seats, is.Seats = nil, nil
	return append(db.RecordDetails(part, &was, &is), models.ChangedIn(models.FieldSeats, part, before, after)...)
}

// orderDetails compares the order of those that are in both lists.
func orderDetails[T any](part string, before, after []T, name func(T) (id, title string)) []models.Detail {
	ids := func(list []T) (out []string) {
		for _, x := range list {
			id, _ := name(x)
			out = append(out, id)
		}
		return out
	}
	was, is := ids(before), ids(after)
	titles := func(list []T, both []string) (order, words []string) {
		for _, x := range list {
			if id, title := name(x); slices.Contains(both, id) {
				order, words = append(order, id), append(words, title)
			}
		}
		return order, words
	}
	old, oldWords := titles(before, is)
	now, nowWords := titles(after, was)
	if slices.Equal(old, now) {
		return nil
	}
	return models.ChangedIn(models.FieldOrder, part, strings.Join(oldWords, ", "), strings.Join(nowWords, ", "))
}

// unstagedTitles are the titles of what is attached without a step.
func unstagedTitles(p pipeline.Pipeline) string {
	var titles []string
	for _, u := range p.Unstaged {
		titles = append(titles, u.Title)
	}
	return strings.Join(titles, ", ")
}
