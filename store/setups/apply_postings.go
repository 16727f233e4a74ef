package setups

import (
	"cmp"
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/store/internal/db"
)

func (a *applier) applyAssessments() error {
	var rows []db.AssessmentRecord
	if err := db.Of(a.tx, a.org.ID).Find(&rows).Error; err != nil {
		return err
	}
	a.assessments = map[string]db.AssessmentRecord{}
	for _, r := range rows {
		a.assessments[r.Key] = r
	}
	for _, e := range a.setup.Assessments {
		old, exists := a.assessments[e.Key]
		if a.leaves("assessment", e.Key, old.Origin) {
			if exists {
				a.out.Assessments[e.Key] = old.ID
			}
			continue
		}
		want := old
		want.OrgID, want.Key, want.Origin = a.org.ID, e.Key, models.OriginFile
		want.Title, want.DeliveryMode, want.Ready = e.Title, e.DeliveryMode, e.Ready
		want.Instructions, want.TimeLimitMinutes = e.Instructions, e.TimeLimitMinutes
		if want.Instructions != old.Instructions { // stored ones may be from before there were bounds
			if err := pipeline.CheckMarkdown("the instructions", want.Instructions); err != nil {
				return db.Wrap("assessment "+e.Key, err)
			}
		}
		same := want == old
		if !exists {
			want.ID, want.CreatedAt = db.NewID(db.PrefixAssessment), a.now
		}
		want.UpdatedAt = a.now
		want.Version++
		if err := a.put("assessment", e.Key, exists, same, &want); err != nil {
			return err
		}
		a.assessments[e.Key] = want
		a.out.Assessments[e.Key] = want.ID
	}
	return nil
}

// assessmentID resolves the key of an assessment; entry names the entry that refers to it.
func (a *applier) assessmentID(entry, key string) (string, error) {
	if s, ok := a.assessments[key]; ok {
		return s.ID, nil
	}
	return "", models.Invalidf("%s names assessment %s, which is unknown", entry, models.Quote(key))
}

// postingState is a posting with its pipeline, of the file and the database together.
type postingState struct {
	db.PostingRecord
	named  bool          // by the file, whose origin it is
	tracks []*trackState // in order
}

// applied has the ids of the posting's tracks and steps as they are stored.
func (p *postingState) applied() AppliedPosting {
	out := AppliedPosting{ID: p.ID, Tracks: map[string]AppliedTrack{}}
	for _, t := range p.tracks {
		track := AppliedTrack{ID: t.ID, Steps: map[string]string{}}
		for _, r := range t.rounds {
			track.Steps[r.Key] = r.ID
		}
		out.Tracks[t.Key] = track
	}
	return out
}

type trackState struct {
	db.TrackRecord
	named  bool
	rounds []*roundState // in order
}

type roundState struct {
	db.RoundRecord
	named bool
}

// posting resolves the key of a posting; entry says who asks.
func (a *applier) posting(entry, key string) (*postingState, error) {
	if p, ok := a.postings[key]; ok {
		return p, nil
	}
	return nil, models.Invalidf("%s names posting %s, which is unknown", entry, models.Quote(key))
}

func (a *applier) applyPostings() error {
	if err := a.readPostings(); err != nil {
		return err
	}
	for _, e := range a.setup.Postings {
		if err := a.applyPosting(e); err != nil {
			return err
		}
	}
	return nil
}

func (a *applier) applyPosting(e setup.Posting) error {
	p, exists := a.postings[e.Key]
	if !exists {
		p = &postingState{}
	}
	old := p.PostingRecord
	if a.leaves("posting", e.Key, old.Origin) {
		if exists {
			a.out.Postings[e.Key] = p.applied()
		}
		return nil
	}
	a.postings[e.Key] = p
	want := old
	want.OrgID, want.Key, want.Origin = a.org.ID, e.Key, models.OriginFile
	want.Kind, want.Title, want.Status = e.Kind, e.Title, e.Status
	want.Team, want.Location, want.Type = e.Team, e.Location, e.Type
	if e.CreatedAt != nil && !models.Instant(*e.CreatedAt).Equal(old.CreatedAt) {
		want.CreatedAt = models.Instant(*e.CreatedAt)
	}
	if want.ArchivedAt = e.ArchivedAt; db.SameInstant(e.ArchivedAt, old.ArchivedAt) {
		want.ArchivedAt = old.ArchivedAt // the records are compared by their pointers
	}
	same := want == old
	if !exists {
		// Ids rise even within a millisecond, so the list of roles has the postings of one file in reverse order.
		want.ID = db.NewID(db.PrefixPosting)
		if e.CreatedAt == nil {
			want.CreatedAt = a.now
		}
	}
	if !same {
		want.UpdatedAt = a.now
		want.Version++
	}
	if err := a.put("posting", e.Key, exists, same, &want); err != nil {
		return err
	}
	p.PostingRecord, p.named = want, true
	a.out.Postings[e.Key] = AppliedPosting{ID: want.ID, Tracks: map[string]AppliedTrack{}}
	before := len(a.out.Changes) + a.reordered
	if err := a.applyTracks(p, e.Tracks); err != nil {
		return err
	}
	if err := a.applyUnstaged(p, e.Unstaged); err != nil || !exists ||
		len(a.out.Changes)+a.reordered == before {
		return err
	}
	return raiseVersion(a.tx, a.org.ID, p.ID)
}

// raiseVersion says that a posting's pipeline was changed: a form that shows it as it was before is stale.
func raiseVersion(tx *gorm.DB, orgID, postingID string) error {
	return db.Wrap("raise version", db.Of(tx.Model(&db.PostingRecord{}), orgID).Where("id = ?", postingID).
		UpdateColumn("version", gorm.Expr("version + 1")).Error)
}

// readPostings reads every posting of the organization with its pipeline.
func (a *applier) readPostings() error {
	var postings []db.PostingRecord
	if err := db.Of(a.tx, a.org.ID).Order("id").Find(&postings).Error; err != nil {
		return err
	}
	var tracks []db.TrackRecord
	if err := db.Of(a.tx, a.org.ID).Order("position, id").Find(&tracks).Error; err != nil {
		return err
	}
	var rounds []db.RoundRecord
	if err := db.Of(a.tx, a.org.ID).Order("position, id").Find(&rounds).Error; err != nil {
		return err
	}
	a.postings = map[string]*postingState{}
	byID, trackByID := map[string]*postingState{}, map[string]*trackState{}
	for _, p := range postings {
		s := &postingState{PostingRecord: p}
		a.postings[p.Key], byID[p.ID] = s, s
	}
	for _, t := range tracks {
		s := &trackState{TrackRecord: t}
		trackByID[t.ID] = s
		byID[t.PostingID].tracks = append(byID[t.PostingID].tracks, s)
	}
	for _, r := range rounds {
		t := trackByID[r.TrackID]
		t.rounds = append(t.rounds, &roundState{RoundRecord: r})
	}
	return nil
}

// sorted returns all postings ordered by id.
func (a *applier) sorted() []*postingState {
	var out []*postingState
	for _, p := range a.postings {
		out = append(out, p)
	}
	slices.SortFunc(out, func(x, y *postingState) int { return cmp.Compare(x.ID, y.ID) })
	return out
}
