package bookings

import (
	"context"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/internal/db"
	"litmus/store/interviews"
	"litmus/store/team"
)

// Answer notes what somebody who interviews answered (P10). It returns [models.NotFound] if the organization has no
// such interview, and the refusals of [booking.DecideReply].
func (s *Store) Answer(ctx context.Context, orgID, id string, given booking.Given) (i interviews.InterviewRow,
	changed bool, err error) {
	by := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: given.Email}}
	what := models.ChangeAnswered
	if given.Response == models.Declined {
		what = models.ChangeDeclined
	}
	return s.change(ctx, by, orgID, id, what, nil, s.decideReply(by, given), nil)
}

func (s *Store) decideReply(by act.By, given booking.Given) decider {
	return func(tx *gorm.DB, i models.Interview) (_ models.Interview, changed bool, err error) {
		facts, now := booking.AnswerFacts{Interview: i}, s.db.NowOf(i.OrgID)
		if facts.Members, err = team.ReadMembers(tx, i.OrgID, ""); err != nil {
			return i, false, db.Wrap("read members", err)
		}
		if facts.Asks, err = s.replacementAsks(tx, i.OrgID, by.Who(), now); err != nil {
			return i, false, err
		}
		return booking.DecideReply(facts, given, now)
	}
}

// MailedAnswer is a reply to an invitation, as a calendar program sends it by mail (RFC 5546 3.2.3).
type MailedAnswer struct {
	Tag      string // of the address that it came to, see [effect.AnswerTag]
	UID      string // of the event
	Email    string // whom it says to answer
	Response models.Response
	Sequence int64
	Sent     time.Time
}

// AnswerByMail notes a reply that came by mail. noted is false if it counts for nothing: it did not come to the secret
// address of who answers, or it is about another event or an older invitation, or nothing is answered any more. To note
// it again changes nothing. host is that of the events' UIDs.
func (s *Store) AnswerByMail(ctx context.Context, host string, m MailedAnswer) (row interviews.InterviewRow, noted bool,
	err error) {
	id := effect.ReturnSubject(m.Tag)
	if id == "" || m.UID != id+"@"+host {
		return row, false, nil
	}
	tx := s.db.Read.WithContext(ctx)
	var orgID string // a tag does not say whose it is
	if err := tx.Raw("select i.org_id from interviews i where i.org_id in (select o.id from organizations o) "+
		"and i.id = ?", id).Scan(&orgID).Error; err != nil || orgID == "" {
		return row, false, db.Wrap("look for the interview of an answer", err)
	}
	if !effect.HasAnswerTag(s.db.Secret(), models.Ref{OrgID: orgID, ID: id}, m.Email, m.Tag) {
		return row, false, nil
	}
	i, err := db.Take[db.InterviewRecord](db.Of(tx, orgID).Where("id = ?", id))
	if err != nil || i == nil {
		return row, false, db.Wrap("read the interview of an answer", err)
	}
	ledger, err := db.ReadEntries(tx, "org_id = ? and interview_id = ? and target = ?", orgID, id,
		effect.MailTarget(effect.RoleInterviewer, m.Email))
	if err != nil || !effect.Invited(models.Interview(*i), ledger, m.Email, m.Sequence) {
		return row, false, db.Wrap("read what was told of an interview", err)
	}
	row, noted, err = s.Answer(ctx, orgID, id, booking.Given{Email: m.Email, Start: i.StartsAt, Response: m.Response,
		By: models.AnsweredByMail, Sequence: m.Sequence, Sent: m.Sent})
	if kind := models.KindOf(err); kind == models.Conflict || kind == models.NotFound {
		return row, false, nil // it came too late, or the person is being erased
	}
	return row, noted, err
}
