package store

import (
	"cmp"
	"slices"

	"litmus/models"
)

func (a *applier) applyAssessments() error {
	var rows []models.Assessment
	if err := a.tx.Raw("select * from assessments where org_id = ?", a.org.ID).Scan(&rows).Error; err != nil {
		return err
	}
	a.assessments = map[string]models.Assessment{}
	for _, r := range rows {
		a.assessments[r.Key] = r
	}
	for _, e := range a.setup.Assessments {
		old, exists := a.assessments[e.Key]
		want := models.Assessment{OrgID: a.org.ID, ID: old.ID, Key: e.Key, Title: e.Title, DeliveryMode: e.DeliveryMode,
			Ready: e.Ready, Instructions: e.Instructions,
			TimeLimitMinutes: e.TimeLimitMinutes, CreatedAt: old.CreatedAt, UpdatedAt: old.UpdatedAt}
		same := want == old
		if !exists {
			want.ID, want.CreatedAt = newID(prefixAssessment), a.now
		}
		want.UpdatedAt = a.now
		if err := a.put("assessment", e.Key, "assessments", exists, same, 2, []column{
			{"org_id", want.OrgID}, {"id", want.ID}, {"key", want.Key}, {"title", want.Title},
			{"delivery_mode", want.DeliveryMode}, {"ready", want.Ready},
			{"instructions", want.Instructions}, {"time_limit_minutes", want.TimeLimitMinutes},
			{"created_at", want.CreatedAt}, {"updated_at", want.UpdatedAt},
		}); err != nil {
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
	models.Posting
	named  bool          // it is in the file
	tracks []*trackState // in order
}

type trackState struct {
	models.Track
	named  bool
	rounds []*roundState // in order
}

type roundState struct {
	roundRow
	named bool
}

// roundRow is a row of rounds in a form that can be compared with ==: lists are JSON.
type roundRow struct {
	ID, PostingID, TrackID, Key, Type, Title                   string
	Position                                                   int
	AssessmentID                                               string
	DurationMinutes                                            int
	Bookable, Indefinite                                       bool
	FallbackRecipients, GroupID, AssignmentMode, AssessmentIDs string
}

// posting resolves the key of a posting; entry names the entry that refers to it.
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

func (a *applier) applyPosting(e models.PostingSetup) error {
	p, exists := a.postings[e.Key]
	if !exists {
		p = &postingState{}
		a.postings[e.Key] = p
	}
	old := p.Posting
	want := models.Posting{OrgID: a.org.ID, ID: old.ID, Key: e.Key, Kind: e.Kind, Title: e.Title, Status: e.Status,
		Team: e.Team, Location: e.Location, Type: e.Type,
		CreatedAt: old.CreatedAt, UpdatedAt: old.UpdatedAt}
	if e.CreatedAt != nil && !models.Instant(*e.CreatedAt).Equal(old.CreatedAt) {
		want.CreatedAt = models.Instant(*e.CreatedAt)
	}
	same := want == old
	if !exists {
		// Ids rise even within a millisecond, so the list of roles has the postings of one file in reverse order.
		want.ID = newID(prefixPosting)
		if e.CreatedAt == nil {
			want.CreatedAt = a.now
		}
	}
	if !same {
		want.UpdatedAt = a.now
	}
	if err := a.put("posting", e.Key, "postings", exists, same, 2, []column{
		{"org_id", want.OrgID}, {"id", want.ID}, {"key", want.Key}, {"kind", want.Kind}, {"title", want.Title},
		{"status", want.Status}, {"team", want.Team},
		{"location", want.Location}, {"type", want.Type}, {"created_at", want.CreatedAt},
		{"updated_at", want.UpdatedAt},
	}); err != nil {
		return err
	}
	p.Posting, p.named = want, true
	a.out.Postings[e.Key] = AppliedPosting{ID: want.ID, Tracks: map[string]AppliedTrack{}}
	if err := a.applyTracks(p, e.Tracks); err != nil {
		return err
	}
	return a.applyUnstaged(p, e.Unstaged)
}

// readPostings reads every posting of the organization with its pipeline.
func (a *applier) readPostings() error {
	var postings []models.Posting
	if err := a.tx.Raw("select * from postings where org_id = ? order by id",
		a.org.ID).Scan(&postings).Error; err != nil {
		return err
	}
	var tracks []models.Track
	if err := a.tx.Raw("select * from tracks where org_id = ? order by position, id",
		a.org.ID).Scan(&tracks).Error; err != nil {
		return err
	}
	var rounds []roundRow
	if err := a.tx.Raw(`select id, posting_id, track_id, key, type, title, position, assessment_id, duration_minutes,
		bookable, indefinite, fallback_recipients,
		group_id, assignment_mode, assessment_ids from rounds where org_id = ? order by position,
		id`, a.org.ID).Scan(&rounds).Error; err != nil {
		return err
	}
	a.postings = map[string]*postingState{}
	byID, trackByID := map[string]*postingState{}, map[string]*trackState{}
	for _, p := range postings {
		s := &postingState{Posting: p}
		a.postings[p.Key], byID[p.ID] = s, s
	}
	for _, t := range tracks {
		s := &trackState{Track: t}
		trackByID[t.ID] = s
		byID[t.PostingID].tracks = append(byID[t.PostingID].tracks, s)
	}
	for _, r := range rounds {
		t := trackByID[r.TrackID]
		t.rounds = append(t.rounds, &roundState{roundRow: r})
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
