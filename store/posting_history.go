package store

import (
	"slices"
	"strings"

	"litmus/models"
)

// postingChange is the change of a posting's row by the dashboard; before is nil for a new one. Another state has no
// details beside it.
func postingChange(what models.What, before *models.Posting, after models.Posting) models.Change {
	c := models.Change{Subject: models.SubjectPosting, SubjectID: after.ID, What: what, At: after.UpdatedAt}
	if what == models.WhatEdited {
		was, is := postingRecord(*before), postingRecord(after)
		c.Details = recordDetails("", &was, &is)
	}
	return c
}

// stateChange says what an edit of a posting does: it gives it another state, or changes something else.
func stateChange(before, after models.Posting) models.What {
	switch {
	case before.State() == after.State():
		return models.WhatEdited
	case before.ArchivedAt != nil:
		return models.WhatRestored
	case after.ArchivedAt != nil:
		return models.WhatArchived
	case after.Open():
		return models.WhatReopened
	}
	return models.WhatClosed
}

// assignedChange is a change of who interviews for a posting, and by which link.
func assignedChange(p models.Posting, details []models.Detail) models.Change {
	return models.Change{Subject: models.SubjectPosting, SubjectID: p.ID, What: models.WhatInterviewersSet,
		Details: details}
}

// assessmentChange is the change of an assessment by the dashboard; before is nil for a new one.
func assessmentChange(what models.What, before *models.Assessment, after models.Assessment) models.Change {
	c := models.Change{Subject: models.SubjectAssessment, SubjectID: after.ID, What: what, At: after.UpdatedAt}
	if before != nil {
		was, is := assessmentRecord(*before), assessmentRecord(after)
		c.Details = recordDetails("", &was, &is)
	}
	return c
}

// removedChange says in the organization's history that one of its records was removed, whose own history is erased.
func removedChange(orgID, what string) models.Change {
	return models.Change{Subject: models.SubjectOrganization, SubjectID: orgID, What: models.WhatRemoved,
		Details: models.Changed(models.FieldRecord, "", what)}
}

// pipelineChanges are the changes of a posting's pipeline, part by part. Places are told as an order, since one step
// that is moved gives others a new place too.
func pipelineChanges(before, after models.Pipeline) (out []models.Change) {
	tell := func(what models.What, details []models.Detail) {
		if len(details) > 0 {
			out = append(out, models.Change{Subject: models.SubjectPosting, SubjectID: after.Posting.ID, What: what,
				At: after.Posting.UpdatedAt, Details: details})
		}
	}
	for _, t := range before.Tracks {
		if after.Track(t.ID) < 0 {
			tell(models.WhatTrackRemoved, models.Changed(models.FieldRecord, "", t.Name))
			continue
		}
		for _, r := range before.Rounds[t.ID] {
			if in, _ := after.Round(r.ID); in == "" {
				tell(models.WhatStepRemoved, models.Changed(models.FieldRecord, "", r.Title))
			}
		}
	}
	for _, t := range after.Tracks {
		n := before.Track(t.ID)
		if n < 0 {
			tell(models.WhatTrackAdded, models.Changed(models.FieldRecord, "", t.Name))
		} else {
			was, is := trackRecord(before.Tracks[n]), trackRecord(t)
			was.Position = is.Position
			tell(models.WhatTrackEdited, recordDetails(t.Name, &was, &is))
		}
		for _, r := range after.Rounds[t.ID] {
			in, n := before.Round(r.ID)
			if n < 0 {
				tell(models.WhatStepAdded, models.Changed(models.FieldRecord, "", r.Title))
				continue
			}
			was, is := recordOfRound(before.Rounds[in][n]), recordOfRound(r)
			was.Position = is.Position
			tell(models.WhatStepEdited, recordDetails(r.Title, &was, &is))
		}
		tell(models.WhatTrackEdited, orderDetails(t.Name, before.Rounds[t.ID], after.Rounds[t.ID],
			func(r models.Round) (string, string) { return r.ID, r.Title }))
	}
	tell(models.WhatEdited, orderDetails("", before.Tracks, after.Tracks,
		func(t models.Track) (string, string) { return t.ID, t.Name }))
	tell(models.WhatEdited, models.Changed(models.FieldUnstaged, unstagedTitles(before), unstagedTitles(after)))
	return out
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
func unstagedTitles(p models.Pipeline) string {
	var titles []string
	for _, u := range p.Unstaged {
		titles = append(titles, u.Title)
	}
	return strings.Join(titles, ", ")
}
