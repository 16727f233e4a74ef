package store

import (
	"context"

	"gorm.io/gorm"

	"litmus/models"
)

// AskForReplacement asks for another interviewer in the name of the context's member, for a reason, "" for none (D2,
// decision 153). changed is false if it is asked already. It returns [models.Invalid] for a reason that is too long,
// [models.NotFound] if the organization has no such interview, and the refusals of [models.DecideAskReplacement].
func (s *Store) AskForReplacement(ctx context.Context, orgID, id, why string) (i InterviewRow, changed bool,
	err error) {
	if why, err = models.ParseReason(why); err != nil {
		return i, false, err
	}
	return s.change(ctx, orgID, id, models.WhatReplacementAsked, nil, s.decideAskReplacement(ctx, why), nil)
}

// WithdrawReplacement takes back that a replacement is asked for; changed is false if it is not.
func (s *Store) WithdrawReplacement(ctx context.Context, orgID, id string) (i InterviewRow, changed bool, err error) {
	return s.change(ctx, orgID, id, models.WhatReplacementEnded, nil, s.decideWithdrawReplacement, nil)
}

// PreviewAskForReplacement is the preview of [Store.AskForReplacement].
func (s *Store) PreviewAskForReplacement(ctx context.Context, orgID, id string) (models.Preview, error) {
	return s.previewChange(ctx, orgID, id, s.decideAskReplacement(ctx, ""))
}

func (s *Store) decideAskReplacement(ctx context.Context, why string) decider {
	return func(tx *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		members, err := readMembers(tx, i.OrgID, "")
		if err != nil {
			return i, false, wrap("read members", err)
		}
		by := ActorOf(ctx).ID
		return models.DecideAskReplacement(i, by, why, models.ReplacementRecipients(members, by),
			s.NowOf(i.OrgID))
	}
}

func (s *Store) decideWithdrawReplacement(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
	i, changed := models.DecideWithdrawReplacement(i, s.NowOf(i.OrgID))
	return i, changed, nil
}
