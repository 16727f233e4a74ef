package bookings

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// Artifacts reads what a session left behind; each part is nil if it is not available.
func (s *Store) Artifacts(ctx context.Context, orgID, interviewID string) (booking.Artifacts, error) {
	return readArtifacts(s.db.Read.WithContext(ctx), models.Ref{OrgID: orgID, ID: interviewID})
}

func readArtifacts(tx *gorm.DB, ref models.Ref) (booking.Artifacts, error) {
	var a booking.Artifacts
	row, err := db.Take[db.ArtifactsRecord](db.Of(tx, ref.OrgID).Where("interview_id = ?", ref.ID))
	if err != nil || row == nil {
		return a, db.Wrap("read artifacts", err)
	}
	for _, part := range []struct {
		text *string
		into any
	}{{row.Transcript, &a.Transcript}, {row.Recording, &a.Recording}, {row.InterviewerNotes, &a.InterviewerNotes}} {
		if part.text == nil {
			continue
		}
		if err := json.Unmarshal([]byte(*part.text), part.into); err != nil {
			return a, db.Wrap("read artifacts", err)
		}
	}
	return a, nil
}

// Delivery is the content of a notetaker's callback.
type Delivery struct {
	EventID     string
	NotetakerID string // "" if the callback does not say
	booking.Artifacts
	CallEndedAt *time.Time
}

// Deliver stores the content of a callback, once: for an event that was stored before, repeated is true and nothing
// changes. Artifacts replace earlier ones. The end of the call is written into the interview; ended is true if that
// changed the row. It returns [models.NotFound] if there is no such interview, or it does not have that notetaker.
func (s *Store) Deliver(ctx context.Context, ref models.Ref, d Delivery) (i interviews.InterviewRow, ended,
	repeated bool, err error) {
	deliver := func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		repeated = false
		var ids []string // "" for an attempt whose answer got lost
		if err := tx.Raw("select distinct provider_id from effects where org_id = ? and interview_id = ? "+
			"and target = ?", ref.OrgID, ref.ID, effect.TargetNotetaker).Scan(&ids).Error; err != nil {
			return i, false, db.Wrap("read notetaker", err)
		}
		if len(ids) == 0 || d.NotetakerID != "" && !slices.Contains(ids, d.NotetakerID) && !slices.Contains(ids, "") {
			return i, false, models.NotFoundf("interview %s has no such notetaker", ref.ID)
		}
		r := tx.Clauses(db.SkipKnown).Create(&db.CallbackRecord{OrgID: ref.OrgID, InterviewID: ref.ID,
			EventID: d.EventID, At: s.db.NowOf(ref.OrgID)})
		if r.Error != nil {
			return i, false, db.Wrap("note callback", r.Error)
		}
		if repeated = r.RowsAffected == 0; repeated {
			return i, false, nil
		}
		if err := s.putArtifacts(act.By{}, tx, ref, d.Artifacts); err != nil {
			return i, false, err
		}
		if d.CallEndedAt == nil {
			return i, false, nil
		}
		changed := false
		i, changed = booking.DecideCallEnded(i, *d.CallEndedAt, s.db.NowOf(ref.OrgID))
		return i, changed, nil
	}
	i, ended, err = s.change(ctx, act.By{}, ref.OrgID, ref.ID, models.ChangeCallReported, nil, deliver, nil)
	return i, ended, repeated, err
}

// PutArtifacts replaces those parts of the artifacts that are not nil, see [booking.Artifacts.Stamped] for the instants
// that they do not say; [models.NotFound] if there is no such interview.
func (s *Store) PutArtifacts(ctx context.Context, by act.By, ref models.Ref, a booking.Artifacts) error {
	put := func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		return i, false, s.putArtifacts(by, tx, ref, a.Stamped(s.db.NowOf(ref.OrgID)))
	}
	_, _, err := s.change(ctx, by, ref.OrgID, ref.ID, models.ChangeArtifactsStored, nil, put, nil)
	return err
}

// putArtifacts writes the parts that are not nil with the interview's history, and leaves the others.
func (s *Store) putArtifacts(by act.By, tx *gorm.DB, ref models.Ref, a booking.Artifacts) error {
	changed, err := WriteArtifacts(tx, ref, ArtifactParts(a))
	if err != nil || len(changed) == 0 {
		return err
	}
	return s.db.Note(by, tx, ref.OrgID, models.Change{Subject: models.SubjectInterview, SubjectID: ref.ID,
		Kind: models.ChangeArtifactsStored, Details: changed})
}

// ArtifactParts are the parts that are not nil as JSON, by their columns.
func ArtifactParts(a booking.Artifacts) map[string]any {
	parts := map[string]any{}
	if a.Transcript != nil {
		parts["transcript"] = db.JSONText(a.Transcript)
	}
	if a.Recording != nil {
		parts["recording"] = db.JSONText(a.Recording)
	}
	if a.InterviewerNotes != nil {
		parts["interviewer_notes"] = db.JSONText(a.InterviewerNotes)
	}
	return parts
}

// WriteArtifacts writes these columns of an interview's artifacts, JSON or nil, and leaves the others. It returns what
// that changed; what is stored already is not written.
func WriteArtifacts(tx *gorm.DB, ref models.Ref, parts map[string]any) (changed []models.Detail, err error) {
	if len(parts) == 0 {
		return nil, nil
	}
	row := db.ArtifactsRecord{OrgID: ref.OrgID, InterviewID: ref.ID}
	found, err := db.Take[db.ArtifactsRecord](db.Of(tx, ref.OrgID).Where("interview_id = ?", ref.ID))
	if err != nil {
		return nil, db.Wrap("read artifacts", err)
	}
	if found != nil {
		row = *found
	}
	stored := map[string]*string{"transcript": row.Transcript, "recording": row.Recording,
		"interviewer_notes": row.InterviewerNotes}
	write := map[string]any{}
	for _, part := range db.SortedKeys(parts) {
		before, after := "", ""
		if text := stored[part]; text != nil {
			before = *text
		}
		if text, is := parts[part].(string); is {
			after = text
		}
		if before != after {
			write[part] = parts[part]
			changed = append(changed, models.Changed(models.Field(part), before, after)...)
		}
	}
	if len(write) == 0 {
		return nil, nil
	}
	if found == nil {
		if err := tx.Clauses(db.SkipKnown).Create(&row).Error; err != nil {
			return nil, db.Wrap("insert artifacts", err)
		}
	}
	return changed, db.Wrap("write artifacts", tx.Model(&row).Updates(write).Error)
}
