package pipelines

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/pipeline"
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
func newTrack(v *site.Visit, page pipeline.PostingPage) (site.Answer, error) {
	return showTrackForm(v, page.Facts, trackForm{ID: pipelines.NewTrackID(), New: true}), nil
}

// createTrack adds the track at the end of the posting's tracks. A form that is sent twice adds one.
func createTrack(v *site.Visit) (site.Answer, error) {
	f := trackForm{ID: v.Field("id"), New: true, Name: v.Field("name")}
	err := editPipeline(v, pipeline.AddTrack{ID: f.ID, Name: f.Name})
	if err == nil {
		return site.RedirectNote(site.PostingPath(v.ID(), "#"+f.ID), "The track is added."), nil
	}
	page, failed := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
	if failed != nil {
		return site.Answer{}, failed
	}
	f.ID = pipelines.NewTrackID()
	return showTrackForm(v, page.Facts, f).Refusing(err)
}

// editTrackPage shows the form of a track.
func editTrackPage(v *site.Visit, page pipeline.PostingPage) (site.Answer, error) {
	n := page.Track(v.PathValue("track"))
	if n < 0 {
		return site.Answer{}, models.NotFoundf("track %s not found", models.Quote(v.PathValue("track")))
	}
	return showTrackForm(v, page.Facts, trackForm{ID: page.Tracks[n].ID, Name: page.Tracks[n].Name}), nil
}

// editTrack renames a track. If it was removed meanwhile, the form offers to add it again.
func editTrack(v *site.Visit) (site.Answer, error) {
	f := trackForm{ID: v.PathValue("track"), Name: v.Field("name")}
	err := editPipeline(v, pipeline.RenameTrack{ID: f.ID, Name: f.Name})
	if err == nil {
		return site.RedirectNote(site.PostingPath(v.ID(), "#"+f.ID), "The track is saved."), nil
	}
	page, failed := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
	if failed != nil {
		return site.Answer{}, failed
	}
	switch n := page.Track(f.ID); {
	case n < 0:
		f.ID, f.New = pipelines.NewTrackID(), true
	case stale(v, page.Posting.Version):
		f.Versions = differing(difference{"Name", page.Tracks[n].Name, f.Name})
	}
	return showTrackForm(v, page.Facts, f).Refusing(err)
}

func showTrackForm(v *site.Visit, facts pipeline.Facts, f trackForm) site.Answer {
	f.Posting, f.Version, f.Back = facts.Posting, facts.Posting.Version, site.PostingPath(facts.Posting.ID, "")
	heading := "New track"
	f.Action = site.PostingPath(facts.Posting.ID, "/tracks/new")
	if !f.New {
		heading, f.Action = "Edit track", site.PostingPath(facts.Posting.ID, "/tracks/"+f.ID)
		f.Alone = len(facts.Tracks) == 1
		f.Track = tracksOf(facts)[facts.Track(f.ID)]
	}
	return v.Show("track-form", heading, f).Under(f.Back, facts.Posting.Title)
}

// defaultTrack makes a track the default one.
func defaultTrack(v *site.Visit) (site.Answer, error) {
	id := v.PathValue("track")
	return changePipeline(v, pipeline.DefaultTrack{ID: id}, "#"+id, "New candidates join this track from now on.")
}

// moveTrack moves a track up or down.
func moveTrack(v *site.Visit) (site.Answer, error) {
	id := v.PathValue("track")
	return changePipeline(v, pipeline.MoveTrack{ID: id, To: newPlace(v)}, "#"+id, "The track is moved.")
}

// removeTrack removes a track with its steps.
func removeTrack(v *site.Visit) (site.Answer, error) {
	return changePipeline(v, pipeline.RemoveTrack{ID: v.PathValue("track")}, "", "The track is removed.")
}

// editPipeline makes a change of the posting's pipeline, of which the form showed a version.
func editPipeline(v *site.Visit, c pipeline.Change) error {
	version, err := v.ShownVersion()
	if err != nil {
		return err
	}
	_, err = v.Acts.Pipelines.EditPipeline(v.Context(), v.By(), v.ID(), version, c)
	return err
}

// stale reports whether the form showed another version than the stored one.
func stale(v *site.Visit, stored int64) bool {
	version, err := v.ShownVersion()
	return err != nil || version != stored
}
