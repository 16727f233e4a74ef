package booking

import (
	"time"

	"litmus/models"
)

// AnswerState says how an interview stands for somebody who is to answer for one of its starts.
type AnswerState string

// The states of an interview for who answers.
const (
	AnswerOpen     AnswerState = "open"
	AnswerSaid     AnswerState = "said"     // they declined, and somebody else is looked for
	AnswerReplaced AnswerState = "replaced" // they are not in the interview any more
	AnswerMoved    AnswerState = "moved"    // it has another start by now, so it is another answer
	AnswerCanceled AnswerState = "canceled"
	AnswerBegun    AnswerState = "begun" // or over: nobody is replaced any more
)

// AnswerStateOf says how the interview stands at now for the person, who is to answer for that start.
func AnswerStateOf(i models.Interview, email string, start, now time.Time) AnswerState {
	switch {
	case i.CanceledAt != nil || i.Unused():
		return AnswerCanceled
	case !i.Attends(email):
		return AnswerReplaced
	case !i.StartsAt.Equal(start):
		return AnswerMoved
	case !i.Replaceable(now):
		return AnswerBegun
	case i.ResponseOf(email) == models.Declined && i.ReplacementOf(email, now) != nil:
		return AnswerSaid
	}
	return AnswerOpen
}

// Given is an answer that somebody who interviews gives.
type Given struct {
	Email    string
	Start    time.Time // for which they answer
	Response models.Response
	By       models.AnswerSource
	Why      string // of a declined one, "" for no reason

	Sequence int64     // of the invitation that a mail answers
	Sent     time.Time // when the program wrote that mail: its DTSTAMP
}

// older reports whether the mail was overtaken by another one: programs may send several, and mail arrives in any order
// (RFC 5546 2.1.5). One that is read twice is not.
func (g Given) older(than *models.Answer) bool {
	return than != nil && g.By == models.AnsweredByMail && than.By == models.AnsweredByMail &&
		(g.Sequence < than.Sequence || g.Sequence == than.Sequence && g.Sent.Before(time.Unix(than.Sent, 0)))
}

// AnswerFacts are the facts for an answer.
type AnswerFacts struct {
	Interview models.Interview
	Members   []models.Member
	Asks      ReplacementAsks // by who answers
}

// DecideReply notes at now what somebody who interviews answered (P10, ADR answers-count-at-a-secret-address). Who
// declines asks for a replacement by that; who accepts later, or may come after all, takes the request back, unless it
// was asked for by hand. changed is false if they said so before, or if a later mail of theirs says something else. The
// errors are of kind [models.Conflict]: see [AnswerStateOf].
func DecideReply(f AnswerFacts, g Given, now time.Time) (i models.Interview, changed bool, err error) {
	i = f.Interview
	state := AnswerStateOf(i, g.Email, g.Start, now)
	if state != AnswerOpen && state != AnswerSaid {
		return i, false, models.Conflictf("The interview cannot be answered any more: it is %s.", state)
	}
	was, asked := i.AnswerOf(g.Email), i.ReplacementOf(g.Email, now)
	asksAnew := g.Response == models.Declined && g.By == models.AnsweredByLink && asked == nil
	if g.older(was) || was != nil && was.Response == g.Response && !asksAnew {
		return i, false, nil
	}
	i.Revise(now)
	answer := models.Answer{Email: g.Email, Of: i.StartsAt, Response: g.Response, By: g.By, At: i.UpdatedAt}
	if g.By == models.AnsweredByMail {
		answer.Sequence, answer.Sent = g.Sequence, g.Sent.Unix()
	}
	i.SetAnswer(answer)
	switch {
	case g.Response == models.Declined && asked == nil:
		i.SetReplacement(f.declined(i, g.Email, g.By, g.Why, now))
	case g.Response == models.Declined:
		decline(&i, *asked, g.By, g.Why)
	case g.Response != models.Declined && asked != nil && asked.Declined:
		withdraw(&i, *asked)
	}
	return i, true, nil
}

// declined is the request for a replacement that follows from the answer of the person. If nobody may be sent letters
// about that any more, it is shown all the same. So is that of a room, of which no letters are sent: the first page of
// the dashboard shows it.
func (f AnswerFacts) declined(i models.Interview, email string, by models.AnswerSource, why string,
	now time.Time) models.Replacement {
	r := f.request(i, email, email, now)
	r.Reason, r.Declined = why, true
	if by != models.AnsweredInCalendar { // what the release before writes says it of the calendar
		r.Source = by
	}
	return r
}

// request is a request for a replacement of the person that follows from what by did. If nobody may be sent letters
// about that any more, it has no recipients.
func (f AnswerFacts) request(i models.Interview, email, by string, now time.Time) models.Replacement {
	r := models.Replacement{Interviewer: email, By: by, AskedAt: i.UpdatedAt, Revision: i.Revision,
		Times: i.ReplacementsAsked(email) + 1}
	if i.Attends(email) && r.Times <= models.MaxReplacementAsks && f.Asks.check(now) == nil {
		r.To = ReplacementRecipients(f.Members, by)
	}
	return r
}

// decline makes a request that stands because somebody was needed anyway (P11) one of who declined: it goes when they
// accept, and stays when they are back.
func decline(i *models.Interview, asked models.Replacement, by models.AnswerSource, why string) {
	if len(asked.Needs) == 0 {
		return
	}
	asked.By, asked.Reason, asked.Needs, asked.Declined = asked.Interviewer, why, nil, true
	if by != models.AnsweredInCalendar {
		asked.Source = by
	}
	i.SetReplacement(asked)
}
