package timetable

import (
	"strconv"
	"time"

	"litmus/models"
)

// InterviewerOfPosting is an interviewer of a posting as its history compares them.
type InterviewerOfPosting struct {
	PostingInterviewer
	Named bool // not only painted for: they are a member by it
}

// AssignedDetails say that somebody interviews on a posting from now on; named as in [InterviewerOfPosting].
func AssignedDetails(email string, named bool) []models.Detail {
	if named {
		return models.ChangedIn(models.FieldAssigned, email, "", models.AssignedAndNamed)
	}
	return models.ChangedIn(models.FieldAssigned, email, "", "true")
}

// AvailabilityChange is the change of a posting's interviewers and painted slots. changed is false if both lists say
// the same.
func AvailabilityChange(postingID string, before, after []InterviewerOfPosting) (c models.Change, changed bool) {
	c = models.Change{Subject: models.SubjectPosting, SubjectID: postingID, Kind: models.ChangeSlotsPainted}
	was := map[string]InterviewerOfPosting{}
	for _, i := range before {
		was[i.Email] = i
	}
	add := func(more []models.Detail) { c.Details = append(c.Details, more...) }
	assigned := func(more []models.Detail) {
		if add(more); len(more) > 0 {
			c.Kind = models.ChangeInterviewersSet
		}
	}
	is := map[string]bool{}
	for _, i := range after {
		old, there := was[i.Email]
		is[i.Email] = true
		switch {
		case !there:
			assigned(AssignedDetails(i.Email, i.Named))
		case old.Named != i.Named:
			assigned(models.ChangedIn(models.FieldNamed, i.Email, strconv.FormatBool(old.Named),
				strconv.FormatBool(i.Named)))
		}
		assigned(models.ChangedIn(models.FieldMeetingLink, i.Email, old.MeetingLink, i.MeetingLink))
		add(changedSlots(i.Email, old.Slots, i.Slots))
	}
	for _, i := range before {
		if !is[i.Email] {
			assigned(models.ChangedIn(models.FieldAssigned, i.Email, "true", ""))
		}
	}
	return c, len(c.Details) > 0
}

// changedSlots says how many starts were removed and how many were added.
func changedSlots(email string, before, after []time.Time) []models.Detail {
	count := func(all, other []time.Time) string {
		have := map[int64]bool{}
		for _, t := range other {
			have[t.UnixMilli()] = true
		}
		n := 0
		for _, t := range all {
			if !have[t.UnixMilli()] {
				n++
			}
		}
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	removed, added := count(before, after), count(after, before)
	if removed == "" && added == "" {
		return nil
	}
	return []models.Detail{{Field: models.FieldSlots, Of: email, Before: removed, After: added}}
}
