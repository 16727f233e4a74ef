package dashboard

import (
	"litmus/models"
	"litmus/store/pipelines"
)

// trackForm is the form of a new track or of one that is edited.
type trackForm struct {
	Posting  models.Posting
	Name     string
	ID       string // of a new track: the one that it will have
	New      bool
	Version  int64
	Action   string
	Back     string
	Track    trackView    // as it is saved, unless it is new
	Alone    bool         // it is the posting's only track
	Versions []difference // what is saved by now, if that is another version than the form showed
}

// newTrack shows the form of a new track.
func (s *Site) newTrack(v *visit) (answer, error) {
	page, err := s.Store.Pipelines.PostingPage(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	if err := models.CheckOrigin(page.Posting.Words(), page.Posting.Origin); err != nil {
		return s.postingProblem(v, err)
	}
	return s.showTrackForm(v, page.PipelineFacts, trackForm{ID: pipelines.NewTrackID(), New: true}), nil
}

// createTrack adds the track at the end of the posting's tracks. A form that is sent twice adds one.
func (s *Site) createTrack(v *visit) (answer, error) {
	f := trackForm{ID: v.field("id"), New: true, Name: v.field("name")}
	err := s.editPipeline(v, models.AddTrack{ID: f.ID, Name: f.Name})
	if err == nil {
		return redirectNote(v, postingPath(v.id(), "#"+f.ID), "The track is added."), nil
	}
	page, failed := s.Store.Pipelines.PostingPage(v.Context(), v.org.ID, v.id())
	if failed != nil {
		return answer{}, failed
	}
	f.ID = pipelines.NewTrackID()
	return s.showTrackForm(v, page.PipelineFacts, f).refusing(err)
}

// editTrackPage shows the form of a track.
func (s *Site) editTrackPage(v *visit) (answer, error) {
	page, err := s.Store.Pipelines.PostingPage(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	if err := models.CheckOrigin(page.Posting.Words(), page.Posting.Origin); err != nil {
		return s.postingProblem(v, err)
	}
	n := page.Track(v.PathValue("track"))
	if n < 0 {
		return answer{}, models.NotFoundf("track %s not found", models.Quote(v.PathValue("track")))
	}
	return s.showTrackForm(v, page.PipelineFacts, trackForm{ID: page.Tracks[n].ID, Name: page.Tracks[n].Name}), nil
}

// editTrack renames a track. If it was removed meanwhile, the form offers to add it again.
func (s *Site) editTrack(v *visit) (answer, error) {
	f := trackForm{ID: v.PathValue("track"), Name: v.field("name")}
	err := s.editPipeline(v, models.RenameTrack{ID: f.ID, Name: f.Name})
	if err == nil {
		return redirectNote(v, postingPath(v.id(), "#"+f.ID), "The track is saved."), nil
	}
	page, failed := s.Store.Pipelines.PostingPage(v.Context(), v.org.ID, v.id())
	if failed != nil {
		return answer{}, failed
	}
	switch n := page.Track(f.ID); {
	case n < 0:
		f.ID, f.New = pipelines.NewTrackID(), true
	case v.stale(page.Posting.Version):
		f.Versions = differing(difference{"Name", page.Tracks[n].Name, f.Name})
	}
	return s.showTrackForm(v, page.PipelineFacts, f).refusing(err)
}

func (s *Site) showTrackForm(v *visit, facts models.PipelineFacts, f trackForm) answer {
	f.Posting, f.Version, f.Back = facts.Posting, facts.Posting.Version, postingPath(facts.Posting.ID, "")
	heading := "New track"
	f.Action = postingPath(facts.Posting.ID, "/tracks/new")
	if !f.New {
		heading, f.Action = "Edit track", postingPath(facts.Posting.ID, "/tracks/"+f.ID)
		f.Alone = len(facts.Tracks) == 1
		f.Track = tracksOf(facts)[facts.Track(f.ID)]
	}
	return s.show(v, "track-form", heading, f).under(f.Back, facts.Posting.Title)
}

// defaultTrack makes a track the default one.
func (s *Site) defaultTrack(v *visit) (answer, error) {
	id := v.PathValue("track")
	return s.changePipeline(v, models.DefaultTrack{ID: id}, "#"+id, "New candidates join this track from now on.")
}

// moveTrack moves a track up or down.
func (s *Site) moveTrack(v *visit) (answer, error) {
	id := v.PathValue("track")
	return s.changePipeline(v, models.MoveTrack{ID: id, To: v.newPlace()}, "#"+id, "The track is moved.")
}

// removeTrack removes a track with its steps.
func (s *Site) removeTrack(v *visit) (answer, error) {
	return s.changePipeline(v, models.RemoveTrack{ID: v.PathValue("track")}, "", "The track is removed.")
}

// editPipeline makes a change of the posting's pipeline, of which the form showed a version.
func (s *Site) editPipeline(v *visit, c models.PipelineChange) error {
	version, err := v.shownVersion()
	if err != nil {
		return err
	}
	_, err = s.Acts.EditPipeline(v.Context(), v.by(), v.id(), version, c)
	return err
}

// stale reports whether the form showed another version than the stored one.
func (v *visit) stale(stored int64) bool {
	version, err := v.shownVersion()
	return err != nil || version != stored
}
