package candidates

import (
	"encoding/json"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/erasure"
)

// eraseView is the page that says what an erasure takes away, with its one confirmation.
type eraseView struct {
	erasure.Preview
	To, Back string
	Reach    []string

	People, Sessions, Canceled, Outside string // how many, in words; Canceled is "" for none
}

// erasePage serves the preview of an erasure of the record's person.
func erasePage(v *site.Visit) (site.Answer, error) {
	c, err := personOf(v)
	if err != nil {
		return site.Answer{}, err
	}
	p, err := v.Acts.Preview.Erase(v.Context(), v.By(), c.Email)
	if err != nil {
		return site.Answer{}, err
	}
	path, name := site.CandidatesPath+"/"+c.ID, models.NameOf(c.Name, c.Email)
	view := eraseView{Preview: p, To: path + "/erase", Back: path, Reach: erasure.OutOfReach(v.Store.OnPostgres()),
		People: models.Count(len(p.Records), "record"), Sessions: models.Count(p.Interviews, "interview"),
		Outside: models.Count(p.Copies, "object")}
	if len(p.Ahead) > 0 {
		view.Canceled = models.Count(len(p.Ahead), "interview")
	}
	return v.Show("candidate-erase", "Erase "+name, view).Under(path, name), nil
}

// eraseCandidate asks for the erasure.
func eraseCandidate(v *site.Visit) (site.Answer, error) {
	c, err := personOf(v)
	if err != nil {
		return site.Answer{}, err
	}
	if v.Field("confirm") != "yes" {
		return site.Redirect(site.CandidatesPath + "/" + c.ID + "/erase"), nil
	}
	if _, err := v.Acts.Erasures.Erase(v.Context(), v.By(), c.Email); err != nil {
		return candidateAgain(v, err)
	}
	return site.RedirectNote(site.CandidatesPath+"/"+c.ID,
		"What is ahead is canceled. The rest goes as soon as everything outside is taken away."), nil
}

// storedFile serves what is stored of the record's person, as a file.
func storedFile(v *site.Visit) (site.Answer, error) {
	c, err := personOf(v)
	if err != nil {
		return site.Answer{}, err
	}
	p, err := v.Store.Erasures.Person(v.Context(), v.Org.ID, c.Email)
	if err != nil {
		return site.Answer{}, err
	}
	b, err := json.MarshalIndent(p, "", "  ")
	return site.JSONFile(c.ID+".json", b), err
}

// personOf reads the record; it refuses, as [models.Conflict], one whose person is erased.
func personOf(v *site.Visit) (models.Candidate, error) {
	if err := v.May(access.ActionErase, access.Facts{}); err != nil {
		return models.Candidate{}, err
	}
	c, err := v.Store.Candidates.Candidate(v.Context(), models.Ref{OrgID: v.Org.ID, ID: v.ID()})
	if err == nil && c.Erasure == models.ErasureDone {
		err = c.CheckErasure()
	}
	return c, err
}
