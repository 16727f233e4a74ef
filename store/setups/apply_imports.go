package setups

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/store/bookings"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

// applyImports writes the interviews that an applicant tracking system made.
func (a *applier) applyImports() error {
	known, err := a.readImports()
	if err != nil {
		return err
	}
	for _, e := range a.setup.Imports {
		old, exists := known[e.Key]
		if a.leaves("import", e.Key, old.Origin) {
			if exists {
				a.out.Imports[e.Key] = old.InterviewID
			}
			continue
		}
		digest := importDigest(e)
		switch {
		case !exists:
			old.InterviewID, err = a.createImport(e, digest)
		case old.Digest == db.JSONText(digest):
			a.same("import")
		default:
			err = a.alterImport(e, old, digest)
		}
		if a.skipsErased("import", e.Key, err) {
			if exists {
				a.out.Imports[e.Key] = old.InterviewID
			}
			continue
		}
		if err != nil {
			return err
		}
		a.out.Imports[e.Key] = old.InterviewID
	}
	return nil
}

func (a *applier) readImports() (map[string]db.ImportRecord, error) {
	var rows []db.ImportRecord
	if err := db.Of(a.tx, a.org.ID).Find(&rows).Error; err != nil {
		return nil, err
	}
	out := map[string]db.ImportRecord{}
	for _, r := range rows {
		out[r.Key] = r
	}
	return out, nil
}

// lockImported reads and locks the interview of an import.
func (a *applier) lockImported(id string) (models.Interview, error) {
	found, err := interviews.LockInterview(a.tx, a.org.ID, id)
	if err != nil {
		return models.Interview{}, err
	}
	return *found, nil // the foreign key of imports says that it exists
}

func (a *applier) createImport(e setup.Import, digest map[string]string) (id string, err error) {
	if err := checkImportLink(e, ""); err != nil {
		return "", err
	}
	m, err := a.resolveImport(e)
	if err != nil {
		return "", err
	}
	if err := a.importable(e, m.CandidateID, ""); err != nil {
		return "", err
	}
	i := setup.NewImport(a.org, db.NewID(db.PrefixInterview), m, a.store.db.Policy(), a.now)
	if err := db.InsertInterview(a.tx, i); err != nil {
		return "", db.Wrap("insert import "+e.Key, err)
	}
	a.changed(models.InterviewChange(models.ChangeImported, models.Interview{}, i))
	if err := a.writeArtifacts(i.ID, e.Artifacts, digest, nil); err != nil {
		return "", err
	}
	a.note("created import %s", e.Key)
	return i.ID, db.Wrap("note import "+e.Key, a.tx.Create(&db.ImportRecord{OrgID: a.org.ID, Key: e.Key,
		InterviewID: i.ID, Digest: db.JSONText(digest), Origin: models.OriginFile}).Error)
}

// alterImport writes what changed in the entry since it was last applied, and nothing else.
func (a *applier) alterImport(e setup.Import, old db.ImportRecord, digest map[string]string) error {
	var before map[string]string
	if err := json.Unmarshal([]byte(old.Digest), &before); err != nil {
		return db.Wrap("read digest of import "+e.Key, err)
	}
	differs := func(parts ...string) bool {
		for _, p := range parts {
			if before[p] != digest[p] {
				return true
			}
		}
		return false
	}
	i, err := a.lockImported(old.InterviewID)
	if err != nil {
		return db.Wrap("read import "+e.Key, err)
	}
	if i.Erasure != "" {
		return errErasing
	}
	if i.CanceledAt == nil && i.Imported() {
		if differs("link") {
			if err := checkImportLink(e, i.MeetingLink); err != nil {
				return err
			}
		}
		m, err := a.resolveImport(e)
		if err != nil {
			return err
		}
		want, changed := setup.AlterImport(i, m, setup.ImportChange{
			Round: differs("place"), Candidate: differs("place", "candidate"), Source: differs("source"),
			Start: differs("start"), Duration: differs("duration"),
			Interviewer: differs("interviewer"), Link: differs("link"), CallEnded: differs("call_ended"),
		}, a.store.db.Policy(), a.now)
		if changed {
			if err := a.importable(e, want.CandidateID, i.ID); err != nil {
				return err
			}
			if err := db.UpdateInterview(a.tx, want); err != nil {
				return db.Wrap("update import "+e.Key, err)
			}
			a.changed(models.InterviewChange(models.ChangeEdited, i, want))
		}
	}
	if err := a.writeArtifacts(i.ID, e.Artifacts, digest, before); err != nil {
		return err
	}
	switch {
	case i.CanceledAt != nil:
		a.note("left import %s as it is: interview %s is canceled", e.Key, i.ID)
	case !i.Imported():
		a.note("left import %s as it is: interview %s was booked anew", e.Key, i.ID)
	default:
		a.note("updated import %s", e.Key)
	}
	old.Digest = db.JSONText(digest)
	return db.Wrap("note import "+e.Key, a.tx.Select("digest").Updates(&old).Error)
}

// checkImportLink refuses what no meeting link may be, unless it is the stored one.
func checkImportLink(e setup.Import, stored string) error {
	_, err := models.ChangeMeetingLink("the meeting link", stored, e.MeetingLink)
	return db.Wrap("import "+e.Key, err)
}

// resolveImport finds the entry's step and its candidate. A candidate who does not exist is created as invited, in the
// step's track.
func (a *applier) resolveImport(e setup.Import) (m setup.ResolvedImport, err error) {
	entry := "import " + e.Key
	p, err := a.posting(entry, e.Posting)
	if err != nil {
		return m, err
	}
	r, err := a.step(entry, p, e.Step)
	if err != nil {
		return m, err
	}
	c, err := a.candidate(p.ID, r.AssessmentID, r.TrackID, e.Candidate)
	if err != nil {
		return m, db.Wrap(entry, err)
	}
	if c.TrackID != r.TrackID {
		return m, models.Conflictf("%s puts candidate %s in step %s, but that candidate is in another track of "+
			"posting %s already", entry, e.Candidate.Email, models.Quote(e.Step), e.Posting)
	}
	return setup.ResolvedImport{
		Round: r, CandidateID: c.ID, Source: e.Source, StartsAt: e.ScheduledStartAt, DurationMinutes: e.DurationMinutes,
		InterviewerEmail: e.InterviewerEmail, MeetingLink: e.MeetingLink, CallEndedAt: e.CallEndedAt,
	}, nil
}

// importable refuses a second live interview of the candidate, which the tracking system cannot know of. That the
// interviewer is busy then is no reason to refuse.
func (a *applier) importable(e setup.Import, candidateID, except string) error {
	live, err := interviews.LiveInterview(a.tx, a.org.ID, candidateID)
	if err == nil && live != nil && live.ID != except {
		return models.Conflictf("import %s: candidate %s already has interview %s for that assessment; cancel it "+
			"first or take the import out of the file", e.Key, e.Candidate.Email, live.ID)
	}
	return db.Wrap("read the candidate's interview", err)
}

// writeArtifacts writes the artifacts that differ from those that were applied before.
func (a *applier) writeArtifacts(interviewID string, f booking.Artifacts, digest, before map[string]string) error {
	parts := map[string]any{"transcript": nil, "recording": nil, "interviewer_notes": nil}
	maps.Copy(parts, bookings.ArtifactParts(f))
	maps.DeleteFunc(parts, func(part string, _ any) bool { return before[part] == digest[part] })
	changed, err := bookings.WriteArtifacts(a.tx, models.Ref{OrgID: a.org.ID, ID: interviewID}, parts)
	if len(changed) > 0 {
		a.changed(models.Change{Subject: models.SubjectInterview, SubjectID: interviewID,
			Kind: models.ChangeArtifactsStored, Details: changed})
	}
	return err
}

// importDigest returns a short digest of each part of the entry that is not empty. A digest that differs the next time
// shows that the part was changed in the file.
func importDigest(e setup.Import) map[string]string {
	out := map[string]string{}
	add := func(part string, absent bool, value any) {
		if !absent {
			sum := sha256.Sum256([]byte(db.JSONText(value)))
			out[part] = hex.EncodeToString(sum[:8])
		}
	}
	add("place", false, []string{e.Posting, e.Step})
	add("candidate", false, e.Candidate)
	add("source", false, e.Source)
	add("start", false, models.Instant(e.ScheduledStartAt))
	add("duration", e.DurationMinutes == 0, e.DurationMinutes)
	add("interviewer", e.InterviewerEmail == "", e.InterviewerEmail)
	add("link", e.MeetingLink == "", e.MeetingLink)
	add("call_ended", e.CallEndedAt == nil, e.CallEndedAt)
	add("transcript", e.Artifacts.Transcript == nil, e.Artifacts.Transcript)
	add("recording", e.Artifacts.Recording == nil, e.Artifacts.Recording)
	add("interviewer_notes", e.Artifacts.InterviewerNotes == nil, e.Artifacts.InterviewerNotes)
	return out
}
