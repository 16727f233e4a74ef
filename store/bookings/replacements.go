package bookings

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/team"
)

// AskForReplacement asks for somebody else in the place of the interviewer, in the name of the context's member, for a
// reason, "" for none (D2).
// changed is false if it is asked already. It returns [models.Invalid] for a reason that is too long, [models.NotFound]
// if the organization has no such interview, and the refusals of [booking.DecideAskReplacement].
func (s *Store) AskForReplacement(ctx context.Context, by act.By,
	orgID, id, interviewer, why string) (i interviews.InterviewRow, changed bool, err error) {
	if why, err = models.ParseReason(why); err != nil {
		return i, false, err
	}
	return s.change(ctx, by, orgID, id, models.ChangeReplacementAsked, nil,
		s.decideAskReplacement(by, interviewer, why), nil)
}

// PreviewAskForReplacement is the preview of [Store.AskForReplacement].
func (s *Store) PreviewAskForReplacement(ctx context.Context, by act.By, orgID, id, interviewer string) (act.Preview,
	error) {
	return s.previewChange(ctx, orgID, id, s.decideAskReplacement(by, interviewer, ""))
}

func (s *Store) decideAskReplacement(by act.By, interviewer, why string) decider {
	return func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		members, err := team.ReadMembers(tx, i.OrgID, "")
		if err != nil {
			return i, false, db.Wrap("read members", err)
		}
		actor, now := by.Who(), s.db.NowOf(i.OrgID)
		asks, err := s.replacementAsks(tx, i.OrgID, actor, now)
		if err != nil {
			return i, false, err
		}
		return booking.DecideAskReplacement(i, interviewer, actor.ID, why,
			booking.ReplacementRecipients(members, actor.ID), asks, now)
	}
}

// replacementAsks reads when the member asked for a replacement lately, or declined an interview, from the history
// of what they asked about, with changes of the further kinds. One member's requests are counted one after another.
func (s *Store) replacementAsks(tx *gorm.DB, orgID string, by models.Actor, now time.Time,
	further ...models.ChangeKind) (asks booking.ReplacementAsks, err error) {
	if by.Kind != models.ActorMember {
		return asks, nil
	}
	if err := s.db.Dialect.Lock(tx, "replacements\x00"+orgID+"\x00"+by.ID); err != nil {
		return asks, err
	}
	// The kind of actor is in the text, so that the index of members' changes is used.
	err = db.Of(tx.Model(&db.ChangeRecord{}), orgID).
		Where("at > ? and actor_kind = 'member' and actor_id = ? and what in ?", now.Add(-models.AskSpan), by.ID,
			append(further, models.ChangeReplacementAsked, models.ChangeCopyDeclined, models.ChangeDeclined)).
		Order("at").Pluck("at", &asks.Since).Error
	return asks, db.Wrap("read requests for a replacement", err)
}
