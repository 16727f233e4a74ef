package store

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// Artifacts reads what a session left behind; each part is nil if it is not available.
func (s *Store) Artifacts(ctx context.Context, orgID, interviewID string) (models.Artifacts, error) {
	var a models.Artifacts
	var rows []struct{ Transcript, Recording, InterviewerNotes string }
	if err := s.read.WithContext(ctx).Raw("select transcript, recording, interviewer_notes from artifacts "+
		"where org_id = ? and interview_id = ?", orgID, interviewID).Scan(&rows).Error; err != nil {
		return a, wrap("read artifacts", err)
	}
	for _, r := range rows {
		if err := unmarshalText(r.Transcript, &a.Transcript); err != nil {
			return a, wrap("read transcript", err)
		}
		if err := unmarshalText(r.Recording, &a.Recording); err != nil {
			return a, wrap("read recording", err)
		}
		if err := unmarshalText(r.InterviewerNotes, &a.InterviewerNotes); err != nil {
			return a, wrap("read notes", err)
		}
	}
	return a, nil
}

// Delivery is the content of a notetaker's callback.
type Delivery struct {
	EventID     string
	NotetakerID string // "" if the callback does not say
	models.Artifacts
	CallEndedAt *time.Time
}

// Deliver stores the content of a callback, once: for an event that was stored before, repeated is true and nothing
// changes. Artifacts replace earlier ones. The end of the call is written into the interview (decision 52); ended is
// true if that changed the row. It returns [models.NotFound] if there is no such interview, or it does not have that
// notetaker.
func (s *Store) Deliver(ctx context.Context, ref Ref, d Delivery) (i InterviewRow, ended, repeated bool, err error) {
	i, ended, err = s.change(ctx, ref.OrgID, ref.ID, nil, func(tx *gorm.DB, i models.Interview) (models.Interview,
		bool, error) {
		repeated = false
		var ids []string // "" for an attempt whose answer got lost
		if err := tx.Raw("select distinct provider_id from effects where org_id = ? and interview_id = ? "+
			"and target = ?", ref.OrgID, ref.ID, models.TargetNotetaker).Scan(&ids).Error; err != nil {
			return i, false, wrap("read notetaker", err)
		}
		if len(ids) == 0 || d.NotetakerID != "" && !slices.Contains(ids, d.NotetakerID) && !slices.Contains(ids, "") {
			return i, false, models.NotFoundf("interview %s has no such notetaker", ref.ID)
		}
		r := tx.Exec("insert into callbacks (org_id, interview_id, event_id, at) values (?, ?, ?, ?) "+
			"on conflict do nothing", ref.OrgID, ref.ID, d.EventID, s.Now())
		if r.Error != nil {
			return i, false, wrap("note callback", r.Error)
		}
		if repeated = r.RowsAffected == 0; repeated {
			return i, false, nil
		}
		if err := putArtifacts(tx, ref, d.Artifacts); err != nil {
			return i, false, err
		}
		if d.CallEndedAt == nil {
			return i, false, nil
		}
		changed := false
		i, changed = models.DecideCallEnded(i, *d.CallEndedAt, s.Now())
		return i, changed, nil
	})
	return i, ended, repeated, err
}

// PutArtifacts replaces those parts of the artifacts that are not nil; [models.NotFound] if there is no such interview.
func (s *Store) PutArtifacts(ctx context.Context, ref Ref, a models.Artifacts) error {
	_, _, err := s.change(ctx, ref.OrgID, ref.ID, nil, func(tx *gorm.DB, i models.Interview) (models.Interview,
		bool, error) {
		return i, false, putArtifacts(tx, ref, a)
	})
	return err
}

// artifactColumns returns the parts of the artifacts as columns, null for nil.
func artifactColumns(a models.Artifacts) []column {
	row := []column{{"transcript", nil}, {"recording", nil}, {"interviewer_notes", nil}}
	if a.Transcript != nil {
		row[0].value = jsonText(a.Transcript)
	}
	if a.Recording != nil {
		row[1].value = jsonText(a.Recording)
	}
	if a.InterviewerNotes != nil {
		row[2].value = jsonText(a.InterviewerNotes)
	}
	return row
}

func putArtifacts(tx *gorm.DB, ref Ref, a models.Artifacts) error {
	return writeArtifacts(tx, ref, slices.DeleteFunc(artifactColumns(a), func(c column) bool { return c.value == nil }))
}

// writeArtifacts writes these columns of an interview's artifacts.
func writeArtifacts(tx *gorm.DB, ref Ref, row []column) error {
	if len(row) == 0 {
		return nil
	}
	if err := insertRows(tx, "artifacts (org_id, interview_id)", "on conflict do nothing",
		1, func(int) []any { return []any{ref.OrgID, ref.ID} }); err != nil {
		return wrap("insert artifacts", err)
	}
	return wrap("write artifacts", updateRow(tx, "artifacts", 2,
		append([]column{{"org_id", ref.OrgID}, {"interview_id", ref.ID}}, row...)))
}
