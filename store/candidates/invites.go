package candidates

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/store/internal/db"
)

// Invite decides the order under its locks and writes it. When it returns, the invitation is committed and its letter
// is owed. Refusals are the errors of [candidacy.DecideInvite].
func (s *Store) Invite(ctx context.Context, by act.By, org models.Organization,
	o candidacy.InviteOrder) (candidacy.Invited, error) {
	ids := models.IDs{Candidate: db.NewID(db.PrefixCandidate)}
	for try := 1; ; try++ {
		i, err := s.inviteOnce(ctx, by, org, o, ids)
		// Another request created the same candidate after this one had read. The next attempt sees their row; then the
		// invite is a repeat, or invites a candidate who was booked.
		if try < 3 && errors.Is(err, db.ConstraintErrors["one_candidate_per_assessment_and_email"]) {
			continue
		}
		return i, err
	}
}

// inviteOnce decides and writes the order.
func (s *Store) inviteOnce(ctx context.Context, by act.By, org models.Organization, o candidacy.InviteOrder,
	ids models.IDs) (candidacy.Invited, error) {
	var invited candidacy.Invited // read these only after the commit
	var refusal error
	err := s.db.BatchedTx(ctx, func(tx *gorm.DB) error {
		if refusal = s.db.BeginCommit(by, tx, org.ID); refusal != nil {
			return act.UnlessRefused(refusal)
		}
		now := s.db.NowOf(org.ID)
		f, err := s.inviteFacts(tx, org, o, now)
		if err != nil {
			return err
		}
		if invited, refusal = candidacy.DecideInvite(o, f, s.db.Policy(), ids, now); refusal != nil {
			return nil // there is nothing to write
		}
		if invited.ReadsFilled {
			return KeepReading(tx, invited.Candidate)
		}
		if invited.Reused {
			return nil
		}
		if refusal = s.db.Commit(by, tx, org.ID, act.Committed{CandidateID: invited.Candidate.ID},
			func() (act.Preview, error) { return s.previewInvite(tx, f, invited, now) }); refusal != nil {
			return act.UnlessRefused(refusal)
		}
		if err := s.writeInvite(tx, invited); err != nil {
			return err
		}
		if err := s.db.Note(by, tx, org.ID, invited.Changes()...); err != nil {
			return err
		}
		return s.team.CountStrangerLetter(tx, org.ID, now)
	})
	if err != nil {
		return candidacy.Invited{}, err
	}
	return invited, refusal
}

func (s *Store) writeInvite(tx *gorm.DB, i candidacy.Invited) error {
	if i.NewCandidate {
		return db.Wrap("insert candidate", InsertCandidate(tx, i.Candidate))
	}
	if i.NameFilled {
		if err := NameCandidate(s.db.Dialect, tx, i.Candidate); err != nil {
			return err
		}
	}
	return moveCandidate(tx, i.Candidate)
}

// inviteFacts reads the facts for DecideInvite, and stops as soon as they are enough for a refusal. It locks the
// candidate's row, so that of two invites of a candidate who was booked the second sees the first.
func (s *Store) inviteFacts(tx *gorm.DB, org models.Organization, o candidacy.InviteOrder,
	now time.Time) (f candidacy.InviteFacts, err error) {
	f.Organization = org
	f.Letters.Limit = s.db.Limits.StrangerLetters
	if err := readAttached(tx, org.ID, o.PostingID, effect.LetterDay(now), &f); err != nil || f.Posting == nil {
		return f, err
	}
	a, refusal := f.Assessment(o)
	if refusal != nil {
		return f, nil // DecideInvite returns it in the right order
	}
	err = readInvitee(tx, org.ID, o.PostingID, a.AssessmentID, o.CandidateEmail, &f)
	return f, err
}

// readInvitee reads and locks the record that an invite is about, if there is one.
func readInvitee(tx *gorm.DB, orgID, postingID, assessmentID, email string, f *candidacy.InviteFacts) (err error) {
	if f.Candidate, err = LockRecord(tx, orgID, postingID, assessmentID, email); err != nil || f.Candidate == nil {
		return db.Wrap("read candidate", err)
	}
	err = tx.Raw("select exists (select 1 from interviews where org_id = ? and candidate_id = ? "+
		"and canceled_at is null)", orgID, f.Candidate.ID).Row().Scan(&f.Interviewed)
	return db.Wrap("read existing interview", err)
}

// readAttached reads the posting, how long its organization's invitations live (which authentication does not read),
// how many letters it has sent to strangers on the day, and the attached assessments in the order of
// [candidacy.Attached]: default track, other tracks, each in its order, then unstaged ones. f.Posting stays nil if the
// posting is unknown.
func readAttached(tx *gorm.DB, orgID, postingID, day string, f *candidacy.InviteFacts) error {
	var rows []struct {
		Kind, Status                                     string
		TrackID, Type, AssessmentID, Mode, AssessmentIDs string
		InviteDays, Letters                              int
	}
	if err := tx.Raw(`select o.invite_days, l.letters, p.kind, p.status, t.id as track_id, r.type, r.assessment_id,
		r.assignment_mode as mode, r.assessment_ids
		from postings p
		join organizations o on o.id = p.org_id
		left join stranger_letters l on l.org_id = p.org_id and l.day = ?
		left join tracks t on t.org_id = p.org_id and t.posting_id = p.id
		left join rounds r on r.org_id = t.org_id and r.track_id = t.id and r.type <> 'step'
		where p.org_id = ? and p.id = ?
		order by t.is_default desc, t.position, t.id, r.position, r.id`,
		day, orgID, postingID).Scan(&rows).Error; err != nil {
		return db.Wrap("read pipeline", err)
	}
	if len(rows) == 0 {
		return nil
	}
	f.Posting = &models.Posting{OrgID: orgID, ID: postingID, Kind: rows[0].Kind, Status: rows[0].Status}
	f.Organization.InviteDays, f.DefaultTrack, f.Letters.Sent = rows[0].InviteDays, rows[0].TrackID, rows[0].Letters
	var ids []string // of the assessments in tracks
	for _, r := range rows {
		members := []string{r.AssessmentID}
		switch r.Type {
		case "":
			continue // a track without assessments
		case models.StepGroup:
			members = nil
			if err := db.UnmarshalText(r.AssessmentIDs, &members); err != nil {
				return db.Wrap("read group", err)
			}
		}
		for _, id := range members {
			n := slices.Index(ids, id)
			if n < 0 {
				n, ids = len(ids), append(ids, id)
				f.Attached = append(f.Attached, candidacy.Attached{AssessmentID: id, TrackID: r.TrackID})
			}
			if r.Type == models.StepGroup && r.Mode == models.AssignSelfSelect {
				f.Attached[n].SelfSelect = true
			}
		}
	}
	return readAssessments(tx, orgID, postingID, ids, f)
}

// readAssessments completes the assessments in tracks, whose ids are in the order of f.Attached, and adds the unstaged
// ones.
func readAssessments(tx *gorm.DB, orgID, postingID string, ids []string, f *candidacy.InviteFacts) error {
	var rows []struct {
		ID, DeliveryMode string
		Ready            bool
	}
	if err := tx.Raw(`select a.id, a.delivery_mode, a.ready from assessments a
		left join unstaged_assessments u on u.org_id = a.org_id and u.assessment_id = a.id and u.posting_id = ?
		where a.org_id = ? and (a.id in ? or u.assessment_id is not null)
		order by u.position, a.id`, postingID, orgID, ids).Scan(&rows).Error; err != nil {
		return db.Wrap("read assessments", err)
	}
	for _, r := range rows {
		n := slices.Index(ids, r.ID)
		if n < 0 {
			n = len(f.Attached)
			f.Attached = append(f.Attached, candidacy.Attached{AssessmentID: r.ID})
		}
		f.Attached[n].DeliveryMode, f.Attached[n].Ready = r.DeliveryMode, r.Ready
	}
	return nil
}
