package setups

import (
	"slices"
	"strings"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// applyTracks puts the posting's tracks into the order of the file. Tracks that are not in the file follow, and none of
// them is the default.
func (a *applier) applyTracks(p *postingState, entries []setup.Track) error {
	var order []*trackState
	for _, e := range entries {
		n := slices.IndexFunc(p.tracks, func(t *trackState) bool { return t.Key == e.Key })
		t := &trackState{TrackRecord: db.TrackRecord{OrgID: a.org.ID, PostingID: p.ID, Key: e.Key}}
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
		old := t.TrackRecord
		t.Position, t.IsDefault = n, false
		if n < named {
			t.Name, t.IsDefault = entries[n].Name, entries[n].Default
		}
		if old.ID == "" {
			t.ID = db.NewID(db.PrefixTrack)
		}
		if err := a.put("track", p.Key+"/"+t.Key, old.ID != "", t.TrackRecord == old, &t.TrackRecord); err != nil {
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
// round id, and interviews keep the duration they were booked with.
func (a *applier) applyRounds(p *postingState, t *trackState, entries []setup.Step) error {
	ids := map[string]string{}
	var order []*roundState
	for n, e := range entries {
		name := p.Key + "/" + t.Key + "/" + e.Key
		at := slices.IndexFunc(t.rounds, func(r *roundState) bool { return r.Key == e.Key })
		r := &roundState{}
		if at >= 0 {
			r = t.rounds[at]
		}
		old := r.RoundRecord
		want, err := a.round(name, e)
		if err != nil {
			return err
		}
		want.OrgID, want.ID, want.PostingID, want.TrackID, want.Position = a.org.ID, old.ID, p.ID, t.ID, n
		if want.Type == models.StepGroup {
			if want.GroupID = old.GroupID; want.GroupID == "" {
				want.GroupID = db.NewID(db.PrefixGroup)
			}
		}
		same := db.SameRecord(want, old)
		if old.ID == "" {
			want.ID = db.NewID(db.PrefixRound)
		}
		r.RoundRecord, r.named = want, true
		ids[e.Key] = want.ID
		order = append(order, r)
		if err := a.put("step", name, old.ID != "", same, &r.RoundRecord); err != nil {
			return err
		}
	}
	for _, r := range t.rounds {
		if r.named {
			continue
		}
		if position := len(order); r.Position != position {
			r.Position = position
			if err := a.tx.Select("position").Updates(&r.RoundRecord).Error; err != nil {
				return err
			}
			a.reordered++
		}
		order = append(order, r)
	}
	t.rounds = order
	a.out.Postings[p.Key].Tracks[t.Key] = AppliedTrack{ID: t.ID, Steps: ids}
	return nil
}

// round is what the entry says of a step, its references resolved, by the rules of the dashboard's form.
func (a *applier) round(name string, e setup.Step) (r db.RoundRecord, err error) {
	step := pipeline.StepEdit{Type: e.Type, Title: e.Title, DurationMinutes: e.DurationMinutes, Bookable: e.Bookable,
		Indefinite: e.Indefinite, FallbackRecipients: e.FallbackRecipients, AssignmentMode: e.AssignmentMode}
	switch e.Type {
	case models.StepAssessment:
		if step.AssessmentID, err = a.assessmentID("step "+name, e.Assessment); err != nil {
			return r, err
		}
	case models.StepGroup:
		for _, key := range e.Assessments {
			id, err := a.assessmentID("step "+name, key)
			if err != nil {
				return r, err
			}
			step.AssessmentIDs = append(step.AssessmentIDs, id)
		}
	}
	if err := models.CheckSeatPools(e.Seats, func(key string) string { return a.pools[key].Kind }); err != nil {
		return r, models.Invalidf("step %s is refused: %v", name, err)
	}
	for _, s := range e.Seats {
		if s.Pool != "" {
			s.Pool = a.pools[s.Pool].ID
		}
		step.Seats = append(step.Seats, s)
	}
	if step, err = step.Check(); err != nil {
		return r, models.Invalidf("step %s is refused: %v", name, err)
	}
	r = db.RecordOfRound(step.Round())
	r.Key = e.Key
	return r, nil
}

// holds reports whether the assessment is in the track, alone or in a group.
func (t *trackState) holds(assessmentID string) bool {
	return slices.ContainsFunc(t.rounds, func(r *roundState) bool {
		return r.AssessmentID == assessmentID || slices.Contains(r.AssessmentIDs, assessmentID)
	})
}

// applyUnstaged attaches assessments without a round. Those that are not in the file follow, unless a round has them by
// now: then they are not unstaged any more (§2, Pipeline).
func (a *applier) applyUnstaged(p *postingState, keys []string) error {
	var old []string
	if err := db.Of(a.tx.Model(&db.UnstagedRecord{}), a.org.ID).Where("posting_id = ?", p.ID).
		Order("position, assessment_id").Pluck("assessment_id", &old).Error; err != nil {
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
	if !a.fresh[p.ID] {
		a.tell(historyOf(&p.PostingRecord), models.ChangeEdited, models.Changed(models.FieldUnstaged,
			strings.Join(old, ", "), strings.Join(want, ", ")))
	}
	return pipelines.WriteUnstaged(a.tx, a.org.ID, p.ID, want)
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
		return models.Round{}, models.Invalidf("%s names step %s, which posting %s does not have",
			entry, models.Quote(ref), p.Key)
	}
	r := found[0].RoundRecord
	if r.Type != models.StepAssessment {
		return models.Round{}, models.Invalidf("%s names step %s of posting %s, which is of type %s; an interview "+
			"needs one of type assessment", entry, models.Quote(ref), p.Key, r.Type)
	}
	return r.Model(), nil
}
