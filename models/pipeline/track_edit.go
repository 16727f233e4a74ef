package pipeline

import (
	"litmus/models"
)

// AddTrack adds a track at the end. The first track of a posting is its default.
type AddTrack struct{ ID, Name string }

func (c AddTrack) change(f *Facts) error {
	if err := models.CleanLine("the name", &c.Name, true); err != nil {
		return err
	}
	if n := f.Track(c.ID); n >= 0 {
		return CheckSame(f.Tracks[n].Words(), f.Tracks[n].Name == c.Name)
	}
	if len(f.Tracks) >= MaxTracks {
		return models.Conflictf("%s has %d tracks; there is no room for more", f.Posting.Words(), len(f.Tracks))
	}
	f.Tracks = append(f.Tracks, models.Track{OrgID: f.Posting.OrgID, ID: c.ID, PostingID: f.Posting.ID, Name: c.Name,
		Key: RecordKey(c.Name, func(key string) bool {
			for _, t := range f.Tracks {
				if t.Key == key {
					return true
				}
			}
			return false
		}), IsDefault: len(f.Tracks) == 0})
	return nil
}

// RenameTrack gives a track another name.
type RenameTrack struct{ ID, Name string }

func (c RenameTrack) change(f *Facts) error {
	if err := models.CleanLine("the name", &c.Name, true); err != nil {
		return err
	}
	n := f.Track(c.ID)
	if n < 0 {
		return goneTrack()
	}
	f.Tracks[n].Name = c.Name
	return nil
}

// DefaultTrack makes a track the default: new candidates whose assessment it has are put into it.
type DefaultTrack struct{ ID string }

func (c DefaultTrack) change(f *Facts) error {
	if f.Track(c.ID) < 0 {
		return goneTrack()
	}
	for n := range f.Tracks {
		f.Tracks[n].IsDefault = f.Tracks[n].ID == c.ID
	}
	return nil
}

// MoveTrack moves a track to a place in the order, counted from 0.
type MoveTrack struct {
	ID string
	To int
}

func (c MoveTrack) change(f *Facts) error {
	n := f.Track(c.ID)
	if n < 0 {
		return goneTrack()
	}
	if c.To < 0 || c.To >= len(f.Tracks) {
		return models.Conflictf("%s has %s; there is no place %d", f.Posting.Words(),
			models.Count(len(f.Tracks), "track"), c.To+1)
	}
	f.Tracks = moved(f.Tracks, n, c.To)
	return nil
}

// RemoveTrack removes a track with its steps, unless candidates are in it. The default one can only go as the last.
type RemoveTrack struct{ ID string }

func (c RemoveTrack) change(f *Facts) error {
	n := f.Track(c.ID)
	if n < 0 {
		return nil
	}
	t := f.Tracks[n]
	if d := f.Use.OfTrack(t.ID, f.Rounds[t.ID]); !d.None() {
		return models.Conflictf("%s has %s and cannot be removed", t.Words(), d.Words())
	}
	if t.IsDefault && len(f.Tracks) > 1 {
		return models.Conflictf("%s is the default; make another track the default first", t.Words())
	}
	f.Tracks = append(f.Tracks[:n:n], f.Tracks[n+1:]...)
	delete(f.Rounds, t.ID)
	return nil
}

func goneTrack() error {
	return models.Conflictf("the track was removed meanwhile; nothing was saved")
}
