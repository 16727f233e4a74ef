package setups

import (
	"slices"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
	"litmus/store/team"
	"litmus/store/watchers"
)

// applyRecruiters writes the recruiters of the postings that the file keeps (D27). Whoever the file names and the
// dashboard keeps may have another role by now: they are left out.
func (a *applier) applyRecruiters() error {
	recruits, err := a.recruiters()
	if err != nil {
		return err
	}
	for _, e := range a.setup.Postings {
		p := a.postings[e.Key]
		if p == nil || !p.named {
			continue
		}
		var want []string
		for _, r := range e.Recruiters {
			if recruits(r) {
				want = append(want, r)
			} else {
				a.note("left out recruiter %s of posting %s: they are neither admin nor recruiter any more", r, e.Key)
			}
		}
		was, err := watchers.Recruiters(a.tx, a.org.ID, p.ID)
		if err != nil {
			return err
		}
		if slices.Equal(was, want) {
			continue
		}
		if err := a.store.watchers.SetRecruiters(a.tx, a.org.ID, p.ID, want); err != nil {
			return db.Wrap("posting "+e.Key, err)
		}
		if a.fresh[p.ID] {
			continue // whoever reads of the new posting finds them there
		}
		a.tell(historyOf(&p.PostingRecord), models.ChangeEdited, pipeline.RecruitersDetails(was, want))
		if err := raiseVersion(a.tx, a.org.ID, p.ID); err != nil {
			return err
		}
		a.note("updated recruiters of posting %s", e.Key)
	}
	return nil
}

// recruiters reports who may be a recruiter of a posting by now.
func (a *applier) recruiters() (recruits func(email string) bool, err error) {
	members, err := team.ReadMembers(a.tx, a.org.ID, "")
	return func(email string) bool {
		return slices.ContainsFunc(members, func(m models.Member) bool {
			return m.Email == email && pipeline.MayRecruit(m.Role)
		})
	}, err
}

// dropWatchers has whom the file made no more than an interviewer watch nothing. It comes late, since candidates wait
// for the rows.
func (a *applier) dropWatchers() error {
	recruits, err := a.recruiters()
	if err != nil {
		return err
	}
	return a.store.watchers.Drop(a.tx, a.org.ID, slices.DeleteFunc(slices.Clone(a.unseated), recruits)...)
}
