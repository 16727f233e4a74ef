package setups

import (
	"slices"
	"strconv"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/store/availability"
	"litmus/store/internal/db"
)

// applyInterviewers assigns people to the postings and adds their painted slots.
func (a *applier) applyInterviewers() error {
	var named []setup.Posting // without those that are kept in the dashboard
	var keys []string
	for _, e := range a.setup.Postings {
		if p, ok := a.postings[e.Key]; ok && p.named {
			named = append(named, e)
			keys = append(keys, db.AvailabilityKey(a.org.ID, p.ID))
		}
	}
	if len(keys) == 0 {
		return nil
	}
	if err := a.store.db.Dialect.Lock(a.tx, keys...); err != nil {
		return err
	}
	var personal []string
	if err := db.Of(a.tx.Model(&db.PersonRecord{}), a.org.ID).Scopes(availability.PersonalOnly).
		Pluck("email", &personal).Error; err != nil {
		return err
	}
	for _, e := range named {
		if err := a.applyAssigned(a.postings[e.Key], e.Interviewers, personal); err != nil {
			return db.Wrap("posting "+e.Key, err)
		}
	}
	return nil
}

func (a *applier) applyAssigned(p *postingState, entries []setup.PostingInterviewer, personal []string) error {
	var rows []db.AssignedRecord
	if err := db.Of(a.tx, a.org.ID).Where("posting_id = ?", p.ID).Order("email").Find(&rows).Error; err != nil {
		return err
	}
	assigned := map[string]db.AssignedRecord{}
	for _, r := range rows {
		assigned[r.Email] = r
	}
	for _, e := range entries {
		old, exists := assigned[e.Email]
		want := db.AssignedRecord{OrgID: a.org.ID, PostingID: p.ID, Email: e.Email, MeetingLink: e.MeetingLink,
			Named: !e.NoMember}
		if want.MeetingLink == "" && !a.prune {
			want.MeetingLink = old.MeetingLink
		}
		if _, err := models.ChangeMeetingLink("the meeting link of "+e.Email, old.MeetingLink,
			want.MeetingLink); err != nil {
			return err
		}
		if err := a.put("assignment", "of "+e.Email+" to posting "+p.Key, exists, want == old, &want); err != nil {
			return err
		}
		assigned[e.Email] = want
	}
	if a.prune {
		for _, r := range rows {
			if slices.ContainsFunc(entries, func(e setup.PostingInterviewer) bool { return e.Email == r.Email }) {
				continue
			}
			if err := a.tx.Delete(&r).Error; err != nil {
				return err
			}
			delete(assigned, r.Email)
			a.unseated = append(a.unseated, r.Email)
			a.removed(&r)
			a.note("removed assignment of %s to posting %s", r.Email, p.Key)
		}
	}
	if err := pipeline.CheckAssignedCount("posting "+p.Key, len(assigned)); err != nil {
		return err
	}
	return a.joinSlots(p, entries, personal)
}

// joinSlots adds the slots that are not stored yet, except those of personal interviewers.
func (a *applier) joinSlots(p *postingState, entries []setup.PostingInterviewer, personal []string) error {
	var slots []db.SlotRecord
	if err := db.Of(a.tx, a.org.ID).Where("posting_id = ?", p.ID).Find(&slots).Error; err != nil {
		return err
	}
	type slot struct {
		email string
		at    int64
	}
	have := map[slot]bool{}
	for _, x := range slots {
		have[slot{x.Email, x.StartAt.UnixMilli()}] = true
	}
	added := 0
	for _, e := range entries {
		if slices.Contains(personal, e.Email) {
			continue
		}
		var add []db.SlotRecord
		for _, at := range e.Slots {
			at = models.Instant(at)
			if key := (slot{e.Email, at.UnixMilli()}); !have[key] {
				have[key] = true
				add = append(add, db.SlotRecord{OrgID: a.org.ID, PostingID: p.ID, Email: e.Email, StartAt: at})
			}
		}
		if len(add) == 0 {
			continue
		}
		if _, err := db.Create(a.tx, add, nil); err != nil {
			return err
		}
		added += len(add)
		if !a.fresh[p.ID] {
			a.tell(historyOf(&p.PostingRecord), models.ChangeSlotsPainted,
				models.ChangedIn(models.FieldSlots, e.Email, "", strconv.Itoa(len(add))))
		}
		a.note("added slots: %d of %s on posting %s", len(add), e.Email, p.Key)
	}
	return a.store.availability.CheckPainted(a.tx, a.org.ID, p.ID, added)
}
