package site

import (
	"litmus/models"
	"litmus/models/access"
	"litmus/store/pages"
)

// Accommodation is what a candidate needs, as pages show it to who may see to it.
type Accommodation struct {
	pages.ListedAccommodation
	Path string // of the form that says it is settled
	Seen string // what that form showed
	Back string // where it leads back to
	By   string // who has seen to it
	Here bool   // it was said on the record that the page is about
}

// Accommodations are what the candidate of a record needs, nothing for who may not see to it: nothing is read then.
func (v *Visit) Accommodations(candidateID string) (out []Accommodation, err error) {
	if !v.Can(access.ActionAccommodate, access.Facts{}) {
		return nil, nil
	}
	list, err := v.Store.Pages.AccommodationsOf(v.Context(), v.Org.ID, candidateID)
	for _, l := range list {
		out = append(out, Accommodation{ListedAccommodation: l,
			Path: CandidatesPath + "/" + l.CandidateID + "/accommodation",
			Seen: models.FormatInstant(l.AskedAt), Back: v.URL.Path, By: models.NameOf(l.SettledByName, l.SettledBy),
			Here: l.CandidateID == candidateID})
	}
	return out, err
}
