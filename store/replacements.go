package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// AskForReplacement asks for another interviewer in the name of the context's member, for a reason, "" for none (D2).
// changed is false if it is asked already. It returns [models.Invalid] for a reason that is too long, [models.NotFound]
// if the organization has no such interview, and the refusals of [models.DecideAskReplacement].
func (s *Store) AskForReplacement(ctx context.Context, by By, orgID, id, why string) (i InterviewRow, changed bool,
	err error) {
	if why, err = models.ParseReason(why); err != nil {
		return i, false, err
	}
	return s.change(ctx, by, orgID, id, models.ChangeReplacementAsked, nil, s.decideAskReplacement(by, why), nil)
}

// WithdrawReplacement takes back that a replacement is asked for; changed is false if it is not.
func (s *Store) WithdrawReplacement(ctx context.Context, by By, orgID, id string) (i InterviewRow, changed bool,
	err error) {
	return s.change(ctx, by, orgID, id, models.ChangeReplacementEnded, nil, s.decideWithdrawReplacement, nil)
}

// PreviewAskForReplacement is the preview of [Store.AskForReplacement].
func (s *Store) PreviewAskForReplacement(ctx context.Context, by By, orgID, id string) (models.Preview, error) {
	return s.previewChange(ctx, orgID, id, s.decideAskReplacement(by, ""))
}

func (s *Store) decideAskReplacement(by By, why string) decider {
	return func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		members, err := readMembers(tx, i.OrgID, "")
		if err != nil {
			return i, false, wrap("read members", err)
		}
		actor, now := by.who(), s.NowOf(i.OrgID)
		asks, err := s.replacementAsks(tx, i.OrgID, actor, now)
		if err != nil {
			return i, false, err
		}
		return models.DecideAskReplacement(i, actor.ID, why, models.ReplacementRecipients(members, actor.ID), asks, now)
	}
}

// replacementAsks reads when the member asked for a replacement lately, from the history of what they asked about. One
// member's requests are counted one after another.
func (s *Store) replacementAsks(tx *gorm.DB, orgID string, by models.Actor,
	now time.Time) (asks models.ReplacementAsks, err error) {
	if by.Kind != models.ActorMember {
		return asks, nil
	}
	if err := s.dialect.lock(tx, "replacements\x00"+orgID+"\x00"+by.ID); err != nil {
		return asks, err
	}
	// The kind of actor is in the text, so that the index of members' changes is used.
	err = of(tx.Model(&changeRecord{}), orgID).
		Where("at > ? and actor_kind = 'member' and actor_id = ? and what = ?", now.Add(-models.AskSpan), by.ID,
			string(models.ChangeReplacementAsked)).
		Order("at").Pluck("at", &asks.Since).Error
	return asks, wrap("read requests for a replacement", err)
}

func (s *Store) decideWithdrawReplacement(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
	i, changed := models.DecideWithdrawReplacement(i, s.NowOf(i.OrgID))
	return i, changed, nil
}
