package pipelines

import (
	"slices"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/internal/db"
	"litmus/store/pools"
)

// readPipelineFacts reads a posting with its pipeline and what depends on it; [models.NotFound] if the organization has
// none of that id. Assessments come without instructions.
func readPipelineFacts(tx *gorm.DB, orgID, postingID string) (f pipeline.Facts, err error) {
	f.Rounds, f.Assessments = map[string][]models.Round{}, map[string]models.Assessment{}
	if f.Posting, err = ReadPosting(tx, orgID, postingID); err != nil {
		return f, err
	}
	list, err := ReadChoices(tx, orgID)
	if err != nil {
		return f, err
	}
	for _, a := range list {
		f.Assessments[a.ID] = a
	}
	var tracks []db.TrackRecord
	if err := db.Of(tx, orgID).Where("posting_id = ?",
		postingID).Order("position, id").Find(&tracks).Error; err != nil {
		return f, db.Wrap("read tracks", err)
	}
	for _, t := range tracks {
		f.Tracks = append(f.Tracks, models.Track(t))
	}
	var rounds []db.RoundRecord
	if err := db.Of(tx, orgID).Where("posting_id = ?",
		postingID).Order("position, id").Find(&rounds).Error; err != nil {
		return f, db.Wrap("read rounds", err)
	}
	for _, r := range rounds {
		round := r.Model()
		round.DeliveryMode = f.Assessments[round.AssessmentID].DeliveryMode
		f.Rounds[r.TrackID] = append(f.Rounds[r.TrackID], round)
	}
	var unstaged []db.UnstagedRecord
	if err := db.Of(tx, orgID).Where("posting_id = ?", postingID).Order("position, assessment_id").
		Find(&unstaged).Error; err != nil {
		return f, db.Wrap("read unstaged assessments", err)
	}
	for _, u := range unstaged {
		a := f.Assessments[u.AssessmentID]
		f.Unstaged = append(f.Unstaged, pipeline.UnstagedAssessment{AssessmentID: a.ID, Title: a.Title,
			DeliveryMode: a.DeliveryMode})
	}
	if f.Pools, err = pools.Read(tx, orgID); err != nil {
		return f, err
	}
	f.Use, err = ReadPipelineUse(tx, orgID, postingID)
	return f, err
}

// ReadPipelineUse counts what depends on the posting's pipeline. The posting has no candidates that it does not count.
func ReadPipelineUse(tx *gorm.DB, orgID, postingID string) (pipeline.Use, error) {
	u := pipeline.Use{Interviews: map[string]int{}, Candidates: map[pipeline.TrackRecord]int{}}
	var interviews []struct {
		RoundID string
		N       int
	}
	if err := db.Of(tx.Model(&db.InterviewRecord{}), orgID).Select("round_id, count(*) as n").
		Where("posting_id = ?", postingID).Group("round_id").Scan(&interviews).Error; err != nil {
		return u, db.Wrap("count interviews", err)
	}
	for _, c := range interviews {
		u.Interviews[c.RoundID] = c.N
	}
	var candidates []struct {
		TrackID, AssessmentID string
		N                     int
	}
	if err := db.Of(tx.Model(&db.CandidateRecord{}), orgID).Select("track_id, assessment_id, count(*) as n").
		Where("posting_id = ?", postingID).Group("track_id, assessment_id").Scan(&candidates).Error; err != nil {
		return u, db.Wrap("count candidates", err)
	}
	for _, c := range candidates {
		u.Candidates[pipeline.TrackRecord{TrackID: c.TrackID, AssessmentID: c.AssessmentID}] = c.N
	}
	return u, nil
}

// ReadChoices reads the organization's assessments by title, without instructions.
func ReadChoices(tx *gorm.DB, orgID string) ([]models.Assessment, error) {
	var rows []db.AssessmentRecord
	if err := db.Of(tx, orgID).Omit("instructions").Order("title, id").Find(&rows).Error; err != nil {
		return nil, db.Wrap("read assessments", err)
	}
	out := make([]models.Assessment, len(rows))
	for n, r := range rows {
		out[n] = models.Assessment(r)
	}
	return out, nil
}

// lockPipeline locks the posting with its tracks and steps. Bookings and invites take no lock of theirs, but refer to
// them: what they insert is counted after it is committed, and waits for what is removed here.
func lockPipeline(d db.Dialect, tx *gorm.DB, orgID, postingID string) error {
	if !d.Postgres {
		return nil
	}
	for _, rows := range []string{"postings where org_id = ? and id = ?", "tracks where org_id = ? and posting_id = ?",
		"rounds where org_id = ? and posting_id = ?"} {
		if err := tx.Exec("select 1 from "+rows+" for update", orgID, postingID).Error; err != nil {
			return db.Wrap("lock pipeline", err)
		}
	}
	return nil
}

// writePipeline writes what differs between two states of a posting's pipeline, and the posting.
func writePipeline(tx *gorm.DB, before, after pipeline.Pipeline) error {
	for _, t := range before.Tracks {
		for _, r := range before.Rounds[t.ID] {
			if track, _ := after.Round(r.ID); track == "" {
				if err := tx.Delete(&db.RoundRecord{OrgID: r.OrgID, ID: r.ID}).Error; err != nil {
					return db.Wrap("remove round", err)
				}
			}
		}
	}
	for n, t := range before.Tracks {
		if after.Track(t.ID) < 0 {
			row := db.TrackRecord(before.Tracks[n])
			if err := tx.Delete(&row).Error; err != nil {
				return db.Wrap("remove track", err)
			}
		}
	}
	for _, t := range after.Tracks {
		old := before.Track(t.ID)
		row := db.TrackRecord(t)
		if old < 0 || before.Tracks[old] != t {
			if err := Save(tx, old >= 0, &row); err != nil {
				return db.Wrap("write track", err)
			}
		}
		for _, r := range after.Rounds[t.ID] {
			in, place := before.Round(r.ID)
			row := db.RecordOfRound(r)
			if place >= 0 && db.SameRecord(row, db.RecordOfRound(before.Rounds[in][place])) {
				continue
			}
			if err := Save(tx, place >= 0, &row); err != nil {
				return db.Wrap("write round", err)
			}
		}
	}
	if !slices.Equal(before.Unstaged, after.Unstaged) {
		var ids []string
		for _, u := range after.Unstaged {
			ids = append(ids, u.AssessmentID)
		}
		if err := WriteUnstaged(tx, after.Posting.OrgID, after.Posting.ID, ids); err != nil {
			return err
		}
	}
	row := db.PostingRecord(after.Posting)
	return db.Wrap("write posting", Save(tx, true, &row))
}

// WriteUnstaged replaces the list of assessments that are attached to a posting without a step.
func WriteUnstaged(tx *gorm.DB, orgID, postingID string, ids []string) error {
	if err := db.Of(tx, orgID).Where("posting_id = ?", postingID).Delete(&db.UnstagedRecord{}).Error; err != nil {
		return db.Wrap("write unstaged assessments", err)
	}
	rows := make([]db.UnstagedRecord, len(ids))
	for n, id := range ids {
		rows[n] = db.UnstagedRecord{OrgID: orgID, PostingID: postingID, AssessmentID: id, Position: n}
	}
	_, err := db.Create(tx, rows, nil)
	return db.Wrap("write unstaged assessments", err)
}

// Save inserts a record, or writes every column of one that exists.
func Save(tx *gorm.DB, exists bool, record any) error {
	if !exists {
		return tx.Create(record).Error
	}
	return tx.Select("*").Updates(record).Error
}
