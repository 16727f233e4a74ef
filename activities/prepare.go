package activities

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"litmus/letters"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/keyring"
	"litmus/ports/calendar"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/ports/outbound"
	"litmus/store/effects"
)

// operation asks a provider to bring an effect about. It may run again, with the same outcome.
type operation func(context.Context) (object, error)

// object is what a provider has for the interview: an event, a meeting, a notetaker.
type object struct{ id, etag, link string }

// prepare reads what the effect needs from the database; last is what the provider has for the interview by now.
func (a *Activities) prepare(ctx context.Context, acct effects.InterviewLedger, e effect.Effect,
	last object) (operation, error) {
	switch e.Kind {
	case effect.EventWritten, effect.EventLinked, effect.EventRemoved:
		return a.prepareEvent(ctx, acct, e, last)
	case effect.MeetingMade:
		return a.prepareMeeting(ctx, acct, last)
	case effect.MeetingRemoved:
		return func(ctx context.Context) (object, error) {
			return object{}, a.Meeting.Delete(ctx, acct.ID, meeting.Made{ID: last.id, Link: last.link})
		}, nil
	}
	return a.prepareNotetaker(acct, e, last), nil
}

// prepareEvent is for the copy in an interviewer's calendar: to write it, to ask for its link, or to delete it.
func (a *Activities) prepareEvent(ctx context.Context, acct effects.InterviewLedger, e effect.Effect,
	last object) (operation, error) {
	i := acct.Interview
	provider, err := a.calendarOf(ctx, i.OrgID, e.Email)
	if _, refused := errors.AsType[*outbound.Failure](err); refused {
		return func(context.Context) (object, error) { return object{}, err }, nil
	}
	if err != nil {
		return nil, err
	}
	uid, was := a.uid(i.ID), calendar.Held{ID: last.id, ETag: last.etag, Link: last.link}
	if e.Kind == effect.EventRemoved {
		return func(ctx context.Context) (object, error) {
			return object{}, a.forget(i.OrgID, e.Email, provider.Delete(ctx, uid, was))
		}, nil
	}
	summary, text, where, err := a.copyFor(ctx, acct, effect.RoleInterviewer, e.Email)
	if err != nil {
		return nil, err
	}
	event := calendar.Event{UID: uid, Sequence: int(i.Revision), Stamp: i.UpdatedAt, Start: i.StartsAt, End: i.EndsAt,
		Summary: summary, Text: text, Location: where, WantLink: wantsLink(i, e)}
	questions := 1
	if e.Kind == effect.EventLinked {
		questions = linkQuestions
	}
	return func(ctx context.Context) (object, error) {
		for n := 1; ; n++ {
			is, err := provider.Put(ctx, event, was)
			if err == nil && i.DriftOfCopy(e.Email).Mends(models.DriftDoubled) {
				err = a.notSingle(ctx, i, provider.Single(ctx, uid, is))
			}
			if err != nil || is.Link != "" || n >= questions || !a.pause(ctx) {
				return object{is.ID, is.ETag, is.Link}, a.forget(i.OrgID, e.Email, err)
			}
			was = is
		}
	}, nil
}

// notSingle is why the others of a doubled copy were not deleted, nil if that will not do either another time: the copy
// itself stands as it was written, and the next reading tells that it is doubled.
func (a *Activities) notSingle(ctx context.Context, i models.Interview, err error) error {
	f, refused := errors.AsType[*outbound.Failure](err)
	if !refused || f.Fate != outbound.GiveUp {
		return err
	}
	a.Log.LogAttrs(ctx, slog.LevelWarn, "copy not made single", slog.String("interview", i.ID),
		slog.String("code", f.Code))
	return nil
}

// prepareMeeting is for the meeting at the configured provider: to make it, or to move the one that is there.
func (a *Activities) prepareMeeting(ctx context.Context, acct effects.InterviewLedger, last object) (operation, error) {
	i := acct.Interview
	title, _, _, err := a.copyFor(ctx, acct, effect.RoleCandidate, acct.CandidateEmail)
	if err != nil {
		return nil, err
	}
	m := meeting.Meeting{Key: i.ID, Title: title, Start: i.StartsAt, Duration: i.Duration(), Zone: i.TimeZone}
	return func(ctx context.Context) (object, error) {
		made, err := meeting.Made{ID: last.id, Link: last.link}, error(nil)
		if made.ID == "" || made.Link == "" { // or half of the note was lost: it is found again
			made, err = a.Meeting.Make(ctx, m)
		} else {
			made, err = a.Meeting.Move(ctx, made, m)
		}
		return object{id: made.ID, link: made.Link}, err
	}, nil
}

// prepareNotetaker is for the notetaker of the session: to invite it, or to send it away.
func (a *Activities) prepareNotetaker(acct effects.InterviewLedger, e effect.Effect, last object) operation {
	i := acct.Interview
	token := a.Store.Secret().SignLink(keyring.LinkNotetaker, i.OrgID+"/"+i.ID, 0)
	session := notetaker.Session{
		ID: i.ID, Link: i.MeetingLink, Start: i.StartsAt, Duration: i.Duration(),
		Callback: a.BaseURL + models.NotetakerPath + token,
	}
	if e.Kind == effect.NotetakerInvited {
		return func(ctx context.Context) (object, error) {
			id, err := a.Notetaker.Invite(ctx, session)
			return object{id: id}, err
		}
	}
	return func(ctx context.Context) (object, error) {
		id := last.id
		if id == "" { // the answer to the invitation was lost: invited again, the notetaker gives the same id
			for _, x := range acct.Ledger {
				if session.Link == "" && x.Target == effect.TargetNotetaker {
					session.Link = x.MeetingLink
				}
			}
			var err error
			if id, err = a.Notetaker.Invite(ctx, session); err != nil {
				return object{}, err
			}
		}
		return object{id: last.id}, a.Notetaker.Dismiss(ctx, id)
	}
}

// wantsLink reports whether the calendar, which is the lead's, is to make the meeting link of the copy that it gets.
func wantsLink(i models.Interview, e effect.Effect) bool {
	return i.LinkMaker == models.MakerCalendar && i.MeetingLink == "" && e.Email == i.InterviewerEmail &&
		(e.Kind == effect.EventWritten || e.Kind == effect.EventLinked)
}

// copyFor returns the summary and the text of the calendar entry of a person or a room for the interview, and where it
// is held. A room's has no link to join: whoever reads its calendar could.
func (a *Activities) copyFor(ctx context.Context, acct effects.InterviewLedger,
	role, email string) (summary, text, where string, err error) {
	if acct.RoomOf(email) != nil {
		c, err := a.Store.Effects.Correspondence(ctx, acct.Interview, named(acct.Interview))
		if err != nil {
			return "", "", "", err
		}
		l := a.letterOf(acct, c, effect.Effect{Kind: effect.LetterBriefing}, effect.Entry{Stamp: acct.UpdatedAt})
		summary, text = l.RoomCopy()
		return summary, text, letters.Where(l.Rooms, ""), nil
	}
	e := effect.Effect{Kind: effect.LetterBriefing, Role: role, Email: email}
	if role == effect.RoleInterviewer { // whose own entry it is: nobody else is named in it
		e.Reason = effect.ReasonNoted(acct.Interview)
	}
	l, err := a.letter(ctx, acct, e,
		effect.Entry{Stamp: acct.UpdatedAt, ProviderID: acct.ID})
	if err != nil {
		return "", "", "", err
	}
	summary, text, err = l.Copy()
	return summary, text, letters.Where(l.Rooms, l.MeetingLink), err
}

// pause waits until the calendar may be asked again, and reports whether there is time for it.
func (a *Activities) pause(ctx context.Context) bool {
	d := a.askLink
	if d == 0 {
		d = askLinkEvery
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
