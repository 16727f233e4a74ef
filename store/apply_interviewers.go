package store

import (
	"slices"
	"time"

	"litmus/models"
)

// applyInterviewers assigns people to the postings and adds their painted slots (decision 94).
func (a *applier) applyInterviewers() error {
	var keys []string
	for _, e := range a.setup.Postings {
		keys = append(keys, availabilityKey(a.org.ID, a.postings[e.Key].ID))
	}
	if len(keys) == 0 {
		return nil
	}
	if err := a.store.dialect.lock(a.tx, keys...); err != nil {
		return err
	}
	var personal []string
	if err := a.tx.Raw("select email from people where org_id = ? and (working_hours is not null "+
		"or calendar_connected)", a.org.ID).Scan(&personal).Error; err != nil {
		return err
	}
	for _, e := range a.setup.Postings {
		if err := a.applyAssigned(a.postings[e.Key], e.Interviewers, personal); err != nil {
			return wrap("posting "+e.Key, err)
		}
	}
	return nil
}

func (a *applier) applyAssigned(p *postingState, entries []models.PostingInterviewerSetup, personal []string) error {
	var rows []struct{ Email, MeetingLink string }
	if err := a.tx.Raw("select email, meeting_link from posting_interviewers where org_id = ? "+
		"and posting_id = ? order by email", a.org.ID, p.ID).Scan(&rows).Error; err != nil {
		return err
	}
	links := map[string]string{}
	for _, r := range rows {
		links[r.Email] = r.MeetingLink
	}
	for _, e := range entries {
		old, exists := links[e.Email]
		link := e.MeetingLink
		if link == "" && !a.prune {
			link = old
		}
		if err := a.put("assignment", "of "+e.Email+" to posting "+p.Key, "posting_interviewers", exists,
			link == old, 3, []column{
				{"org_id", a.org.ID}, {"posting_id", p.ID}, {"email", e.Email}, {"meeting_link", link},
			}); err != nil {
			return err
		}
		links[e.Email] = link
	}
	if a.prune {
		for _, r := range rows {
			if slices.ContainsFunc(entries, func(e models.PostingInterviewerSetup) bool { return e.Email == r.Email }) {
				continue
			}
			if err := a.tx.Exec("delete from posting_interviewers where org_id = ? and posting_id = ? and email = ?",
				a.org.ID, p.ID, r.Email).Error; err != nil {
				return err
			}
			delete(links, r.Email)
			a.note("removed assignment of %s to posting %s", r.Email, p.Key)
		}
	}
	if n := len(links); n > models.MaxPostingInterviewers {
		return models.Invalidf("posting %s would have %d interviewers; at most %d are allowed", p.Key, n,
			models.MaxPostingInterviewers)
	}
	return a.joinSlots(p, entries, personal)
}

// joinSlots adds the slots that are not stored yet, except those of personal interviewers (decision 67).
func (a *applier) joinSlots(p *postingState, entries []models.PostingInterviewerSetup, personal []string) error {
	painted, _, err := a.store.readPainted(a.tx, a.org.ID, p.ID, time.Time{}, time.Time{})
	if err != nil {
		return err
	}
	added := 0
	for _, e := range entries {
		if slices.Contains(personal, e.Email) {
			continue
		}
		have := map[int64]bool{}
		for _, at := range painted[e.Email] {
			have[at.UnixMilli()] = true
		}
		var add []time.Time
		for _, at := range e.Slots {
			if at = models.Instant(at); !have[at.UnixMilli()] {
				have[at.UnixMilli()] = true
				add = append(add, at)
			}
		}
		if len(add) == 0 {
			continue
		}
		if err := insertRows(a.tx, "slots (org_id, posting_id, email, start_at)", "", len(add), func(n int) []any {
			return []any{a.org.ID, p.ID, e.Email, add[n]}
		}); err != nil {
			return err
		}
		added += len(add)
		a.note("added slots: %d of %s on posting %s", len(add), e.Email, p.Key)
	}
	return a.store.checkPainted(a.tx, a.org.ID, p.ID, added)
}
