package setups

import (
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/store/internal/db"
	"litmus/store/pipelines"
)

// applyPrune removes what is of the file's origin and no longer in the file (D24). Rows that refer to others are
// removed before those; what is still referred to is kept and reported.
func (a *applier) applyPrune() error {
	if !a.prune {
		return nil
	}
	for _, prune := range []func() error{
		a.pruneSubmissions, a.pruneImports, a.prunePipelines, a.prunePostings, a.prunePools, a.prunePeople,
		a.pruneAssessments,
	} {
		if err := prune(); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes the record of a step, a track or an assessment that nothing depends on.
func (a *applier) remove(kind, name string, record any) error {
	a.note("removed %s %s", kind, name)
	if x, whole := record.(*db.AssessmentRecord); !whole {
		a.removed(record)
	} else if err := a.erased(models.SubjectAssessment, x.ID, models.Quote(x.Title)); err != nil {
		return err
	}
	return db.Wrap("remove "+kind+" "+name, a.tx.Delete(record).Error)
}

// rows selects the organization's rows of the record's table.
func (a *applier) rows(record any) *gorm.DB { return db.Of(a.tx.Model(record), a.org.ID) }

func (a *applier) pruneSubmissions() error {
	known, err := a.readSubmissions()
	if err != nil {
		return err
	}
	for _, key := range db.SortedKeys(known) {
		x := known[key]
		if _, named := a.out.Submissions[key]; named || x.Origin != models.OriginFile {
			continue
		}
		if err := a.tx.Delete(&x).Error; err != nil {
			return err
		}
		a.note("removed submission %s", key)
		a.removed(&x)
		if err := a.pruneCandidate(x.CandidateID); err != nil {
			return err
		}
	}
	return nil
}

// pruneImports removes imports with their interviews, unless somebody was told of the interview.
func (a *applier) pruneImports() error {
	known, err := a.readImports()
	if err != nil {
		return err
	}
	for _, key := range db.SortedKeys(known) {
		if _, named := a.out.Imports[key]; named || known[key].Origin != models.OriginFile {
			continue
		}
		i, err := a.lockImported(known[key].InterviewID)
		if err != nil {
			return err
		}
		var told int
		if err := a.tx.Raw("select count(*) from effects where org_id = ? and interview_id = ?",
			a.org.ID, i.ID).Scan(&told).Error; err != nil {
			return err
		}
		if told > 0 || !i.Imported() || i.CanceledAt != nil {
			a.note("kept import %s: people were told of interview %s, or it was booked anew or canceled", key, i.ID)
			continue
		}
		for _, err := range []error{
			a.rows(&db.ImportRecord{}).Where("interview_id = ?", i.ID).Delete(&db.ImportRecord{}).Error,
			a.tx.Delete(&db.ArtifactsRecord{OrgID: a.org.ID, InterviewID: i.ID}).Error,
			a.tx.Delete(&db.InterviewRecord{OrgID: a.org.ID, ID: i.ID}).Error,
		} {
			if err != nil {
				return err
			}
		}
		a.note("removed import %s", key)
		if err := a.erased(models.SubjectInterview, i.ID, ""); err != nil {
			return err
		}
		if err := a.pruneCandidate(i.CandidateID); err != nil {
			return err
		}
	}
	return nil
}

// pruneCandidate removes a candidate who was never invited and has neither interview nor submission.
func (a *applier) pruneCandidate(id string) error {
	gone := a.tx.Exec(`delete from candidates where org_id = ? and id = ? and invited_at is null
		and not exists (select 1 from interviews i
			where i.org_id = candidates.org_id and i.candidate_id = candidates.id)
		and not exists (select 1 from submissions s
			where s.org_id = candidates.org_id and s.candidate_id = candidates.id)`, a.org.ID, id)
	if gone.Error != nil || gone.RowsAffected == 0 {
		return gone.Error
	}
	return a.erased(models.SubjectCandidate, id, "")
}

// prunePipelines removes steps and tracks of the postings that are in the file, unless something depends on them as
// [pipeline.Use] says.
func (a *applier) prunePipelines() error {
	for _, p := range a.sorted() {
		if !p.named {
			continue
		}
		use, err := pipelines.ReadPipelineUse(a.tx, a.org.ID, p.ID)
		if err != nil {
			return err
		}
		gone := 0
		for _, t := range p.tracks {
			n, err := a.pruneTrack(p, t, use)
			if err != nil {
				return err
			}
			gone += n
		}
		if gone == 0 {
			continue
		}
		if err := raiseVersion(a.tx, a.org.ID, p.ID); err != nil {
			return err
		}
	}
	return nil
}

// pruneTrack removes the steps of a track that the file does not name, and the track itself if the file does not name
// it and no step is left. gone is how many rows were removed.
func (a *applier) pruneTrack(p *postingState, t *trackState, use pipeline.Use) (gone int, err error) {
	var left []models.Round
	for _, r := range t.rounds {
		left = append(left, r.Model())
	}
	name := p.Key + "/" + t.Key
	for _, r := range t.rounds {
		if r.named {
			continue
		}
		if d := use.OfRound(r.Model(), left); !d.None() {
			a.note("kept step %s/%s: it has %s", name, r.Key, d.Noun())
			continue
		}
		if err := a.remove("step", name+"/"+r.Key, &r.RoundRecord); err != nil {
			return gone, err
		}
		left = slices.DeleteFunc(left, func(x models.Round) bool { return x.ID == r.ID })
		gone++
	}
	switch d := use.OfTrack(t.ID, left); {
	case t.named:
		return gone, nil
	case len(left) > 0:
		a.note("kept track %s: it has steps", name)
		return gone, nil
	case !d.None():
		a.note("kept track %s: it has %s", name, d.Noun())
		return gone, nil
	}
	return gone + 1, a.remove("track", name, &t.TrackRecord)
}

func (a *applier) prunePostings() error {
	for _, p := range a.sorted() {
		if p.named || p.Origin != models.OriginFile {
			continue
		}
		candidates, err := pipelines.CountCandidates(a.tx, a.org.ID, p.ID)
		if err != nil {
			return err
		}
		if pipeline.CheckPostingRemoval(models.Posting(p.PostingRecord), candidates) != nil {
			a.note("kept posting %s: it has candidates", p.Key)
			continue
		}
		seats, err := pipelines.ReadNamedOn(a.tx, a.org.ID, p.ID)
		if err != nil {
			return err
		}
		a.unseated = append(a.unseated, seats...)
		if err := pipelines.DeletePosting(a.tx, models.Posting(p.PostingRecord)); err != nil {
			return err
		}
		if err := a.erased(models.SubjectPosting, p.ID, models.Quote(p.Title)); err != nil {
			return err
		}
		a.note("removed posting %s", p.Key)
	}
	return nil
}

func (a *applier) prunePeople() error {
	var emails []string
	if err := a.rows(&db.PersonRecord{}).Where("origin = ?", models.OriginFile).Order("email").
		Pluck("email", &emails).Error; err != nil {
		return err
	}
	for _, email := range emails {
		if slices.ContainsFunc(a.setup.Interviewers, func(e setup.Person) bool { return e.Email == email }) {
			continue
		}
		var interviews, assigned, pooled, connected int64
		if err := a.rows(&db.InterviewRecord{}).Where("interviewer_email = ?", email).
			Count(&interviews).Error; err != nil {
			return err
		}
		if err := a.rows(&db.AssignedRecord{}).Where("email = ?", email).Count(&assigned).Error; err != nil {
			return err
		}
		if err := a.rows(&db.PoolMemberRecord{}).Where("email = ?", email).Count(&pooled).Error; err != nil {
			return err
		}
		if interviews+assigned+pooled > 0 {
			a.note("kept interviewer %s: they have interviews, or are assigned to a posting or in a pool", email)
			continue
		}
		if err := a.rows(&db.CalendarRecord{}).Where("email = ? and origin = ?", email, models.OriginDashboard).
			Count(&connected).Error; err != nil {
			return err
		}
		if connected > 0 {
			a.note("kept interviewer %s: their calendar is kept in the dashboard", email)
			continue
		}
		if err := a.store.team.RemovePerson(a.tx, a.org.ID, email); err != nil {
			return err
		}
		if err := a.erased(models.SubjectPerson, email, ""); err != nil {
			return err
		}
		a.unseated = append(a.unseated, email)
		a.note("removed interviewer %s", email)
	}
	return nil
}

func (a *applier) pruneAssessments() error {
	for _, key := range db.SortedKeys(a.assessments) {
		x := a.assessments[key]
		if _, named := a.out.Assessments[key]; named || x.Origin != models.OriginFile {
			continue
		}
		use, err := a.store.pipelines.ReadAssessmentUse(a.tx, a.org.ID, []string{x.ID})
		if err != nil {
			return err
		}
		if pipeline.CheckAssessmentRemoval(models.Assessment(x), use[x.ID]) != nil {
			a.note("kept assessment %s: a step, a posting or a candidate uses it", key)
			continue
		}
		if err := a.remove("assessment", key, &x); err != nil {
			return err
		}
	}
	return nil
}
