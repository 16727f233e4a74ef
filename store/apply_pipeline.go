package store

import (
	"slices"
	"strings"

	"litmus/models"
)

// applyTracks puts the posting's tracks into the order of the file. Tracks that are not in the file follow, and none of
// them is the default.
func (a *applier) applyTracks(p *postingState, entries []models.TrackSetup) error {
	var order []*trackState
	for _, e := range entries {
		n := slices.IndexFunc(p.tracks, func(t *trackState) bool { return t.Key == e.Key })
		t := &trackState{Track: models.Track{OrgID: a.org.ID, PostingID: p.ID, Key: e.Key}}
		if n >= 0 {
			t = p.tracks[n]
		}
		t.named = true
		order = append(order, t)
	}
	named := len(order)
	for _, t := range p.tracks {
		if !t.named {
			order = append(order, t)
		}
	}
	p.tracks = order
	for n, t := range p.tracks {
		old := t.Track
		t.Position, t.IsDefault = n, false
		if n < named {
			t.Name, t.IsDefault = entries[n].Name, entries[n].Default
		}
		if old.ID == "" {
			t.ID = newID(prefixTrack)
		}
		if err := a.put("track", p.Key+"/"+t.Key, "tracks", old.ID != "", t.Track == old, 2, []column{
			{"org_id", t.OrgID}, {"id", t.ID}, {"posting_id", t.PostingID}, {"key", t.Key}, {"name", t.Name},
			{"is_default", t.IsDefault}, {"position", t.Position},
		}); err != nil {
			return err
		}
		if n < named {
			if err := a.applyRounds(p, t, entries[n].Steps); err != nil {
				return err
			}
		}
	}
	return nil
}

// applyRounds puts a track's steps into the order of the file; steps that are not in the file follow. A step keeps its
// round id, and interviews keep the duration they were booked with (decision 93).
func (a *applier) applyRounds(p *postingState, t *trackState, entries []models.StepSetup) error {
	ids := map[string]string{}
	var order []*roundState
	for n, e := range entries {
		name := p.Key + "/" + t.Key + "/" + e.Key
		at := slices.IndexFunc(t.rounds, func(r *roundState) bool { return r.Key == e.Key })
		r := &roundState{}
		if at >= 0 {
			r = t.rounds[at]
		}
		old := r.roundRow
		want, err := a.round(name, e)
		if err != nil {
			return err
		}
		want.ID, want.PostingID, want.TrackID, want.Position = old.ID, p.ID, t.ID, n
		if want.Type == models.StepGroup {
			if want.GroupID = old.GroupID; want.GroupID == "" {
				want.GroupID = newID(prefixGroup)
			}
		}
		same := want == old
		if old.ID == "" {
			want.ID = newID(prefixRound)
		}
		r.roundRow, r.named = want, true
		ids[e.Key] = want.ID
		order = append(order, r)
		if err := a.put("step", name, "rounds", old.ID != "", same, 2, a.roundColumns(want)); err != nil {
			return err
		}
	}
	for _, r := range t.rounds {
		if r.named {
			continue
		}
		if position := len(order); r.Position != position {
			r.Position = position
			if err := a.tx.Exec("update rounds set position = ? where org_id = ? and id = ?",
				position, a.org.ID, r.ID).Error; err != nil {
				return err
			}
		}
		order = append(order, r)
	}
	t.rounds = order
	a.out.Postings[p.Key].Tracks[t.Key] = AppliedTrack{ID: t.ID, Steps: ids}
	return nil
}

// round returns the row of a step with its references resolved.
func (a *applier) round(name string, e models.StepSetup) (r roundRow, err error) {
	r = roundRow{Key: e.Key, Type: e.Type, Title: e.Title, FallbackRecipients: "[]", AssessmentIDs: "[]"}
	switch e.Type {
	case models.StepAssessment:
		r.DurationMinutes, r.Bookable, r.Indefinite = e.DurationMinutes, e.Bookable, e.Indefinite
		if r.DurationMinutes == 0 {
			r.DurationMinutes = models.DefaultDurationMinutes
		}
		r.FallbackRecipients = jsonText(list(e.FallbackRecipients))
		r.AssessmentID, err = a.assessmentID("step "+name, e.Assessment)
	case models.StepGroup:
		r.AssignmentMode = e.AssignmentMode
		members := []string{}
		for _, key := range e.Assessments {
			id, err := a.assessmentID("step "+name, key)
			if err != nil {
				return r, err
			}
			members = append(members, id)
		}
		r.AssessmentIDs = jsonText(members)
	}
	return r, err
}

func (a *applier) roundColumns(r roundRow) []column {
	return []column{
		{"org_id", a.org.ID}, {"id", r.ID}, {"posting_id", r.PostingID}, {"track_id", r.TrackID}, {"key", r.Key},
		{"type", r.Type}, {"title", r.Title},
		{"position", r.Position}, {"assessment_id", orNull(r.AssessmentID)}, {"duration_minutes", r.DurationMinutes},
		{"bookable", r.Bookable},
		{"indefinite", r.Indefinite}, {"fallback_recipients", r.FallbackRecipients}, {"group_id", r.GroupID},
		{"assignment_mode", r.AssignmentMode},
		{"assessment_ids", r.AssessmentIDs},
	}
}

// holds reports whether the track has the assessment, as a step or in a group.
func (t *trackState) holds(assessmentID string) bool {
	return slices.ContainsFunc(t.rounds, func(r *roundState) bool {
		return r.AssessmentID == assessmentID || strings.Contains(r.AssessmentIDs, `"`+assessmentID+`"`)
	})
}

// applyUnstaged attaches assessments without a round. Those that are not in the file follow, unless a round has them by
// now: then they are not unstaged any more (§2, Pipeline).
func (a *applier) applyUnstaged(p *postingState, keys []string) error {
	var old []string
	if err := a.tx.Raw("select assessment_id from unstaged_assessments where org_id = ? and posting_id = ? "+
		"order by position, assessment_id", a.org.ID, p.ID).Scan(&old).Error; err != nil {
		return err
	}
	var want []string
	for _, k := range keys {
		id, err := a.assessmentID("unstaged of posting "+p.Key, k)
		if err != nil {
			return err
		}
		want = append(want, id)
	}
	for _, id := range old {
		staged := slices.ContainsFunc(p.tracks, func(t *trackState) bool { return t.holds(id) })
		if !slices.Contains(want, id) && !staged && !a.prune {
			want = append(want, id)
		}
	}
	if slices.Equal(old, want) {
		return nil
	}
	a.note("updated unstaged assessments of posting %s", p.Key)
	if err := a.tx.Exec("delete from unstaged_assessments where org_id = ? and posting_id = ?",
		a.org.ID, p.ID).Error; err != nil {
		return err
	}
	return insertRows(a.tx, "unstaged_assessments (org_id, posting_id, assessment_id, position)", "",
		len(want), func(n int) []any {
			return []any{a.org.ID, p.ID, want[n], n}
		})
}

// step resolves the step of an import: KEY, or TRACK/KEY. If several tracks have KEY it means the default track's, else
// the first one's.
func (a *applier) step(entry string, p *postingState, ref string) (models.Round, error) {
	track, key, qualified := strings.Cut(ref, "/")
	if !qualified {
		key = ref
	}
	var found []*roundState
	for _, t := range p.tracks {
		for _, r := range t.rounds {
			switch {
			case r.Key != key || qualified && t.Key != track:
			case t.IsDefault:
				found = slices.Insert(found, 0, r)
			default:
				found = append(found, r)
			}
		}
	}
	if len(found) == 0 {
		return models.Round{}, models.Invalidf("%s names step %s, which posting %s does not have", entry,
			models.Quote(ref), p.Key)
	}
	r := found[0].roundRow
	if r.Type != models.StepAssessment {
		return models.Round{}, models.Invalidf("%s names step %s of posting %s, which is of type %s; an interview "+
			"needs one of type assessment", entry, models.Quote(ref), p.Key, r.Type)
	}
	return models.Round{OrgID: a.org.ID, ID: r.ID, PostingID: r.PostingID, TrackID: r.TrackID, Key: r.Key, Type: r.Type,
		AssessmentID:    r.AssessmentID,
		DurationMinutes: r.DurationMinutes, Indefinite: r.Indefinite}, nil
}
